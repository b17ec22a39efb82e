/** Prints terms with the infix notation of Lean's core, as a person would write them. */
import { INFIX } from './builtin-notations.ts';
import * as Kind from './kinds.ts';
import { print, type Term } from './term.ts';

const OPERATORS = new Map(
  INFIX.filter(([, head]) => !head.startsWith('~'))
    .toReversed()
    .map(([token, head, precedence, side]) => [head, { token, precedence, side }] as const),
);
/** Precedence of arguments, and of a term that needs no parentheses. */
const MAX = 1024;
const ARROW = 25;
/** Precedence of the operand of `¬`, which reaches as far to the right as it can. */
const NOT = 40;

/** The result parses back to the same term, as that of `print`. */
export function printNotation(tree: Term, least = 0): string {
  const { kind, head, args } = tree;
  const enclosed = (text: string, precedence: number): string => (precedence < least ? `(${text})` : text);
  const operator = kind === Kind.CONSTANT && args.length === 2 ? OPERATORS.get(head) : undefined;
  if (operator !== undefined) {
    const { token, precedence, side } = operator;
    const left = printNotation(args[0]!, side === 'l' ? precedence : precedence + 1);
    const right = printNotation(args[1]!, side === 'r' ? precedence : precedence + 1);
    return enclosed(`${left} ${token} ${right}`, precedence);
  }
  if (kind === Kind.CONSTANT && head === 'List.nil' && args.length === 0) return '[]';
  if (kind === Kind.CONSTANT && head === 'Not' && args.length === 1)
    return enclosed(`¬${printNotation(args[0]!, NOT)}`, NOT);
  const predicate = kind === Kind.CONSTANT && head === 'Exists' && args.length === 1 ? args[0]! : null;
  if (predicate?.kind === Kind.LAMBDA) {
    const [type, body] = predicate.args as [Term, Term];
    const bound = type.kind === Kind.HOLE ? predicate.head : `(${predicate.head} : ${printNotation(type)})`;
    return enclosed(`∃ ${bound}, ${printNotation(body)}`, 0);
  }
  if (kind === Kind.PI) {
    const [type, body] = [printNotation(args[0]!, head === '' ? ARROW + 1 : 0), printNotation(args[1]!, 0)];
    return enclosed(head === '' || head === '_' ? `${type} → ${body}` : `∀ (${head} : ${type}), ${body}`, 0);
  }
  if ((kind === Kind.CONSTANT || kind === Kind.LOCAL) && args.length > 0)
    return enclosed([head, ...args.map((each) => printNotation(each, MAX))].join(' '), MAX - 1);
  return print(tree);
}
