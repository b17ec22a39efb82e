/**
 * Splits a declaration's name into parts: the `n:` tokens of the index. The same functions split queries by name, so
 * index and query agree. Ranking and typo correction belong in search/.
 *
 * Terms: `Nat.isUnit_iff'` has two *components* (between dots), the *chunks* `nat`, `isunit` and `iff`
 * (between dots, underscores and primes) and the *pieces* `nat`, `is`, `unit`, `iff` (chunks cut at camel case, digits).
 */
import type { MakeAnalyser, NumberToken } from './analysis.ts';
import { CodeUnits } from '../lean/code-units.ts';
import { SubstringNumbers } from './substring-numbers.ts';

/** Prefix of this channel's tokens. */
export const NAME_TOKEN = 'n:';

/** Separators of chunks. `!` and `?` end identifiers like `get!`; «» quote. */
const SEPARATORS = /[.\s_'!?«»]+/u;

const SUBSCRIPT_ZERO = 0x2080;

/** Splits at dots, underscores, primes and white space; case is kept. */
export function splitChunks(name: string): string[] {
  return name.split(SEPARATORS).filter((chunk) => chunk !== '');
}

/** Cuts a chunk at camel case and around digits, lower-cased: `ENNReal` → `enn`, `real`; `cancel₀` → `cancel`, `0`. */
export function splitPieces(chunk: string): string[] {
  const plain = foldChunk(chunk, false);
  const pieces: string[] = [];
  let start = 0;
  for (let i = 1; i < plain.length; i++) {
    const before = caseOf(plain.charCodeAt(i - 1));
    const here = caseOf(plain.charCodeAt(i));
    const endsAcronym =
      before === 'upper' && here === 'upper' && i + 1 < plain.length && caseOf(plain.charCodeAt(i + 1)) === 'lower';
    if ((before !== here && !(before === 'upper' && here === 'lower')) || endsAcronym) {
      pieces.push(plain.slice(start, i).toLowerCase());
      start = i;
    }
  }
  pieces.push(plain.slice(start).toLowerCase());
  return pieces;
}

/** A chunk as written in its token: subscript digits as plain ones, lower-cased by default. */
export function foldChunk(chunk: string, lower = true): string {
  const plain = /[₀-₉]/u.test(chunk)
    ? chunk.replace(/[₀-₉]/gu, (digit) => String(digit.charCodeAt(0) - SUBSCRIPT_ZERO))
    : chunk;
  return lower ? plain.toLowerCase() : plain;
}

function caseOf(code: number): 'upper' | 'lower' | 'digit' {
  if (code >= 0x61 && code <= 0x7a) return 'lower';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code < 0x80) return 'lower';
  const char = String.fromCharCode(code);
  return char.toLowerCase() === char ? 'lower' : 'upper';
}

/** The place of a token in a name, encoded in its one-byte weight. Counts are in pieces. */
export interface NamePlace {
  inLast: boolean;
  /** Pieces of the last component, at most 8. */
  lastPieces: number;
  /** Pieces of the namespace before it, at most 7. */
  spacePieces: number;
}

/** 1 to 255. The bit of the last component is the highest: of two places, the one in the last component is stored. */
function encodePlace(inLast: boolean, lastPieces: number, spacePieces: number): number {
  const last = Math.min(lastPieces, 8) - 1;
  const space = Math.min(spacePieces, 7);
  return (inLast ? 128 : 0) | (last << 3) | space || 1;
}

export function decodePlace(weight: number): NamePlace {
  return { inLast: weight >= 128, lastPieces: ((weight >> 3) & 7) + 1, spacePieces: weight & 7 };
}

interface ChunkTokens {
  tokens: number[];
  pieces: number;
}

/** The analyser of names: emits each chunk, and its pieces if camel case or digits split it. */
export const makeNameAnalyser: MakeAnalyser = ({ numberToken }) => {
  const known = new ChunkReader(numberToken);
  let spaceText = '';
  let space: ChunkTokens[] = [];
  return ({ declaration: { name } }, emit) => {
    const dot = name.lastIndexOf('.');
    const before = name.slice(0, Math.max(dot, 0));
    if (before !== spaceText) {
      spaceText = before;
      space = known.read(before);
    }
    const last = known.read(name.slice(dot + 1));
    const lastPieces = Math.max(countPieces(last), 1);
    const spacePieces = countPieces(space);
    const inSpace = encodePlace(false, lastPieces, spacePieces);
    const inLast = encodePlace(true, lastPieces, spacePieces);
    for (const { tokens } of space) for (const token of tokens) emit(token, inSpace);
    for (const { tokens } of last) for (const token of tokens) emit(token, inLast);
  };
};

/** Reads names as `splitChunks` does, and creates each chunk's tokens once. */
class ChunkReader {
  readonly #numberToken: NumberToken;
  readonly #text = new CodeUnits();
  readonly #chunks = new SubstringNumbers();
  readonly #tokens: ChunkTokens[] = [];

  constructor(numberToken: NumberToken) {
    this.#numberToken = numberToken;
  }

  read(name: string): ChunkTokens[] {
    this.#text.read(name);
    const { units, length } = this.#text;
    const found: ChunkTokens[] = [];
    for (let i = 0; i < length; i++) {
      const start = i;
      while (i < length && !isSeparator(units[i]!)) i++;
      if (i > start) found.push(this.#chunk(units, start, i));
    }
    return found;
  }

  #chunk(units: Uint16Array, start: number, end: number): ChunkTokens {
    const number = this.#chunks.numberOf(units, start, end);
    return (this.#tokens[number] ??= this.#analyse(this.#chunks.text(number)));
  }

  #analyse(chunk: string): ChunkTokens {
    const pieces = splitPieces(chunk);
    const words = pieces.length > 1 ? [...pieces, foldChunk(chunk)] : pieces;
    return { tokens: words.map((word) => this.#numberToken(NAME_TOKEN + word)), pieces: pieces.length };
  }
}

function isSeparator(code: number): boolean {
  return code < 0x80 ? ASCII_SEPARATORS[code] === 1 : SEPARATORS.test(String.fromCharCode(code));
}

const ASCII_SEPARATORS = Uint8Array.from({ length: 0x80 }, (_, code) =>
  SEPARATORS.test(String.fromCharCode(code)) ? 1 : 0,
);

function countPieces(chunks: ChunkTokens[]): number {
  let pieces = 0;
  for (const chunk of chunks) pieces += chunk.pieces;
  return pieces;
}
