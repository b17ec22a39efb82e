/**
 * The tree of a notation's expansion, built once and reused. Notations may contain notations and use their arguments
 * more than once: limits prevent a few lines from producing unbounded trees.
 */
import { Locals } from './context.ts';
import type { Rule, Template } from './notation-table.ts';
import type { TermParser } from './parser.ts';
import * as Kind from './kinds.ts';
import { beta, constant, exceeds, local, type Term } from './term.ts';

/** Node limit for a template, and for the terms in its holes if it repeats them. Mathlib's largest: 74. */
const MAX_NODES = 500;

/** Thrown if the text of a notation uses one without a template. */
class MissingTemplate extends Error {
  readonly rule: Rule;

  constructor(rule: Rule) {
    super('the template of a notation is not made yet');
    this.rule = rule;
  }
}

/** The template of a rule; null if it cannot be parsed, is too large, or contains itself. */
export function templateOf(rule: Rule, parser: TermParser): Template | null {
  if (rule.template !== undefined) return rule.template;
  if (parser.context.isTemplate === true) throw new MissingTemplate(rule);
  makeTemplates(rule, parser);
  return rule.template ?? null;
}

/**
 * Builds the templates of contained notations first, at any depth, so the result does not depend on which notation
 * is used first.
 */
function makeTemplates(target: Rule, parser: TermParser): void {
  const pending = [target];
  for (let rule = pending.at(-1); rule !== undefined; rule = pending.at(-1)) {
    try {
      rule.template = makeTemplate(rule, parser);
      pending.pop();
    } catch (error) {
      if (!(error instanceof MissingTemplate)) throw error;
      const at = pending.indexOf(error.rule);
      if (at < 0) pending.push(error.rule);
      else for (const one of pending.splice(at)) one.template = null;
    }
  }
}

/** Throws `MissingTemplate`. */
function makeTemplate(rule: Rule, parser: TermParser): Template | null {
  const names = rule.scoped === null ? rule.holes : [...rule.holes, rule.scoped];
  const locals = new Locals(new Map(names.map((name) => [name, ''])));
  // In the context of the declaration, not of the first use: the template serves all uses.
  const expansion = parser.parse(rule.expansion, {
    table: parser.context.table,
    locals,
    module: rule.module,
    before: rule.order,
    isOpen: (namespace) => namespace === rule.scope,
    isTemplate: true,
  });
  const isSided = rule.holes.some((hole) => hole.endsWith('✝'));
  const sides = rule.holes.map((hole) => local(hole));
  const body = isSided ? beta(expansion, sides) : expansion;
  if (exceeds(body, MAX_NODES)) return null;
  const { resolvedHead } = rule;
  const isNamed = resolvedHead !== null && body.kind === Kind.CONSTANT && resolvedHead.endsWith(body.head);
  const tree = isNamed ? constant(resolvedHead, body.args) : body;
  return { tree, depth: depthOf(tree), repeats: repeatsOf(tree, names) };
}

/** Whether `value` has too many nodes for the holes of a template that repeats them. */
export function isTooLarge(value: Term, { repeats }: Template): boolean {
  return repeats > 0 && exceeds(value, MAX_NODES / repeats);
}

function depthOf(tree: Term): number {
  return 1 + Math.max(0, ...tree.args.map(depthOf));
}

function repeatsOf(tree: Term, names: readonly string[]): number {
  const counts = new Map(names.map((name) => [name, 0]));
  const count = ({ kind, head, args }: Term): void => {
    const known = kind === Kind.LOCAL ? counts.get(head) : undefined;
    if (known !== undefined) counts.set(head, known + 1);
    args.forEach(count);
  };
  count(tree);
  const all = [...counts.values()];
  return all.some((times) => times > 1) ? all.reduce((sum, times) => sum + times, 0) : 0;
}
