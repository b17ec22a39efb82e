/** Keeps what latent semantic analysis learned from a library in a file beside it, to embed questions. A cache. */
import { readFileSync } from 'node:fs';
import { writeAtomically } from '../base/atomic-write.ts';
import { sha256 } from '../base/hash.ts';
import { joinBytes } from '../base/join-bytes.ts';
import type { LsaModel } from './lsa.ts';

/** Increased when the same texts give other vectors. */
const VERSION = 1;
/** `LmLs` in ASCII. */
const MAGIC = 0x4c6d4c73;
/** Magic, version, dimension, number of words, bytes of the words; all of 32 bits. */
const HEADER_BYTES = 20;

export interface KeptLsa {
  model: LsaModel;
  /** Identity of the model: vectors of two cannot be compared. */
  snapshot: string;
}

/** `library.sqlite` → `library.lsa.bin`. */
export function lsaFileOf(libraryPath: string): string {
  return libraryPath.replace(/(?:\.sqlite)?$/u, '.lsa.bin');
}

/** Null if there is no usable file. */
export function readLsaFile(path: string): KeptLsa | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  if (bytes.byteLength < HEADER_BYTES) return null;
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const [magic, version, dimension, count, wordBytes] = new Uint32Array(buffer, 0, 5) as unknown as [
    ...[number, number, number, number, number],
  ];
  if (magic !== MAGIC || version !== VERSION) return null;
  const numbersStart = HEADER_BYTES + 4 * Math.ceil(wordBytes / 4);
  if (buffer.byteLength !== numbersStart + 4 * count * (1 + dimension)) return null;
  const words = Buffer.from(buffer, HEADER_BYTES, wordBytes).toString('utf8').split('\n');
  if (count > 0 && words.length !== count) return null;
  const model = {
    vocabulary: new Map(count === 0 ? [] : words.map((word, row) => [word, row])),
    idf: new Float32Array(buffer, numbersStart, count),
    basis: new Float32Array(buffer, numbersStart + 4 * count, count * dimension),
    dimension,
  };
  return { model, snapshot: sha256(bytes) };
}

/** Readers see the old file until the new one is complete. @throws if the folder is not writable or full */
export function writeLsaFile(path: string, { vocabulary, idf, basis, dimension }: LsaModel): KeptLsa {
  const words = Buffer.from([...vocabulary.keys()].join('\n'), 'utf8');
  const header = new Uint32Array([MAGIC, VERSION, dimension, vocabulary.size, words.byteLength]);
  const padding = new Uint8Array((4 - (words.byteLength % 4)) % 4);
  const parts = [header, words, padding, idf, basis];
  const bytes = joinBytes(parts);
  writeAtomically(path, bytes);
  return { model: { vocabulary, idf, basis, dimension }, snapshot: sha256(bytes) };
}
