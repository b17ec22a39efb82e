/** `induction` and `cases` steps, and named alternatives for the cases that Lean reports. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, size, type Term } from '../../lean/term/term.ts';
import { isProposition, mentions } from './facts.ts';
import { caseTag, viewGoal, type GoalView } from './goal-view.ts';
import { fresh, step } from './shape-steps.ts';
import type { Step } from './step.ts';

/** Maximum number of variables to split on, those of the target first. */
const MAX_VARIABLES = 5;

/** Steps without alternatives: Lean reports the cases, so nothing about the type must be known. */
export function splitSteps(goal: GoalView): Step[] {
  const data = goal.hypotheses.filter(({ isWritable, type }) => isWritable && isData(type)).map(({ name }) => name);
  const inTarget = data.filter((name) => mentions(goal.tree, name));
  const order = [...inTarget, ...data.filter((name) => !inTarget.includes(name))].slice(0, MAX_VARIABLES);
  return order.flatMap((name, at) => {
    const cost = (inTarget.includes(name) ? 0 : 0.8) + at * 0.12;
    const others = inTarget.filter((other) => other !== name);
    const general: Step[] =
      others.length > 0 ? [splitStep(`induction ${name} generalizing ${others.join(' ')}`, cost + 0.5, 0.6)] : [];
    return [splitStep(`induction ${name}`, cost, 0.5), ...general, splitStep(`cases ${name}`, cost + 0.4, 0.6)];
  });
}

function splitStep(text: string, cost: number, onward: number): Step {
  return { ...step(text, cost, onward), isSplit: true };
}

function isData(type: Term): boolean {
  const root = bare(type);
  return root.kind === Kind.CONSTANT && !isProposition(root) && size(root) < 12;
}

export interface Alternative {
  /** `| succ n ih =>` */
  head: string;
  /** Its goal, with these names. */
  goal: string;
}

/** Returns null if a goal has no unique tag. */
export function alternatives(goals: readonly string[], before: GoalView): Alternative[] | null {
  const found: Alternative[] = [];
  for (const goal of goals) {
    const tag = caseTag(goal);
    if (tag === null) return null;
    const constructor = tag.slice(tag.lastIndexOf('.') + 1);
    if (constructor.includes('✝') || found.some(({ head }) => head.startsWith(`| ${constructor} `))) return null;
    found.push(named(constructor, goal, before));
  }
  return found;
}

function named(constructor: string, goal: string, before: GoalView): Alternative {
  const view = viewGoal(goal);
  const unnamed = before.hypotheses.filter(({ isWritable }) => !isWritable).map(({ name }) => plain(name));
  const names: string[] = [];
  let text = view.text;
  for (const { name, isWritable } of view.hypotheses) {
    if (isWritable) continue;
    // A hypothesis without a name before the split stays without one.
    const known = unnamed.indexOf(plain(name));
    if (known >= 0) {
      unnamed.splice(known, 1);
      continue;
    }
    const newName = fresh(preferredName(name), view, names);
    names.push(newName);
    text = replaceName(text, name, newName);
  }
  return { head: `| ${[constructor, ...names].join(' ')} =>`, goal: text };
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
