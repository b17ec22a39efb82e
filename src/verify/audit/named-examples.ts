/**
 * Names for examples: Lean keeps nothing of an `example`, so each is compiled as a definition, which is what Lean takes
 * it for while it elaborates it. Else nobody would know what it states, or that it rests on a `sorry`.
 */
import { randomBytes } from 'node:crypto';
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';

export interface NamedExamples {
  text: string;
  /** Offsets in the text as it was, of the word `example`. */
  offsets: readonly number[];
  /** 1-based line in the text as it was, for one in `text`. */
  lineBefore: (line: number) => number;
}

/** Not to be guessed: a proof that named an example would be none in the file as it stands. */
const NAME = `lemmahead_example_${randomBytes(8).toString('hex')}_`;

/** Of examples one behind another on a line longer than this, nobody lays anything out by columns. */
const LONGEST_LINE = 1000;

/**
 * Each `example` becomes `def` with a name of ours and a new line on which all that follows it stands at the column that
 * it stood at: Lean reads columns.
 */
export function nameExamples(text: string): NamedExamples {
  const tokens = tokenise(text, []);
  const examples = readCommands(tokens, true).filter(({ keyword }) => keyword === 'example');
  const offsets = examples.map(({ keywordAt }) => tokens.start(keywordAt));
  const lines = examples.map(({ keywordAt }) => tokens.line(keywordAt));
  let out = '';
  let from = 0;
  for (const [at, offset] of offsets.entries()) {
    const behind = offset + 'example'.length;
    const lineStart = Math.max(tokens.lineStart(lines[at]!), behind - LONGEST_LINE);
    const column = [...text.slice(lineStart, behind)].length;
    out += `${text.slice(from, offset)}def ${NAME}${at + 1}\n${' '.repeat(column)}`;
    from = behind;
  }
  return {
    text: out + text.slice(from),
    offsets,
    lineBefore: (line) => line - lines.filter((before, at) => before + at + 1 <= line).length,
  };
}

/** Words about the named text as words about the text as it was. */
export function withoutNames(words: string): string {
  return words.replaceAll(new RegExp(`${NAME}(\\d+)`, 'g'), 'example $1');
}
