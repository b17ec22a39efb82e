import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { type LearnedWeights, writeWeights } from '../../bench/train/write-weights.ts';
import { readWeights } from '../../src/vectors/weights.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { madePremises, madeWeights } from './made-weights.ts';

const VOCABULARY = ['ring', 'ideal', '∑', 'prime', 'élément'];

function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), 'any.weights');
  writeFileSync(path, bytes);
  return path;
}

function failureOf(path: string): Failure['detail'] {
  try {
    readWeights(path);
  } catch (error) {
    if (error instanceof Failure) return error.detail;
    throw error;
  }
  throw new Error('it was read');
}

/** The same file with a changed header and its new length. */
function withHeader(bytes: Uint8Array, change: (header: any) => unknown): Uint8Array {
  const file = Buffer.from(bytes);
  const magic = file.indexOf('\n') + 1;
  const start = magic + 9;
  const end = start + Number(file.toString('latin1', magic, start));
  const header = JSON.parse(file.toString('utf8', start, end));
  const text = Buffer.from(JSON.stringify(change(header) ?? header));
  const length = Buffer.from(`${String(text.length).padStart(8, '0')}\n`);
  return Buffer.concat([file.subarray(0, magic), length, text, file.subarray(end)]);
}

describe('a weights file', () => {
  test('round-trips: vectors to within half a byte, everything else exactly', () => {
    const learned = madeWeights(VOCABULARY, {
      rankers: {
        words: { features: 'a', weights: Float32Array.of(1, -2.5) },
        other: { features: 'b', weights: new Float32Array() },
      },
    });
    const { tables, rankers, provenance } = readWeights(fileOf(writeWeights(learned)));
    expect(VOCABULARY.map((stem) => tables.codeOf(stem))).toEqual([0, 1, 2, 3, 4]);
    expect(tables.rarity.subarray(0, 5)).toEqual(learned.rarity);
    expect([rankers, provenance, tables.dimension]).toEqual([learned.rankers, learned.provenance, 16]);
    for (const side of ['query', 'statement'] as const) {
      expect(tables[side]).toHaveLength(learned[side].length);
      tables[side].forEach((value, i) => expect(Math.abs(value - learned[side][i]!)).toBeLessThan(0.5 / 126));
    }
  });

  test('writing is deterministic; the tables id depends on the tables, not on the rankers', () => {
    const id = (change: Partial<LearnedWeights>): string =>
      readWeights(fileOf(writeWeights(madeWeights(VOCABULARY, change)))).tablesId;
    expect(writeWeights(madeWeights(VOCABULARY))).toEqual(writeWeights(madeWeights(VOCABULARY)));
    expect(id({ rankers: {} })).toBe(id({}));
    const tables = madeWeights(VOCABULARY);
    for (const array of ['query', 'statement', 'rarity'] as const)
      expect(id({ [array]: tables[array].map((value) => value + 0.1) }), array).not.toBe(id({}));
    expect(id({ vocabulary: ['rings', ...VOCABULARY.slice(1)] })).not.toBe(id({}));
  });

  test('round-trips premise tables, which do not change the tables id', () => {
    const premises = madePremises(VOCABULARY.length, ['s:c:Ring', 's:e:abc']);
    const read = readWeights(fileOf(writeWeights(madeWeights(VOCABULARY, { premises }))));
    const plain = readWeights(fileOf(writeWeights(madeWeights(VOCABULARY))));
    expect(['s:c:Ring', 's:e:abc', 's:c:Field'].map((symbol) => read.premises!.codeOf(symbol))).toEqual([5, 6, -1]);
    for (const side of ['query', 'statement'] as const) {
      expect(read.premises![side]).toHaveLength(premises[side].length);
      read.premises![side].forEach((value, i) => expect(Math.abs(value - premises[side][i]!)).toBeLessThan(0.5 / 126));
    }
    expect([read.tablesId, plain.premises]).toEqual([plain.tablesId, null]);
  });

  test('is cached until the file changes', () => {
    const path = fileOf(writeWeights(madeWeights(VOCABULARY)));
    const first = readWeights(path);
    expect(readWeights(path)).toBe(first);
    writeFileSync(path, writeWeights(madeWeights(['another'])));
    expect(readWeights(path).tables.size).toBe(1);
    writeFileSync(path, 'cut');
    expect(failureOf(path).code).toBe('weights-damaged');
  });

  test('may have an empty vocabulary', () => {
    const { tables } = readWeights(fileOf(writeWeights(madeWeights([]))));
    expect(tables.size).toBe(0);
  });
});

