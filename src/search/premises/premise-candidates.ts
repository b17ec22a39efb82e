/** From a goal to the rows that its proof may name, with the features of each: what search and training share. */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { PremiseTables } from '../../vectors/premise-tables.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Goal } from '../goal-text.ts';
import type { RankedPool } from '../rank/ranked-pool.ts';
import { rowStore } from '../rank/row-store.ts';
import { askedGoal } from './asked-goal.ts';
import { goalVector, learnedLikeness, symbolsMeant } from './learned-likeness.ts';
import { PlaceLook, type GoalPlace } from './place-look.ts';
import { goalFeatures, premiseFeatures } from './premise-features.ts';
import { choosePremises } from './premise-pool.ts';
import { symbolOverlap } from './symbol-overlap.ts';

export interface PremiseQuery {
  /** Hypotheses, `⊢` and the target, as Lean prints them. */
  text: string;
  /** What was read from it. */
  goal: Goal;
  place: GoalPlace | null;
}

/** What was learned that finding premises needs. */
export interface PremiseKnowledge {
  tables: TokenTables;
  premises: PremiseTables;
}

/** By `PREMISE_FEATURES` and `GOAL_FEATURES`. The index must hold vectors made with these tables. `allow` says which rows the proof can name. */
export function findPremises(
  index: LibraryIndex,
  { text, goal, place }: PremiseQuery,
  { tables, premises }: PremiseKnowledge,
  allow: ((id: number) => boolean) | null,
): RankedPool {
  const asked = askedGoal(index, text, goal, tables);
  const vector = goalVector(asked, premises);
  const overlap = symbolOverlap(index, asked.symbols, symbolsMeant(vector, premises));
  const store = rowStore(index, tables.dimension);
  const likeness = store.likeness(asked.vector);
  const look = place === null ? null : new PlaceLook(index, place);
  const isAllowed = askedOnce(allow ?? (() => true), index.idLimit);
  const chosen = choosePremises(overlap, likeness, index.columns.uses, isAllowed, look?.above ?? []);
  const pool = [...chosen].sort((a, b) => a - b);
  const learned = learnedLikeness(index, store, pool, vector, premises);
  const rows = premiseFeatures({ index, store, tables, asked, overlap, likeness, learned, look, pool });
  return { pool, rows, query: goalFeatures(asked, place !== null) };
}

function askedOnce(allow: (id: number) => boolean, length: number): (id: number) => boolean {
  const known = new Int8Array(length);
  return (id) => {
    if (known[id] === 0) known[id] = allow(id) ? 1 : -1;
    return known[id] === 1;
  };
}
