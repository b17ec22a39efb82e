/** The imports of a file with the scopes, opened namespaces and variables at one of its lines: a header for a file like it. */
import { readCommands } from './commands.ts';
import { headerEnd, headerText } from './file-header.ts';
import { nameComponents } from './full-name.ts';
import { tokenise } from './lexer.ts';

const KEPT = new Set(['open', 'variable', 'variables', 'universe', 'universes']);

/** `line`: 1-based; null for the end of the file. Without what the file itself declares. */
export function headerAt(text: string, line: number | null): string {
  const tokens = tokenise(text, []);
  const from = headerEnd(text).end;
  /** The commands of each open scope, outermost first. */
  const scopes: string[][] = [[]];
  for (const command of readCommands(tokens, true)) {
    const { keyword, keywordAt, body, to } = command;
    if (to <= command.from || tokens.start(command.from) < from) continue;
    if (line !== null && tokens.line(keywordAt) >= line) break;
    const written = tokens.text.slice(tokens.start(command.from), tokens.end(to - 1));
    const parts = body < to ? nameComponents(tokens.word(body)) : [];
    if (KEPT.has(keyword)) scopes.at(-1)!.push(written);
    else if (keyword === 'namespace') scopes.push(...parts.map((part) => [`namespace ${part}`]));
    else if (keyword === 'section') scopes.push([written]);
    else if (keyword === 'end' && scopes.length > 1)
      scopes.length = Math.max(1, scopes.length - Math.max(1, parts.length));
  }
  return [headerText(text).trim(), ...scopes.flat()].filter((part) => part !== '').join('\n');
}
