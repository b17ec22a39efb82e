/**
 * The weights file: token vectors and ranker weights, trained by `npm run train`. A JSON header has the position of
 * each array and the provenance. A checksum detects truncated or altered files.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { ByteTable } from './byte-table.ts';
import { PremiseTables } from './premise-tables.ts';
import { CODE_LIMIT, TokenTables } from './token-tables.ts';

/** Version of features, tables and weights together. Increment if the meaning of one of them changes. */
export const WEIGHTS_VERSION = 1;

/** Name prefix of the arrays learned from proofs. */
export const PREMISE_PREFIX = 'premise ';
/** Name prefix of a ranker's array, before its profile. */
export const RANKER_PREFIX = 'ranker ';

/** The weights file of the package. */
export const SHIPPED_WEIGHTS: string = fileURLToPath(new URL('../../weights/mathlib.weights', import.meta.url));

export const MAGIC = 'lemmahead weights\n';
/** Length of the header, in bytes, as eight digits and a line break. */
export const LENGTH_DIGITS = 9;
/** Bytes per number. */
const FLOAT = Float32Array.BYTES_PER_ELEMENT;
/** Dimensions must be a multiple of this: see `byte-matrix.ts`. */
const DIMENSION_STEP = 16;

/** Fix for an unusable weights file: the file is part of the package. */
export const REINSTALL = 'Install lemmahead again.';

/** Origin of the weights, for users and for benchmark reports. */
export interface Provenance {
  mathlib: string;
  /** SHA-256 of each file of queries. */
  queries: Record<string, string>;
  seed: number;
  date: string;
  scores: Record<string, unknown>;
}

export interface Header {
  version: number;
  /** SHA-256 of the arrays. */
  checksum: string;
  dimension: number;
  /** By ranker: id of the features it was trained on. */
  features: Record<string, string>;
  arrays: Record<string, { type: 'bytes' | 'floats' | 'text'; at: number; length: number }>;
  provenance: Provenance;
}

/** A ranker as stored in a weights file. */
export interface LearnedRanker {
  /** Id of the features it was trained on. The weights are invalid for features with another id. */
  features: string;
  weights: Float32Array;
}

export interface Weights {
  /** Id of the tables only: the vectors of an index belong to tables with one id. */
  tablesId: string;
  tables: TokenTables;
  /** Tables learned from proofs; null if the file has none. */
  readonly premises: PremiseTables | null;
  rankers: Readonly<Record<string, LearnedRanker>>;
  provenance: Provenance;
}

let latest: { path: string; stamp: string; weights: Weights } | null = null;

/**
 * Reads a weights file. Caches it until the file changes, because an update and the search after it read the same file.
 * @throws {Failure} `weights-missing`, `weights-damaged` (truncated, altered, or with non-finite numbers),
 *   `weights-version`.
 */
export function readWeights(path: string): Weights {
  let bytes: Buffer;
  let stamp: string;
  try {
    const { ino, size, mtimeMs } = statSync(path);
    stamp = `${ino} ${size} ${mtimeMs}`;
    if (latest?.path === path && latest.stamp === stamp) return latest.weights;
    bytes = readFileSync(path);
  } catch (cause) {
    throw new Failure('missing', 'weights-missing', {
      message: `The weights of the ranking cannot be read from ${path}.`,
      reason: (cause as Error).message,
      next: REINSTALL,
      cause,
    });
  }
  const weights = decoded(bytes, path);
  latest = { path, stamp, weights };
  return weights;
}

function decoded(bytes: Buffer, path: string): Weights {
  const header = readHeader(bytes, path);
  const body = bytes.subarray(headerEnd(bytes));
  if (sha256(body) !== header.checksum) throw damaged(path, 'the checksum differs: the file was truncated or altered');
  const part = (name: string): Buffer => {
    const place = header.arrays[name];
    if (place === undefined) throw damaged(path, `the array "${name}" is missing`);
    return body.subarray(place.at, place.at + place.length);
  };
  const floats = (name: string): Float32Array => {
    const values = new Float32Array(Uint8Array.from(part(name)).buffer);
    if (!values.every(Number.isFinite)) throw damaged(path, `the array "${name}" has non-finite numbers`);
    return values;
  };
  const { dimension } = header;
  const vocabulary = linesOf(part('vocabulary'));
  const mismatch = sizeMismatch(vocabulary.length, dimension, part);
  if (mismatch !== null) throw damaged(path, mismatch);
  const table: Parts['table'] = (name, width) => {
    const { buffer, byteOffset, length } = part(name);
    return new ByteTable(new Int8Array(buffer, byteOffset, length), floats(`${name} scales`), width);
  };
  const tables = new TokenTables({
    vocabulary,
    rarity: floats('rarity'),
    query: table('asked', dimension),
    statement: table('stated', dimension),
  });
  const parts = { part, floats, table };
  const hasPremises = header.arrays[`${PREMISE_PREFIX}symbols`] !== undefined;
  const premises = hasPremises ? premiseReader(path, vocabulary.length, parts) : () => null;
  const rankers = Object.keys(header.arrays).flatMap((name) => {
    if (!name.startsWith(RANKER_PREFIX)) return [];
    const profile = name.slice(RANKER_PREFIX.length);
    return [[profile, { features: header.features?.[profile] ?? '', weights: floats(name) }] as const];
  });
  return {
    tablesId: tablesIdOf(body, header),
    tables,
    get premises() {
      return premises();
    },
    rankers: Object.fromEntries(rankers),
    provenance: header.provenance,
  };
}

