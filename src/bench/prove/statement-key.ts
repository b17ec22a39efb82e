/** When two statements are the same: up to the names of bound variables, white space, and `(h : P) : Q` for `P → Q`. */
import {
  COERCION,
  CONSTANT,
  EXPLICIT,
  LAMBDA,
  LOCAL,
  PI,
  PROJECTION,
  lastPart,
  type Term,
} from '../../lean/term/term.ts';
import type { Statement } from '../../lean/term/statement.ts';

/** What is bound around a place: at which depth each variable, and how many in all. Never changed: made longer. */
interface Scope {
  at: ReadonlyMap<string, number>;
  depth: number;
}

const within = ({ at, depth }: Scope, name: string): Scope => ({
  at: name === '' ? at : new Map(at).set(name, depth),
  depth: depth + 1,
});

/**
 * Two statements with the same key say the same, read as text is: constants by the last part of their names, whatever
 * is open around them. Null for one without a type.
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
  for (; at.kind === PI; at = at.args[1]!) step(at.args[0]!, at.head);
  return [...steps, keyOf(at, scope)].join(' → ');
}

function keyOf(tree: Term, scope: Scope): string {
  const { kind, head, args } = tree;
  switch (kind) {
    case LOCAL: {
      const bound = scope.at.get(head);
      return apply(bound === undefined ? head : `#${bound}`, args, scope);
    }
    case PI:
    case LAMBDA: {
      const [type, body] = args;
      const sign = kind === PI ? '∀' : 'λ';
      return `${sign}(${type ? keyOf(type, scope) : ''})(${body ? keyOf(body, within(scope, head)) : ''})`;
    }
    // `x.foo` and `Type.foo x` are one.
    case PROJECTION:
    case CONSTANT:
      return apply(lastPart(head), args, scope);
    case EXPLICIT:
      return apply(`@${lastPart(head)}`, args, scope);
    case COERCION:
      return apply('↑', args, scope);
    default:
      return apply(`${kind}:${head}`, args, scope);
  }
}

function apply(head: string, args: readonly Term[], scope: Scope): string {
  return args.length === 0 ? head : `${head}(${args.map((child) => keyOf(child, scope)).join(' ')})`;
}
