/**
 * How a declaration fits a goal: as values of named features, each with a weight. A declaration applies if its
 * conclusion (or a side of its `↔`) unifies with the goal, and rewrites if a side of it unifies with a part of the goal.
 */
import { conclusionsOf, sidesOf } from '../index/shapes.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { Statement } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, term, type Term } from '../lean/term/term.ts';
import { align, type Agreement } from './alignment.ts';
import { factsOf } from './goal-facts.ts';
import type { Goal, Hypothesis } from './goal-text.ts';
import { GoalTypes } from './goal-types.ts';
import { PropositionTest } from './propositions.ts';
import { withGeneralOperations } from './same-operation.ts';
import { readRow, type ShapeLibrary } from './shape-library.ts';
import { TreeMatcher } from './tree-match.ts';

/** A feature with its value, and its name for `--explain` if it is not the feature's own. */
export interface FitFeature {
  feature: FitName;
  value: number;
  what?: string;
}

export const FIT_NAMES = [
  'applies',
  'applies from right to left',
  'applies, one side of ↔',
  'rewrites a side',
  'rewrites',
  'rewrites from right to left',
  'agrees',
  'specific',
  'premises to prove',
  'hypotheses that fit',
  'all premises available',
  'hypotheses not used',
  'wrong type',
  'type not known',
  'instances not found',
] as const;
export type FitName = (typeof FIT_NAMES)[number];

/** Bound names of a declaration with their types. */
export type Variables = ReadonlyMap<string, Term>;

/** A way to use a declaration for the goal. */
export interface Use {
  feature: FitName;
  /** The part of the declaration that unifies. */
  pattern: Term;
  /** What must be proved besides the premises: the other side of a `↔`. */
  other: Term | null;
}

/** How a declaration fits, and its statement as it was compared. */
export interface Fit {
  features: FitFeature[];
  statement: Statement;
  variables: Variables;
  /** The conclusion, and the sides of an `↔`, with pattern variables. */
  conclusions: readonly Term[];
}

export class GoalFit {
  readonly #library: ShapeLibrary;
  readonly #target: Term;
  readonly #facts: readonly Hypothesis[];
  readonly #propositions: PropositionTest;
  readonly #types: GoalTypes;

  constructor(index: LibraryIndex, library: ShapeLibrary, goal: Goal) {
    this.#library = library;
    this.#target = withGeneralOperations(goal.target);
    this.#facts = factsOf(index, goal).map(({ names, type }) => ({ names, type: withGeneralOperations(type) }));
    this.#propositions = new PropositionTest(index, library.meanings);
    this.#types = new GoalTypes(goal, library);
  }

