/**
 * Bundles of steps: one candidate that tries each step at a copy of the goal, so that Lean says for each of them what it
 * leaves. A step that closes the goal is then used alone: no proof contains a bundle.
 */
import type { Lines } from './proof-tree.ts';
import type { Step } from './step.ts';

/** Maximum number of steps in a bundle: all of them share one time limit. */
const MAX_MEMBERS = 12;
/** Maximum difference of the costs in a bundle. */
const MAX_SPREAD = 0.8;

export interface Member {
  step: Step;
  /** Its lines within the bundle's text. */
  lines: Lines;
}

export interface Bundle extends Step {
  members: readonly Member[];
  /** A last copy of the goal, which nothing closes: without a message for it, Lean stopped before. */
  end: Lines;
}

export const isBundle = (one: Step): one is Bundle => 'members' in one;

/** Puts steps into bundles, by cost. */
export function bundled(steps: readonly Step[]): Step[] {
  const alone = steps.filter((one) => !mayBeMember(one));
  const byCost = steps.filter(mayBeMember).toSorted((a, b) => a.cost - b.cost);
  const members = [...new Map(byCost.toReversed().map((one) => [one.text, one])).values()].toReversed();
  const bundles: Step[] = [];
  for (let at = 0; at < members.length;) {
    const max = members[at]!.cost + MAX_SPREAD;
    const part = members.slice(at, at + MAX_MEMBERS).filter(({ cost }) => cost <= max);
    bundles.push(bundleOf(part));
    at += part.length;
  }
  return [...bundles, ...alone];
}

/** Two smaller bundles, for one that Lean did not finish. */
export function halves({ members }: Bundle): Step[] {
  const steps = members.map((one) => one.step);
  const middle = Math.ceil(steps.length / 2);
  return [bundleOf(steps.slice(0, middle)), bundleOf(steps.slice(middle))];
}

/** The bundle without steps that fail the test; null if none is left. */
export function without(bundle: Bundle, isUsable: (step: Step) => boolean): Step | null {
  const steps = bundle.members.map(({ step }) => step);
  const usable = steps.filter(isUsable);
  if (usable.length === steps.length) return bundle;
  return usable.length === 0 ? null : bundleOf(usable);
}

/** `ite True` has two arguments of the type of the goal. */
function bundleOf(steps: readonly Step[]): Step {
  if (steps.length === 1) return steps[0]!;
  const lines = [`refine ${'ite True ?_ ('.repeat(steps.length - 1)}ite True ?_ ?_${')'.repeat(steps.length - 1)}`];
  const members: Member[] = [];
  for (const step of steps) {
    const [head, ...rest] = step.text.split('\n');
    const first = lines.length;
    lines.push(`· ${head}`, ...rest.map((line) => `  ${line}`));
    members.push({ step, lines: { first, last: lines.length - 1 } });
  }
  lines.push('· skip');
  return {
    text: lines.join('\n'),
    ...{ cost: steps[0]!.cost, onward: null },
    lemmas: [...new Set(steps.flatMap(({ lemmas }) => lemmas))],
    ...{ members, end: { first: lines.length - 1, last: lines.length - 1 } },
  };
}

/** A step within the usual time and without other imports that is syntactically complete. */
function mayBeMember({ text, imports, isSlow, isProbe, isCopied }: Step): boolean {
  if (imports !== undefined || isSlow === true || isProbe === true) return false;
  return isCopied !== true || !/\n|(?:\b(?:with|by|do|from|at|using)|=>|:=|[,;|])$/u.test(text);
}
