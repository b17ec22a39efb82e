/** Keeps merges in the library, as edges of derivations that can be taken back. */
import { sha256 } from '../../../base/hash.ts';
import { type DerivedUnit, HUMAN, NO_ROWS } from '../../../library/derivation.ts';
import { listDerivations } from '../../../library/derive.ts';
import { DIFFERENT_FROM, SAME_AS, type EntityRow } from '../../../library/knowledge-rows.ts';
import { endRun, startRun } from '../../../library/runs.ts';
import type { Library } from '../../../library/library.ts';
import type { EntityDecision } from './find-merges.ts';
import { pairKey } from './merged-view.ts';

const MAKER = 'merge';
const COMMAND = 'graph merge';
/** Increased when the rules decide differently. */
const VERSION = '1';

/**
 * Stores the merges of these decisions, in a run that can be undone, in place of earlier ones of the same entities.
 * Returns the id of the run; null if nothing changed.
 */
export function storeMerges(
  library: Library,
  decisions: readonly EntityDecision[],
  all: readonly EntityRow[],
  options: Record<string, unknown>,
): number | null {
  const { database } = library;
  const keyOf = ({ source, unit }: { source: string; unit: string }): string => JSON.stringify([source, unit]);
  const stored = new Map(listDerivations(database, MAKER).map((each) => [keyOf(each), each]));
  const byId = new Map(all.map((entity) => [entity.id, entity]));
  const units = decisions.flatMap(({ entity, into, candidates, why, by }): DerivedUnit[] => {
    const target = into === null ? undefined : byId.get(into);
    const score = candidates.find(({ id }) => id === into)?.score;
    const evidence = by === undefined ? { why } : { why, template: by.template, model: by.snapshot };
    const edge = target === undefined ? null : { kind: SAME_AS, payload: { score }, evidence };
    const decidedBy = by === undefined ? VERSION : `${VERSION} ${by.template}`;
    const unit = unitOf(entity, { maker: MAKER, version: decidedBy }, target === undefined ? [] : [target], edge);
    const before = stored.get(keyOf(unit.derivation));
    const { inputHash, version } = unit.derivation;
    const isKept = before !== undefined && before.inputHash === inputHash && before.version === version;
    return isKept || (before === undefined && target === undefined) ? [] : [unit];
  });
  return storeRun(library, units, options, { merges: units.length });
}

/** What a person says about two entities. */
export interface DecidedPair {
  one: EntityRow;
  other: EntityRow;
  isSame: boolean;
}

/** Stores decisions of a person in a run, in place of earlier ones. Returns the id of the run. */
export function decidePairs(library: Library, pairs: readonly DecidedPair[]): number | null {
  const units = pairs.map(({ one, other, isSame }): DerivedUnit => {
    const [newer, older] = one.id > other.id ? [one, other] : [other, one];
    const edge = { kind: isSame ? SAME_AS : DIFFERENT_FROM, payload: null, evidence: null };
    const { derivation, rows } = unitOf(newer, { maker: HUMAN, version: VERSION }, [older], edge);
    return { derivation: { ...derivation, unit: `pair ${pairKey(one.id, other.id)}` }, rows };
  });
  const confirmed = pairs.filter(({ isSame }) => isSame).length;
  return storeRun(library, units, { by: HUMAN }, { confirmed, denied: pairs.length - confirmed });
}

function storeRun(
  library: Library,
  units: readonly DerivedUnit[],
  options: Record<string, unknown>,
  counts: Record<string, number>,
): number | null {
  const run = startRun(library.database, COMMAND, options);
  library.derive(units, run);
  return endRun(library.database, run, counts);
}

/** Result of a unit that decided against a merge. */
const NOTHING = 'none';

function unitOf(
  entity: EntityRow,
  by: { maker: string; version: string },
  targets: readonly EntityRow[],
  edge: { kind: string; payload: unknown; evidence: unknown } | null,
): DerivedUnit {
  const inputs = [entity, ...targets].map(({ id, contentHash }) => ({ entry: id, contentHash }));
  return {
    derivation: {
      ...{ source: entity.source, ...by, unit: entity.key },
      inputHash: targets.length === 0 ? NOTHING : sha256(JSON.stringify(inputs)),
    },
    rows: {
      ...NO_ROWS,
      inputs,
      edges: edge === null ? [] : targets.map(({ id }) => ({ from: entity.id, to: id, ...edge })),
    },
  };
}
