/**
 * Splits Lean 4 source text into tokens. Plain comments leave no token; docstrings and module docs do. Works on
 * character codes in one pass and never fails: unreadable text becomes a problem and a one-character symbol.
 */
import * as Char from './characters.ts';
import type { Problem } from './declaration.ts';
import * as Token from './tokens.ts';

const NEWLINE = 0x0a;
const DOUBLE_QUOTE = 0x22;
const QUOTE = 0x27;
const DOT = 0x2e;
const DASH = 0x2d;
const SLASH = 0x2f;
const LESS = 0x3c;
const BACKSLASH = 0x5c;
const EXCLAMATION = 0x21;
const HASH = 0x23;
const LOWER_R = 0x72;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_GUILLEMET = 0xab;
const CLOSE_GUILLEMET = 0xbb;

/** Symbols of several characters that readers need, by first character; all other symbols have one character. */
const LONG_SYMBOLS: string[][] = Array.from({ length: 0x80 }, () => []);
for (const symbol of [':=', '::', '=>', '||', '|>', '<|>', '<|', '@[', '..', '.{'])
  LONG_SYMBOLS[symbol.charCodeAt(0)]!.push(symbol);

export function tokenise(text: string, problems: Problem[]): Token.Tokens {
  const tokens = new Token.Tokens(text);
  const length = text.length;
  let at = Char.unitAt(text, 0) === 0xfeff ? 1 : 0;
  let flags = Token.LINE_FIRST | Token.COLUMN_ZERO | Token.SPACED;
  let newlines = 0;
  // After an unclosed string, a string must close on its line; after one failure, none starts on that line.
  let sawOpenString = false;
  let noStringBefore = 0;
  const failed: FailedSearches = { quotedUntil: 0, rawHashes: Infinity };

  while (at < length) {
    const unit = text.charCodeAt(at);
    const bits = Char.CLASS[unit]!;
    if (bits & Char.SPACE) {
      if (unit === NEWLINE) {
        newlines++;
        flags =
          Token.LINE_FIRST |
          Token.COLUMN_ZERO |
          Token.SPACED |
          (newlines > 1 ? Token.AFTER_BLANK : flags & Token.AFTER_BLANK);
      } else {
        flags = (flags & ~Token.COLUMN_ZERO) | Token.SPACED;
      }
      at++;
      continue;
    }
    const next = Char.unitAt(text, at + 1);
    // Lean reads the longest token first: after `//` or `<-`, a dash opens no comment (`{ n // -n = n }` unspaced).
    if ((unit === SLASH && next === SLASH) || (unit === LESS && next === DASH)) {
      tokens.add(Token.SYMBOL, at, at + 1, flags);
      tokens.add(Token.SYMBOL, at + 1, at + 2, 0);
      flags = 0;
      newlines = 0;
      at += 2;
      continue;
    }
    if (unit === DASH && next === DASH) {
      at = endOfLine(text, at);
      flags = (flags & ~Token.COLUMN_ZERO) | Token.SPACED;
      newlines = 0;
      continue;
    }
    if (unit === SLASH && next === DASH) {
      let end = endOfBlockComment(text, at);
      if (end < 0) {
        problems.push({ line: tokens.lineAt(at), message: 'comment is not closed' });
        end = length;
      }
      const third = Char.unitAt(text, at + 2);
      const isDoc = third === DASH && end - at > 4;
      if (isDoc || third === 0x21) {
        tokens.add(isDoc ? Token.DOC : Token.MODULE_DOC, at, end, flags);
        flags = 0;
        newlines = 0;
      } else {
        flags = (flags & ~Token.COLUMN_ZERO) | Token.SPACED;
        newlines = 0;
      }
      at = end;
      continue;
    }

    let end: number;
    let kind = Token.IDENTIFIER;
    if (bits & Char.IDENTIFIER_START) {
      end = unit === LOWER_R ? endOfRawString(text, at, failed) : -1;
      if (end >= 0) kind = Token.STRING;
      else end = endOfIdentifier(text, at, failed);
    } else if (bits & Char.DIGIT) {
      kind = Token.NUMBER;
      end = endOfNumber(text, at);
    } else if (unit === DOUBLE_QUOTE) {
      kind = Token.STRING;
      const isInterpolated = at > 0 && text.charCodeAt(at - 1) === EXCLAMATION && !(flags & Token.SPACED);
      if (isInterpolated) end = endOfInterpolatedString(text, at);
      else end = at < noStringBefore ? -1 : endOfString(text, at, sawOpenString);
      if (end < 0) {
        if (sawOpenString && at >= noStringBefore) noStringBefore = endOfLine(text, at);
        if (!sawOpenString) problems.push({ line: tokens.lineAt(at), message: 'string is not closed' });
        sawOpenString = true;
        kind = Token.SYMBOL;
        end = at + 1;
      }
    } else if (unit === QUOTE) {
      end = endOfCharacter(text, at);
      kind = end < 0 ? Token.SYMBOL : Token.CHARACTER;
      if (end < 0) end = at + 1;
    } else if (unit === OPEN_GUILLEMET || unit >= 0xd800) {
      end = endOfIdentifier(text, at, failed);
      if (end === at) {
        kind = Token.SYMBOL;
        end = at + Char.characterWidth(unit, next);
      }
    } else {
      kind = Token.SYMBOL;
      end = endOfSymbol(text, at, unit);
    }
    tokens.add(kind, at, end, flags);
    flags = 0;
    newlines = 0;
    at = end;
  }
  return tokens;
}

