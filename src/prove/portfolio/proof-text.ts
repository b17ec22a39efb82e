/** The text of proof terms: applications, and patterns for premises. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, substitute, term, type Term } from '../../lean/term/term.ts';

/** The pattern for a premise, such as `⟨x, h, g⟩` for `∃ x, p x ∧ q`, and the facts that it gives. */
export function takenApart(
  type: Term,
  newName: () => string,
): { pattern: string; facts: readonly { name: string; type: Term }[] } {
  const [first, second] = type.args.map((arg) => bare(arg));
  const hasParts = type.kind === Kind.CONSTANT && first !== undefined;
  if (hasParts && type.head === 'And') {
    const [left, right] = [takenApart(first, newName), takenApart(second!, newName)];
    return { pattern: `⟨${left.pattern}, ${right.pattern}⟩`, facts: [...left.facts, ...right.facts] };
  }
  const name = newName();
  if (!hasParts || type.head !== 'Exists' || first.kind !== Kind.LAMBDA)
    return { pattern: name, facts: [{ name, type }] };
  const body = substitute(first.args[1]!, new Map([[first.head, term(Kind.LOCAL, name)]]));
  const { pattern, facts } = takenApart(bare(body), newName);
  return { pattern: `⟨${name}, ${pattern}⟩`, facts };
}

export function applied(text: string, args: readonly string[]): string {
  return [text, ...args].join(' ');
}

export function withSuffix(text: string, suffix: string): string {
  return suffix === '' ? text : inParentheses(text) + suffix;
}

/** An application as an argument of another. */
export function inParentheses(text: string): string {
  return /\s/.test(text) && !/^⟨[^⟨⟩]*⟩$/.test(text) ? `(${text})` : text;
}

/** A branch of `match`: the alternatives of another one within it must not become its own. */
export const asBranch = (text: string): string => (/\bmatch\b/u.test(text) ? `(${text})` : text);
