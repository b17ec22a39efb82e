/**
 * Gives names to examples. Lean does not store an `example`, so each is compiled as a definition, which is how Lean
 * elaborates it. Otherwise its statement and its dependence on a `sorry` could not be checked.
 */
import { randomBytes } from 'node:crypto';
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';

export interface NamedExamples {
  text: string;
  /** Offsets of the words `example` in the original text. */
  offsets: readonly number[];
  /** Maps a 1-based line of `text` to the line of the original text. */
  originalLine: (line: number) => number;
}

/** Unpredictable: a proof that used the generated name would not compile in the unchanged file. */
const NAME = `lemmahead_example_${randomBytes(8).toString('hex')}_`;

/** Columns are preserved up to this line length; in a longer line with many examples, no layout depends on columns. */
const MAX_COLUMN = 1000;

/**
 * Replaces each `example` by `def` with a generated name and a line break. The text after it keeps its column, because
 * Lean's layout depends on columns.
 */
export function nameExamples(text: string): NamedExamples {
  const tokens = tokenise(text, []);
  const examples = readCommands(tokens, true).filter(({ keyword }) => keyword === 'example');
  const offsets = examples.map(({ keywordAt }) => tokens.start(keywordAt));
  const lines = examples.map(({ keywordAt }) => tokens.line(keywordAt));
  let out = '';
  let from = 0;
  for (const [at, offset] of offsets.entries()) {
    const end = offset + 'example'.length;
    const lineStart = Math.max(tokens.lineStart(lines[at]!), end - MAX_COLUMN);
    const column = [...text.slice(lineStart, end)].length;
    out += `${text.slice(from, offset)}def ${NAME}${at + 1}\n${' '.repeat(column)}`;
    from = end;
  }
  return {
    text: out + text.slice(from),
    offsets,
    originalLine: (line) => line - lines.filter((before, at) => before + at + 1 <= line).length,
  };
}

/** Whether a declaration was an example before `nameExamples`. */
export const isExampleName = (name: string): boolean => name.startsWith(NAME);

/** Replaces the generated names in a message by `example N`. */
export function withoutExampleNames(words: string): string {
  return words.replaceAll(new RegExp(`${NAME}(\\d+)`, 'g'), 'example $1');
}
