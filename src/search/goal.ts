/**
 * The goal channel: from a pasted goal state to what applies (the conclusion unifies with the goal), rewrites or
 * simplifies there (a side of an equation or `↔` unifies with a part of it). Candidates share rare symbols with the
 * goal; each is parsed and unified as a tree, with the declaration's binders as wildcards.
 */
import { Failure } from '../base/errors.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { PREMISE, conclusionsOf, constantsOf, edgeToken, edgesOf, headOf, sidesOf } from '../index/shapes.ts';
import type { Statement } from '../lean/term/statement.ts';
import { CONSTANT, EXPLICIT, HOLE, LAMBDA, LOCAL, META, PI, SORT, bare, term, type Term } from '../lean/term/term.ts';
import { parseGoals, type Goal, type Hypothesis } from './goal-text.ts';
import { readRow, shapeLibrary, type ShapeLibrary } from './pattern.ts';
import { TreeMatcher } from './tree-match.ts';
import type { Channel, Contribution, Scored } from './types.ts';

/** Rows parsed a goal, for each way to use them. */
const MOST_TO_APPLY = 220;
const MOST_TO_REWRITE = 160;
/** Goals of one text that are looked at. */
const MOST_GOALS = 3;

/** @throws {Failure} `goal-syntax` if no goal can be read. */
export const searchGoal: Channel = (index, query, { limit, explain, allow }) => {
  const library = shapeLibrary(index);
  const goals = parseGoals(query, library.table);
  if (goals.length === 0) {
    throw new Failure({ exit: 'usage', code: 'goal-syntax', message: 'No goal can be read here.', next: 'Paste hypotheses, one a line, and ⊢ with the goal behind it.' });
  }
  const best = new Map<number, Contribution[]>();
  for (const goal of goals.slice(0, MOST_GOALS)) {
    for (const [id, contributions] of new GoalSearch(index, library, goal).run(allow)) {
      const known = best.get(id);
      if (known === undefined || total(known) < total(contributions)) best.set(id, contributions);
    }
  }
  const found = [...best].map(([id, contributions]): Scored => {
    return explain ? { id, score: total(contributions), contributions } : { id, score: total(contributions) };
  });
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
};

function total(contributions: readonly Contribution[]): number {
  return contributions.reduce((sum, { points }) => sum + points, 0);
}

class GoalSearch {
  private readonly index: LibraryIndex;
  private readonly library: ShapeLibrary;
  private readonly goal: Goal;
  private readonly targetSize: number;

  constructor(index: LibraryIndex, library: ShapeLibrary, goal: Goal) {
    this.index = index;
    this.library = library;
    this.goal = goal;
    this.targetSize = solidSize(goal.target);
  }

  run(allow: ((id: number) => boolean) | null): Map<number, Contribution[]> {
    const found = new Map<number, Contribution[]>();
    const ids = this.candidates(allow);
    for (const row of this.index.rows(ids)) {
      const contributions = this.check(row);
      if (contributions !== null) found.set(row.id, contributions);
    }
    return found;
  }

  /** Rows whose conclusion has the goal's head, and rows that rewrite a head in it: those with the rarest shared symbols. */
  private candidates(allow: ((id: number) => boolean) | null): number[] {
    const shared = this.sharedSymbols();
    const head = headOf(this.goal.target);
    const picked = new Set<number>();
    if (head !== '') {
      for (const id of this.top(this.list(`s:C:${head}`), shared, MOST_TO_APPLY, allow)) picked.add(id);
      for (const id of this.top(this.list(`s:V:${head}`), shared, MOST_TO_APPLY / 3, allow)) picked.add(id);
    }
    const rewritable = new Set<string>();
    collectHeads(this.goal.target, rewritable);
    const sides = [...rewritable].map((one) => this.list(`s:R:${one}`)).filter((list) => list.length > 0);
    const each = Math.ceil(MOST_TO_REWRITE / Math.max(1, sides.length));
    for (const list of sides) for (const id of this.top(list, shared, each, allow)) picked.add(id);
    return [...picked];
  }

