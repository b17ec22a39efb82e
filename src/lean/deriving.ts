/** `deriving` clauses and commands: which classes, for which types. */
import type { Command } from './commands.ts';
import { IDENTIFIER, type Span, type Tokens } from './tokens.ts';

/** A class or type in the list, by its head. */
export interface Derived {
  name: string;
  at: number;
}

/** Classes of the `deriving` clause in `span`; empty if absent. */
export function readDerivingClause(tokens: Tokens, span: Span): Derived[] {
  for (let at = span.from; at < span.to; at++) {
    if (tokens.is(at, 'deriving')) return headsOf(tokens, at + 1, span.to);
  }
  return [];
}

/** `deriving instance Module R, Foo for S, T`. */
export function readDerivingCommand(tokens: Tokens, command: Command): { classes: Derived[]; types: Derived[] } {
  let from = command.body;
  while (tokens.is(from, 'noncomputable') || tokens.is(from, 'instance')) from++;
  let middle = from;
  while (middle < command.to && !tokens.is(middle, 'for')) middle++;
  return { classes: headsOf(tokens, from, middle), types: headsOf(tokens, middle + 1, command.to) };
}

/** First identifier of each piece between commas outside brackets. */
function headsOf(tokens: Tokens, from: number, to: number): Derived[] {
  return tokens.split({ from, to }).flatMap((part) => {
    for (let at = part.from; at < part.to; at++)
      if (tokens.kind(at) === IDENTIFIER) return { name: tokens.word(at), at };
    return [];
  });
}
