/**
 * Commands by which a file runs code while Lean compiles it, and which the original does not have. What such code does to
 * the declarations the audit sees; that it also writes a file, or answers for another command, only the text tells.
 */
import { readCommands } from '../../lean/commands.ts';
import { endOfInterpolatedString, tokenise } from '../../lean/lexer.ts';
import { STRING, type Tokens } from '../../lean/tokens.ts';
import { gate } from '../hole/gate.ts';
import { attributeWords, codeWordAt, ownCodeWords } from './code-words.ts';
import { hiddenCode } from './hidden-code.ts';

/** The first word of such a command, or of one that runs what stands above it. */
export interface AddedCode {
  /** 1-based. */
  line: number;
  word: string;
  /**
   * `above`: the original has the command too, but not what is above it. `hidden`: it is in a comment, a string or a number
   * for us, and Lean may read it as code. Otherwise the original does not have the command.
   */
  why?: 'above' | 'hidden';
}

/** A stretch of a file between two places where a command begins. */
interface Stretch {
  words: string[];
  /** Of its words that run code, in order. */
  code: AddedCode[];
  /** It is a command that Lean runs as it reads on, and does not only keep for later. */
  runs: boolean;
}

/** Versions of Lean close this comment in different places, so that one reads code where another reads none. */
const AMBIGUOUS_COMMENT = '/--/';

/**
 * In the order of the file; empty if the original has every command that runs code too, up to its holes.
 * @param newNames last parts of the names that the file declares and the original does not.
 */
export function addedCode(text: string, original: string, newNames: Iterable<string>): AddedCode[] {
  const [trusted, tokens] = [codeTokens(original), codeTokens(text)];
  const ownWords = ownCodeWords(trusted);
  const before = stretches(trusted, ownWords, true);
  const after = stretches(tokens, ownWords, arePlainValues(tokens, trusted, newNames));
  const known = before.filter(({ code }) => code.length > 0);
  const added: AddedCode[] = [...ambiguities(text, original, ownWords)];
  for (const stretch of after) {
    const [first] = stretch.code;
    if (first === undefined) continue;
    const at = known.findIndex((other) => isSameButHoles(stretch, other));
    if (at < 0) added.push(first);
    else known.splice(at, 1);
  }
  return added.length > 0 ? added : changedAbove(after, before);
}

/** Without docstrings and module docs: versions differ in whether one may follow any token, as a comment may. */
function codeTokens(text: string): Tokens {
  const tokens = tokenise(text, []);
  if (tokens.docs.length === 0) return tokens;
  let blanked = '';
  let end = 0;
  for (const at of tokens.docs) {
    blanked += text.slice(end, tokens.start(at)) + tokens.word(at).replaceAll(/[^\n]/gu, ' ');
    end = tokens.end(at);
  }
  return tokenise(blanked + text.slice(end), []);
}

/**
 * A command of the original runs what stands above it: other code, if a name, an instance or a notation there is another.
 * So down to the last such command, the file has the commands of the original, with nothing but proofs and terms in the
 * places of their holes.
 */
function changedAbove(after: readonly Stretch[], before: readonly Stretch[]): AddedCode[] {
  const [ran, trusted] = [after, before].map((list) => list.findLastIndex(isEvaluated));
  const command = after[ran!]?.code[0];
  if (command === undefined) return [];
  const isSame =
    ran === trusted &&
    after.slice(0, ran! + 1).every(({ words }, at) => {
      const fillings = fillingsOf(words, piecesOf(before[at]!.words));
      return fillings !== null && fillings.every(isPlainFilling);
    });
  return isSame ? [] : [{ ...command, why: 'above' }];
}

const isEvaluated = ({ runs }: Stretch): boolean => runs;

/** A hole that is left, or what the gate lets into one and declares nothing. */
function isPlainFilling(words: readonly string[]): boolean {
  if (words.some((word, at) => word === 'where' || (word === 'rec' && words[at - 1] === 'let'))) return false;
  const text = words.join(' ');
  return /^(?:by )?(?:sorry|admit)$/.test(text) || gate({ kind: 'tactic', text }) === null;
}

