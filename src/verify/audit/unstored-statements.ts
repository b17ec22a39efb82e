/**
 * Finds statements that left no declaration in the compiled module. Only Lean's messages show whether such a statement was
 * proved, and code of the file can remove messages. So it is not accepted in a file that runs code of its own.
 */
import { type Command, mayStartCommand, readCommands } from '../../lean/commands.ts';
import { lastComponent } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { COLUMN_ZERO, IDENTIFIER, type Tokens } from '../../lean/tokens.ts';
import { hasHole } from './axioms.ts';
import { firstCodeWord } from './code-words.ts';
import type { NamePart } from './lean-name.ts';
import { isExampleName } from './named-examples.ts';
import type { Subject } from './subject.ts';

export interface UnstoredStatement {
  /** 1-based, in the compiled text. */
  line: number;
  /** The first word of the text that runs code. */
  code: string;
}

/**
 * The first statement of `text` that is not in its compiled module; null if all are, or if the text runs no code of its
 * own.
 * @param hasNamedExamples whether `nameExamples` gave names to the examples: one without a name is then not stored
 */
export function unstoredStatement(
  text: string,
  { module }: Subject,
  hasNamedExamples: boolean,
): UnstoredStatement | null {
  const tokens = tokenise(text, []);
  const ranges = new Map<NamePart, Lines[]>();
  for (const { name } of module.declarations) {
    const range = module.ranges.get(name.key);
    if (range === undefined) continue;
    for (const part of name.parts) {
      const known = ranges.get(part);
      if (known === undefined) ranges.set(part, [range]);
      else known.push(range);
    }
  }
  const isStored = (at: number): boolean =>
    isCovered(tokens.line(at), ranges.get(lastComponent(tokens.word(at + 1))) ?? []);
  const found = statementsIn(tokens).find((at) => (tokens.is(at, 'example') ? hasNamedExamples : !isStored(at)));
  return found === undefined ? null : withCode(tokens, found);
}

type Lines = { line: number; endLine: number };

const isCovered = (line: number, ranges: readonly Lines[]): boolean =>
  ranges.some((range) => range.line <= line && line <= range.endLine);

function withCode(tokens: Tokens, at: number): UnstoredStatement | null {
  const code = firstCodeWord(tokens);
  return code === null ? null : { line: tokens.line(at), code };
}

/**
 * Keywords of examples, also of named ones, and of theorems. A theorem in a quotation is left out, because it is stored
 * where the quotation is used.
 */
function statementsIn(tokens: Tokens): number[] {
  const found: number[] = [];
  /** For each open bracket, whether it opens a quotation or is in one. */
  const open: boolean[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const depthChange = tokens.bracket(at);
    if (depthChange > 0) open.push(open.at(-1) === true || tokens.is(at - 1, '`'));
    else if (depthChange < 0) open.pop();
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const isNamed = tokens.kind(at + 1) === IDENTIFIER;
    const isTheorem = (tokens.is(at, 'theorem') || tokens.is(at, 'lemma')) && isNamed && open.at(-1) !== true;
    if (isTheorem || tokens.is(at, 'example') || isNamedExample(tokens, at)) found.push(at);
  }
  return found;
}

const isNamedExample = (tokens: Tokens, at: number): boolean =>
  tokens.is(at, 'def') && isExampleName(tokens.word(at + 1));

/**
 * The first hole of `text`, an original, that is in a named example or in a command of the file's own syntax, but in no
 * declaration of the compiled module; null without such a hole, or if the text runs no code of its own.
 */
export function unstoredHole(text: string, subject: Subject): UnstoredStatement | null {
  const tokens = tokenise(text, []);
  const ranges = subject.module.declarations
    .filter((declared) => hasHole(subject, declared))
    .flatMap(({ name }) => subject.module.ranges.get(name.key) ?? []);
  for (const command of readCommands(tokens, true)) {
    let isKnown = isKnownCommand(tokens, command);
    for (let at = command.from; at < command.to; at++) {
      // An unknown word at the margin begins a command of the file's own syntax.
      if (at > command.keywordAt && tokens.flag(at, COLUMN_ZERO) && tokens.kind(at) === IDENTIFIER) isKnown = false;
      const isHole = tokens.is(at, 'sorry') || tokens.is(at, 'admit');
      if (isHole && !isKnown && !isCovered(tokens.line(at), ranges)) return withCode(tokens, at);
    }
  }
  return null;
}

const isKnownCommand = (tokens: Tokens, { keyword, keywordAt }: Command): boolean =>
  (mayStartCommand(keyword) || keyword.startsWith('#')) && !isNamedExample(tokens, keywordAt);
