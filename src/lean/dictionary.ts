/** The dictionaries of `to_additive` and similar attributes, read from the library that defines them. */
import type { Command } from './commands.ts';
import { stringValue } from './attributes.ts';
import { STRING, type Tokens } from './tokens.ts';

const DICTIONARIES = new Set(['nameDict', 'abbreviationDict', 'endCapitalNames']);

/** `last` is the last component of the definition's name. */
export function isDictionary(last: string): boolean {
  return DICTIONARIES.has(last);
}

/** `("mul", ["Add"])` and `("commAdd", "AddComm")` within the command; empty if it has no such list. */
export function readDictionary(tokens: Tokens, command: Command): [string, string[]][] {
  const entries: [string, string[]][] = [];
  for (let at = command.body; at < command.to; at++) {
    if (!tokens.is(at, '(') || tokens.kind(at + 1) !== STRING || !tokens.is(at + 2, ',')) continue;
    const after = tokens.afterBracket(at, command.to);
    const values: string[] = [];
    for (let inside = at + 3; inside < after; inside++) {
      if (tokens.kind(inside) === STRING) values.push(stringValue(tokens.word(inside)));
    }
    entries.push([stringValue(tokens.word(at + 1)), values]);
    at = after - 1;
  }
  return entries;
}