  /** For each row, how rare the symbols are that it shares with the goal. */
  private sharedSymbols(): Float32Array {
    const points = new Float32Array(this.index.idLimit);
    const add = (token: string, factor: number) => {
      const list = this.index.postings(token);
      if (list === null) return;
      const rarity = factor * Math.log(1 + this.index.rowCount / list.ids.length);
      for (const id of list.ids) points[id]! += rarity;
    };
    const tokens = new Set<string>();
    constantsOf(this.goal.target, (name) => {
      tokens.add(`s:c:${name}`);
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) tokens.add(`s:c:${name.slice(dot + 1)}`);
    });
    edgesOf(this.goal.target, (parent, position, child) => tokens.add(edgeToken(parent, position, child)));
    for (const token of tokens) add(token, 1);
    const premises = new Set(this.goal.hypotheses.map(({ type }) => headOf(type)).filter((head) => head !== ''));
    for (const head of premises) add(edgeToken(PREMISE, 0, head), 0.4);
    return points;
  }

  private top(rows: Uint32Array, shared: Float32Array, count: number, allow: ((id: number) => boolean) | null): number[] {
    const { flags, uses } = this.index.columns;
    const kept = allow === null ? Array.from(rows) : Array.from(rows).filter((id) => allow(id));
    const points = (id: number) => shared[id]! + Math.min(3, 0.5 * Math.log2(1 + uses[id]!)) - (flags[id]! & 2 ? 4 : 0) - (flags[id]! & 8 ? 1 : 0);
    if (kept.length <= count) return kept;
    const scores = Float32Array.from(kept, points);
    const threshold = Float32Array.from(scores).sort()[kept.length - Math.ceil(count)]!;
    return kept.filter((_, at) => scores[at]! >= threshold).slice(0, Math.ceil(count) * 2);
  }

  private list(token: string): Uint32Array {
    return this.index.postings(token)?.ids ?? new Uint32Array(0);
  }

  private check(row: DeclarationRow): Contribution[] | null {
    const statement = readRow(this.library, row);
    if (statement.conclusion === null) return null;
    const variables = new Set(statement.binders.map(({ name }) => name));
    for (let at = statement.type; at !== null && at.kind === PI; at = at.args[1]!) variables.add(at.head);
    const matcher = this.matcherFor(row);
    const applied = this.applies(statement, variables, matcher);
    const rewritten = this.rewrites(row, statement, variables, matcher);
    if (applied === null && rewritten === null) return null;
    const use = applied !== null && (rewritten === null || total(applied) >= total(rewritten)) ? applied : rewritten!;
    return [...use, ...priorsOf(row)];
  }

  private matcherFor(row: DeclarationRow): TreeMatcher {
    const place = { namespace: row.namespace, opens: row.opens ?? [] };
    const { meanings } = this.library;
    return new TreeMatcher({ meanings, place, wanted: (name) => ({ name, isFull: meanings.exists(name) }), isReversed: true });
  }

  private applies(statement: Statement, variables: ReadonlySet<string>, matcher: TreeMatcher): Contribution[] | null {
    const { target } = this.goal;
    for (const [at, conclusion] of conclusionsOf(statement).entries()) {
      const pattern = generalise(conclusion, variables);
      if (!isTelling(pattern)) continue;
      const how = at === 0 ? 'applies' : 'applies, one side of ↔';
      if (matcher.matches(pattern, target)) {
        return [{ what: how, points: (at === 0 ? 5 : 4) + 4 * share(pattern, this.targetSize) }, ...this.atHand(statement, variables, matcher)];
      }
      const flipped = flip(pattern);
      if (flipped !== null && matcher.matches(flipped, target)) {
        return [{ what: `${how} from right to left`, points: 3.5 + 4 * share(pattern, this.targetSize) }, ...this.atHand(statement, variables, matcher)];
      }
    }
    return null;
  }

  /** Premises of the declaration that a hypothesis of the goal is, given what the conclusion has bound. */
  private atHand(statement: Statement, variables: ReadonlySet<string>, matcher: TreeMatcher): Contribution[] {
    const facts = this.goal.hypotheses.filter(({ type }) => isFact(type));
    const found: Contribution[] = [];
    let missing = 0;
    for (const [at, premise] of statement.premises.entries()) {
      if (statement.binders[at]?.style === '[' || !isFact(premise)) continue;
      const pattern = generalise(premise, variables);
      const fact = facts.find(({ type }) => matcher.matchesFurther(pattern, bare(type)));
      if (fact === undefined) missing++;
      else found.push({ what: `hypothesis ${nameOf(fact)} fits`, points: 1.5 });
    }
    if (missing > 0) found.push({ what: `premises to prove: ${missing}`, points: -0.5 * Math.min(missing, 4) });
    else if (found.length > 0) found.push({ what: 'all premises at hand', points: 1.5 });
    return found;
  }

  private rewrites(row: DeclarationRow, statement: Statement, variables: ReadonlySet<string>, matcher: TreeMatcher): Contribution[] | null {
    const isSimp = row.attributes.includes('simp');
    for (const [at, side] of sidesOf(statement).entries()) {
      const pattern = generalise(side, variables);
      if (!isTelling(pattern) || pattern.args.every((child) => bare(child).kind === META)) {
        if (!isTelling(pattern) || !isSimp) continue;
      }
      if (!matcher.matchesWithin(pattern, this.goal.target)) continue;
      const points = (at === 0 ? 2.5 : 1.8) + 3.5 * share(pattern, this.targetSize);
      const what = at === 0 ? (isSimp ? 'simplifies' : 'rewrites') : 'rewrites from right to left';
      return [{ what, points: points + (isSimp && at === 0 ? 0.7 : 0) }, ...this.atHand(statement, variables, matcher)];
    }
    return null;
  }
}