  /** Null if the row states nothing. */
  of(row: StatementRow): Fit | null {
    const statement = readRow(this.#library, row);
    if (statement.conclusion === null) return null;
    const variables = variablesOf(statement);
    const conclusions = conclusionsOf(statement).map((one) => generalise(withGeneralOperations(one), variables));
    const use = this.#useOf(row, statement, conclusions, variables) ?? [];
    return { features: [...use, ...this.#agreement(conclusions)], statement, variables, conclusions };
  }

  #useOf(
    row: StatementRow,
    statement: Statement,
    conclusions: readonly Term[],
    variables: Variables,
  ): FitFeature[] | null {
    const { meanings } = this.#library;
    const constantOf = (name: string): { name: string; isFull: boolean } => ({ name, isFull: meanings.exists(name) });
    const matcher = new TreeMatcher({ meanings, place: row, constantOf, isReversed: true });
    for (const use of usesOf(conclusions)) {
      if (!matcher.matches(use.pattern, this.#target)) continue;
      const types = this.#types.mismatches(row, statement, variables, matcher.bound);
      const premises = this.#premises(row, statement, variables, matcher, use.other);
      return [{ feature: use.feature, value: 1 }, ...types, ...premises];
    }
    return this.#rewrites(row, statement, variables, matcher);
  }

  /** How far the best of the conclusions agrees with the goal, and how much it says about it. */
  #agreement(conclusions: readonly Term[]): FitFeature[] {
    let best: Agreement = { hits: 0, misses: 1 };
    for (const { pattern } of usesOf(conclusions)) {
      const agreement = align(pattern, this.#target);
      if (shareOf(agreement) > shareOf(best)) best = agreement;
    }
    if (best.hits === 0) return [];
    return [
      { feature: 'agrees', value: shareOf(best) },
      { feature: 'specific', value: Math.log2(1 + best.hits) * shareOf(best) },
    ];
  }

  /** Matches the premises with the hypotheses of the goal, under the bindings of the conclusion. */
  #premises(
    row: StatementRow,
    statement: Statement,
    variables: Variables,
    matcher: TreeMatcher,
    other: Term | null,
  ): FitFeature[] {
    const found: FitFeature[] = [];
    const used = new Set<Hypothesis>();
    let missing = 0;
    const check = (pattern: Term): void => {
      const fact = this.#facts.find(({ type }) => matcher.matchesFurther(pattern, bare(type)));
      if (fact === undefined) missing++;
      else {
        used.add(fact);
        found.push({ feature: 'hypotheses that fit', value: 1, what: `hypothesis ${nameOf(fact)} fits` });
      }
    };
    for (const [at, premise] of statement.premises.entries()) {
      const binder = statement.premiseBinders[at] ?? null;
      if (binder?.style === '[' || !this.#propositions.isProposition(premise, row, binder?.name ?? '')) continue;
      check(generalise(withGeneralOperations(premise), variables));
    }
    if (other !== null) check(other);
    if (missing > 0)
      found.push({ feature: 'premises to prove', value: Math.min(missing, 4), what: `premises to prove: ${missing}` });
    else found.push({ feature: 'all premises available', value: 1 });
    const unused = this.#facts.length - used.size;
    if (unused > 0) found.push({ feature: 'hypotheses not used', value: Math.min(unused, 3) });
    return found;
  }

  #rewrites(row: StatementRow, statement: Statement, variables: Variables, matcher: TreeMatcher): FitFeature[] | null {
    const isSimp = row.attributes.includes('simp');
    for (const [at, side] of sidesOf(statement).entries()) {
      const pattern = generalise(withGeneralOperations(side), variables);
      if (!isSpecific(pattern) || (isFullyGeneral(pattern) && !isSimp)) continue;
      const isSide = sidesOfTerm(this.#target).some((one) => matcher.matches(pattern, one));
      if (!isSide && !matcher.matchesWithin(pattern, this.#target)) continue;
      return [
        { feature: at === 0 ? 'rewrites' : 'rewrites from right to left', value: 1 },
        ...(isSide ? [{ feature: 'rewrites a side', value: 1 } as const] : []),
        ...this.#types.mismatches(row, statement, variables, matcher.bound),
      ];
    }
    return null;
  }
}

/** The ways to close the goal by a conclusion: as it is, from right to left, or by one side of a `↔`. */
export function usesOf([full, left, right]: readonly Term[]): Use[] {
  const uses: Use[] = [];
  const add = (feature: FitName, pattern: Term | null, other: Term | null): void => {
    if (pattern !== null && isSpecific(pattern)) uses.push({ feature, pattern, other });
  };
  add('applies', full!, null);
  add('applies from right to left', flip(full!), null);
  if (left === undefined || right === undefined) return uses;
  add('applies, one side of ↔', left, right);
  add('applies, one side of ↔', right, left);
  return uses;
}

function shareOf({ hits, misses }: Agreement): number {
  return hits / Math.max(0.5, hits + misses);
}

function nameOf({ names }: Hypothesis): string {
  return names[0] === undefined || names[0] === '' ? 'here' : names[0];
}

function variablesOf(statement: Statement): Variables {
  const variables = new Map(statement.binders.map(({ name, type }) => [name, type]));
  for (let at = statement.type; at !== null && at.kind === Kind.PI; at = at.args[1]!)
    variables.set(at.head, at.args[0]!);
  return variables;
}

/** Replaces the declaration's binders by pattern variables. */
export function generalise(tree: Term, variables: Variables): Term {
  const isVariable = tree.kind === Kind.LOCAL && variables.has(tree.head);
  if (tree.args.length === 0) return isVariable ? term(Kind.META, tree.head) : tree;
  return term(
    isVariable ? Kind.META : tree.kind,
    tree.head,
    tree.args.map((child) => generalise(child, variables)),
  );
}

/** Excludes variables, which unify with everything. */
function isSpecific(pattern: Term): boolean {
  return pattern.kind === Kind.CONSTANT || pattern.kind === Kind.EXPLICIT || pattern.kind === Kind.PROJECTION;
}

/** A head applied only to distinct variables. */
function isFullyGeneral({ args }: Term): boolean {
  const variables = args.map((child) => bare(child));
  return (
    variables.every(({ kind }) => kind === Kind.META) && new Set(variables.map(({ head }) => head)).size === args.length
  );
}

function sidesOfTerm(target: Term): readonly Term[] {
  const root = bare(target);
  return root.kind === Kind.CONSTANT && (root.head === 'Eq' || root.head === 'Iff') ? root.args : [];
}

/** `b = a` for `a = b`, likewise for `↔` and `≠`. Returns null for other terms. */
function flip(pattern: Term): Term | null {
  if (pattern.kind !== Kind.CONSTANT || pattern.args.length !== 2 || !['Eq', 'Iff', 'Ne'].includes(pattern.head))
    return null;
  return term(Kind.CONSTANT, pattern.head, [pattern.args[1]!, pattern.args[0]!]);
}