/** Failed searches, recorded so that later positions do not repeat them. */
interface FailedSearches {
  /** No quoted name closes before this offset. */
  quotedUntil: number;
  /** Raw strings with this many hashes or more are not closed in the rest of the text. */
  rawHashes: number;
}

function endOfSymbol(text: string, at: number, unit: number): number {
  if (unit < LONG_SYMBOLS.length) {
    for (const symbol of LONG_SYMBOLS[unit]!) if (text.startsWith(symbol, at)) return at + symbol.length;
  }
  return at + 1;
}

/** End of the line or block comment that begins at `at`; the end of the text if it is never closed. */
export function endOfComment(text: string, at: number): number {
  if (!text.startsWith('/-', at)) return endOfLine(text, at);
  const end = endOfBlockComment(text, at);
  return end < 0 ? text.length : end;
}

/** Index after the comment that opens at `at`; comments nest. -1 if it is never closed. */
function endOfBlockComment(text: string, at: number): number {
  let depth = 1;
  let from = at + 2;
  for (;;) {
    const dash = text.indexOf('-', from);
    if (dash < 0) return -1;
    if (dash > from && text.charCodeAt(dash - 1) === SLASH) {
      depth++;
      from = dash + 1;
    } else if (Char.unitAt(text, dash + 1) === SLASH) {
      depth--;
      from = dash + 2;
      if (depth === 0) return from;
    } else {
      from = dash + 1;
    }
  }
}

/** Index after the dotted name: `Foo.«bar baz».x₁'`. Returns `at` if no name starts there. */
function endOfIdentifier(text: string, at: number, failed: FailedSearches): number {
  let end = at;
  let from = at;
  for (;;) {
    const after = endOfComponent(text, from, failed);
    if (after === from) return end;
    end = after;
    if (Char.unitAt(text, end) !== DOT) return end;
    from = end + 1;
  }
}

function endOfComponent(text: string, from: number, failed: FailedSearches): number {
  const unit = Char.unitAt(text, from);
  if (unit === OPEN_GUILLEMET) {
    if (from < failed.quotedUntil) return from;
    let at = from + 1;
    for (; at < text.length && text.charCodeAt(at) !== NEWLINE; at++) {
      if (text.charCodeAt(at) === CLOSE_GUILLEMET) return at + 1;
    }
    failed.quotedUntil = at;
    return from;
  }
  let at = from + Char.identifierStart(text, from);
  if (at === from) return from;
  for (;;) {
    if (Char.CLASS[Char.unitAt(text, at)]! & Char.IDENTIFIER_REST) {
      at++;
      continue;
    }
    const width = Char.identifierRest(text, at);
    if (width === 0) return at;
    at += width;
  }
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length : newline;
}

