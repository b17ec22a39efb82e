/** `induction` and `cases` steps, and named alternatives for the cases that Lean reports. */
import { wordSet } from '../../base/words.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, size } from '../../lean/term/term.ts';
import { dataOf, factsOf, isProposition, mentions } from './facts.ts';
import { fresh, caseTag, viewGoal, type GoalView, type Hypothesis } from './goal-view.ts';
import type { SimpSet } from './simp-steps.ts';
import { step, type Step } from './step.ts';

/** Maximum number of variables to split on, those of the target first. */
const MAX_VARIABLES = 6;

/**
 * Steps without alternatives: Lean reports the cases, so nothing about the type must be known. `simp`: what closes many
 * cases at once.
 */
export function splitSteps(goal: GoalView, simp: SimpSet): Step[] {
  const inductive = goal.hypotheses.filter((one) => one.isWritable && mayBeInductive(one, goal));
  const names = inductive.map(({ name }) => name);
  const inTarget = names.filter((name) => mentions(goal.tree, name));
  const predicates = factsOf(goal)
    .map(({ name }) => name)
    .filter((name) => names.includes(name));
  const order = [...new Set([...inTarget, ...predicates, ...names])].slice(0, MAX_VARIABLES);
  const variables = dataOf(goal).filter(({ name, type }) => mentions(goal.tree, name) && bare(type).kind !== Kind.PI);
  return [
    ...allCases(inductive.filter(({ name }) => inTarget.includes(name))),
    ...order.flatMap(splitsOf),
    ...nestedSplits(order, variables, simp),
  ];

  function splitsOf(name: string, at: number): Step[] {
    const { type } = inductive.find((one) => one.name === name)!;
    const cost = (inTarget.includes(name) ? 0 : predicates.includes(name) ? 0.3 : 0.8) + at * 0.12;
    const others = variables.map((one) => one.name).filter((other) => other !== name && !mentions(type, other));
    const list = simp.names.length === 0 ? '' : ` [${simp.names.join(', ')}]`;
    const split = (text: string, more: number, onward: number): Step[] => [
      { ...step(`${text} <;> simp_all${list}`, cost + more, null), lemmas: simp.cited },
      splitStep(text, cost + more + 0.02, onward),
    ];
    return [
      ...split(`induction ${name}`, 0, 0.5),
      ...(others.length > 0 ? split(`induction ${name} generalizing ${others.join(' ')}`, 0.3, 0.6) : []),
      ...split(`cases ${name}`, 0.4, 0.6),
    ];
  }
}

/** A split of a variable and then of another one, with tactics that close each case alone. */
function nestedSplits(names: readonly string[], variables: readonly Hypothesis[], simp: SimpSet): Step[] {
  const simps = simp.names.length === 0 ? ['simp_all'] : ['simp_all', `simp_all [${simp.names.join(', ')}]`];
  const close = `(first | rfl | contradiction | ${simps.map((text) => `(${text}; done)`).join(' | ')})`;
  const chosen = names.slice(0, MAX_NESTED);
  const nested = chosen.flatMap((name, at) => {
    const others = variables.map((one) => one.name).filter((other) => other !== name);
    const splits = [
      `induction ${name}`,
      ...(others.length > 0 ? [`induction ${name} generalizing ${others.join(' ')}`] : []),
      `cases ${name}`,
    ];
    const second = chosen.filter((other) => other !== name).map((other) => ` <;> cases ${other}`);
    return splits.flatMap((text) =>
      ['', ...second].map((then) => step(`${text}${then} <;> ${close}`, 0.3 + at * 0.1, null)),
    );
  });
  return nested.map((one) => ({ ...one, lemmas: simp.cited }));
}

/** Maximum number of variables that are split together with another one. */
const MAX_NESTED = 3;

/** All cases of up to three variables at once, for types that may have finitely many elements: those without arguments. */
function allCases(variables: readonly Hypothesis[]): Step[] {
  if (variables.length === 0 || variables.length > MAX_ENUMERATED) return [];
  if (variables.some(({ type }) => bare(type).args.length > 0 || NUMBERS.has(bare(type).head))) return [];
  const split = variables.map(({ name }) => `cases ${name}`).join(' <;> ');
  return [step(`${split} <;> rfl`, 0, null), step(`${split} <;> simp_all`, 0.1, null)];
}

