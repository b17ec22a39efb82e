/** Where a name is written in a part of a source text. */
import { withoutGuillemets } from '../lean/full-name.ts';
import { tokenise } from '../lean/lexer.ts';
import { IDENTIFIER } from '../lean/tokens.ts';

/** 1-based line; 0-based column in code points. */
export interface WrittenPlace {
  line: number;
  column: number;
}

/**
 * The identifiers in these lines that can mean `name`: the last component is the same, as in `add_comm` or
 * `h.add_comm` for `Nat.add_comm`. The declaration is known to use the name, so few of them mean something else.
 */
export function placesOfName(text: string, name: string, lines: { first: number; last: number }): WrittenPlace[] {
  const rows = text.split('\n').slice(lines.first - 1, lines.last);
  const part = rows.join('\n');
  const last = lastComponent(name);
  const tokens = tokenise(part, []);
  const places: WrittenPlace[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER || lastComponent(withoutGuillemets(tokens.word(at))) !== last) continue;
    const line = tokens.line(at);
    const column = [...part.slice(tokens.lineStart(line), tokens.start(at))].length;
    places.push({ line: lines.first + line - 1, column });
  }
  return places;
}

const lastComponent = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
