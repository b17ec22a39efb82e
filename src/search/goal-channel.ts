/**
 * Finds declarations for a goal by unification: those that apply (the conclusion unifies with the goal), and those that
 * rewrite or simplify (a side of an equation or `↔` unifies with a part of it). Candidates share rare symbols with the
 * goal. Each is parsed and unified as a tree, with the declaration's binders as wildcards.
 */
import { wordSet } from '../base/words.ts';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { conclusionsOf, sidesOf } from '../index/shapes.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import type { Statement } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { HOLE_TERM, bare, term, type Term } from '../lean/term/term.ts';
import { goalCandidates } from './goal-candidates.ts';
import { PropositionTest } from './propositions.ts';
import { parseGoals, type Goal, type Hypothesis } from './goal-text.ts';
import type { Place } from './name-meaning.ts';
import { priorsOf } from './row-prior.ts';
import { readRow, shapeLibrary, type ShapeLibrary } from './shape-library.ts';
import { TreeMatcher } from './tree-match.ts';
import type { Channel, Contribution, Scored } from './types.ts';
import { totalPoints } from './points.ts';

/** Maximum goals of one text that are searched. */
const MAX_GOALS = 3;

/** @throws {Failure} `goal-syntax` if no goal can be read. */
export const searchGoal: Channel = (index, query, { limit, explain, allow }) => {
  const library = shapeLibrary(index);
  const goals = parseGoals(query, library.table);
  if (goals.length === 0) {
    throw new Failure('usage', 'goal-syntax', {
      message: 'The query is not a readable goal.',
      next: 'Paste one hypothesis per line, then ⊢ followed by the goal.',
    });
  }
  const best = new Map<number, Contribution[]>();
  for (const goal of goals.slice(0, MAX_GOALS)) {
    for (const [id, contributions] of new GoalSearch(index, library, goal).run(allow)) {
      const known = best.get(id);
      if (known === undefined || totalPoints(known) < totalPoints(contributions)) best.set(id, contributions);
    }
  }
  const found = [...best].map(([id, contributions]): Scored => {
    return explain
      ? { id, score: totalPoints(contributions), contributions }
      : { id, score: totalPoints(contributions) };
  });
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
};

class GoalSearch {
  private readonly index: LibraryIndex;
  private readonly library: ShapeLibrary;
  private readonly goal: Goal;
  private readonly targetSize: number;
  private readonly propositions: PropositionTest;
  /** Types of the goal's local variables. */
  private readonly types = new Map<string, Term>();

  constructor(index: LibraryIndex, library: ShapeLibrary, goal: Goal) {
    this.index = index;
    this.library = library;
    this.goal = goal;
    this.targetSize = solidSize(goal.target);
    this.propositions = new PropositionTest(index, library.meanings);
    for (const { names, type } of goal.hypotheses) for (const name of names) this.types.set(name, bare(type));
  }

  run(allow: ((id: number) => boolean) | null): Map<number, Contribution[]> {
    const found = new Map<number, Contribution[]>();
    for (const row of this.library.rows.rows([...goalCandidates(this.index, this.goal, allow)])) {
      const contributions = this.check(row);
      if (contributions !== null) found.set(row.id, contributions);
    }
    return found;
  }

  private check(row: StatementRow): Contribution[] | null {
    const statement = readRow(this.library, row);
    if (statement.conclusion === null) return null;
    const variables = variablesOf(statement);
    const matcher = this.matcherFor(row);
    const applied = this.applies(row, statement, variables, matcher);
    const rewritten = this.rewrites(row, statement, variables, matcher);
    if (applied === null && rewritten === null) return null;
    const use =
      applied !== null && (rewritten === null || totalPoints(applied) >= totalPoints(rewritten)) ? applied : rewritten!;
    return [...use, ...priorsOf(this.index, row.id)];
  }

  private matcherFor(row: StatementRow): TreeMatcher {
    const { meanings } = this.library;
    return new TreeMatcher({
      meanings,
      place: row,
      constantOf: (name) => ({ name, isFull: meanings.exists(name) }),
      isReversed: true,
    });
  }