const MAX_ENUMERATED = 3;
const NUMBERS = wordSet('Nat ℕ Int ℤ');

function splitStep(text: string, cost: number, onward: number): Step {
  return { ...step(text, cost, onward), isSplit: true };
}

/** Whether the type is a small constant, such as `List α` or `Even n`, and no relation that splits do not help with. */
function mayBeInductive({ type }: Hypothesis, { hypotheses }: GoalView): boolean {
  const root = bare(type);
  return root.kind === Kind.CONSTANT && !isProposition(root, hypotheses) && size(root) < 12;
}

export interface Alternative {
  /** `| succ n ih =>` */
  head: string;
  /** Its goal, with these names. */
  goal: string;
}

/** A field of a constructor as declared: '' if it has no name. */
export interface Field {
  name: string;
  isExplicit: boolean;
}

/** The fields of a constructor, by its name without namespace; null if it is not known. */
export type FieldsOf = (constructor: string) => readonly Field[] | null;

/** Returns null if a goal has no unique tag. */
export function alternatives(
  goals: readonly string[],
  before: GoalView,
  fieldsOf: FieldsOf = () => null,
): Alternative[] | null {
  const found: Alternative[] = [];
  for (const goal of goals) {
    const tag = caseTag(goal);
    if (tag === null) return null;
    const constructor = tag.slice(tag.lastIndexOf('.') + 1);
    if (constructor.includes('✝') || found.some(({ head }) => head.startsWith(`| ${constructor} `))) return null;
    found.push(named(constructor, goal, before, fieldsOf(constructor)));
  }
  return found;
}

/** Names the hypotheses that the case adds. Of a constructor with known fields, Lean names the explicit ones. */
function named(constructor: string, goal: string, before: GoalView, fields: readonly Field[] | null): Alternative {
  const view = viewGoal(goal);
  const unnamed = before.hypotheses.filter(({ isWritable }) => !isWritable).map(({ name }) => plain(name));
  const added = view.hypotheses.filter(({ name, isWritable }) => {
    // A hypothesis without a name before the split stays without one.
    const known = isWritable ? -1 : unnamed.indexOf(plain(name));
    if (known >= 0) unnamed.splice(known, 1);
    return !isWritable && known < 0;
  });
  const names: string[] = [];
  let text = view.text;
  const give = ({ name }: Hypothesis): string => {
    const newName = fresh(preferredName(name), view, names);
    names.push(newName);
    text = replaceName(text, name, newName);
    return newName;
  };
  const written = placesOf(added, fields).map((one) => (one === null ? '_' : give(one)));
  return { head: `| ${[constructor, ...written].join(' ')} =>`, goal: text };
}

/** What each name of an alternative stands for, in order; null for a field that Lean has eliminated. */
function placesOf(added: readonly Hypothesis[], fields: readonly Field[] | null): (Hypothesis | null)[] {
  if (fields === null) return [...added];
  let at = 0;
  const ofFields = fields.map(({ name, isExplicit }) => {
    const next = added[at];
    const isShown = next !== undefined && plain(next.name) === (name === '' ? 'a' : name);
    if (isShown) at++;
    return isExplicit ? [isShown ? next : null] : [];
  });
  return [...ofFields.flat(), ...added.slice(at)];
}

/** `n_ih✝` is an induction hypothesis. */
function preferredName(name: string): string {
  const word = plain(name);
  if (word.endsWith('_ih')) return 'ih';
  return word === '' || word === 'a' ? 'h' : word;
}

function plain(name: string): string {
  return name.replace(/✝.*$/u, '');
}

function replaceName(text: string, name: string, by: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, from)) {
    const end = at + name.length;
    const isWhole =
      !/[\p{L}\p{N}_'.]/u.test(text[at - 1] ?? ' ') && !/[⁰¹²³⁴⁵⁶⁷⁸⁹\p{L}\p{N}_']/u.test(text[end] ?? ' ');
    out += text.slice(from, at) + (isWhole ? by : name);
    from = end;
  }
  return out + text.slice(from);
}
