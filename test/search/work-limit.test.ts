/** Patterns that can be matched in very many ways: the search ends after a bounded number of steps. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openIndex } from '../../src/index/open.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { searchPattern } from '../../src/search/pattern.ts';
import { parsePatternQuery } from '../../src/search/pattern-query.ts';
import { makeSieve } from '../../src/search/pattern-sieve.ts';
import { shapeLibrary } from '../../src/search/shape-library.ts';
import { WorkLimit } from '../../src/search/work-limit.ts';
import { buildRoots } from '../index/build-request.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { writeFiles } from '../index/temporary.ts';

/** Every equality of the pattern fits every premise below except one, so only all orders together show that it does not match. */
const EQUALITIES = 24;
const PATTERN = `⊢ ${'?a = ?b → '.repeat(EQUALITIES)}?b = ?a`;
const PREMISES = [...Array<string>(EQUALITIES - 1).fill('a 1 = b 0'), 'a 2 = b 2'].join(' → ');
const COPIES = 200;
const LIBRARY = [
  'theorem twice (a : Nat → Nat) : a 0 = a 0 → a 0 = a 0 := sorry',
  ...Array.from({ length: COPIES }, (_, at) => {
    return `theorem many${at} (a b : Nat → Nat) : ${PREMISES} → b 0 = a 1 := sorry`;
  }),
].join('\n');

let index: LibraryIndex;
let steps = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-work-'));
  writeFiles(folder, { 'src/Many.lean': LIBRARY });
  const path = join(folder, 'index.sqlite');
  await buildRoots(path, { Lib: join(folder, 'src') });
  index = openIndex(path);
});

/** Counts the steps of all searches. */
const prototype = WorkLimit.prototype as { spend: (this: WorkLimit, cost: number) => boolean };
const { spend } = prototype;

beforeEach(() => {
  steps = 0;
  prototype.spend = function counted(cost) {
    steps += cost;
    return Reflect.apply(spend, this, [cost]);
  };
});

afterAll(() => {
  index.close();
  prototype.spend = spend;
});

describe('the work of a pattern', () => {
  test('is bounded if it fits in very many ways, and the answer says that not everything was searched', () => {
    const search = (): unknown => searchPattern(index, PATTERN, { limit: 10, explain: false, allow: null });
    expect(search).toThrow(/candidates matches the pattern/u);
    expect(steps).toBeLessThan(2_600_000);
  });

  test('counts the statements that are read', () => {
    const found = searchPattern(index, '_ = _', { limit: 10, explain: false, allow: null });
    expect(found).toHaveLength(10);
    expect(steps).toBeGreaterThan(200 * COPIES);
    expect(steps).toBeLessThan(2000 * COPIES);
  });
});

describe('the sieve of candidates', () => {
  test.each([
    [50_000, ['twice'], 'ends when the work is used up'],
    [10, [], 'lets nothing pass that it had no work left to read'],
  ])('with %i steps lets pass %j: it %s', (limit, expected) => {
    const { table } = shapeLibrary(index);
    const work = new WorkLimit(limit);
    const sieve = makeSieve(index, table, parsePatternQuery(PATTERN, table), work)!;
    const ids = ['twice', 'many0'].flatMap((name) => index.idsByName(name));
    const passed = index.rows(sieve(ids)).map(({ name }) => name);
    expect(passed.filter((name) => name !== 'many0')).toEqual(expected);
  });
});