  private applies(
    row: StatementRow,
    statement: Statement,
    variables: Variables,
    matcher: TreeMatcher,
  ): Contribution[] | null {
    const { target } = this.goal;
    for (const [at, conclusion] of conclusionsOf(statement).entries()) {
      const pattern = generalise(conclusion, variables);
      if (!isSpecific(pattern)) continue;
      const how = at === 0 ? 'applies' : 'applies, one side of ↔';
      if (matcher.matches(pattern, target)) {
        const points = (at === 0 ? 3 : 2) + fit(pattern, at, this.targetSize);
        return [
          { what: how, points },
          ...this.typeMismatches(row, variables, matcher),
          ...this.matchPremises(row, statement, variables, matcher),
        ];
      }
      const flipped = flip(pattern);
      if (flipped !== null && matcher.matches(flipped, target)) {
        const points = (at === 0 ? 2 : 1) + fit(pattern, at, this.targetSize);
        return [
          { what: `${how} from right to left`, points },
          ...this.typeMismatches(row, variables, matcher),
          ...this.matchPremises(row, statement, variables, matcher),
        ];
      }
    }
    return null;
  }

  /** Penalty if a variable of the declaration has another type than the term of the goal in its place, or may have. */
  private typeMismatches(row: StatementRow, variables: Variables, matcher: TreeMatcher): Contribution[] {
    const { meanings } = this.library;
    let unknown: string | null = null;
    for (const [name, tree] of matcher.bound) {
      const expected = bare(variables.get(name) ?? HOLE_TERM);
      if (expected.kind !== Kind.CONSTANT || bare(tree).kind === Kind.NUMBER) continue;
      const actual = this.typeOf(tree);
      if (actual === '') unknown = expected.head;
      else if (
        expected.head !== actual &&
        !meanings.mayReferTo({ name: actual, isFull: meanings.exists(actual) }, expected.head, row)
      ) {
        return [{ what: `${expected.head} is not ${actual}`, points: -4 }];
      }
    }
    return unknown !== null ? [{ what: `unknown whether of type ${unknown}`, points: -1.5 }] : [];
  }

  /** Head of the type of a term of the goal, inferred from its variables; '' if unknown. */
  private typeOf(tree: Term): string {
    const root = bare(tree);
    if (root.kind === Kind.LOCAL && root.args.length === 0) {
      const type = this.types.get(root.head);
      return type?.kind === Kind.CONSTANT ? type.head : '';
    }
    if (root.kind !== Kind.CONSTANT || !KEEPS_TYPE.has(root.head)) return '';
    for (const child of root.args) {
      const type = this.typeOf(child);
      if (type !== '') return type;
    }
    return '';
  }

  /** Matches the declaration's premises with hypotheses of the goal, under the bindings of the conclusion. */
  private matchPremises(
    row: StatementRow,
    statement: Statement,
    variables: Variables,
    matcher: TreeMatcher,
  ): Contribution[] {
    const facts = this.goal.hypotheses.filter(({ names, type }) =>
      this.propositions.isProposition(type, NOWHERE, names[0] ?? ''),
    );
    const found: Contribution[] = [];
    let missing = 0;
    for (const [at, premise] of statement.premises.entries()) {
      const binder = statement.premiseBinders[at] ?? null;
      if (binder?.style === '[' || !this.propositions.isProposition(premise, row, binder?.name ?? '')) continue;
      const pattern = generalise(premise, variables);
      const fact = facts.find(({ type }) => matcher.matchesFurther(pattern, bare(type)));
      if (fact === undefined) missing++;
      else found.push({ what: `hypothesis ${nameOf(fact)} fits`, points: 1.5 });
    }
    if (missing > 0) found.push({ what: `premises to prove: ${missing}`, points: -0.5 * Math.min(missing, 4) });
    else if (found.length > 0) found.push({ what: 'all premises available', points: 1.5 });
    return found;
  }

