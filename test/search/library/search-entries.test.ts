/** Library search: words with explanations, filters, and vectors, including failures. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embedAll, withoutVector } from '../../../src/builders/vectors/embed-all.ts';
import { entryText } from '../../../src/builders/vectors/entry-text.ts';
import { EmbeddedStore } from '../../../src/library/embedded-store.ts';
import type { Library } from '../../../src/library/library.ts';
import { countUnread, refreshWords } from '../../../src/library/word-rows.ts';
import { Budget, NO_LIMITS } from '../../../src/llm/budget.ts';
import { openEmbeddingFrom, type EmbeddingModel } from '../../../src/llm/embedding.ts';
import { ModelClient } from '../../../src/llm/model-client.ts';
import { entryReader } from '../../../src/search/library/entry-words.ts';
import { NO_FILTER, searchEntries, type EntrySearchOptions } from '../../../src/search/library/search-entries.ts';
import { openChromaStore, readChromaPlace } from '../../../src/vectors/chroma-store.ts';
import type { VectorStore } from '../../../src/vectors/vector-store.ts';
import { startEmbeddingServer, type EmbeddingServer, type Oddity } from '../../builders/vectors/embedding-server.ts';
import { documentOf } from '../../library/made-document.ts';
import { chromaServer } from '../../vectors/chroma-server.ts';
import { ALGEBRA, ANALYSIS, madeLibrary } from './made-library.ts';

let library: Library;
beforeEach(async () => {
  library = await madeLibrary({ analysis: ANALYSIS, algebra: ALGEBRA });
});
afterEach(() => library.close());

async function search(question: string, options: Partial<EntrySearchOptions> = {}) {
  return searchEntries(library, question, { limit: 5, filter: NO_FILTER, ...options });
}

const keysOf = async (question: string, options: Partial<EntrySearchOptions> = {}): Promise<string[]> =>
  (await search(question, options)).hits.map(({ entry }) => entry.key.replace('book#', ''));

describe('library search by words', () => {
  test.each<[string, string]>([
    ['does every bounded sequence have a subsequence that converges?', 'thm:bw'],
    ['keywords: Bolzano-Weierstrass theorem, bounded sequence', 'thm:bw'],
    ['uniform continuity', 'def:cont'],
    ['Hölder inequality', 'thm:hol'],
    ["l'Hopital", 'thm:hol'],
    ['$(1+x)^n \\ge 1 + nx$', 'ex:bern'],
    ['what is a group', 'def:group'],
    ['order of subgroups of a finite group', 'thm:lag'],
  ])('finds the answer first: %s', async (question, key) => {
    expect((await keysOf(question))[0]).toBe(key);
  });

  test('a theorem in symbols is found by the words of the entry next to it', async () => {
    const [first] = (
      await search('monotone functions can be integrated', { filter: { ...NO_FILTER, kinds: ['theorem'] } })
    ).hits;
    expect(first!.entry.key).toBe('book#thm:int');
    const all = await search('monotone functions can be integrated');
    const reasons = all.hits.find(({ entry }) => entry.key === 'book#thm:int')!.contributions.map(({ what }) => what);
    expect(reasons).toContain('next to a matching entry');
  });

  test.each(['bounded sequence', 'group', '$(1+x)^n \\ge 1 + nx$ for the exercise', 'monotone functions integrated'])(
    'contributions sum to the score, best hit first: %s',
    async (question) => {
      const { hits, channels } = await search(question);
      expect(hits.length).toBeGreaterThan(0);
      for (const { score, contributions, similarity } of hits) {
        expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score);
        expect(similarity).toBeGreaterThan(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(channels).toEqual(['words']);
    },
  );

  test('unknown words find nothing; an empty question is an error', async () => {
    expect((await search('qwertyuiop')).hits).toEqual([]);
    expect((await search('"; DROP TABLE entries NEAR(')).hits).toEqual([]);
    await expect(search('  ')).rejects.toMatchObject({ detail: { code: 'query-empty' } });
  });

  test('filters apply before the best hits are selected', async () => {
    expect(await keysOf('group', { filter: { ...NO_FILTER, sources: ['analysis'] } })).toEqual([]);
    expect(await keysOf('group', { filter: { ...NO_FILTER, kinds: ['theorem'] } })).toEqual(['thm:lag']);
    expect(await keysOf('sequence', { filter: { ...NO_FILTER, headings: ['bounded SEQ'] } })).toEqual(['thm:bw']);
    expect(await keysOf('group', { limit: 1 })).toHaveLength(1);
  });

  test('a changed entry is found by its new text, and a removed entry is not found', async () => {
    const [, ...rest] = ANALYSIS;
    const changed = { ...rest[0]!, body: 'A function with a Lipschitz constant.' };
    library.addDocument(documentOf([changed, ...rest.slice(1)]), {
      source: 'analysis',
      name: 'book',
      path: '/books/analysis/book.tex',
      readBy: 'test',
    });
    const reader = entryReader();
    expect(countUnread(library.database, reader)).toBe(1);
    await refreshWords(library.database, reader);
    expect(countUnread(library.database, reader)).toBe(0);
    expect((await keysOf('Lipschitz'))[0]).toBe('def:cont');
    expect(await keysOf('uniformly')).toEqual([]);
    expect(await keysOf('Weierstrass')).toEqual([]);
  });
});

describe('library search by vectors', () => {
  let server: EmbeddingServer;
  let model: EmbeddingModel;
  let odd: Oddity = {};
  const signal = new AbortController().signal;

  beforeEach(async () => {
    odd = {};
    server = await startEmbeddingServer(() => odd);
    model = await openEmbeddingFrom({
      ...{ name: 'local/embedder', baseUrl: server.baseUrl, keyFile: null, timeoutSeconds: 10, idleSeconds: 10 },
      ...{ retries: 0, concurrency: 1, temperature: null, topP: null, tools: 'auto', maxOutputTokens: 16, prices: {} },
    });
  });
  afterEach(() => server.close());

  async function embedInto(store: VectorStore): Promise<void> {
    const all = [...library.entries()].map((entry) => ({
      contentHash: entry.contentHash,
      text: () => entryText(entry),
    }));
    const missing = await withoutVector(all, store);
    const client = new ModelClient({ model, budget: new Budget(NO_LIMITS), signal });
    await embedAll(missing, { client, store, remedy: 'again', onProgress: () => undefined });
  }

  test('entries found only by vectors have their cosine, and both lists are fused', async () => {
    const store = new EmbeddedStore(library.database, 'library');
    await embedInto(store);
    const { hits, channels, notices } = await search('bounded of', { vectors: { model, store, signal }, limit: 8 });
    expect([channels, notices]).toEqual([['words', 'vectors'], []]);
    const both = hits.find(({ entry }) => entry.key === 'book#thm:bw')!;
    expect(both.channels).toEqual(['words', 'vectors']);
    const byVector = hits.find(({ entry }) => entry.key === 'book#thm:lag')!;
    expect(byVector.channels).toEqual(['vectors']);
    expect(byVector.similarity).toBeGreaterThan(0.1);
    for (const { score, contributions } of hits)
      expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score);
  });

  test('filters apply to vectors, too, and vectors of deleted entries are skipped', async () => {
    const store = new EmbeddedStore(library.database, 'library');
    await embedInto(store);
    const filter = { ...NO_FILTER, sources: ['algebra'] };
    const { hits } = await search('bounded of', { vectors: { model, store, signal }, filter });
    expect(new Set(hits.map(({ entry }) => entry.source))).toEqual(new Set(['algebra']));
    library.database.exec("DELETE FROM entries WHERE key = 'book#thm:lag'");
    const left = await search('bounded of', { vectors: { model, store, signal }, limit: 20 });
    expect(left.hits.map(({ entry }) => entry.key)).not.toContain('book#thm:lag');
    expect(left.hits).toHaveLength(ANALYSIS.length + ALGEBRA.length - 1);
  });

  test.each<[string, Oddity, RegExp]>([
    ['fails', { status: 500 }, /Searched by words alone/],
    ['changed its dimension', { dimension: 32 }, /32 numbers; the stored ones have 64/],
    ['has another model version', { snapshot: 'other' }, /is now other/],
  ])('an embedder that %s gives a notice, and words are still searched', async (_, oddity, notice) => {
    const store = new EmbeddedStore(library.database, 'library');
    await embedInto(store);
    odd = oddity;
    const { hits, channels, notices } = await search('bounded sequence', { vectors: { model, store, signal } });
    expect([hits[0]!.entry.key, channels]).toEqual(['book#thm:bw', ['words']]);
    expect(notices).toEqual([expect.stringMatching(notice)]);
  });

  test('a library without vectors gives a notice with the embed command', async () => {
    const store = new EmbeddedStore(library.database, 'library');
    const { notices } = await search('bounded sequence', { vectors: { model, store, signal } });
    expect(notices).toEqual([expect.stringContaining('lemmahead library embed')]);
  });

  test('an interrupt is thrown, not a notice', async () => {
    const store = new EmbeddedStore(library.database, 'library');
    await embedInto(store);
    const vectors = { model, store, signal: AbortSignal.abort() };
    await expect(search('bounded sequence', { vectors })).rejects.toMatchObject({ kind: 'cancelled' });
  });

  test('a Chroma server stops: words are still searched, and no vector is lost or duplicated', async (context) => {
    const chroma = await chromaServer(context);
    const store = await openChromaStore(readChromaPlace(chroma.store)!, signal);
    await embedInto(store);
    const vectors = { model, store, signal };
    expect((await search('bounded of', { vectors })).channels).toEqual(['words', 'vectors']);
    await chroma.kill();
    const without = await search('bounded sequence', { vectors });
    expect([without.hits[0]!.entry.key, without.channels]).toEqual(['book#thm:bw', ['words']]);
    expect(without.notices).toEqual([expect.stringContaining('does not answer')]);
    await expect(embedInto(store)).rejects.toMatchObject({ detail: { code: 'store-unreachable' } });
    await chroma.start();
    await embedInto(store);
    expect(await store.count()).toBe(ANALYSIS.length + ALGEBRA.length);
    expect((await search('bounded of', { vectors })).channels).toEqual(['words', 'vectors']);
  });
});
