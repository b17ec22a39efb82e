/** Records which tactics a strategy was told to use: a run can only be replayed without Lean if they are on record. */
import type { TacticsFound } from '../events.ts';
import { headerKey } from '../run/recorded-lean.ts';
import type { TacticsOf } from './probe.ts';

/** Calls `emit` once for each header. */
export function recordedProbe(tacticsOf: TacticsOf, emit: (event: TacticsFound) => void): TacticsOf {
  const recorded = new Set<string>();
  return async (text) => {
    const names = await tacticsOf(text);
    const header = headerKey(text);
    if (!recorded.has(header)) {
      recorded.add(header);
      emit({ event: 'tactics', header, names: [...names] });
    }
    return names;
  };
}
