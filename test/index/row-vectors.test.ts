import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BLOCK,
  COMPONENT_SCALE,
  type RowVectorPart,
  RowVectors,
  RowWords,
  toBlocks,
  type VectorBlock,
  vectorsOf,
} from '../../src/index/row-vectors.ts';
import { FIELD_COUNT, FIELDS } from '../../src/index/words/fields.ts';
import { STATED_WEIGHTS, DESCRIBED_WEIGHTS } from '../../src/index/words/sides.ts';
import { madeTables } from '../vectors/made-weights.ts';

const VOCABULARY = Array.from({ length: 12 }, (_, i) => `learned${i}`);
const tables = madeTables(VOCABULARY, { seed: 5 });
const { dimension } = tables;
/** In a different order than in the tables, and as many words that were not learned. */
const STEMS = [...VOCABULARY.toReversed(), ...VOCABULARY.map((stem) => `un${stem}`)];

interface Row {
  id: number;
  /** Numbers into `STEMS`, each once, and the set of fields of each. */
  stems: number[];
  fields: number[];
}

const stemNumbers = fc.uniqueArray(fc.integer({ min: 0, max: STEMS.length - 1 }), { maxLength: 8 });
const rowOf = (id: number): fc.Arbitrary<Row> =>
  stemNumbers.chain((stems) =>
    fc.record({
      id: fc.constant(id),
      stems: fc.constant(stems),
      fields: fc.array(fc.integer({ min: 1, max: (1 << FIELD_COUNT) - 1 }), {
        minLength: stems.length,
        maxLength: stems.length,
      }),
    }),
  );
/** Rising, with gaps, in three blocks and at their borders. */
const ids = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 12_287 }), fc.constantFrom(4095, 4096, 8191, 8192)), {
    maxLength: 12,
  })
  .map((list) => list.toSorted((a, b) => a - b));
const rows = ids.chain((list) => fc.tuple(...list.map(rowOf)));

function partsOf(some: readonly Row[]): RowVectorPart[] {
  const vectors = new RowVectors(tables);
  for (const { id, stems, fields } of some) {
    const fieldsOf = new Uint16Array(STEMS.length);
    stems.forEach((stem, i) => (fieldsOf[stem] = fields[i]!));
    vectors.take(Int32Array.from(stems), fieldsOf, STEMS);
    vectors.endRow(id);
  }
  return vectors.finish();
}

const none = (): null => null;

function read(blocks: readonly VectorBlock[], idLimit: number) {
  const vectors = new Int8Array((idLimit + BLOCK) * dimension);
  const words = new RowWords();
  for (const block of blocks) {
    vectors.set(vectorsOf(block), block.number * BLOCK * dimension);
    words.add(block);
  }
  return { words, vectors: vectors.subarray(0, idLimit * dimension) };
}

/** As text, because long arrays are slow to compare. */
function asText({ number, vectors, counts, words }: VectorBlock): string {
  return `${number} ${[vectors, counts, words].map((bytes) => Buffer.from(bytes).toString('base64')).join(' ')}`;
}

/** The vector of a row computed by its definition, component by component. */
function expectedVector({ stems, fields }: Row): number[] {
  const side = (table: Float32Array, weights: Float32Array): number[] | null => {
    const sum = new Array<number>(dimension).fill(0);
    let counts = false;
    stems.forEach((stem, i) => {
      const code = tables.codeOf(STEMS[stem]!);
      const weight = weights[fields[i]!]!;
      if (code >= VOCABULARY.length || weight === 0) return;
      counts = true;
      for (let d = 0; d < dimension; d++) sum[d]! += tables.weight[code]! * weight * table[code * dimension + d]!;
    });
    const length = Math.hypot(...sum);
    return counts && length > 0 ? sum.map((value) => value / length) : null;
  };
  const stated = side(tables.statement, STATED_WEIGHTS);
  const described = side(tables.query, DESCRIBED_WEIGHTS);
  const share = described === null ? 1 : 0.5;
  return Array.from({ length: dimension }, (_, d) => share * ((stated?.[d] ?? 0) + (described?.[d] ?? 0)));
}

describe('row vectors', () => {
  test('are unchanged after storage in blocks, for any gaps and any division into parts', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), (all, one, two) => {
        const cuts = [Math.min(one, two), Math.max(one, two)] as const;
        const parts = [all.slice(0, cuts[0]), all.slice(cuts[0], cuts[1]), all.slice(cuts[1])].flatMap(partsOf);
        const idLimit = (all.at(-1)?.id ?? 0) + 1;
        const found = read([...toBlocks(parts, dimension, none)], idLimit);
        const byId = new Map(all.map((row) => [row.id, row]));
        for (let id = 0; id < idLimit; id++) {
          const row = byId.get(id);
          const words = row?.stems.flatMap((stem, i) => [tables.codeOf(STEMS[stem]!), row.fields[i]!]) ?? [];
          if (found.words.of(id).length !== words.length) expect.fail(`words of row ${id}`);
          if (row === undefined) continue;
          expect([...found.words.of(id)]).toEqual(words);
          const vector = found.vectors.subarray(id * dimension, (id + 1) * dimension);
          expectedVector(row).forEach((value, d) => {
            const clipped = Math.max(-127, Math.min(127, value * COMPONENT_SCALE));
            expect(Math.abs(vector[d]! - clipped)).toBeLessThan(0.51);
          });
        }
        const gaps = [...found.vectors].filter((_, at) => !byId.has(Math.floor(at / dimension)));
        expect(gaps.every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('that are added later give the same blocks as vectors that are added together', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 12 }), (all, cut) => {
        const first = new Map([...toBlocks(partsOf(all.slice(0, cut)), dimension, none)].map((b) => [b.number, b]));
        for (const block of toBlocks(partsOf(all.slice(cut)), dimension, (number) => first.get(number) ?? null))
          first.set(block.number, block);
        const together = [...toBlocks(partsOf(all), dimension, none)];
        const blocks = [...first.values()].toSorted((a, b) => a.number - b.number);
        expect(blocks.map(asText)).toEqual(together.map(asText));
      }),
      { numRuns: 40 },
    );
  });

  test('of a row without learned words are zero', () => {
    const [part] = partsOf([
      { id: 1, stems: [], fields: [] },
      { id: 2, stems: [STEMS.length - 1], fields: [FIELDS.lastName.bit | FIELDS.firstSentence.bit] },
    ]);
    expect([...part!.counts]).toEqual([0, 1]);
    expect(part!.vectors.every((value) => value === 0)).toBe(true);
  });

  test('beyond the initial capacity for rows and words are all stored', () => {
    const many = Array.from({ length: 9000 }, (_, i): Row => {
      const stems = Array.from({ length: 10 }, (__, k) => (i + k) % STEMS.length);
      return { id: i + 1, stems, fields: stems.map(() => 1) };
    });
    const { words } = read([...toBlocks(partsOf(many), dimension, none)], 9001);
    expect(many.reduce((sum, { id }) => sum + words.of(id).length, 0)).toBe(9000 * 20);
    expect(words.of(9000)[0]).toBe(tables.codeOf(STEMS[8999 % STEMS.length]!));
  });
});
