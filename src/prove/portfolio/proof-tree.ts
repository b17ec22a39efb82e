/**
 * Proofs in the making: goals, the steps that split them into further goals, and the text of it all with one goal tried
 * and the others left open.
 */
import type { GoalView } from './goal-view.ts';
import type { Step } from './step.ts';

export interface Solution {
  text: string;
  lemmas: readonly string[];
}

/** A goal, known once by its text however often it comes up. */
export interface GoalNode {
  view: GoalView;
  cost: number;
  /** Null for the goal of the hole. */
  from: Move | null;
  solution: Solution | null;
  /** The same goal in other places: solved when this one is. */
  twins: GoalNode[];
}

/** A step that left goals open. */
export interface Move {
  node: GoalNode;
  step: Step;
  /** What stands before each goal: `| zero =>`, or `·` for each of several; null for a single one, which goes straight on. */
  heads: readonly string[] | null;
  goals: GoalNode[];
}

export interface Rendered extends Solution {
  /** Lines of `text`, from 0, in which Lean speaks of the goal that is tried; null for all of it. */
  frame: { first: number; last: number } | null;
}

/** The whole proof with `solution` at `node`: elsewhere what is solved stands, and `skip` where nothing is. */
export function render(node: GoalNode, solution: Solution): Rendered {
  let rendered: Rendered = { ...solution, frame: null };
  for (let at = node; at.from !== null; at = at.from.node) rendered = within(at.from, at, rendered);
  return rendered;
}

function within(move: Move, node: GoalNode, inner: Rendered): Rendered {
  const lines = move.step.text.split('\n');
  const lemmas = new Set([...move.step.lemmas, ...inner.lemmas]);
  let { frame } = inner;
  for (const [at, goal] of move.goals.entries()) {
    const isIt = goal === node;
    const solution = isIt ? inner : goal.solution;
    for (const name of solution?.lemmas ?? []) lemmas.add(name);
    const head = move.heads?.[at] ?? null;
    const first = lines.length;
    lines.push(...block(head, (solution?.text ?? 'skip').split('\n')));
    if (!isIt) continue;
    const shift = first + (head === null || head === '·' ? 0 : 1);
    if (frame !== null) frame = { first: frame.first + shift, last: frame.last + shift };
    else if (head !== null) frame = { first, last: lines.length - 1 };
  }
  return { text: lines.join('\n'), lemmas: [...lemmas], frame };
}

function block(head: string | null, lines: readonly string[]): string[] {
  if (head === null) return [...lines];
  const indented = lines.map((line) => `  ${line}`);
  return head === '·' ? [`· ${lines[0] ?? ''}`, ...indented.slice(1)] : [head, ...indented];
}

/** The proof of the move's goal, once all that it left is solved; else null. */
export function assembled(move: Move): Solution | null {
  const first = move.goals[0];
  if (first?.solution === undefined || move.goals.some(({ solution }) => solution === null)) return null;
  const { text, lemmas } = within(move, first, { ...first.solution!, frame: null });
  return { text, lemmas };
}

/** Whether a proof of it, or of one of its twins, would still help. Twins may lie below each other. */
export function isOpen(node: GoalNode, seen: Set<GoalNode> = new Set()): boolean {
  if (node.solution !== null || seen.has(node)) return false;
  seen.add(node);
  return node.from === null || isOpen(node.from.node, seen) || node.twins.some((twin) => isOpen(twin, seen));
}

/** Takes a solution to heart: the goal's twins are solved by it, and every goal above that it was the last piece of. */
export function solve(node: GoalNode, solution: Solution): void {
  if (node.solution !== null) return;
  node.solution = solution;
  for (const twin of node.twins) solve(twin, solution);
  if (node.from === null) return;
  const above = assembled(node.from);
  if (above !== null) solve(node.from.node, above);
}

/** Whether the goal comes up again on the way to itself. */
export function isBelow(node: GoalNode, text: string): boolean {
  for (let at: GoalNode | undefined = node; at !== undefined; at = at.from?.node)
    if (at.view.text === text) return true;
  return false;
}
