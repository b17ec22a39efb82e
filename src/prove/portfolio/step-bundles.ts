/**
 * Bundles of steps: one candidate in which Lean tries steps in turn until one closes the goal (`first | … | …`). A bundle
 * that closes its goal is halved until the step that did is known, so that no proof contains a bundle.
 */
import { wordSet } from '../../base/words.ts';
import { withoutName, type Step } from './step.ts';

/** Maximum number of steps in a bundle: all of them share one time limit. */
const MAX_MEMBERS = 12;
/** Fewer steps are tried one by one. */
const MIN_MEMBERS = 3;
export interface Bundle extends Step {
  /** Those that are tried, in order. */
  members: readonly Step[];
  /** If one of `members` and `rest` is known to close the goal: those that are not tried. */
  rest: readonly Step[] | null;
  /** Those of its steps that may leave goals: tried alone if the bundle does not close the goal. */
  next: readonly Step[];
}

export const isBundle = (one: Step): one is Bundle => 'members' in one;

/** Puts steps that may close a goal into bundles, by cost. */
export function bundled(steps: readonly Step[]): Step[] {
  const byCost = steps.filter(mayBeMember).toSorted((a, b) => a.cost - b.cost);
  const members = [...new Map(byCost.toReversed().map((one) => [one.text, one])).values()].toReversed();
  const bundles: Step[] = [];
  const inBundle = new Set<string>();
  for (let at = 0; members.length - at >= MIN_MEMBERS; at += MAX_MEMBERS) {
    const part = members.slice(at, at + MAX_MEMBERS);
    for (const { text } of part) inBundle.add(text);
    bundles.push(bundleOf(part, null, part.filter(mayLeaveGoals)));
  }
  return [...bundles, ...steps.filter(({ text }) => !inBundle.has(text))];
}

function bundleOf(members: readonly Step[], rest: readonly Step[] | null, next: readonly Step[] = []): Bundle {
  return {
    text: ['first', ...members.map(alternative)].join('\n'),
    ...{ cost: members[0]!.cost, onward: null },
    lemmas: [...new Set(members.flatMap(({ lemmas }) => lemmas))],
    ...{ members, rest, next },
  };
}

const mayLeaveGoals = ({ text, onward }: Step): boolean => onward !== null && !CLOSING.has(text);

function alternative({ text }: Step): string {
  const lines = inBundle(text).split('\n');
  return `  | ${[...lines, 'done'].join('\n    ')}`;
}

/**
 * What is tried next after a bundle closed its goal (`isClosed`), or after it failed although one of its members or of the
 * rest closes the goal. Null if nothing is known about the rest.
 */
export function narrowed({ members, rest }: Bundle, isClosed: boolean): Step | null {
  const closing = isClosed ? members : rest;
  if (closing === null) return null;
  if (closing.length === 1) return closing[0]!;
  const middle = Math.ceil(closing.length / 2);
  return bundleOf(closing.slice(0, middle), closing.slice(middle));
}

/** The bundle without a name that Lean does not know; null if no step is left. */
export function bundleWithoutName({ members, rest, next }: Bundle, name: string): Step | null {
  const known = members.flatMap((one) => {
    const text = withoutName(one.text, name);
    return text !== one.text ? [{ ...one, text }] : mentions(text, name) ? [] : [one];
  });
  const isChanged = known.length < members.length || known.some((one, at) => one !== members[at]);
  return !isChanged || known.length === 0 ? null : bundleOf(known, rest, next);
}

const mentions = (text: string, name: string): boolean => text.split(/[\s()[\],⟨⟩@]+/u).includes(name);

/** A step that closes its goal or may do so, within the usual time and without other imports. */
function mayBeMember({ text, onward, imports, isSlow, isProbe, isSplit }: Step): boolean {
  if (imports !== undefined || isSlow === true || isProbe === true || isSplit === true) return false;
  if (onward !== null && !/^(?:simp|simp_all)\b/u.test(text) && !CLOSING.has(text)) return false;
  return !text.split('\n').some((line) => /^(?:refine|have|show|match)\b/u.test(line) || isUnsafe(line));
}

/** Closers that leave no goal. */
const CLOSING = wordSet('rfl assumption contradiction trivial decide inferInstance infer_instance omega ac_rfl');

/** Lean of 2021 goes on after an error in such a term, and later alternatives are not tried. */
const isUnsafe = (line: string): boolean => /^exact (?:[⟨(]|fun\b|@)/u.test(line) || /^exact .*\bby\b/u.test(line);

/** `apply` ends with an error in a term, after which Lean of 2021 goes on if it is in `exact`. */
const inBundle = (text: string): string => text.replaceAll(/^exact (?=\S+ )/gmu, 'apply ');
