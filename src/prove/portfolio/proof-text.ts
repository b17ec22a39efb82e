/** The text of proof terms: applications, and patterns for premises. */
import * as Kind from '../../lean/term/kinds.ts';
import { bare, substitute, term, type Term } from '../../lean/term/term.ts';

/** A pattern for a premise and the facts that it gives. */
export interface TakenApart {
  pattern: string;
  facts: readonly { name: string; type: Term }[];
}

/** `⟨x, h, g⟩` for `∃ x, p x ∧ q`. `newName`: an unused name, if possible the preferred one ('' for none). */
export function takenApart(type: Term, newName: (preferred: string) => string, preferred = ''): TakenApart {
  const { parts, facts } = partsOf(type, newName, preferred);
  return { pattern: parts.length === 1 ? parts[0]! : `⟨${parts.join(', ')}⟩`, facts };
}

function partsOf(
  type: Term,
  newName: (preferred: string) => string,
  preferred: string,
): Pick<TakenApart, 'facts'> & { parts: readonly string[] } {
  const [first, second] = type.kind === Kind.CONSTANT ? type.args.map((arg) => bare(arg)) : [];
  if (type.head === 'And' && first !== undefined && second !== undefined) {
    const [left, right] = [takenApart(first, newName), partsOf(second, newName, '')];
    return { parts: [left.pattern, ...right.parts], facts: [...left.facts, ...right.facts] };
  }
  if (type.head === 'Exists' && first?.kind === Kind.LAMBDA) {
    const name = newName(first.head);
    const body = bare(substitute(first.args[1]!, new Map([[first.head, term(Kind.LOCAL, name)]])));
    const { parts, facts } = partsOf(body, newName, '');
    return { parts: [name, ...parts], facts };
  }
  const name = newName(preferred);
  return { parts: [name], facts: [{ name, type }] };
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