function endOfNumber(text: string, at: number): number {
  let end = at + 1;
  while (Char.CLASS[Char.unitAt(text, end)]! & (Char.DIGIT | Char.IDENTIFIER_START)) end++;
  if (Char.unitAt(text, end) === DOT && Char.CLASS[Char.unitAt(text, end + 1)]! & Char.DIGIT) {
    end += 2;
    while (Char.CLASS[Char.unitAt(text, end)]! & (Char.DIGIT | Char.IDENTIFIER_START)) end++;
  }
  return end;
}

/** Index after the closing quote; -1 if not found (with `sameLine`: not found on this line). */
export function endOfString(text: string, at: number, sameLine: boolean): number {
  let from = at + 1;
  for (;;) {
    const unit = text.charCodeAt(from);
    if (unit === DOUBLE_QUOTE) return from + 1;
    if (unit === BACKSLASH) from += 2;
    else if (Number.isNaN(unit) || (sameLine && unit === NEWLINE)) return -1;
    else from++;
    if (from > text.length) return -1;
  }
}

/**
 * Index after the closing quote of `s!"… {term} …"`; a term may contain strings and braces. If that finds no end, reads
 * a plain string. -1 if not found.
 */
export function endOfInterpolatedString(text: string, at: number): number {
  let braces = 0;
  let from = at + 1;
  while (from < text.length) {
    const unit = text.charCodeAt(from);
    if (unit === DOUBLE_QUOTE && braces === 0) return from + 1;
    const end = braces > 0 ? endOfQuoted(text, from, unit) : -1;
    if (end >= 0) {
      from = end;
      continue;
    }
    if (unit === OPEN_BRACE) braces++;
    else if (unit === CLOSE_BRACE && braces > 0) braces--;
    else if (unit === BACKSLASH && braces === 0) from++;
    from++;
  }
  return endOfString(text, at, false);
}

/** Index after the string, character, name or comment at `at`, whose braces and quotes do not count; -1 if no such text starts at `at`. */
function endOfQuoted(text: string, at: number, unit: number): number {
  if (unit === DOUBLE_QUOTE) return endOfString(text, at, false);
  if (unit === QUOTE) return endOfCharacter(text, at);
  if (unit === OPEN_GUILLEMET) return text.indexOf('»', at) + 1 || -1;
  const next = Char.unitAt(text, at + 1);
  if (unit === SLASH && next === DASH) return endOfBlockComment(text, at);
  return unit === DASH && next === DASH ? endOfLine(text, at) : -1;
}

/** Index after `r"…"` or `r##"…"##`; -1 if no raw string starts at `at`. */
function endOfRawString(text: string, at: number, failed: FailedSearches): number {
  let quote = at + 1;
  while (Char.unitAt(text, quote) === HASH) quote++;
  const hashes = quote - at - 1;
  if (Char.unitAt(text, quote) !== DOUBLE_QUOTE || hashes >= failed.rawHashes) return -1;
  const closing = '"' + '#'.repeat(hashes);
  const end = text.indexOf(closing, quote + 1);
  if (end >= 0) return end + closing.length;
  failed.rawHashes = hashes;
  return -1;
}

/** Index after `'x'` or `'\n'`; -1 if the quote at `at` does not start a character (`f '' s`, `f ⁻¹' s`). */
function endOfCharacter(text: string, at: number): number {
  const unit = Char.unitAt(text, at + 1);
  if (unit === BACKSLASH) {
    // The longest escape is `\\u` with four digits.
    for (let end = at + 3; end <= at + 7; end++) if (Char.unitAt(text, end) === QUOTE) return end + 1;
    return -1;
  }
  if (unit === QUOTE || unit === NEWLINE) return -1;
  const end = at + 1 + Char.characterWidth(unit, Char.unitAt(text, at + 2));
  return Char.unitAt(text, end) === QUOTE ? end + 1 : -1;
}