  private rewrites(
    row: StatementRow,
    statement: Statement,
    variables: Variables,
    matcher: TreeMatcher,
  ): Contribution[] | null {
    const isSimp = row.attributes.includes('simp');
    for (const [at, side] of sidesOf(statement).entries()) {
      const pattern = generalise(side, variables);
      if (!isSpecific(pattern) || (isFullyGeneral(pattern) && !isSimp)) continue;
      const isSide = sidesOfTerm(this.goal.target).some((one) => matcher.matches(pattern, one));
      if (!isSide && !matcher.matchesWithin(pattern, this.goal.target)) continue;
      const points =
        (at === 0 ? 1.8 : 1) + (isFullyGeneral(pattern) ? 2 : 5) * share(pattern, this.targetSize) + (isSide ? 1 : 0);
      const what = at === 0 ? (isSimp ? 'simplifies' : 'rewrites') : 'rewrites from right to left';
      return [
        { what, points: points + (isSimp && at === 0 ? 0.7 : 0) },
        ...this.typeMismatches(row, variables, matcher),
        ...this.matchPremises(row, statement, variables, matcher),
      ];
    }
    return null;
  }
}

function nameOf({ names }: Hypothesis): string {
  return names[0] === undefined || names[0] === '' ? 'here' : names[0];
}

/** Bound names of a declaration with their types. */
type Variables = ReadonlyMap<string, Term>;

function variablesOf(statement: Statement): Variables {
  const variables = new Map(statement.binders.map(({ name, type }) => [name, type]));
  for (let at = statement.type; at !== null && at.kind === Kind.PI; at = at.args[1]!)
    variables.set(at.head, at.args[0]!);
  return variables;
}

/** Replaces the declaration's binders by pattern variables. */
function generalise(tree: Term, variables: Variables): Term {
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
  return pattern.kind === Kind.CONSTANT || pattern.kind === Kind.EXPLICIT;
}

/** A head applied only to distinct variables. */
function isFullyGeneral({ args }: Term): boolean {
  const variables = args.map((child) => bare(child));
  return (
    variables.every(({ kind }) => kind === Kind.META) && new Set(variables.map(({ head }) => head)).size === args.length
  );
}

/** Operations whose result has the type of their arguments. */
const KEEPS_TYPE = wordSet(`
  HAdd.hAdd HSub.hSub HMul.hMul HDiv.hDiv HMod.hMod HPow.hPow Neg.neg Inv.inv Max.max Min.min Union.union Inter.inter
  SDiff.sdiff Compl.compl abs`);

function sidesOfTerm(target: Term): readonly Term[] {
  return target.kind === Kind.CONSTANT && (target.head === 'Eq' || target.head === 'Iff') ? target.args : [];
}

/** `b = a` for `a = b`, likewise for `↔` and `≠`. Returns null for other terms. */
function flip(pattern: Term): Term | null {
  if (pattern.kind !== Kind.CONSTANT || pattern.args.length !== 2 || !['Eq', 'Iff', 'Ne'].includes(pattern.head))
    return null;
  return term(Kind.CONSTANT, pattern.head, [pattern.args[1]!, pattern.args[0]!]);
}

const NOWHERE: Place = { namespace: '', opens: [] };

/** At most 6; at most 2 for a side of `↔` that is a relation of variables, because it matches too many goals. */
function fit(pattern: Term, at: number, targetSize: number): number {
  return (at > 0 && isFullyGeneral(pattern) ? 2 : 6) * share(pattern, targetSize);
}

/** Share of the goal that the pattern covers, from 0 to 1. */
function share(pattern: Term, targetSize: number): number {
  return Math.min(1, solidSize(pattern) / Math.max(1, targetSize));
}

/** Number of nodes, without ascribed types; variables, wildcards and lambdas count 0.25. */
function solidSize(tree: Term): number {
  if (tree.kind === Kind.ASCRIPTION) return solidSize(tree.args[0]!);
  const own =
    tree.kind === Kind.HOLE || tree.kind === Kind.META || tree.kind === Kind.LAMBDA || tree.kind === Kind.LOCAL
      ? 0.25
      : 1;
  return own + tree.args.reduce((sum, child) => sum + solidSize(child), 0);
}