describe('a weights file that cannot be used', () => {
  const complete = writeWeights(madeWeights(VOCABULARY));

  test('is reported as damaged if truncated anywhere, with a fix', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: complete.length - 1 }), (length) => {
        const detail = failureOf(fileOf(complete.subarray(0, length)));
        expect(detail).toMatchObject({ exit: 'missing', code: 'weights-damaged' });
        expect(detail.reason).toBeTruthy();
        expect(detail.next).toBe('Install lemmahead again.');
      }),
      { numRuns: 60, examples: [[0], [5], [18], [20], [27], [40], [complete.length - 1]] },
    );
  });

  test('is reported as damaged if any byte after the header is altered', () => {
    const start = Buffer.from(complete).indexOf('\n') + 10;
    const body = start + Number(Buffer.from(complete).toString('latin1', start - 9, start));
    fc.assert(
      fc.property(
        fc.integer({ min: body, max: complete.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          const bytes = complete.slice();
          bytes[at]! ^= change;
          expect(failureOf(fileOf(bytes)).code).toBe('weights-damaged');
        },
      ),
      { numRuns: 60 },
    );
  });

  test.each<[string, (header: any) => unknown]>([
    ['an array instead of an object', () => [1, 2]],
    ['null', () => 'null'],
    ['no arrays', ({ arrays: _, ...header }) => header],
    ['a missing array', (header) => void delete header.arrays.rarity],
    ['an array at another offset', (header) => void (header.arrays.rarity.at += 4)],
    ['an array of another length', (header) => void (header.arrays['ranker words'].length -= 4)],
    ['an array of partial numbers', (header) => void (header.arrays.rarity.length -= 2)],
    ['an array beyond the end', (header) => void (header.arrays.vocabulary.length = 1e9)],
    ['another dimension', (header) => void (header.dimension = 32)],
    ['a dimension that is not a number', (header) => void (header.dimension = '16')],
  ])('is reported as damaged if its header has %s', (_, change) => {
    const detail = failureOf(fileOf(withHeader(complete, change)));
    expect(detail).toMatchObject({ code: 'weights-damaged', next: 'Install lemmahead again.' });
  });

  test.each<[string, Partial<LearnedWeights>]>([
    ['NaN in a vector', { query: madeWeights(VOCABULARY).query.fill(Number.NaN, 3, 4) }],
    ['an infinite rarity', { rarity: Float32Array.of(1, 2, Infinity, 4, 5) }],
    ['NaN in a ranker', { rankers: { words: { features: 'a', weights: Float32Array.of(1, Number.NaN) } } }],
    ['more words than rarities', { rarity: Float32Array.of(1, 2, 3, 4) }],
    ['a missing vector', { statement: madeWeights(VOCABULARY).statement.slice(16) }],
    ['a dimension that is not a multiple of 16', { dimension: 8 }],
    ['more symbols than vectors', { premises: { ...madePremises(5, ['s:c:A']), symbols: ['s:c:A', 's:c:B'] } }],
    [
      'NaN in a vector of premises',
      { premises: { ...madePremises(5, []), statement: new Float32Array(80).fill(Number.NaN) } },
    ],
  ])('is reported as damaged if it has %s', (_, change) => {
    const detail = failureOf(fileOf(writeWeights(madeWeights(VOCABULARY, change))));
    expect(detail).toMatchObject({ exit: 'missing', code: 'weights-damaged', next: 'Install lemmahead again.' });
  });

  test('is reported with its version if the version differs', () => {
    const path = fileOf(withHeader(complete, (header) => void (header.version = 999)));
    expect(failureOf(path)).toMatchObject({
      exit: 'missing',
      code: 'weights-version',
      next: 'Install lemmahead again.',
    });
    expect(failureOf(path).message).toContain('version 999');
  });

  test('is reported as damaged if it is another kind of file', () => {
    expect(failureOf(fileOf(Buffer.from('version https://git-lfs.github.com/spec/v1\n')))).toMatchObject({
      code: 'weights-damaged',
      reason: 'it does not start like a weights file',
    });
  });

  test('is reported as missing, with the reason, if the path does not exist or is a folder', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'd.weights'));
    for (const [name, reason] of [
      ['none.weights', 'ENOENT'],
      ['d.weights', 'EISDIR'],
    ] as const) {
      const detail = failureOf(join(folder, name));
      expect(detail).toMatchObject({ exit: 'missing', code: 'weights-missing', next: 'Install lemmahead again.' });
      expect(detail.message).toContain(join(folder, name));
      expect(detail.reason).toContain(reason);
    }
  });
});
