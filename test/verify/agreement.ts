/** Runs several check modes on the same cases and reports where they differ. */
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import type { CheckMode, Hint } from '../../src/verify/trial/check-mode.ts';
import type { AgreementCase } from './agreement-cases.ts';

interface Disagreement {
  name: string;
  candidate: Candidate;
  hints: Record<string, Hint | undefined>;
}

interface Agreement {
  count: number;
  disagreements: Disagreement[];
  /** The number of each kind of hint of the first mode. */
  kinds: Record<string, number>;
  seconds: Record<string, number>;
}

/**
 * Cases with the same file and hole are checked together, in the given order. In a batch and at a server, two more
 * candidates are added, and both modes must agree on them: this shows whether a bad candidate affects the others.
 */
export async function disagreements(
  modes: readonly CheckMode[],
  cases: readonly AgreementCase[],
  signal: AbortSignal,
): Promise<Agreement> {
  const result: Agreement = { count: cases.length, disagreements: [], kinds: {}, seconds: {} };
  const groups = Map.groupBy(cases, ({ text, hole }) => `${hole.start} ${text}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const candidates = group.map(({ candidate }) => candidate);
    const hints = new Map<string, Hint[]>();
    for (const mode of modes) {
      const start = performance.now();
      const added = mode.name === 'cold' ? [] : ADDED;
      hints.set(mode.name, await mode.check(first.text, first.hole, [...candidates, ...added], signal));
      result.seconds[mode.name] = (result.seconds[mode.name] ?? 0) + Math.round(performance.now() - start) / 1000;
    }
    for (const [at, candidate] of ADDED.entries()) {
      const byMode = Object.fromEntries(
        ['batch', 'server'].map((name) => [name, hints.get(name)?.[group.length + at]]),
      );
      if (byMode['batch']?.kind === byMode['server']?.kind) continue;
      result.disagreements.push({ name: `with ${first.name}`, candidate, hints: byMode });
    }
    for (const [at, each] of group.entries()) {
      const byMode = Object.fromEntries(modes.map(({ name }) => [name, hints.get(name)?.[at]]));
      const kinds = Object.values(byMode).map((hint) => hint?.kind ?? 'nothing');
      result.kinds[kinds[0] ?? ''] = (result.kinds[kinds[0] ?? ''] ?? 0) + 1;
      if (new Set(kinds).size > 1)
        result.disagreements.push({ name: each.name, candidate: each.candidate, hints: byMode });
    }
  }
  return result;
}

/** Added to each group: then even a single candidate is checked in a batch. */
const ADDED: readonly Candidate[] = [
  { kind: 'tactic', text: 'assumption' },
  { kind: 'tactic', text: 'skip' },
];
