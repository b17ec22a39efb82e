/** The header of a file: its imports, where it ends, and whether Lean failed on it. */
import type { Diagnostic } from './message/diagnostics.ts';
import { tokenise } from './lexer.ts';
import { IDENTIFIER } from './tokens.ts';

const HEADER_WORDS = new Set(['module', 'prelude', 'import', 'public', 'meta', 'all', 'runtime']);

interface Header {
  words: string[];
  /** UTF-16 offset after the last word; 0 without a header. */
  end: number;
}

/** Most headers end within this many characters; then the rest of the file is not read. */
const DEFAULT_LENGTH = 4096;

function readHeader(text: string): Header {
  const start = parseHeader(text.slice(0, DEFAULT_LENGTH));
  // The cut may have split the header or a word of it.
  return text.length <= DEFAULT_LENGTH || start.endsBefore ? start : parseHeader(text);
}

/** `endsBefore`: the header is followed by a token outside it, and that token by another one. */
function parseHeader(text: string): Header & { endsBefore: boolean } {
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

/** The words of the header and the UTF-16 offset after the last of them; 0 if there is no header. */
export function headerEnd(text: string): { words: readonly string[]; end: number } {
  return readHeader(text);
}

/** The imports in normalised form: files with the same header can share a worker. */
export function headerOf(text: string): string {
  return readHeader(text).words.join(' ');
}

/** The modules that the header imports, as written. */
export function importsOf(text: string): string[] {
  return readHeader(text).words.filter((word) => !HEADER_WORDS.has(word));
}

/** The header exactly as in the file, from the start of the file. */
export function headerText(text: string): string {
  return text.slice(0, readHeader(text).end);
}

/**
 * The message in which Lean seems to report that it could not load an import of `text`: one positioned in the header.
 * Only a hint if the text is untrusted: a command in the first line that prints something like a Lean message can
 * imitate it. Used by `verify/trial/header-check.ts`.
 */
export function headerErrorIn(text: string, messages: readonly Diagnostic[]): Diagnostic | undefined {
  const candidates = messages.filter(({ severity, class: of }) => severity === 'error' && of === 'import_error');
  if (candidates.length === 0) return undefined;
  const before = text.slice(0, readHeader(text).end).split('\n');
  const [lastLine, lastColumn] = [before.length, [...(before.at(-1) ?? '')].length];
  return candidates.find(({ line, column }) => line < lastLine || (line === lastLine && column <= lastColumn));
}
