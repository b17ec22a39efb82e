/**
 * Points of a pattern's match: first by its place (whole conclusion, side of its `↔`, inside it, in a premise), then
 * general before special, small before large. No sum of the other points reaches the distance of two places.
 */
import { conclusionsOf, sizeWeight, statementSize } from '../index/shapes.ts';
import { unascribed } from '../lean/term/coercion.ts';
import type { Statement } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, size, type Term } from '../lean/term/term.ts';
import { telescope, type TreeMatcher } from './tree-match.ts';

/**
 * Points by the place of the match: the declaration or its whole conclusion, a side of its `↔`, inside the conclusion,
 * in a premise.
 */
export const PLACE = { whole: 40, side: 39, conclusion: 20, premise: 0 } as const;
/** Points of an instance if the pattern is a class: it comes before theorems. */
export const INSTANCE = 15;
/** Subtracted for declarations that only tactics use. */
export const MACHINERY = 100;
/** Subtracted for a match that depends on a field of unknown type. */
export const UNCERTAIN = 200;
const GENERALITY = 4;
const COVERAGE = 3;

/** Points of a shape in a statement; null if it does not match. */
export function shapePoints(
  pattern: Term,
  inConclusion: boolean,
  statement: Statement,
  matcher: TreeMatcher,
): number | null {
  const place = placeOf(pattern, inConclusion, statement, matcher);
  if (place === null) return null;
  return (
    PLACE[place] +
    COVERAGE * coverage(pattern, statement) +
    GENERALITY * generality(matcher.filled, statement) -
    (matcher.isUncertain ? UNCERTAIN : 0)
  );
}

/** Points of a statement for its size, without instances: a class makes a statement longer, but more general. */
export function sizePoints(statement: Statement): number {
  return sizeWeight(sizeOf(statement)) / 64;
}

function placeOf(
  pattern: Term,
  inConclusion: boolean,
  statement: Statement,
  matcher: TreeMatcher,
): keyof typeof PLACE | null {
  const required = telescope(unascribed(pattern));
  for (const [at, conclusion] of conclusionsOf(statement).entries()) {
    if (matcher.matchesStatement(required.premises, required.conclusion, statement.premises, conclusion))
      return at === 0 ? 'whole' : 'side';
  }
  if (inConclusion) return null;
  const { conclusion, premises } = statement;
  const root = unascribed(pattern);
  if (conclusion !== null && matcher.matchesWithin(root, conclusion)) return 'conclusion';
  return premises.some((premise) => matcher.matchesWithin(root, premise)) ? 'premise' : null;
}

/** How much of a statement the pattern covers, from 0 to 1. */
function coverage(pattern: Term, statement: Statement): number {
  return Math.min(1, solidSize(pattern) / Math.max(1, sizeOf(statement) / 2));
}

/** Number of nodes; a wildcard counts 0.4. */
function solidSize(tree: Term): number {
  return (
    (tree.kind === Kind.HOLE || tree.kind === Kind.META ? 0.4 : 1) +
    tree.args.reduce((sum, child) => sum + solidSize(child), 0)
  );
}

function sizeOf(statement: Statement): number {
  const instances = statement.own.filter(({ style }) => style === '[');
  return Math.max(1, statementSize(statement) - instances.reduce((sum, { type }) => sum + size(type), 0));
}

/** How general what the holes stand for is, from 0 (compound terms) to 1 (different variables of any type). */
function generality(filled: readonly Term[], statement: Statement): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const tree of filled) {
    const { kind, head, args } = bare(tree);
    if (kind !== Kind.LOCAL || args.length > 0) continue;
    const type = statement.binders.findLast(({ name }) => name === head)?.type;
    sum += seen.has(head) ? 0.25 : type === undefined ? 0.5 : typeGenerality(type);
    seen.add(head);
  }
  return sum / Math.max(1, filled.length);
}

/** 1 for a type that is a variable, less for `Set α`, least for `ℝ`; for functions, by the type of their values. */
function typeGenerality(type: Term): number {
  const { kind, args } = bare(telescope(bare(type)).conclusion);
  return kind === Kind.LOCAL ? 1 : kind === Kind.CONSTANT && args.length === 0 ? 0.5 : 0.75;
}