function* ambiguities(text: string, original: string, ownWords: readonly string[]): Generator<AddedCode> {
  const count = (of: string): number => of.split(AMBIGUOUS_COMMENT).length;
  if (count(text) > count(original)) {
    const before = text.slice(0, text.indexOf(AMBIGUOUS_COMMENT));
    yield { line: before.split('\n').length, word: AMBIGUOUS_COMMENT };
  }
  const tokens = tokenise(text, []);
  for (let at = 0; at < tokens.count; at++) {
    // Lean reads a quoted name on over the end of its line, and the lexer does not.
    if (tokens.is(at, '«')) yield { line: tokens.line(at), word: '«' };
    if (tokens.kind(at) !== STRING || !isAmbiguousString(text, tokens.start(at), tokens.end(at))) continue;
    const word = text.slice(tokens.start(at), tokens.end(at));
    if (!original.includes(word)) yield { line: tokens.line(at), word };
  }
  const hidden = hiddenCode(tokens, tokenise(original, []), ownWords);
  if (hidden !== null) yield { line: tokens.lineAt(hidden.start), word: hidden.word, why: 'hidden' };
}

/** Whether it ends elsewhere if a parser reads terms between its braces, as `throwError "… {x}"` does. */
function isAmbiguousString(text: string, start: number, end: number): boolean {
  return text[start] === '"' && text.slice(start, end).includes('{') && endOfInterpolatedString(text, start) !== end;
}

function stretches(tokens: Tokens, ownWords: readonly string[], hasPlainValues: boolean): Stretch[] {
  const context = { ownWords, attributes: attributeWords(tokens), hasPlainValues };
  return readCommands(tokens, true).map(({ from, to }) => {
    const stretch: Stretch = { words: [], code: [], runs: false };
    for (let at = from; at < to; at++) {
      stretch.words.push(tokens.word(at));
      const found = codeWordAt(tokens, at, context);
      if (found === null) continue;
      stretch.code.push({ line: tokens.line(at), word: found.word });
      stretch.runs ||= found.runs;
    }
    return stretch;
  });
}

/**
 * Whether `true`, `false` and numerals are those of Lean: nothing that is new has such a name, and no instance, notation
 * or name is brought in for this file alone.
 */
function arePlainValues(tokens: Tokens, original: Tokens, newNames: Iterable<string>): boolean {
  for (const name of newNames) if (name === 'true' || name === 'false') return false;
  const count = (of: Tokens): number => {
    let found = 0;
    for (let at = 0; at < of.count; at++) if (LOCAL_WORDS.has(of.word(at))) found++;
    return found;
  };
  return count(tokens) <= count(original);
}

const LOCAL_WORDS = new Set(['local', 'scoped', 'renaming']);

/** Whether the words of `stretch` are those of `original`, with anything that runs no code in the place of each hole. */
function isSameButHoles(stretch: Stretch, original: Stretch): boolean {
  const words = (code: readonly AddedCode[]): string => code.map(({ word }) => word).join(' ');
  return words(stretch.code) === words(original.code) && fillingsOf(stretch.words, piecesOf(original.words)) !== null;
}

/** What stands between the holes. */
function piecesOf(words: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  for (const word of words) {
    if (word === 'sorry' || word === 'admit') pieces.push([]);
    else pieces.at(-1)!.push(word);
  }
  return pieces;
}

/** What stands between the pieces, if `words` begin with the first, end with the last, and hold the others in order. */
function fillingsOf(words: readonly string[], pieces: readonly (readonly string[])[]): string[][] | null {
  const [first = [], ...rest] = pieces;
  const standsAt = (piece: readonly string[], at: number): boolean =>
    at >= 0 && at + piece.length <= words.length && piece.every((word, index) => words[at + index] === word);
  if (!standsAt(first, 0)) return null;
  if (rest.length === 0) return words.length === first.length ? [] : null;
  const fillings: string[][] = [];
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    let next = number === rest.length - 1 ? words.length - piece.length : at;
    while (number < rest.length - 1 && next + piece.length <= words.length && !standsAt(piece, next)) next++;
    if (next < at || !standsAt(piece, next)) return null;
    fillings.push(words.slice(at, next));
    at = next + piece.length;
  }
  return fillings;
}
