/** Writes the weights file that `src/vectors/weights.ts` reads. */
import { sha256 } from '../../src/base/hash.ts';
import { ByteTable } from '../../src/vectors/byte-table.ts';
import type { LearnedPremiseTokens } from '../../src/vectors/premise-tables.ts';
import {
  LENGTH_DIGITS,
  MAGIC,
  PREMISE_PREFIX,
  RANKER_PREFIX,
  WEIGHTS_VERSION,
  type Header,
  type LearnedRanker,
  type Provenance,
} from '../../src/vectors/weights.ts';

/** Names of the token tables in the file. */
const TABLES = { query: 'asked', statement: 'stated' } as const;
const SIDES = ['query', 'statement'] as const;

/** Input of `writeWeights`. */
export interface LearnedWeights {
  vocabulary: readonly string[];
  rarity: Float32Array;
  dimension: number;
  query: Float32Array;
  statement: Float32Array;
  /** Tables learned from proofs, if any. */
  premises?: LearnedPremiseTokens;
  /** Weights of the rankers by profile: `words`, `premises`. */
  rankers: Record<string, LearnedRanker>;
  provenance: Provenance;
}

/** Encodes a weights file. Vectors have one byte per component and one scale each. */
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
  for (const side of SIDES) addTable(TABLES[side], learned[side], dimension);
  if (premises !== undefined) {
    add(`${PREMISE_PREFIX}symbols`, 'text', Buffer.from(premises.symbols.join('\n')));
    add(`${PREMISE_PREFIX}rarity`, 'floats', floatBytes(premises.rarity));
    for (const side of SIDES) addTable(PREMISE_PREFIX + TABLES[side], premises[side], premises.dimension);
  }
  const features: Header['features'] = {};
  for (const [name, ranker] of Object.entries(learned.rankers)) {
    add(`${RANKER_PREFIX}${name}`, 'floats', floatBytes(ranker.weights));
    features[name] = ranker.features;
  }
  const body = Buffer.concat(pieces);
  const header: Header = { version: WEIGHTS_VERSION, checksum: sha256(body), dimension, features, arrays, provenance };
  const text = Buffer.from(JSON.stringify(header));
  const length = `${String(text.length).padStart(LENGTH_DIGITS - 1, '0')}\n`;
  return Buffer.concat([Buffer.from(MAGIC + length), text, body]);
}

function floatBytes({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
