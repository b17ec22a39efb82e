/** Keeps the dependency graph of an index in a file beside it. The file is a cache: an unusable one is made again. */
import { readFileSync } from 'node:fs';
import { writeAtomically } from '../base/atomic-write.ts';
import { joinBytes } from '../base/join-bytes.ts';
import type { Adjacency } from './adjacency.ts';
import type { DependencyGraph } from './dependency-graph.ts';

/** Increased when the graph of the same index changes. */
const VERSION = 2;
/** `LmGr` in ASCII. */
const MAGIC = 0x4c6d4772;
const DIGEST_BYTES = 64;
/** Magic, version, number of nodes, number of edges; then the digest. */
const HEADER_BYTES = 16 + DIGEST_BYTES;
/** Both directions of the edges are stored. */
const NODE_BYTES = 12;
const EDGE_BYTES = 10;

/** `index.sqlite` → `index.graph.bin`. */
export function graphFileOf(indexPath: string): string {
  return indexPath.replace(/(?:\.sqlite)?$/u, '.graph.bin');
}

/** Null if there is no usable graph of the index with this digest. */
export function readGraphFile(path: string, digest: string): DependencyGraph | null {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  if (bytes.byteLength < HEADER_BYTES) return null;
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const [magic, version, size, count] = new Uint32Array(buffer, 0, 4) as unknown as [number, number, number, number];
  if (magic !== MAGIC || version !== VERSION || !isDigest(buffer, digest)) return null;
  if (buffer.byteLength !== HEADER_BYTES + NODE_BYTES * size + EDGE_BYTES * count) return null;
  let at = HEADER_BYTES;
  const numbers = (length: number): Uint32Array => new Uint32Array(buffer, (at += 4 * length) - 4 * length, length);
  const bytesOf = (length: number): Uint8Array => new Uint8Array(buffer, (at += length) - length, length);
  const [owner, ends, backEnds] = [numbers(size), numbers(size), numbers(size)];
  const [targets, sources] = [numbers(count), numbers(count)];
  const edges = { size, ends, targets, labels: bytesOf(count) };
  const back = { size, ends: backEnds, targets: sources, labels: bytesOf(count) };
  return isWhole(edges) && isWhole(back) && owner.every((node) => node < size) ? { edges, back, owner } : null;
}

function isWhole({ size, ends, targets }: Adjacency): boolean {
  let before = 0;
  for (const end of ends) {
    if (end < before) return false;
    before = end;
  }
  return before === targets.length && targets.every((target) => target < size);
}

function isDigest(buffer: ArrayBuffer, digest: string): boolean {
  return Buffer.from(buffer, 16, DIGEST_BYTES).toString('latin1') === digest.padEnd(DIGEST_BYTES);
}

/** Readers see the old file until the new one is complete. @throws if the folder is not writable or full */
export function writeGraphFile(path: string, digest: string, { edges, back, owner }: DependencyGraph): void {
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  new Uint32Array(header.buffer, header.byteOffset, 4).set([MAGIC, VERSION, edges.size, edges.targets.length]);
  header.write(digest, 16, DIGEST_BYTES, 'latin1');
  const parts = [header, owner, edges.ends, back.ends, edges.targets, back.targets, edges.labels, back.labels];
  writeAtomically(path, joinBytes(parts));
}