function nameOf({ names }: Hypothesis): string {
  return names[0] === undefined || names[0] === '' ? 'here' : names[0];
}

/** Binders of the declaration become pattern variables. */
function generalise(tree: Term, variables: ReadonlySet<string>): Term {
  const args = tree.args.map((child) => generalise(child, variables));
  if (tree.kind === LOCAL && variables.has(tree.head)) return term(META, tree.head, args);
  return term(tree.kind, tree.head, args);
}

/** A variable alone unifies with everything. */
function isTelling(pattern: Term): boolean {
  return pattern.kind === CONSTANT || pattern.kind === EXPLICIT;
}

/** `b = a` for `a = b`, likewise `↔`; null for anything else. */
function flip(pattern: Term): Term | null {
  if (pattern.kind !== CONSTANT || pattern.args.length !== 2 || !['Eq', 'Iff', 'Ne'].includes(pattern.head)) return null;
  return term(CONSTANT, pattern.head, [pattern.args[1]!, pattern.args[0]!]);
}

/** Whether a binder's type is more than the type of some data: something is said in it. */
function isFact(type: Term): boolean {
  const root = bare(type);
  if (root.kind === SORT || root.kind === LOCAL || root.kind === HOLE) return false;
  if (root.kind === PI) return isFact(root.args[1]!);
  return root.kind !== CONSTANT || root.args.length > 1 || (root.args.length === 1 && root.args[0]!.kind !== SORT);
}

/** How much of the goal the pattern fixes, from 0 to 1. */
function share(pattern: Term, targetSize: number): number {
  return Math.min(1, solidSize(pattern) / Math.max(1, targetSize));
}

function solidSize(tree: Term): number {
  const own = tree.kind === HOLE || tree.kind === META || tree.kind === LAMBDA || tree.kind === LOCAL ? 0.25 : 1;
  return own + tree.args.reduce((sum, child) => sum + solidSize(child), 0);
}

/** Heads of all subterms that could be rewritten: constants with arguments. */
function collectHeads(tree: Term, into: Set<string>): void {
  const root = bare(tree);
  if (root.kind === CONSTANT || root.kind === EXPLICIT) into.add(headOf(root));
  for (const child of root.args) collectHeads(child, into);
}

function priorsOf(row: DeclarationRow): Contribution[] {
  const priors: Contribution[] = [];
  if (row.uses > 0) priors.push({ what: 'uses', points: Math.min(2, 0.25 * Math.log2(1 + row.uses)) });
  if (row.isDeprecated) priors.push({ what: 'deprecated', points: -4 });
  if (row.isPrivate) priors.push({ what: 'private', points: -3 });
  if (row.origin !== 'written') priors.push({ what: `made by ${row.origin}`, points: -0.8 });
  if (row.kind !== 'theorem' && row.kind !== 'lemma' && row.kind !== 'alias') priors.push({ what: row.kind, points: -1 });
  return priors;
}
