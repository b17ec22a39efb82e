/** What a benchmark hides from the search in the library. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/hash.ts';
import { hiddenOf } from '../../../src/bench/prove/contamination.ts';
import { makeProblem } from '../../../src/bench/prove/problem.ts';
import { idsByDeclaration } from '../../../src/library/filter-entries.ts';
import { openLibrary, type Library } from '../../../src/library/library.ts';
import type { PassagesRetrieved } from '../../../src/prove/events.ts';
import { NOTHING_HIDDEN, type Hidden } from '../../../src/prove/hidden.ts';
import type { Passage } from '../../../src/prove/passage.ts';
import { PassageRetriever } from '../../../src/prove/retrieval/passage-retriever.ts';
import { temporaryFolder } from '../../index/temporary.ts';
import { concept, keyed, unit } from '../../library/derived-unit.ts';

const STATEMENT = 'The sum of two even numbers is an even number.';

const passage = (id: number, body = `Fact ${id}.`): Passage => ({
  ...{ id, kind: 'theorem', source: 'book', called: 'Theorem', number: null, title: '', headings: [] },
  ...{ body, proof: null, similarity: 1 / id },
});

async function retrieve(hidden: Partial<Hidden>) {
  const limits: number[] = [];
  const events: PassagesRetrieved[] = [];
  const all = [passage(1), passage(2, STATEMENT), ...Array.from({ length: 20 }, (_, i) => passage(i + 3))];
  const retriever = new PassageRetriever({
    digest: 'digest',
    search: (_, limit) => {
      limits.push(limit);
      return Promise.resolve({ passages: all.slice(0, limit), channels: ['words'] });
    },
    hidden: { ...NOTHING_HIDDEN, ...hidden },
    record: null,
    onEvent: (event) => void events.push(event as PassagesRetrieved),
  });
  const found = await retriever.retrieve({ hole: 0 }, { text: 'even numbers', reason: 'statement', limit: 3 });
  return { ids: found.passages.map(({ id }) => id), hidden: found.hidden, limits, key: events[0]!.key };
}

const keyOf = (...rest: unknown[]): string => sha256(JSON.stringify(['digest', 'even numbers', 3, ...rest]));

describe('the search for passages', () => {
  it('leaves out passages that state the problem, and hidden entries', async () => {
    expect(await retrieve({})).toMatchObject({ ids: [1, 2, 3], hidden: [], limits: [3] });
    expect(await retrieve({ statements: ['Something else.', STATEMENT] })).toMatchObject({
      ids: [1, 3, 4],
      hidden: [2],
    });
    expect(await retrieve({ entries: new Set([1, 3, 4, 5, 6, 7, 8]) })).toMatchObject({
      ids: [2, 9, 10],
      hidden: [1, 3, 4, 5, 6, 7, 8],
    });
    expect(await retrieve({ entries: new Set([1]), statements: [STATEMENT] })).toMatchObject({
      ids: [3, 4, 5],
      hidden: [1, 2],
    });
  });

  it('has the keys of earlier records if no entry is hidden, and other keys for other entries', async () => {
    expect((await retrieve({})).key).toBe(keyOf(null));
    expect((await retrieve({ statements: [STATEMENT] })).key).toBe(keyOf(STATEMENT));
    const keys = [
      {},
      { entries: new Set([1]) },
      { entries: new Set([2]) },
      { statements: ['a', 'b'] },
      { statements: ['a'] },
    ];
    const found = await Promise.all(keys.map(async (hidden) => (await retrieve(hidden)).key));
    expect(new Set(found).size).toBe(keys.length);
  });
});

describe('hiddenOf', () => {
  let library: Library;
  beforeEach(() => {
    library = openLibrary(join(temporaryFolder(), 'library.sqlite'), { writable: true });
    const link = (key: string, name: string) => ({
      ...{ entry: keyed(key), kind: 'formalises', package: 'Mathlib', name },
      ...{ statementHash: 'abc', payload: null, evidence: null },
    });
    const entries = ['even', 'odd'].map((key) => ({ entry: concept(key), labels: [], payload: null }));
    const copy = { entry: concept('even', { key: 'again' }), labels: [], payload: null };
    library.derive([
      unit('one', { entries, declarations: [link('even', 'Even.add'), link('odd', 'Odd.add')] }),
      unit('two', { entries: [copy] }, { source: 'others' }),
    ]);
  });
  afterEach(() => library.close());

  const problem = (name: string, informal: string | null) =>
    makeProblem({
      ...{ name, informal, text: 'theorem t : 1 = 1 := by sorry', file: '/t.lean', place: 't.lean' },
      ...{ split: null, tags: [], informalProof: null },
    });

  it('hides the declarations, the entries that link to them with their copies, and the statement', () => {
    const ids = Object.fromEntries(Array.from(library.entries(), ({ key, id }) => [key, id]));
    const names = new Map([['p', { own: ['Even.add'], twins: ['Twin.add'] }]]);
    const search = { entriesAbout: (found: ReadonlySet<string>) => idsByDeclaration(library.database, found) };
    const problems = [problem('p', STATEMENT), problem('q', null)];
    expect(hiddenOf(problems, names, search)).toEqual(
      new Map<string, Hidden>([
        [
          'p',
          {
            declarations: new Set(['Even.add', 'Twin.add']),
            entries: new Set([ids['even']!, ids['again']!]),
            statements: [STATEMENT],
          },
        ],
        ['q', NOTHING_HIDDEN],
      ]),
    );
    expect(hiddenOf(problems, names, null).get('p')!.entries).toEqual(new Set());
  });
});
