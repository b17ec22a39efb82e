/**
 * The tree that a notation stands for, made once and used wherever the notation is. Notations may be made of notations,
 * and name what they are given more than once: bounds keep what few lines can ask for from growing without end.
 */
import { Locals, type TermContext } from './context.ts';
import type { NotationTable, Rule } from './notation-table.ts';
import { TermParser } from './parser.ts';
import { CONSTANT, LAMBDA, LOCAL, apply, exceeds, substitute, term, type Term } from './term.ts';

export interface Template {
  readonly tree: Term;
  /** Nodes on its longest way down. */
  readonly depth: number;
  /** How often it names its holes, if it names one of them twice; else 0. */
  readonly repeats: number;
}

/** Of a template, and of all that one puts in the place of its holes if it repeats them. Mathlib's largest: 74. */
const MOST_NODES = 500;

/** Thrown where the text of a notation uses one whose template is still to be made. */
class Unmade extends Error {
  readonly rule: Rule;

  constructor(rule: Rule) {
    super('the template of a notation is not made yet');
    this.rule = rule;
  }
}

/** The template of a rule; null if it stands for nothing that can be read, for too much, or for itself. */
export function templateOf(rule: Rule, { table, isTemplate = false }: TermContext): Template | null {
  if (rule.template !== undefined) return rule.template;
  if (isTemplate) throw new Unmade(rule);
  makeTemplates(rule, table);
  return rule.template ?? null;
}

/**
 * Those that a notation is made of come first, however many lead to one another: what each is must not depend on which
 * of them is met first.
 */
function makeTemplates(wanted: Rule, table: NotationTable): void {
  const making = [wanted];
  for (let rule = making.at(-1); rule !== undefined; rule = making.at(-1)) {
    try {
      rule.template = makeTemplate(rule, table);
      making.pop();
    } catch (error) {
      if (!(error instanceof Unmade)) throw error;
      const at = making.indexOf(error.rule);
      if (at < 0) making.push(error.rule);
      else for (const one of making.splice(at)) one.template = null;
    }
  }
}

/** Throws `Unmade`. */
function makeTemplate(rule: Rule, table: NotationTable): Template | null {
  const names = rule.scoped === null ? rule.holes : [...rule.holes, rule.scoped];
  const locals = new Locals(new Map(names.map((name) => [name, ''])));
  // Not where it is first used, but where it is declared: the template is kept for all uses.
  const expansion = new TermParser(rule.expansion, {
    table,
    locals,
    module: rule.module,
    before: rule.order,
    isOpen: (namespace) => namespace === rule.scope,
    isTemplate: true,
  }).all();
  const isSided = rule.holes.some((hole) => hole.endsWith('✝'));
  const whole = isSided
    ? beta(
        expansion,
        rule.holes.map((hole) => term(LOCAL, hole)),
      )
    : expansion;
  if (exceeds(whole, MOST_NODES)) return null;
  const { resolvedHead } = rule;
  const isNamed = resolvedHead !== null && whole.kind === CONSTANT && resolvedHead.endsWith(whole.head);
  const tree = isNamed ? term(CONSTANT, resolvedHead, whole.args) : whole;
  return { tree, depth: depthOf(tree), repeats: repeatsOf(tree, names) };
}

/** Whether `value` has too many nodes to stand in the holes of a template that repeats them. */
export function isTooLarge(value: Term, { repeats }: Template): boolean {
  return repeats > 0 && exceeds(value, MOST_NODES / repeats);
}

function depthOf(tree: Term): number {
  return 1 + Math.max(0, ...tree.args.map(depthOf));
}

function repeatsOf(tree: Term, names: readonly string[]): number {
  const counts = new Map(names.map((name) => [name, 0]));
  const count = ({ kind, head, args }: Term): void => {
    const known = kind === LOCAL ? counts.get(head) : undefined;
    if (known !== undefined) counts.set(head, known + 1);
    args.forEach(count);
  };
  count(tree);
  const all = [...counts.values()];
  return all.some((times) => times > 1) ? all.reduce((sum, times) => sum + times, 0) : 0;
}

/** `fun x y => b` applied. */
function beta(fn: Term, args: readonly Term[]): Term {
  let at = fn;
  let used = 0;
  while (at.kind === LAMBDA && used < args.length) {
    at = substitute(at.args[1]!, new Map([[at.head, args[used]!]]));
    used++;
  }
  return apply(at, args.slice(used));
}
