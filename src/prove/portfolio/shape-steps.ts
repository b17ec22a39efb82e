/** Steps by the shape of the target: `intro`, `constructor`, a side of `∨`, a witness, unfolding. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, type Term } from '../../lean/term/term.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { takenApart } from './proof-text.ts';
import { step, type Has, type Step } from './step.ts';
import { witnessSteps } from './witness-steps.ts';

/** Maximum number of constants of the goal that are unfolded. */
const MAX_UNFOLDED = 6;

/** Whether a statement is very likely false in a goal. */
export type IsFalse = (statement: Term) => boolean;

/** `isFalse`: what would leave such a target is not tried. */
export function shapeSteps(goal: GoalView, has: Has, isFalse: IsFalse): Step[] {
  return [...byHead(goal, has, isFalse), ...unfoldings(goal)];
}

function byHead(goal: GoalView, has: Has, isFalse: IsFalse): Step[] {
  const { tree } = goal;
  if (tree.kind === Kind.PI) return introductions(goal);
  if (tree.kind !== Kind.CONSTANT) return [];
  switch (tree.head) {
    case 'Not':
    case 'Ne':
      return [step(`intro ${fresh('h', goal)}`, 0.3, 0.1)];
    case 'And':
    case 'Iff':
      return [step('constructor', 0, 0.1)];
    case 'Or':
      return sidesOfOr(goal, isFalse);
    case 'Exists':
      return witnessSteps(goal, isFalse);
    case 'Eq':
      return [...extensionality(goal, has), ...congruence(tree)];
    case 'False':
      return [];
    default:
      return [step('constructor', 0.6, 0.8), step(`intro ${fresh('x', goal)}`, 0.9, 0.6)];
  }
}

/** A side is chosen late if a hypothesis can still be split. */
function sidesOfOr(goal: GoalView, isFalse: IsFalse): Step[] {
  const canSplit = goal.hypotheses.some(({ isWritable, type }) => {
    const root = bare(type);
    return isWritable && root.kind === Kind.CONSTANT && ['Or', 'Exists'].includes(root.head);
  });
  const cost = canSplit ? 0.6 : 0.1;
  return ['apply Or.inl', 'apply Or.inr'].flatMap((text, at) =>
    isFalse(goal.tree.args[at]!) ? [] : [step(text, cost, 0.6)],
  );
}

/** Introduces all binders and premises, and takes apart conjunctions and existences among them. */
function introductions(goal: GoalView): Step[] {
  const newName = namesFor(goal);
  const patterns: string[] = [];
  for (let at = goal.tree; at.kind === Kind.PI; at = bare(at.args[1]!))
    patterns.push(takenApart(bare(at.args[0]!), newName, at.head).pattern);
  const hasPattern = patterns.some((text) => text.startsWith('⟨'));
  return [
    ...(hasPattern ? [step(`intro ${patterns.join(' ')}`, 0, 0.02)] : []),
    step(introduction(goal), hasPattern ? 0.4 : 0, 0.02),
  ];
}

/** The tactic that introduces all binders and premises. Without names, later steps could not use them. */
export function introduction(goal: GoalView): string {
  const newName = namesFor(goal);
  const names: string[] = [];
  for (let at = goal.tree; at.kind === Kind.PI; at = bare(at.args[1]!)) names.push(newName(at.head));
  return `intro ${names.join(' ')}`;
}

/** Gives new names, like the preferred ones. */
function namesFor(goal: GoalView): (preferred: string) => string {
  const names: string[] = [];
  return (preferred) => {
    const isUnusable = preferred === '' || preferred === '_' || preferred.includes('_dagger');
    const name = fresh(isUnusable ? 'h' : preferred, goal, names);
    names.push(name);
    return name;
  };
}

function extensionality(goal: GoalView, has: Has): Step[] {
  const sides = goal.tree.args.map((side) => bare(side));
  const isFunction = sides.some(
    ({ kind, args, head }) =>
      kind === Kind.LAMBDA ||
      (kind === Kind.CONSTANT && (args.length === 0 || head === 'Function.comp')) ||
      (kind === Kind.LOCAL && mayBeFunction(head, goal)),
  );
  const x = fresh('x', goal);
  return [
    ...(isFunction ? [step(`funext ${x}`, 0.5, 0.3)] : []),
    ...(has('ext') ? [step(`ext ${x}`, isFunction ? 0.55 : 0.8, 0.3)] : []),
  ];
}

/** Whether a local may be a function, as far as its type shows. */
function mayBeFunction(name: string, { hypotheses }: GoalView): boolean {
  const type = hypotheses.find((one) => one.name === name)?.type;
  return type === undefined || bare(type).kind !== Kind.CONSTANT || !DATA_TYPES.has(bare(type).head);
}

const DATA_TYPES = wordSet('Nat ℕ Int ℤ Bool List Option Prod');

/** `f a = f b` follows from `a = b`. */
function congruence(tree: Term): Step[] {
  const [left, right] = tree.args.map((side) => bare(side));
  const isSameHead =
    left?.kind === right?.kind && left?.head === right?.head && left?.args.length === right?.args.length;
  if (!isSameHead || left === undefined || left.args.length === 0) return [];
  if (left.args.length === 1) return [step('apply congrArg', 0.7, 0.6)];
  return left.args.length === 2 ? [step('apply congr\n· apply congrArg\n  assumption\n· assumption', 1.2, null)] : [];
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

/** Heads of built-in notation, and constructors. */
const BUILT_IN = wordSet(
  'LE.le LT.lt Membership.mem Dvd.dvd List.cons List.nil Nat.zero some none Option.some Option.none true false Bool.true Bool.false',
);

function unfoldings(goal: GoalView): Step[] {
  const names = definitionsIn(goal);
  const each = names.length > 1 ? names : [];
  return [
    ...(names.length > 0 ? [step(`simp [${names.join(', ')}]`, 0.4, 0.5)] : []),
    ...each.map((name, at) => step(`simp [${name}]`, 0.5 + at * 0.05, 0.5)),
  ];
}