/** Arrays of a file by name. */
interface Parts {
  part: (name: string) => Buffer;
  floats: (name: string) => Float32Array;
  table: (name: string, dimension: number) => ByteTable;
}

/** Validates the premise tables, and loads them on first use, because a query in words does not need them. */
function premiseReader(path: string, words: number, { part, floats, table }: Parts): () => PremiseTables {
  const symbols = linesOf(part(`${PREMISE_PREFIX}symbols`));
  const size = words + symbols.length;
  const dimension = Math.round(part(`${PREMISE_PREFIX}asked`).length / Math.max(1, size));
  const mismatch = sizeMismatch(size, dimension, (name) => part(PREMISE_PREFIX + name));
  if (mismatch !== null) throw damaged(path, `premise tables: ${mismatch}`);
  const rarity = floats(`${PREMISE_PREFIX}rarity`);
  for (const name of ['asked scales', 'stated scales']) floats(PREMISE_PREFIX + name);
  let tables: PremiseTables | null = null;
  return () => {
    tables ??= new PremiseTables({
      words,
      symbols,
      rarity,
      dimension,
      query: table(`${PREMISE_PREFIX}asked`, dimension).floats,
      statement: table(`${PREMISE_PREFIX}stated`, dimension).floats,
    });
    return tables;
  };
}

function tablesIdOf(body: Buffer, { arrays, version, dimension }: Header): string {
  const hash = createHash('sha256').update(`${version} ${dimension}\n`);
  for (const [name, { at, length }] of Object.entries(arrays)) {
    if (!name.startsWith(RANKER_PREFIX) && !name.startsWith(PREMISE_PREFIX))
      hash.update(body.subarray(at, at + length));
  }
  return hash.digest('hex').slice(0, 16);
}

function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8').split('\n');
}

/** Describes the first array that does not fit this number of words. */
function sizeMismatch(words: number, dimension: number, part: (name: string) => Buffer): string | null {
  if (words >= CODE_LIMIT) return 'it has more words than available codes';
  const sizes = { rarity: words * FLOAT, asked: words * dimension, stated: words * dimension };
  const scales = { 'asked scales': words * FLOAT, 'stated scales': words * FLOAT };
  const mismatch = Object.entries({ ...sizes, ...scales }).find(([name, size]) => part(name).length !== size);
  return mismatch === undefined ? null : `it has ${words} words, but the array "${mismatch[0]}" has another length`;
}

function headerEnd(bytes: Buffer): number {
  const length = Number(bytes.toString('latin1', MAGIC.length, MAGIC.length + LENGTH_DIGITS));
  return MAGIC.length + LENGTH_DIGITS + length;
}

function readHeader(bytes: Buffer, path: string): Header {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged(path, 'it does not start like a weights file');
  let header: Partial<Header> | null;
  try {
    header = JSON.parse(bytes.toString('utf8', MAGIC.length + LENGTH_DIGITS, headerEnd(bytes))) as typeof header;
  } catch {
    throw damaged(path, 'its header cannot be read');
  }
  if (typeof header?.version !== 'number') throw damaged(path, 'its header has no version');
  if (header.version === WEIGHTS_VERSION) {
    if (!isValidHeader(header)) throw damaged(path, 'its header is invalid');
    return header;
  }
  throw new Failure('missing', 'weights-version', {
    message: `The weights at ${path} have version ${header.version}; this program reads version ${WEIGHTS_VERSION}.`,
    next: REINSTALL,
  });
}

/** Checks that the arrays are contiguous: this detects any altered position or length in the header. */
function isValidHeader(header: Partial<Header>): header is Header {
  const { arrays, dimension, checksum } = header;
  if (typeof arrays !== 'object' || arrays === null || typeof checksum !== 'string') return false;
  if (typeof dimension !== 'number' || dimension <= 0 || dimension % DIMENSION_STEP !== 0) return false;
  let end = 0;
  for (const { type, at, length } of Object.values(arrays)) {
    if (at !== end || !Number.isInteger(length) || length < 0) return false;
    if (type === 'floats' && length % FLOAT !== 0) return false;
    end += length;
  }
  return true;
}

function damaged(path: string, reason: string): Failure {
  return new Failure('missing', 'weights-damaged', {
    message: `${path} is not a complete weights file.`,
    reason,
    next: REINSTALL,
  });
}
