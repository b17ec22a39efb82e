/**
 * Partial proofs: goals, the steps that split them into further goals, and the proof text in which one goal is tried and
 * the others are open.
 */
import { memoize } from '../../base/memoize.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { print, term, type Term } from '../../lean/term/term.ts';
import { factsOf, mentions } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import type { Step } from './step.ts';

export interface Solution {
  text: string;
  lemmas: readonly string[];
}

/** A goal at one place. Goals with the same text are linked. */
export interface GoalNode {
  view: GoalView;
  cost: number;
  /** Null for the goal of the hole. */
  parent: Move | null;
  solution: Solution | null;
  /** The same goal at other places; solved together with this one. */
  duplicates: GoalNode[];
}

/** A step that left open goals. */
export interface Move {
  node: GoalNode;
  step: Step;
  /** Prefix of each goal: `| zero =>`, or `·` for several goals; null for a single goal, whose proof simply follows. */
  heads: readonly string[] | null;
  goals: GoalNode[];
}

/** The constructor of the case that a goal is, by the step that left it; null if it is none. */
export function constructorOf(node: GoalNode): string | null {
  const head = node.parent?.heads?.[node.parent.goals.indexOf(node)];
  return head?.startsWith('| ') === true ? head.split(' ')[1]! : null;
}

/** A range of lines, from 0. */
export interface Lines {
  first: number;
  last: number;
}

export interface Rendered extends Solution {
  /** Lines of `text` whose messages concern the tried goal; null for all lines. */
  frame: Lines | null;
  /** The line of `text` at which the tried solution starts. */
  start: number;
}

/** The full proof with `solution` at `node`; other goals get their solutions, or `skip` if unsolved. */
export function render(node: GoalNode, solution: Solution): Rendered {
  let rendered: Rendered = { ...solution, frame: null, start: 0 };
  for (let at = node; at.parent !== null; at = at.parent.node) rendered = renderMove(at.parent, at, rendered);
  return rendered;
}

function renderMove(move: Move, node: GoalNode, inner: Rendered): Rendered {
  const lines = move.step.text.split('\n');
  const lemmas = new Set([...move.step.lemmas, ...inner.lemmas]);
  let { frame, start } = inner;
  for (const [at, goal] of move.goals.entries()) {
    const isTried = goal === node;
    const solution = isTried ? inner : goal.solution;
    for (const name of solution?.lemmas ?? []) lemmas.add(name);
    const head = move.heads?.[at] ?? null;
    const first = lines.length;
    lines.push(...block(head, (solution?.text ?? 'skip').split('\n')));
    if (!isTried) continue;
    const shift = first + (head === null || head === '·' ? 0 : 1);
    start += shift;
    if (frame !== null) frame = { first: frame.first + shift, last: frame.last + shift };
    else if (head !== null) frame = { first, last: lines.length - 1 };
  }
  return { text: lines.join('\n'), lemmas: [...lemmas], frame, start };
}

function block(head: string | null, lines: readonly string[]): string[] {
  if (head === null) return [...lines];
  const indented = lines.map((line) => `  ${line}`);
  return head === '·' ? [`· ${lines[0] ?? ''}`, ...indented.slice(1)] : [head, ...indented];
}

/** The proof of the move's goal if all remaining goals are solved; otherwise null. */
export function assembledProof(move: Move): Solution | null {
  const first = move.goals[0];
  if (first?.solution === undefined || move.goals.some(({ solution }) => solution === null)) return null;
  const { text, lemmas } = renderMove(move, first, { ...first.solution!, frame: null, start: 0 });
  return { text, lemmas };
}

/** Whether a proof of the goal is still useful at any of its places. Such places may be nested. */
export function isOpen(node: GoalNode, seen: Set<GoalNode> = new Set()): boolean {
  if (node.solution !== null || seen.has(node)) return false;
  seen.add(node);
  return (
    node.parent === null ||
    isOpen(node.parent.node, seen) ||
    node.duplicates.some((duplicate) => isOpen(duplicate, seen))
  );
}

/** Stores a solution and propagates it to the same goal at other places and to completed parent goals. */
export function solve(node: GoalNode, solution: Solution): void {
  if (node.solution !== null) return;
  node.solution = solution;
  for (const duplicate of node.duplicates) solve(duplicate, solution);
  if (node.parent === null) return;
  const parentProof = assembledProof(node.parent);
  if (parentProof !== null) solve(node.parent.node, parentProof);
}

/** Whether `view` is `node` or one of its ancestors, or one of them with fewer hypotheses. */
export function isRepeated(node: GoalNode, view: GoalView): boolean {
  for (let at: GoalNode | undefined = node; at !== undefined; at = at.parent?.node)
    if (isWeaker(view, at.view)) return true;
  return false;
}

/** The target with arrows for `∀ (h : p), q` where `q` does not mention `h`: `simp` writes these. */
const formOf = memoize(({ tree }: GoalView): string => print(withArrows(tree)));

function withArrows({ kind, head, args }: Term): Term {
  const [type, body] = args;
  const isArrow = kind === Kind.PI && body !== undefined && type !== undefined && !mentions(body, head);
  return term(kind, isArrow ? '' : head, args.map(withArrows));
}

function isWeaker(goal: GoalView, than: GoalView): boolean {
  if (goal.target !== than.target && formOf(goal) !== formOf(than)) return false;
  const known = new Set(keysOf(than));
  return keysOf(goal).every((key) => known.has(key) || /(?:^|[→,] )True$/u.test(key));
}

/** What the hypotheses say: facts with any names, and variables with theirs. */
const keysOf = memoize((goal: GoalView): readonly string[] => {
  const facts = new Set(factsOf(goal));
  return goal.hypotheses.map((one) => (facts.has(one) ? one.text : `${one.name} : ${one.text}`));
});
