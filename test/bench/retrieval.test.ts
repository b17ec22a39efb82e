import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBaseline, makeSearchRanker, measureRetrieval } from '../../src/bench/retrieval.ts';
import { anyWord } from '../../src/search/full-text.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { wordAnalyser } from '../../src/index/words/analyser.ts';
import { SCHEMA } from '../../src/index/schema.ts';
import { makeFakeIndex } from '../search/fake-index.ts';

/** A fake index whose `all` queries a real full-text table with the same rows. */
function makeIndex(names: [name: string, doc: string][]): LibraryIndex {
  const database = new Database(':memory:');
  const fullText = /CREATE VIRTUAL TABLE decls_fts[^;]*;/.exec(SCHEMA)![0];
  database.exec(`CREATE TABLE decls (id INTEGER PRIMARY KEY, name, signature, doc); ${fullText}`);
  for (const [i, [name, doc]] of names.entries()) {
    database.prepare('INSERT INTO decls (id, name, signature, doc) VALUES (?, ?, ?, ?)').run(i + 1, name, '', doc);
    database
      .prepare('INSERT INTO decls_fts (rowid, name, signature, doc) VALUES (?, ?, ?, ?)')
      .run(i + 1, name, '', doc);
  }
  const index = makeFakeIndex({ declarations: names.map(([name, doc]) => ({ name, doc })), analysers: [] });
  const all: LibraryIndex['all'] = <T>(sql: string, ...parameters: unknown[]) =>
    database.prepare<unknown[], T>(sql).all(...parameters);
  return Object.assign(index, { all });
}

const index = makeIndex([
  ['Group.one', 'the unit of a group'],
  ['Ring.sum', 'a sum in a ring'],
  ['Ring.prod', 'a product'],
]);

describe('the full-text baseline', () => {
  it('finds any of the words', () => {
    expect(makeBaseline(index)('a sum or product', 10)).toEqual(expect.arrayContaining(['Ring.sum', 'Ring.prod']));
    expect(makeBaseline(index)('unit', 10)).toEqual(['Group.one']);
  });

  it('treats no part of a query as an operator', () => {
    expect(anyWord('NEAR("a b", 3) AND *')).toBe('"NEAR" OR "a" OR "b" OR "3" OR "AND"');
    expect(anyWord('⊢ * "')).toBeNull();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => Array.isArray(makeBaseline(index)(query, 5))));
  });
});

describe('makeSearchRanker', () => {
  it('lists variants separately, each at its own rank', async () => {
    const variants = ['herd_le_left', 'herd_le_right', "herd_le_left'"];
    const herds = makeFakeIndex({
      declarations: variants.map((name) => ({ name, doc: 'A herd is bounded by the field it grazes on.' })),
      analysers: [wordAnalyser(null)],
    });
    const found = await makeSearchRanker(herds)('the herd is bounded by the field it grazes on', 10);
    expect([...found].sort()).toEqual([...variants].sort());
    expect(await makeSearchRanker(herds)('the herd is bounded by the field it grazes on', 1)).toHaveLength(1);
  });
});

describe('measureRetrieval', async () => {
  const queries = [
    { query: 'first', style: 'topic', gold: ['Group.one'], kind: 'def' },
    { query: 'second', style: 'slogan', gold: ['Ring.sum', 'Gone.away'] },
    { query: 'third', style: 'topic', gold: ['Gone.away'] },
  ];
  const answers: Record<string, string[]> = { first: ['Group.one'], second: ['Group.one', 'Ring.sum'] };
  const report = await measureRetrieval(index, queries, (query) => answers[query] ?? []);

  it('drops golds that are not in the index and reports them', () => {
    expect(report.missing_gold).toEqual({ names: ['Gone.away'], dropped_queries: 1 });
    expect(report.queries).toBe(2);
  });

  it('scores the rest', () => {
    expect(report['recall@1']).toBe(0.5);
    expect(report['recall@3']).toBe(1);
    expect(report.mrr).toBe(0.75);
    expect(report['ndcg@10']).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 12);
  });

  it('scores by style and kind, with the kind from the index if the file has none', () => {
    expect(report.by_style).toMatchObject({ slogan: { n: 1, 'recall@1': 0 }, topic: { n: 1, 'recall@1': 1 } });
    expect(Object.keys(report.by_kind)).toEqual(['def', 'theorem']);
  });

  it('starts with the metrics', () => {
    expect(Object.keys(report).slice(0, 6)).toEqual([
      'ndcg@10',
      'recall@1',
      'recall@3',
      'recall@10',
      'recall@50',
      'mrr',
    ]);
  });
});
