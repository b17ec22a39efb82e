/** Points for how a declaration fits a goal. The weights were fitted to goals of `bench goals`, development half. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import { KINDS } from '../lean/declaration.ts';
import type { FitFeature, FitName } from './goal-fit.ts';
import type { Goal } from './goal-text.ts';
import { machineryTest } from '../index/machinery.ts';
import { constantsOf } from '../index/shapes.ts';
import { lastPart } from '../lean/term/term.ts';
import type { Contribution } from './types.ts';

const WEIGHTS: Readonly<Record<FitName, number>> = {
  applies: 2.2,
  'applies from right to left': 0.8,
  'applies, one side of ↔': 1.3,
  'rewrites a side': 0.4,
  rewrites: 0.8,
  'rewrites from right to left': 0.6,
  agrees: 1,
  specific: 1.2,
  'premises to prove': -0.6,
  'hypotheses that fit': 0.5,
  'all premises available': 0.6,
  'hypotheses not used': -0.3,
  'wrong type': -2,
  'type not known': -0.2,
  'instances not found': -0.8,
};

/** Subtracted for declarations that only tactics use. */
const MACHINERY = 2;

/** The ways to use a declaration. */
export const USES: readonly FitName[] = [
  'applies',
  'applies from right to left',
  'applies, one side of ↔',
  'rewrites',
  'rewrites from right to left',
];

export function fitPoints(
  index: LibraryIndex,
  { module }: StatementRow,
  features: readonly FitFeature[],
): Contribution[] {
  const points = features.map(({ feature, value, what = feature }) => ({ what, points: WEIGHTS[feature] * value }));
  return machineryTest(index)(module) ? [...points, { what: 'in a module of tactics', points: -MACHINERY }] : points;
}

/** Whether the declaration applies to the goal or rewrites it. */
export function isUsable(features: readonly FitFeature[]): boolean {
  return features.some(({ feature }) => USES.includes(feature));
}

const APPLIES: ReadonlySet<FitName> = new Set<FitName>([
  'applies',
  'applies from right to left',
  'applies, one side of ↔',
]);
const FAULTS: ReadonlySet<FitName> = new Set<FitName>(['premises to prove', 'wrong type', 'instances not found']);

/** Whether the declaration closes the goal by unification: nothing remains to be proved and no type differs. */
export function closesGoal(features: readonly FitFeature[]): boolean {
  return features.some(({ feature }) => APPLIES.has(feature)) && !features.some(({ feature }) => FAULTS.has(feature));
}

const STATED = new Set(
  ['theorem', 'lemma', 'alias', 'axiom', 'constructor', 'field', 'instance'].map((kind) =>
    KINDS.findIndex((one) => one === kind),
  ),
);

/** Whether a proof can use a likely premise: a statement, or a definition that the goal mentions. */
export function mayProve(
  index: LibraryIndex,
  row: StatementRow,
  { target }: Goal,
  features: readonly FitFeature[],
): boolean {
  if (isUsable(features) || STATED.has(index.columns.kind[row.id]!)) return true;
  const last = lastPart(row.name);
  let isMentioned = false;
  constantsOf(target, (name) => (isMentioned ||= lastPart(name) === last));
  return isMentioned;
}
