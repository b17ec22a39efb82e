/**
 * The file of what was learned: vectors of tokens and the weights of the rankers, by `npm run train`. A JSON header says
 * where each array lies and where all of it comes from; a checksum shows whether all of it is there.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../base/errors.ts';
import { sha256 } from '../base/hash.ts';
import { ByteTable } from './byte-table.ts';
import { PremiseTables, type LearnedPremiseTokens } from './premise-tables.ts';
import { CODE_LIMIT, TokenTables } from './token-tables.ts';

/** One number for features, tables and weights: raised whenever one of them means something else than before. */
export const WEIGHTS_VERSION = 1;

/** Arrays whose name begins so are what was learned from proofs. */
const PREMISES = 'premise ';
/** Of a ranker, before the name of its profile. */
const RANKER = 'ranker ';

/** The file of the package. */
export const SHIPPED_WEIGHTS: string = fileURLToPath(new URL('../../weights/mathlib.weights', import.meta.url));

const MAGIC = 'lemmahead weights\n';
/** Length of the header, in bytes, as eight digits and a line break. */
const LENGTH_DIGITS = 9;
/** Bytes a number. */
const FLOAT = Float32Array.BYTES_PER_ELEMENT;
/** Products of vectors are taken in steps of as many components: see `byte-matrix.ts`. */
const DIMENSION_STEP = 16;

/** What mends a file that cannot be used: it comes with the package. */
export const MEND = 'Install lemmahead again.';

/** Where the weights come from: for people, and for the report of a benchmark. */
export interface Provenance {
  mathlib: string;
  /** SHA-256 of each file of queries. */
  queries: Record<string, string>;
  seed: number;
  date: string;
  scores: Record<string, unknown>;
}

interface Header {
  version: number;
  /** Of the arrays. */
  checksum: string;
  dimension: number;
  /** By ranker, the id of the features that it was learned on. */
  features: Record<string, string>;
  arrays: Record<string, { type: 'bytes' | 'floats' | 'text'; at: number; length: number }>;
  provenance: Provenance;
}

/** A ranker as it lies in a weights file. */
export interface LearnedRanker {
  /** Id of the features that it was learned on: to those of another id its weights mean nothing. */
  features: string;
  weights: Float32Array;
}

/** What `writeWeights` takes and `readWeights` gives. */
export interface LearnedWeights {
  vocabulary: readonly string[];
  rarity: Float32Array;
  dimension: number;
  asked: Float32Array;
  stated: Float32Array;
  /** What was learned from proofs, if anything was. */
  premises?: LearnedPremiseTokens;
  /** Weights of the rankers by profile: `words`, `premises`. */
  rankers: Record<string, LearnedRanker>;
  provenance: Provenance;
}

export interface Weights {
  /** Of the tables alone: an index holds vectors made with tables of one id. */
  tablesId: string;
  tables: TokenTables;
  /** What was learned from proofs; null if nothing was. */
  readonly premises: PremiseTables | null;
  rankers: Readonly<Record<string, LearnedRanker>>;
  provenance: Provenance;
}

/** The bytes of a weights file: vectors as one byte a component and a length each. */
export function writeWeights(learned: LearnedWeights): Uint8Array {
  const { vocabulary, rarity, dimension, premises, provenance } = learned;
  const arrays: Header['arrays'] = {};
  const pieces: Uint8Array[] = [];
  let end = 0;
  const add = (name: string, type: 'bytes' | 'floats' | 'text', bytes: Uint8Array): void => {
    arrays[name] = { type, at: end, length: bytes.length };
    pieces.push(bytes);
    end += bytes.length;
  };
  add('vocabulary', 'text', Buffer.from(vocabulary.join('\n')));
  add('rarity', 'floats', floatBytes(rarity));
  const addTable = (name: string, table: Float32Array, width: number): void => {
    const { bytes, scales } = ByteTable.of(table, width);
    add(name, 'bytes', new Uint8Array(bytes.buffer));
    add(`${name} scales`, 'floats', floatBytes(scales));
  };
  for (const table of ['asked', 'stated'] as const) addTable(table, learned[table], dimension);
  if (premises !== undefined) {
    add(`${PREMISES}symbols`, 'text', Buffer.from(premises.symbols.join('\n')));
    add(`${PREMISES}rarity`, 'floats', floatBytes(premises.rarity));
    for (const table of ['asked', 'stated'] as const) addTable(PREMISES + table, premises[table], premises.dimension);
  }
  const features: Header['features'] = {};
  for (const [name, ranker] of Object.entries(learned.rankers)) {
    add(`${RANKER}${name}`, 'floats', floatBytes(ranker.weights));
    features[name] = ranker.features;
  }
  const body = Buffer.concat(pieces);
  const header: Header = { version: WEIGHTS_VERSION, checksum: sha256(body), dimension, features, arrays, provenance };
  const text = Buffer.from(JSON.stringify(header));
  const length = `${String(text.length).padStart(LENGTH_DIGITS - 1, '0')}\n`;
  return Buffer.concat([Buffer.from(MAGIC + length), text, body]);
}

let latest: { path: string; stamp: string; weights: Weights } | null = null;

