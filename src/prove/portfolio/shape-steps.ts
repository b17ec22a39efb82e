/** Steps by the shape of the target: `intro`, `constructor`, a side of `∨`, a witness, unfolding. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, print, size, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import type { GoalView } from './goal-view.ts';
import type { Has, Step } from './step.ts';

/** Maximum number of witnesses tried for one `∃`. */
const MAX_WITNESSES = 10;
/** Maximum number of constants of the goal that are unfolded. */
const MAX_UNFOLDED = 6;

export function shapeSteps(goal: GoalView, has: Has): Step[] {
  return [...byHead(goal), ...conditions(goal, has), ...unfoldings(goal)];
}

function byHead(goal: GoalView): Step[] {
  const { tree } = goal;
  if (tree.kind === Kind.PI) return [step(`intro ${introNames(goal).join(' ')}`, 0, 0.02), step('intros', 0.9, 0.3)];
  if (tree.kind !== Kind.CONSTANT) return [];
  switch (tree.head) {
    case 'Not':
    case 'Ne':
      return [step(`intro ${fresh('h', goal)}`, 0.3, 0.1)];
    case 'And':
    case 'Iff':
      return [step('constructor', 0, 0.1)];
    case 'Or':
      return [step('apply Or.inl', 0.1, 0.5), step('apply Or.inr', 0.1, 0.5)];
    case 'Exists':
      return witnesses(goal);
    case 'Eq':
      return [...extensionality(goal), ...congruence(tree)];
    case 'False':
      return [];
    default:
      return [step('constructor', 0.6, 0.8), step(`intro ${fresh('x', goal)}`, 0.9, 0.6)];
  }
}

export function step(text: string, cost: number, onward: number | null): Step {
  return { text, cost, onward, lemmas: [] };
}

/** Distinct unused names for all binders and premises of the target. */
function introNames(goal: GoalView): string[] {
  const names: string[] = [];
  for (let at = goal.tree; at.kind === Kind.PI; at = bare(at.args[1]!)) {
    const preferred = at.head === '' || at.head === '_' || at.head.includes('_dagger') ? 'h' : at.head;
    names.push(fresh(preferred, goal, names));
  }
  return names;
}

/** Returns `h`, or `h1`, `h2`, … if it is already used. */
export function fresh(preferred: string, { hypotheses }: GoalView, also: readonly string[] = []): string {
  const isTaken = (name: string): boolean => also.includes(name) || hypotheses.some((one) => one.name === name);
  if (!isTaken(preferred)) return preferred;
  for (let count = 1; ; count++) if (!isTaken(`${preferred}${count}`)) return `${preferred}${count}`;
}

/** Possible witnesses: variables, then other terms in the goal and its hypotheses. */
function witnesses(goal: GoalView): Step[] {
  const facts = factsOf(goal);
  const locals = goal.hypotheses.filter((one) => one.isWritable && !facts.includes(one));
  const found = new Set([...locals.map(({ name }) => name), '0', '1']);
  for (const { type } of facts) for (const term of operands(type)) found.add(term);
  return [
    ...facts.map(({ name }) => step(`exact ⟨_, ${name}⟩`, 0.1, null)),
    step('exact ⟨_, rfl⟩', 0.1, null),
    ...[...found].slice(0, MAX_WITNESSES).map((term, at) => step(`refine ⟨${term}, ?_⟩`, 0.2 + at * 0.05, 0.4)),
  ];
}

/** The printed sides of a relation; only small terms without binders, which are printed reliably. */
function operands(tree: Term): string[] {
  return tree.args.flatMap((child) => {
    const root = bare(child);
    const isPlain = size(root) <= 5 && !contains(root, ({ kind }) => kind === Kind.LAMBDA || kind === Kind.PI);
    return isPlain && (root.kind === Kind.CONSTANT || root.kind === Kind.LOCAL || root.kind === Kind.NUMBER)
      ? [print(root)]
      : [];
  });
}

function extensionality(goal: GoalView): Step[] {
  const sides = goal.tree.args.map((side) => bare(side));
  const isFunction = sides.some(
    ({ kind, args, head }) =>
      kind === Kind.LAMBDA ||
      (kind === Kind.CONSTANT && (args.length === 0 || head === 'Function.comp')) ||
      kind === Kind.LOCAL,
  );
  return isFunction ? [step(`funext ${fresh('x', goal)}`, 0.5, 0.3)] : [];
}

/** `f a = f b` follows from `a = b`. */
function congruence(tree: Term): Step[] {
  const [left, right] = tree.args.map((side) => bare(side));
  const isSameHead =
    left?.kind === right?.kind && left?.head === right?.head && left?.args.length === right?.args.length;
  if (!isSameHead || left === undefined || left.args.length === 0) return [];
  if (left.args.length === 1) return [step('apply congrArg', 0.7, 0.6)];
  return left.args.length === 2 ? [step('apply congr\n· apply congrArg\n  assumption\n· assumption', 1.2, null)] : [];
}

/** Splits on the condition of an `if` in the goal. */
function conditions({ target }: GoalView, has: Has): Step[] {
  const condition = /\bif (.{1,80}?) then/.exec(target)?.[1];
  if (condition === undefined) return has('split') && /\bmatch\b/.test(target) ? [step('split', 0.3, 0.4)] : [];
  const steps: Step[] = has('split') ? [step('split', 0.2, 0.4)] : [];
  const tactic = has('by_cases') ? 'by_cases' : has('byCases') ? 'byCases' : null;
  const proposition = condition.replace(/^\w+ : /, '');
  if (tactic === null) return steps;
  return [...steps, { ...step(`${tactic} hc : ${proposition} <;> simp [hc]`, 0.3, 0.4) }];
}

const NO_DEFINITIONS =
  /^(?:H[A-Z]\w+\.h\w+|Eq|Ne|Not|And|Or|Iff|Exists|True|False|ite|Nat\.(?:zero|succ)|[A-Z][\w.]*\.mk)$/;

/** Constants of the goal that may be definitions. */
export function definitionsIn({ tree }: GoalView): string[] {
  const found = new Set<string>();
  const collect = (term: Term): void => {
    const isName = term.kind === Kind.CONSTANT || term.kind === Kind.EXPLICIT;
    if (isName && !NO_DEFINITIONS.test(term.head) && !/^[A-Z][^.]*$/.test(term.head)) found.add(term.head);
    for (const child of term.args) collect(child);
  };
  collect(tree);
  return [...found].filter((name) => !BUILT_IN.has(name)).slice(0, MAX_UNFOLDED);
}

/** Heads of built-in notation. */
const BUILT_IN = new Set(['LE.le', 'LT.lt', 'Membership.mem', 'Dvd.dvd', 'List.cons', 'List.nil', 'Nat.zero']);

function unfoldings(goal: GoalView): Step[] {
  const names = definitionsIn(goal);
  const each = names.length > 1 ? names : [];
  return [
    ...(names.length > 0 ? [step(`simp [${names.join(', ')}]`, 0.4, 0.5)] : []),
    ...each.map((name, at) => step(`simp [${name}]`, 0.5 + at * 0.05, 0.5)),
  ];
}

function contains(tree: Term, test: (term: Term) => boolean): boolean {
  return test(tree) || tree.args.some((child) => contains(child, test));
}
