/** The header of a file: what it imports, where that ends, and whether Lean failed on it. */
import type { Diagnostic } from './message/diagnostics.ts';
import { tokenise } from './lexer.ts';
import { IDENTIFIER } from './tokens.ts';

const HEADER_WORDS = new Set(['module', 'prelude', 'import', 'public', 'meta', 'all', 'runtime']);

interface Header {
  words: string[];
  /** Behind its last word, in UTF-16 units; 0 without a header. */
  end: number;
}

/** Most headers end within so many characters, and the rest of the file need not be read for them. */
const DEFAULT_LENGTH = 4096;

function readHeader(text: string): Header {
  const begin = readHeaderOf(text.slice(0, DEFAULT_LENGTH));
  // What was cut off may go on with the header, or with the word at the cut.
  return text.length <= DEFAULT_LENGTH || begin.endsBefore ? begin : readHeaderOf(text);
}

/** `endsBefore`: a token that is not of the header follows, and another one after that. */
function readHeaderOf(text: string): Header & { endsBefore: boolean } {
  const tokens = tokenise(text, []);
  const header: Header = { words: [], end: 0 };
  let expectsModule = false;
  let at = 0;
  for (; at < tokens.count && tokens.kind(at) === IDENTIFIER; at++) {
    const word = tokens.word(at);
    const isHeaderWord = HEADER_WORDS.has(word);
    if (!isHeaderWord && !expectsModule) break;
    expectsModule = isHeaderWord && word !== 'module' && word !== 'prelude';
    header.words.push(word);
    header.end = tokens.end(at);
  }
  return { ...header, endsBefore: at + 1 < tokens.count };
}

/** The words of the header, and the offset behind the last of them (UTF-16); 0 where there is none. */
export function headerEnd(text: string): { words: readonly string[]; end: number } {
  return readHeader(text);
}

/** What the file imports, one way of writing it: files with the same header can share a worker. */
export function headerOf(text: string): string {
  return readHeader(text).words.join(' ');
}

/** The header as it stands in the file, from its begin. */
export function headerText(text: string): string {
  return text.slice(0, readHeader(text).end);
}

/**
 * The message by which Lean seems to say that it could not load what `text` imports: one that stands within the header.
 * No more than a hint where the text is a stranger's: a command in the first line, and whoever prints what looks like a
 * message of Lean's, can say so too. `verify/trial/header-check.ts` asks.
 */
export function headerErrorIn(text: string, messages: readonly Diagnostic[]): Diagnostic | undefined {
  const candidates = messages.filter(({ severity, class: of }) => severity === 'error' && of === 'import_error');
  if (candidates.length === 0) return undefined;
  const before = text.slice(0, readHeader(text).end).split('\n');
  const [lastLine, lastColumn] = [before.length, [...(before.at(-1) ?? '')].length];
  return candidates.find(({ line, column }) => line < lastLine || (line === lastLine && column <= lastColumn));
}
