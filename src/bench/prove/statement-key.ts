/** Keys that are equal for statements equal up to bound variable names, white space, and `(h : P) : Q` for `P → Q`. */
import * as Kind from '../../lean/term/kinds.ts';
import { lastPart, type Term } from '../../lean/term/term.ts';
import type { Statement } from '../../lean/term/statement.ts';

/** The variables bound at a position, with their depth, and the total depth. Immutable: `within` returns an extended copy. */
interface Scope {
  at: ReadonlyMap<string, number>;
  depth: number;
}

const within = ({ at, depth }: Scope, name: string): Scope => ({
  at: name === '' ? at : new Map(at).set(name, depth),
  depth: depth + 1,
});

/**
 * Statements with the same key are textually the same. Constants are compared by the last part of their names, without
 * regard to open namespaces. Returns null for a statement without a type.
 */
export function statementKey(statement: Statement): string | null {
  if (statement.type === null) return null;
  let scope: Scope = { at: new Map(), depth: 0 };
  const steps: string[] = [];
  const step = (type: Term, name: string): void => {
    steps.push(keyOf(type, scope));
    scope = within(scope, name);
  };
  for (const { name, type, premise } of statement.binders) {
    step(type, name);
    if (premise !== null) step(premise, '');
  }
  let at: Term = statement.type;
  for (; at.kind === Kind.PI; at = at.args[1]!) step(at.args[0]!, at.head);
  return [...steps, keyOf(at, scope)].join(' → ');
}

function keyOf(tree: Term, scope: Scope): string {
  const { kind, head, args } = tree;
  switch (kind) {
    case Kind.LOCAL: {
      const bound = scope.at.get(head);
      return apply(bound === undefined ? head : `#${bound}`, args, scope);
    }
    case Kind.PI:
    case Kind.LAMBDA: {
      const [type, body] = args;
      const sign = kind === Kind.PI ? '∀' : 'λ';
      return `${sign}(${type ? keyOf(type, scope) : ''})(${body ? keyOf(body, within(scope, head)) : ''})`;
    }
    // `x.foo` and `Type.foo x` are equal.
    case Kind.PROJECTION:
    case Kind.CONSTANT:
      return apply(lastPart(head), args, scope);
    case Kind.EXPLICIT:
      return apply(`@${lastPart(head)}`, args, scope);
    case Kind.COERCION:
      return apply('↑', args, scope);
    default:
      return apply(`${kind}:${head}`, args, scope);
  }
}

function apply(head: string, args: readonly Term[], scope: Scope): string {
  return args.length === 0 ? head : `${head}(${args.map((child) => keyOf(child, scope)).join(' ')})`;
}