/**
 * Reads a weights file, once as long as it stays as it is: an update and the search behind it want the same.
 * @throws {Failure} `weights-missing`, `weights-damaged` (cut short, altered, or with numbers that are none),
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
    throw new Failure(
      {
        exit: 'missing',
        code: 'weights-missing',
        message: `The weights of the ranking cannot be read from ${path}.`,
        reason: (cause as Error).message,
        next: MEND,
      },
      cause,
    );
  }
  const weights = decoded(bytes, path);
  latest = { path, stamp, weights };
  return weights;
}

function decoded(bytes: Buffer, path: string): Weights {
  const header = readHeader(bytes, path);
  const body = bytes.subarray(headerEnd(bytes));
  if (sha256(body) !== header.checksum) throw damaged(path, 'its checksum is another: it was cut short or altered');
  const part = (name: string): Buffer => {
    const place = header.arrays[name];
    if (place === undefined) throw damaged(path, `it holds no ${name}`);
    return body.subarray(place.at, place.at + place.length);
  };
  const floats = (name: string): Float32Array => {
    const values = new Float32Array(Uint8Array.from(part(name)).buffer);
    if (!values.every(Number.isFinite)) throw damaged(path, `${name} holds what is no number`);
    return values;
  };
  const { dimension } = header;
  const vocabulary = linesOf(part('vocabulary'));
  const misfit = misfitOf(vocabulary.length, dimension, part);
  if (misfit !== null) throw damaged(path, misfit);
  const table: Parts['table'] = (name, width) => {
    const { buffer, byteOffset, length } = part(name);
    return new ByteTable(new Int8Array(buffer, byteOffset, length), floats(`${name} scales`), width);
  };
  const tables = new TokenTables({
    vocabulary,
    rarity: floats('rarity'),
    asked: table('asked', dimension),
    stated: table('stated', dimension),
  });
  const parts = { part, floats, table };
  const hasPremises = header.arrays[`${PREMISES}symbols`] !== undefined;
  const premises = hasPremises ? premiseReader(path, vocabulary.length, parts) : () => null;
  const rankers = Object.keys(header.arrays).flatMap((name) => {
    if (!name.startsWith(RANKER)) return [];
    const profile = name.slice(RANKER.length);
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

/** Checks what there is of premises, and reads it when it is first asked for: a query in words needs none of it. */
function premiseReader(path: string, words: number, { part, floats, table }: Parts): () => PremiseTables {
  const symbols = linesOf(part(`${PREMISES}symbols`));
  const size = words + symbols.length;
  const dimension = Math.round(part(`${PREMISES}asked`).length / Math.max(1, size));
  const misfit = misfitOf(size, dimension, (name) => part(PREMISES + name));
  if (misfit !== null) throw damaged(path, `of premises, ${misfit}`);
  const rarity = floats(`${PREMISES}rarity`);
  for (const name of ['asked scales', 'stated scales']) floats(PREMISES + name);
  let tables: PremiseTables | null = null;
  return () => {
    tables ??= new PremiseTables({
      words,
      symbols,
      rarity,
      dimension,
      asked: table(`${PREMISES}asked`, dimension).floats,
      stated: table(`${PREMISES}stated`, dimension).floats,
    });
    return tables;
  };
}

function tablesIdOf(body: Buffer, { arrays, version, dimension }: Header): string {
  const hash = createHash('sha256').update(`${version} ${dimension}\n`);
  for (const [name, { at, length }] of Object.entries(arrays)) {
    if (!name.startsWith(RANKER) && !name.startsWith(PREMISES)) hash.update(body.subarray(at, at + length));
  }
  return hash.digest('hex').slice(0, 16);
}

function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8').split('\n');
}

/** What does not fit to so many words, in words. */
function misfitOf(words: number, dimension: number, part: (name: string) => Buffer): string | null {
  if (words >= CODE_LIMIT) return 'it holds more words than there are codes';
  const sizes = { rarity: words * FLOAT, asked: words * dimension, stated: words * dimension };
  const scales = { 'asked scales': words * FLOAT, 'stated scales': words * FLOAT };
  const misfit = Object.entries({ ...sizes, ...scales }).find(([name, size]) => part(name).length !== size);
  return misfit === undefined ? null : `it holds ${words} words, and ${misfit[0]} for another number`;
}

function headerEnd(bytes: Buffer): number {
  const length = Number(bytes.toString('latin1', MAGIC.length, MAGIC.length + LENGTH_DIGITS));
  return MAGIC.length + LENGTH_DIGITS + length;
}

function readHeader(bytes: Buffer, path: string): Header {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged(path, 'it does not begin as one');
  let header: Partial<Header> | null;
  try {
    header = JSON.parse(bytes.toString('utf8', MAGIC.length + LENGTH_DIGITS, headerEnd(bytes))) as typeof header;
  } catch {
    throw damaged(path, 'its header cannot be read');
  }
  if (typeof header?.version !== 'number') throw damaged(path, 'its header says no version');
  if (header.version === WEIGHTS_VERSION) {
    if (!isWhole(header)) throw damaged(path, 'its header says what cannot be');
    return header;
  }
  throw new Failure({
    exit: 'missing',
    code: 'weights-version',
    message: `The weights at ${path} are of version ${header.version}; this program reads version ${WEIGHTS_VERSION}.`,
    next: MEND,
  });
}

/** The arrays lie one after the other, without a gap: no number of the header can be altered without a contradiction. */
function isWhole(header: Partial<Header>): header is Header {
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
  return new Failure({
    exit: 'missing',
    code: 'weights-damaged',
    message: `${path} is no whole weights file.`,
    reason,
    next: MEND,
  });
}

function floatBytes({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
