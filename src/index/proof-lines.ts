/**
 * Encodes which identifiers each proof of a file contains. They later show which declarations prove statements like a
 * goal. Stored as written, by line of `files.identifiers`; resolved on request, for a few proofs only.
 *
 * Layout: for each theorem in the order of the file, the gap of its line to the previous one's, the number of
 * identifiers, and the gaps between their lines in rising order, all as base-128 varints.
 */
import { inflateRawSync } from 'node:zlib';
import type { Declaration, FileFacts } from '../lean/declaration.ts';
import { NumberList } from './number-list.ts';
import { pushVarint, VarintReader } from './varints.ts';

/** Class of a UTF-16 unit in the search for the start of a proof; 0: irrelevant. */
const OPENING = 1;
const CLOSING = 2;
const COLON = 3;
const BAR = 4;
const NEW_LINE = 5;
const SPACE = 6;
const EQUALS = 0x3d;
const CLASSES = new Uint8Array(1 << 16);
for (const [units, kind] of [
  ['([{⟨⦃', OPENING],
  [')]}⟩⦄', CLOSING],
  [':', COLON],
  ['|', BAR],
  ['\n', NEW_LINE],
  [' ', SPACE],
] as const)
  for (const unit of units) CLASSES[unit.charCodeAt(0)] = kind;

/** `lineOf`: for each identifier of `facts` its line among those of the file, or -1. */
export function encodeProofs(
  { declarations, identifiers }: Pick<FileFacts, 'declarations' | 'identifiers'>,
  source: string,
  lineOf: Int32Array,
): Uint8Array {
  const proofs: number[] = [];
  const lines = lineStarts(source);
  const written = new NumberList();
  /** By line of an identifier: the last theorem whose proof contains it. */
  const lastIn = new Int32Array(lineOf.length);
  let serial = 0;
  let lastLine = 0;
  let next = 0;
  for (const { line, endLine } of declarations.filter(isProved)) {
    if (line <= lastLine) continue;
    const end = lines[endLine] ?? source.length;
    const from = startOfProof(source, lines[line - 1] ?? end, end);
    while (next < lineOf.length && identifiers[2 * next]! < from) next++;
    written.clear();
    serial++;
    for (; next < lineOf.length && identifiers[2 * next]! < end; next++) {
      const identifier = lineOf[next]!;
      if (identifier < 0 || lastIn[identifier] === serial) continue;
      lastIn[identifier] = serial;
      written.push(identifier);
    }
    if (written.length === 0) continue;
    pushVarint(proofs, line - lastLine);
    pushVarint(proofs, written.length);
    lastLine = line;
    let before = 0;
    for (const one of written.items.subarray(0, written.length).sort()) {
      pushVarint(proofs, one - before);
      before = one;
    }
  }
  return Uint8Array.from(proofs);
}

/** The names of `files.identifiers`, by line. */
export function decodeIdentifiers(bytes: Uint8Array): string[] {
  const lines = inflateRawSync(bytes).toString('utf8').split('\n');
  return lines.map((line) => line.slice(0, Math.max(0, line.lastIndexOf(' '))));
}

/** By line of the theorem: lines in the file's list of identifiers. */
export function decodeProofs(bytes: Uint8Array): Map<number, number[]> {
  const proofs = new Map<number, number[]>();
  const reader = new VarintReader(bytes);
  for (let line = 0; reader.at < bytes.length;) {
    line += reader.next();
    let place = 0;
    proofs.set(
      line,
      Array.from({ length: reader.next() }, () => (place += reader.next())),
    );
  }
  return proofs;
}

function isProved({ kind, origin }: Declaration): boolean {
  return origin === 'written' && (kind === 'theorem' || kind === 'lemma');
}

/** Offsets of the starts of lines; line n is at index n - 1. */
function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * The position after the `:=` outside of brackets, or the first line that starts with `|`. Comments are read as code,
 * which loses a proof or two.
 */
function startOfProof(source: string, from: number, to: number): number {
  let depth = 0;
  let isLineStart = false;
  for (let at = from; at < to; at++) {
    const kind = CLASSES[source.charCodeAt(at)]!;
    if (kind === OPENING) depth++;
    else if (kind === CLOSING) depth--;
    else if (kind === COLON && depth === 0 && source.charCodeAt(at + 1) === EQUALS) return at + 2;
    else if (kind === BAR && depth === 0 && isLineStart) return at;
    isLineStart = kind === NEW_LINE || (isLineStart && kind === SPACE);
  }
  return to;
}
