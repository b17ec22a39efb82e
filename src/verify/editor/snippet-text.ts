/** A snippet of Lean in the place of a file where it is run. */
import { readCommands } from '../../lean/commands.ts';
import { headerText } from '../../lean/file-header.ts';
import { tokenise } from '../../lean/lexer.ts';
import { END } from './attempts.ts';
import { lineAt } from './text-place.ts';

/**
 * The text of a file up to the end of the command at line `after` (the last one if null), and the snippet after it.
 * Without what could hide the snippet from Lean: `#exit`, and an open comment after the last command.
 * `firstLine`: the 1-based line of the snippet. Without a file (`before` is empty), the snippet is the whole text.
 * @throws {Failure} `place-outside`
 */
export function snippetText(
  before: string,
  snippet: string,
  after: number | null,
): { text: string; firstLine: number } {
  if (before.trim() === '') return { text: snippet, firstLine: 1 };
  const kept = `${before.slice(0, endOfCommand(before, after)).trimEnd()}\n\n`;
  return { text: kept + snippet, firstLine: kept.split('\n').length };
}

/** The end of the last command that begins at `line` or above it (null: anywhere), or of the imports. */
function endOfCommand(text: string, line: number | null): number {
  if (line !== null) lineAt(text, line);
  const tokens = tokenise(text, []);
  let end = headerText(text).length;
  for (const command of readCommands(tokens, true)) {
    if ((line !== null && tokens.line(command.from) > line) || command.keyword === END) break;
    end = Math.max(end, tokens.end(command.to - 1));
  }
  return end;
}
