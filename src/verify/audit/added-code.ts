/**
 * Finds commands that run code while Lean compiles the file and that the original does not have. The audit sees how such
 * code changes declarations; only the text shows that it also writes a file or replaces the output of another command.
 */
import { readCommands } from '../../lean/commands.ts';
import { endOfInterpolatedString, tokenise } from '../../lean/lexer.ts';
import { STRING, type Tokens } from '../../lean/tokens.ts';
import { gate } from '../hole/gate.ts';
import { attributeWords, codeWordAt, ownCodeWords } from './code-words.ts';
import { hiddenCode } from './hidden-code.ts';

/** The first word of such a command, or of a command that runs code above it. */
export interface AddedCode {
  /** 1-based. */
  line: number;
  word: string;
  /**
   * `above`: the original has the command too, but the text above it differs. `hidden`: it is in a comment, string or number
   * for our lexer, and Lean may read it as code. If absent, the original does not have the command.
   */
  why?: 'above' | 'hidden';
}

/** The part of a file from the start of a command to the start of the next. */
interface Segment {
  words: string[];
  /** Its words that run code, in order. */
  code: AddedCode[];
  /** Whether Lean runs the command immediately, instead of only storing it. */
  runs: boolean;
}

/** Versions of Lean close this comment in different places: one may read code where another reads a comment. */
const AMBIGUOUS_COMMENT = '/--/';

/**
 * The added code in file order. Empty if the original also has every command that runs code, except for its holes.
 * @param newNames the last components of names that the file declares and the original does not
 */
export function addedCode(text: string, original: string, newNames: Iterable<string>): AddedCode[] {
  const [trusted, tokens] = [codeTokens(original), codeTokens(text)];
  const ownWords = ownCodeWords(trusted);
  const before = segmentsOf(trusted, ownWords, true);
  const after = segmentsOf(tokens, ownWords, arePlainValues(tokens, trusted, newNames));
  const known = before.filter(({ code }) => code.length > 0);
  const added: AddedCode[] = [...ambiguities(text, original, ownWords)];
  for (const segment of after) {
    const [first] = segment.code;
    if (first === undefined) continue;
    const at = known.findIndex((other) => isSameExceptHoles(segment, other));
    if (at < 0) added.push(first);
    else known.splice(at, 1);
  }
  return added.length > 0 ? added : changedAbove(after, before);
}

/** The tokens without docstrings and module docs: Lean versions differ in whether one may follow any token. */
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
 * A command of the original runs code that depends on the text above it: a changed name, instance or notation there changes
 * what it runs. Therefore, up to the last such command, the file must have the commands of the original, with only proofs
 * and terms in place of the holes.
 */
function changedAbove(after: readonly Segment[], before: readonly Segment[]): AddedCode[] {
  const [lastRun, trusted] = [after, before].map((list) => list.findLastIndex(isEvaluated));
  const command = after[lastRun!]?.code[0];
  if (command === undefined) return [];
  const isSame =
    lastRun === trusted &&
    after.slice(0, lastRun! + 1).every(({ words }, at) => {
      const fillings = fillingsOf(words, piecesOf(before[at]!.words));
      return fillings !== null && fillings.every(isPlainFilling);
    });
  return isSame ? [] : [{ ...command, why: 'above' }];
}

const isEvaluated = ({ runs }: Segment): boolean => runs;

/** Whether a filling is an unfilled hole, or text that the gate passes and that declares nothing. */
function isPlainFilling(words: readonly string[]): boolean {
  if (words.some((word, at) => word === 'where' || (word === 'rec' && words[at - 1] === 'let'))) return false;
  const text = words.join(' ');
  return /^(?:by )?(?:sorry|admit)$/.test(text) || gate({ kind: 'tactic', text }) === null;
}

