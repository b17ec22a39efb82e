import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import { SYMBOLS } from '../../src/index/words/symbols.ts';
import { searchLibrary, type SearchResult } from '../../src/search/search.ts';
import type { QueryShape } from '../../src/search/channels.ts';
import { writeLibraryIndex } from '../library-index.ts';

const SHAPES: (QueryShape | null)[] = [null, 'name', 'text', 'pattern', 'goal'];

let index: LibraryIndex;

beforeAll(() => {
  const path = join(mkdtempSync(join(tmpdir(), 'lemmahead-bad-')), 'library.sqlite');
  writeLibraryIndex(path);
  index = openIndex(path);
}, 60_000);

afterAll(() => index.close());

/** The result, or an expected usage error; any other error is thrown. */
async function search(query: string, as: QueryShape | null): Promise<SearchResult | Failure> {
  try {
    return await searchLibrary(index, query, { as, limit: 10, filters: {}, explain: true, fold: null });
  } catch (error) {
    if (error instanceof Failure && error.detail.exit === 'usage' && error.detail.message !== '') return error;
    throw error;
  }
}

describe('bad queries', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '  \t '],
    ['only punctuation', '?!.,;'],
    ['a star', '*'],
    ['a quote', '"'],
    ['an operator of FTS5', 'NEAR('],
    ['more of FTS5', 'name:"add" AND NOT (x* OR "'],
    ['a column filter', '{name signature} : add'],
    ['control characters', 'add\u0000\u0001comm'],
    ['half a surrogate pair', 'add\ud835'],
    ['10,000 letters', 'x'.repeat(10_000)],
    ['10,000 characters of words', 'add '.repeat(2_500)],
    ['5,000 words', 'add '.repeat(5_000)],
    ['5,000 words, more than are read', 'addition '.repeat(5_000)],
    ['unknown words', 'frobnicate zorp quux'],
    ['Chinese', '两个偶数之和是偶数'],
    ['Russian', 'сумма двух чётных чисел чётна'],
    ['Arabic', 'مجموع عددين زوجيين هو عدد زوجي'],
    ['every symbol', [...SYMBOLS.keys()].join(' ')],
    ['10,000 brackets', '('.repeat(10_000)],
    ['10,000 characters of holes', '_ '.repeat(5_000)],
    ['10,000 characters of a sum', 'a + '.repeat(2_500)],
    ['a turnstile alone', '⊢'],
    ['a comma', ','],
    ['a lone minus', '-'],
    ['a lone bar', '|'],
  ])('%s: hits, no hits or a usage error', async (_, query) => {
    for (const shape of SHAPES) await search(query, shape);
  });

  it.each([
    ['parts', Array(33).fill('Nat').join(', ')],
    ['alternatives', Array(40).fill('"a"').join(' | ')],
    ['brackets', `${'['.repeat(201)}Nat${']'.repeat(201)}`],
  ])('a pattern with too many %s is rejected quickly', async (_, query) => {
    expect(await search(query, 'pattern')).toMatchObject({ detail: { code: 'pattern-syntax' } });
  });

  it('accepts a pattern with the maximum number of parts', async () => {
    expect(await search(Array(32).fill('Nat').join(', '), 'pattern')).not.toBeInstanceOf(Failure);
  });

  it('finds declarations by a symbol', async () => {
    const result = await search('∣', null);
    expect(result).not.toBeInstanceOf(Failure);
    expect((result as SearchResult).hits.map(({ row }) => row.name).some((name) => name.includes('dvd'))).toBe(true);
  });

  it('finds words next to FTS5 operators', async () => {
    for (const query of ['NEAR(even odd', 'even AND odd"', '"even" NOT odd*', 'even: ^odd']) {
      const result = await search(query, 'text');
      expect(
        (result as SearchResult).hits.map(({ row }) => row.name),
        query,
      ).toContain('Nat.even_or_odd');
    }
  });

  it('handles any text in every query type', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc
        .array(
          fc.constantFrom(
            'add',
            '_',
            '?a',
            '⊢',
            '|-',
            ',',
            '"',
            '(',
            ')',
            ':',
            '∣',
            '*',
            '-x',
            '|',
            '∀',
            'h : ',
            '\n',
            '$',
            '\\le',
            '.',
            'fun',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...SHAPES), async (query, shape) => {
        await search(query, shape);
      }),
      { numRuns: 300 },
    );
  });
});

it('ignores invisible characters in names and words, with a notice', async () => {
  const plain = await found('Nat.add_comm');
  for (const query of ['Nat.add\u200b_comm', '\u202eNat.add_comm\u202c', 'Nat.\u200fadd_comm', 'Nat.add_comm\0']) {
    const { notices, hits } = await found(query);
    expect(hits.map(({ row }) => row.name)).toEqual(plain.hits.map(({ row }) => row.name));
    expect(notices).toEqual([expect.stringMatching(/^Invisible characters of the query, such as U\+[\dA-F]{4}, are/u)]);
  }
  expect(await search('Nat.add\u200b (_ + _)', null)).toBeInstanceOf(Failure);
});

it('cuts a long unknown symbol', async () => {
  const { notices } = await found(`sum ${'↯'.repeat(5_000)}`);
  expect(notices[0]!.length).toBeLessThan(100);
});

async function found(query: string): Promise<SearchResult> {
  const result = await search(query, null);
  if (result instanceof Failure) throw result;
  return result;
}
