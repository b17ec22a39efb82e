/**
 * Commands by which a file runs code while Lean compiles it, and which the original does not have. What such code does to
 * the declarations the audit sees; that it also writes a file, or answers for another command, only the text tells.
 */
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';
import { DOC, IDENTIFIER, MODULE_DOC, STRING, type Tokens } from '../../lean/tokens.ts';
import { CODE_WORDS, PROGRAM_WORDS } from '../hole/gate-lists.ts';

/** The first word of such a command. */
export interface AddedCode {
  /** 1-based. */
  line: number;
  word: string;
}

/** A stretch of a file between two places where a command begins. */
interface Stretch {
  words: string[];
  /** Of its words that run code, in order. */
  code: AddedCode[];
}

const ALWAYS = new Set([...CODE_WORDS, ...PROGRAM_WORDS, '#eval', '#eval!', 'eval%', 'simproc', 'simproc_decl']);

/** In the order of the file. Empty where every command that runs code stands in the original too, up to its holes. */
export function addedCode(text: string, original: string): AddedCode[] {
  const trusted = tokenise(original, []);
  const words = new Set([...ALWAYS, ...ownCommands(trusted)]);
  const known = stretches(trusted, words).filter(({ code }) => code.length > 0);
  const added: AddedCode[] = [];
  for (const stretch of stretches(tokenise(text, []), words)) {
    const [first] = stretch.code;
    if (first === undefined) continue;
    const at = known.findIndex((other) => isSameButHoles(stretch, other));
    if (at < 0) added.push(first);
    else known.splice(at, 1);
  }
  return added;
}

/** Words with which commands begin that a file makes for itself: `macro "claim" : command => …`. */
function ownCommands(tokens: Tokens): string[] {
  const found: string[] = [];
  for (let at = 0; at + 1 < tokens.count; at++) {
    if (!['macro', 'elab', 'syntax'].includes(tokens.word(at))) continue;
    const limit = Math.min(tokens.count, at + 40);
    for (let next = at + 1; next < limit; next++) {
      if (tokens.kind(next) === STRING) {
        const [word = ''] = tokens.word(next).slice(1, -1).trim().split(/\s/u);
        if (word !== '') found.push(word);
        break;
      }
    }
  }
  return found;
}

function stretches(tokens: Tokens, codeWords: ReadonlySet<string>): Stretch[] {
  return readCommands(tokens, true).map(({ from, to }) => {
    const stretch: Stretch = { words: [], code: [] };
    for (let at = from; at < to; at++) {
      if (tokens.kind(at) === DOC || tokens.kind(at) === MODULE_DOC) continue;
      stretch.words.push(tokens.word(at));
      const word = codeWord(tokens, at, codeWords);
      if (word !== null) stretch.code.push({ line: tokens.line(at), word });
    }
    return stretch;
  });
}

function codeWord(tokens: Tokens, at: number, codeWords: ReadonlySet<string>): string | null {
  const word = tokens.word(at);
  if (tokens.kind(at) !== IDENTIFIER) return codeWords.has(word) ? word : null;
  const spelled = tokens.is(at - 1, '#') ? `#${word}` : word === 'eval' && tokens.is(at + 1, '%') ? 'eval%' : word;
  return codeWords.has(spelled) ? spelled : null;
}

/** Whether the words of `stretch` are those of `original`, with anything that runs no code in the place of each hole. */
function isSameButHoles(stretch: Stretch, original: Stretch): boolean {
  const words = (code: readonly AddedCode[]): string => code.map(({ word }) => word).join(' ');
  if (words(stretch.code) !== words(original.code)) return false;
  const pieces: string[][] = [[]];
  for (const word of original.words) {
    if (word === 'sorry' || word === 'admit') pieces.push([]);
    else pieces.at(-1)!.push(word);
  }
  return fitsInOrder(stretch.words, pieces);
}

/** Whether `words` begin with the first piece, end with the last, and hold the others between them in order. */
function fitsInOrder(words: readonly string[], pieces: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = pieces;
  const standsAt = (piece: readonly string[], at: number): boolean =>
    at >= 0 && at + piece.length <= words.length && piece.every((word, index) => words[at + index] === word);
  if (!standsAt(first, 0)) return false;
  if (rest.length === 0) return words.length === first.length;
  let at = first.length;
  for (const [number, piece] of rest.entries()) {
    let next = number === rest.length - 1 ? words.length - piece.length : at;
    while (number < rest.length - 1 && next + piece.length <= words.length && !standsAt(piece, next)) next++;
    if (next < at || !standsAt(piece, next)) return false;
    at = next + piece.length;
  }
  return true;
}