function* ambiguities(text: string, original: string, ownWords: readonly string[]): Generator<AddedCode> {
  const count = (source: string): number => source.split(AMBIGUOUS_COMMENT).length;
  if (count(text) > count(original)) {
    const before = text.slice(0, text.indexOf(AMBIGUOUS_COMMENT));
    yield { line: before.split('\n').length, word: AMBIGUOUS_COMMENT };
  }
  const tokens = tokenise(text, []);
  for (let at = 0; at < tokens.count; at++) {
    // Lean continues a quoted name on the next line; our lexer does not.
    if (tokens.is(at, '«')) yield { line: tokens.line(at), word: '«' };
    if (tokens.kind(at) !== STRING || !isAmbiguousString(text, tokens.start(at), tokens.end(at))) continue;
    const word = text.slice(tokens.start(at), tokens.end(at));
    if (!original.includes(word)) yield { line: tokens.line(at), word };
  }
  const hidden = hiddenCode(tokens, tokenise(original, []), ownWords);
  if (hidden !== null) yield { line: tokens.lineAt(hidden.start), word: hidden.word, why: 'hidden' };
}

/** Whether the string ends elsewhere if a parser reads terms between its braces, as `throwError "… {x}"` does. */
function isAmbiguousString(text: string, start: number, end: number): boolean {
  return text[start] === '"' && text.slice(start, end).includes('{') && endOfInterpolatedString(text, start) !== end;
}

function segmentsOf(tokens: Tokens, ownWords: readonly string[], hasPlainValues: boolean): Segment[] {
  const context = { ownWords, attributes: attributeWords(tokens), hasPlainValues };
  return readCommands(tokens, true).map(({ from, to }) => {
    const segment: Segment = { words: [], code: [], runs: false };
    for (let at = from; at < to; at++) {
      segment.words.push(tokens.word(at));
      const found = codeWordAt(tokens, at, context);
      if (found === null) continue;
      segment.code.push({ line: tokens.line(at), word: found.word });
      segment.runs ||= found.runs;
    }
    return segment;
  });
}

/**
 * Whether `true`, `false` and numerals have Lean's usual meaning: no new declaration has such a name, and the file adds no
 * local instance, notation or name.
 */
function arePlainValues(tokens: Tokens, original: Tokens, newNames: Iterable<string>): boolean {
  for (const name of newNames) if (name === 'true' || name === 'false') return false;
  const count = (list: Tokens): number => {
    let found = 0;
    for (let at = 0; at < list.count; at++) if (LOCAL_WORDS.has(list.word(at))) found++;
    return found;
  };
  return count(tokens) <= count(original);
}

const LOCAL_WORDS = new Set(['local', 'scoped', 'renaming']);

/** Whether `segment` has the words of `original`, with any text that runs no code in place of each hole. */
function isSameExceptHoles(segment: Segment, original: Segment): boolean {
  const words = (code: readonly AddedCode[]): string => code.map(({ word }) => word).join(' ');
  return words(segment.code) === words(original.code) && fillingsOf(segment.words, piecesOf(original.words)) !== null;
}

/** The words between the holes. */
function piecesOf(words: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  for (const word of words) {
    if (word === 'sorry' || word === 'admit') pieces.push([]);
    else pieces.at(-1)!.push(word);
  }
  return pieces;
}

/** The words between the pieces, if `words` starts with the first, ends with the last, and contains the others in order. */
function fillingsOf(words: readonly string[], pieces: readonly (readonly string[])[]): string[][] | null {
  const [first = [], ...rest] = pieces;
  const isPieceAt = (piece: readonly string[], at: number): boolean =>
    at >= 0 && at + piece.length <= words.length && piece.every((word, index) => words[at + index] === word);
  if (!isPieceAt(first, 0)) return null;
  if (rest.length === 0) return words.length === first.length ? [] : null;
  const fillings: string[][] = [];
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    let next = number === rest.length - 1 ? words.length - piece.length : at;
    while (number < rest.length - 1 && next + piece.length <= words.length && !isPieceAt(piece, next)) next++;
    if (next < at || !isPieceAt(piece, next)) return null;
    fillings.push(words.slice(at, next));
    at = next + piece.length;
  }
  return fillings;
}
