/** Splits on the conditions that a goal depends on: of `if`, of `match`, and of Boolean operations. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, print, size, someSubterm, type Term } from '../../lean/term/term.ts';
import { factsOf } from './facts.ts';
import { fresh, type GoalView } from './goal-view.ts';
import { step, type Has, type Step } from './step.ts';

/** Maximum number of conditions that are split. */
const MAX_CONDITIONS = 3;
const MAX_BOOLEANS = 3;

/** `simp`: what `simp` gets besides the value of the condition. */
export function conditionSteps(goal: GoalView, has: Has, simp: readonly string[]): Step[] {
  const found = conditionsIn(goal);
  const matched = /\bmatch ([^⊢|]{1,60}?) with/.exec(goal.target)?.[1];
  const booleans = [...found.booleans, ...(matched === undefined || /^\w+$/.test(matched) ? [] : [`(${matched})`])];
  const steps: Step[] = has('split') && (matched ?? found.propositions[0]) ? [step('split', 0.2, 0.4)] : [];
  const name = fresh('hc', goal);
  const list = (...more: string[]): string => [...more, ...simp].join(', ');
  const add = (split: string, at: number): void => {
    const cost = 0.3 + 0.1 * at;
    steps.push(
      step(`${split} <;> simp [${name}]`, cost, 0.4),
      ...(simp.length > 0 ? [step(`${split} <;> simp [${list(name)}]`, cost + 0.05, 0.4)] : []),
      step(`${split} <;> simp_all${simp.length > 0 ? ` [${list()}]` : ''}`, cost + 0.1, 0.5),
    );
  };
  for (const [at, one] of [...new Set(booleans)].slice(0, MAX_CONDITIONS).entries()) add(`cases ${name} : ${one}`, at);
  const tactic = has('by_cases') ? 'by_cases' : has('byCases') ? 'byCases' : null;
  if (tactic !== null)
    for (const [at, one] of found.propositions.slice(0, MAX_CONDITIONS).entries())
      add(`${tactic} ${name} : ${one}`, at);
  return [...steps, ...booleanVariables(goal), ...predicatesOfData(goal, simp)];
}

/** Splits all Boolean variables of the goal. */
function booleanVariables({ hypotheses, text }: GoalView): Step[] {
  const names = hypotheses
    .filter(({ isWritable, type }) => isWritable && bare(type).kind === Kind.CONSTANT && bare(type).head === 'Bool')
    .map(({ name }) => name)
    .filter((name) => text.split('⊢')[1]?.includes(name));
  if (names.length === 0 || names.length > MAX_BOOLEANS) return [];
  const split = names.map((name) => `cases ${name}`).join(' <;> ');
  return [
    step(`${split} <;> simp`, 0.2, null),
    step(`${split} <;> simp_all`, 0.25, null),
    ...functionsOfBooleans(hypotheses, split),
  ];
}

/** Splits on the values of Boolean predicates at a variable: what a function of the file tests at the head of a list. */
function predicatesOfData(goal: GoalView, simp: readonly string[]): Step[] {
  const { hypotheses, tree } = goal;
  if (simp.length === 0) return [];
  const isMentioned = (name: string): boolean => someSubterm(tree, ({ head }) => head === name);
  const usable = hypotheses.filter(({ name, isWritable }) => isWritable && isMentioned(name));
  const applications = usable.flatMap(({ name, type }) => {
    const root = bare(type);
    const [from, to] = root.kind === Kind.PI ? root.args.map((each) => bare(each)) : [];
    if (from === undefined || to?.head !== 'Bool') return [];
    return usable.filter((one) => print(bare(one.type)) === print(from)).map((one) => `${name} ${one.name}`);
  });
  if (applications.length === 0 || applications.length > MAX_BOOLEANS) return [];
  const split = applications.map((one, at) => `cases hb${at + 1} : ${one}`).join(' <;> ');
  const names = [...applications.map((_, at) => `hb${at + 1}`), ...simp].join(', ');
  const facts = factsOf(goal).map(({ name }) => name);
  return [
    step(`${split} <;> simp_all [${names}]`, 0.3, 0.4),
    step(`${split} <;> simp [${[names, ...facts].join(', ')}]`, 0.35, 0.4),
  ];
}

/** Also splits on both values of a Boolean function of a Boolean. */
function functionsOfBooleans(hypotheses: GoalView['hypotheses'], split: string): Step[] {
  const isBoolean = (type: Term | undefined): boolean => type !== undefined && bare(type).head === 'Bool';
  const fn = hypotheses.find(({ isWritable, type }) => {
    const root = bare(type);
    return isWritable && root.kind === Kind.PI && root.args.every((each) => isBoolean(each));
  });
  if (fn === undefined) return [];
  const values = `cases ht : ${fn.name} true <;> cases hf : ${fn.name} false <;> ${split}`;
  return [step(`${values} <;> simp [ht, hf]`, 0.25, null)];
}

/** Boolean terms that are no variables, and conditions that are propositions, without repetitions, outermost first. */
function conditionsIn(goal: GoalView): { booleans: string[]; propositions: string[] } {
  const booleans = new Set<string>();
  const propositions = new Set<string>();
  const collect = (tree: Term, bound: readonly string[]): void => {
    const inner = BINDERS.has(tree.kind) ? [...bound, tree.head] : bound;
    if (tree.kind === Kind.CONSTANT) {
      const [first, second] = tree.args.map((arg) => bare(arg));
      if (isConditional(tree) && first !== undefined && isReadable(first, bound)) {
        if (isTrue(first)) booleans.add(print(bare(first.args[0]!)));
        else propositions.add(print(first));
      }
      if (BOOLEAN_OPERATIONS.has(tree.head))
        for (const each of [first, second])
          if (each !== undefined && each.args.length > 0 && !isOperation(each) && isReadable(each, bound))
            booleans.add(print(each));
    }
    for (const child of tree.args) collect(child, inner);
  };
  collect(goal.tree, []);
  return { booleans: [...booleans], propositions: [...propositions] };
}

const BINDERS = new Set([Kind.LAMBDA, Kind.PI]);
const BOOLEAN_OPERATIONS = new Set(['or', 'and', 'not', 'cond', 'xor']);

function isOperation({ kind, head }: Term): boolean {
  return kind === Kind.CONSTANT && BOOLEAN_OPERATIONS.has(head);
}

function isConditional({ head }: Term): boolean {
  return head === 'ite' || head === 'dite';
}

/** `b = true`. */
function isTrue({ kind, head, args }: Term): boolean {
  return kind === Kind.CONSTANT && head === 'Eq' && args[1]?.head === 'true';
}

/** Whether Lean reads the printed term back: small, without binders, and without variables that the goal binds. */
function isReadable(tree: Term, bound: readonly string[]): boolean {
  const isUnreadable = ({ kind, head }: Term): boolean =>
    BINDERS.has(kind) || kind === Kind.OPAQUE || (kind === Kind.LOCAL && bound.includes(head));
  return size(tree) <= 15 && !someSubterm(tree, isUnreadable);
}
