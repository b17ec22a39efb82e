/** Vectors of a concept base: an embedding server on loopback, whose vectors count words. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConceptBase } from '../../src/concepts/open-base.ts';
import type { ModelRow } from '../../src/concepts/model-rows.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { promptOf, questionOf, scriptedAnswers, SHIP, SOURCES, TRANSLATIONS } from './lantern-library.ts';

let folder: string;
let index: string;
let base: string;
let embeddings: EmbeddingServer;
let server: ModelServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-vectors-'));
  index = join(folder, 'index.sqlite');
  base = join(folder, 'index.concepts.sqlite');
  embeddings = await startEmbeddingServer();
});
afterEach(async () => {
  await embeddings.close();
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function buildIndex(files: Record<string, string>): Promise<void> {
  rmSync(join(folder, 'sources'), { recursive: true, force: true });
  writeFiles(join(folder, 'sources'), files);
  await buildRoots(index, { Port: join(folder, 'sources') });
}

const concepts = (...args: string[]): ReturnType<typeof run> => run('concepts', ...args);

async function run(...args: string[]): Promise<{ status: number | null; report: any }> {
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: index };
  const { status, stdout } = await lemmaheadMeanwhile([...args, '--json'], { env, cwd: folder });
  return { status, report: JSON.parse(stdout) };
}

const embedder = (): string[] => ['--embedder', 'local/e', '--embedder-url', embeddings.baseUrl];
const texts = (): string[] => embeddings.seen.flat();

async function model(): Promise<string[]> {
  server ??= await startModelServer(scriptedAnswers);
  return ['--model', 'scripted/m', '--base-url', server.baseUrl];
}

function rows(): ModelRow[] {
  const open = openConceptBase(base);
  try {
    return open.modelRows();
  } finally {
    open.close();
  }
}

describe('concepts build --embedder', () => {
  it('embeds definitions and core concepts, and later only what is new', async () => {
    await buildIndex(SOURCES);
    await concepts('build');
    const offline = readFileSync(base);
    const { report } = await concepts('build', ...embedder());
    const { embedded } = report.models;
    expect(report.models).toMatchObject({ model: null, embedder: 'local/e', merges: 0, stopped_by: null });
    expect(texts()).toContain('The beam of a ship.');
    expect(texts().filter((text) => text.startsWith('draught: '))).toHaveLength(1);
    expect(texts()).toHaveLength(embedded);
    // Without merges, vectors change nothing in the base.
    expect(readFileSync(base).equals(offline)).toBe(true);
    expect((await concepts('build', ...embedder())).report.models.embedded).toBe(0);
    await buildIndex({ ...SOURCES, 'Harbour.lean': SOURCES['Harbour.lean'].replace('The beam of', 'The width of') });
    expect((await concepts('build', ...embedder())).report.models.embedded).toBe(1);
    expect(texts().at(-1)).toBe('The width of a ship.');
  });

  it('tells the cost before, and stays within the limit', async () => {
    await buildIndex(SOURCES);
    await concepts('build');
    const { report } = await concepts('build', ...embedder(), '--dry-run');
    expect(report).toMatchObject({ model: null, prompts: [], embedding: { embedder: 'local/e', worst_cost: null } });
    const { texts: count, worst_tokens: most } = report.embedding;
    expect([texts().length, count > 4]).toEqual([0, true]);
    const stopped = await concepts('build', ...embedder(), '--max-tokens', String(most - 1));
    expect([stopped.status, stopped.report.models.stopped_by]).toEqual([4, 'tokens']);
    const rest = await concepts('build', ...embedder(), '--max-tokens', String(most));
    expect([rest.status, texts().length]).toEqual([0, count]);
    const other = await concepts('build', '--embedder', 'local/other', '--embedder-url', embeddings.baseUrl);
    expect([other.status, texts().length]).toEqual([0, count]);
    await buildIndex({ ...SOURCES, 'Harbour.lean': SOURCES['Harbour.lean'].replace('The beam of', 'The width of') });
    const differs = await concepts('build', '--embedder', 'local/other', '--embedder-url', embeddings.baseUrl);
    expect([differs.status, differs.report.code]).toEqual([2, 'embedder-differs']);
  });

  it('compares candidates by their vectors, and embeds no text twice', async () => {
    await buildIndex(SOURCES);
    const args = ['build', ...(await model()), ...embedder(), '--back-translate', 'all'];
    await concepts(...args);
    const decided = rows().filter((row) => row.kind === 'back-translation');
    expect(decided.map(({ definition, data }) => [definition, data.by, data.chosen])).toEqual([
      ['Chimney.draught', 'vectors', 0],
      ['Harbour.Mooring', 'vectors', 0],
      ['Harbour.beam', 'vectors', null],
      ['Harbour.draught', 'vectors', null],
    ]);
    expect(texts()).toContain(TRANSLATIONS['Harbour.beam']);
    // The chosen text is part of what the definition means.
    expect(texts()).toContain(`The draught of a chimney. In other words: ${TRANSLATIONS['Chimney.draught']}`);
    const first = readFileSync(base);
    const seen = [texts().length, server!.seen.length];
    rmSync(base);
    await concepts(...args);
    expect([texts().length, server!.seen.length]).toEqual(seen);
    expect(readFileSync(base).equals(first)).toBe(true);
  });
});

describe('a search', () => {
  const near = ({ report }: { report: any }): string[] =>
    report.concepts
      .flatMap(({ variants }: any) => variants)
      .filter(({ contributions }: any) => contributions.some(({ what }: any) => what === 'near'))
      .map(({ name }: any) => name);

  it('uses vectors if there are any and an embedder is configured', async () => {
    await buildIndex(SOURCES);
    await concepts('build', ...embedder());
    const term = ['search', 'beam of a ship', '--explain'];
    expect(near(await concepts(...term, ...embedder()))[0]).toBe('Harbour.beam');
    expect(near(await concepts(...term))).toEqual([]);
    const { report } = await concepts('for', 'Every ship has a beam.', ...embedder());
    expect([report.definitions[0].name, texts().at(-1)]).toEqual(['Harbour.beam', 'Every ship has a beam.']);
    await embeddings.close();
    // The vectors of the queries above are kept.
    const unreachable = await concepts('search', 'draught of a ship', '--explain', ...embedder());
    expect([unreachable.status, near(unreachable)]).toEqual([0, []]);
    expect(unreachable.report.notices).toEqual([expect.stringContaining('Searched by words alone')]);
    embeddings = await startEmbeddingServer(() => ({ snapshot: 'e-2' }));
    const other = await concepts('search', 'draught of a quay', '--explain', ...embedder());
    expect(other.report.notices).toEqual([expect.stringContaining('e-2')]);
  });

  it('is measured with vectors beside that without, or not at all', async () => {
    await buildIndex(SOURCES);
    await concepts('build', ...embedder());
    const measured = async (term: string): ReturnType<typeof run> => {
      writeFileSync(join(folder, 'terms.jsonl'), JSON.stringify({ query: term, gold: ['Harbour.beam'] }));
      return run('bench', 'concepts', '--queries', join(folder, 'terms.jsonl'), ...embedder());
    };
    const { status, report } = await measured('beam of a ship');
    const systems = report.sets[0].systems.map(({ system }: any) => system);
    expect([status, systems.slice(2)]).toEqual([0, ['concepts', 'concepts, vectors']]);
    expect(report.sets[0].systems.at(-1).measures['hit@1'].mean).toBe(1);
    await embeddings.close();
    const failed = await measured('draught of a ship');
    expect([failed.status, failed.report.code]).toEqual([3, 'bench-helper-failed']);
    embeddings = await startEmbeddingServer();
  });

  it('does without vectors if the base has none', async () => {
    await buildIndex(SOURCES);
    await concepts('build');
    expect(near(await concepts('search', 'beam', '--explain', ...embedder()))).toEqual([]);
    expect(texts()).toEqual([]);
  });
});

describe('--merge', () => {
  it('makes concepts with near vectors and a shared definition one, and can be undone', async () => {
    await buildIndex({ 'Ship.lean': SHIP });
    const { report } = await concepts('build', ...embedder(), '--merge', 'vectors');
    const merges = rows().filter((row) => row.kind === 'merge');
    expect(report.models.merges).toBe(merges.length);
    expect(merges.map(({ concept, data: { other } }) => [concept, other.key])).toContainEqual(['keel', 'spine']);
    expect(merges[0]).toMatchObject({ definition: 'Ship.keel', model: 'local/e', template: 'vectors', snapshot: 'e' });
    for (const { data } of merges) expect(data.similarity).toBeGreaterThanOrEqual(0.92);
    const names = async (term: string) => (await concepts('show', term)).report.concept?.fields[0].variants[0].name;
    expect(await names('spine')).toBe('Ship.keel');
    const again = await concepts('build', ...embedder(), '--merge', 'vectors');
    expect([again.report.models.embedded, again.report.models.merges]).toEqual([0, merges.length]);
    await concepts('build', '--merge', 'none');
    expect(rows()).toEqual([]);
  });

  it('asks a model about concepts that are less near', async () => {
    await buildIndex({
      'Ship.lean': SHIP.replace(/is the long timber[^]*?below water/u, 'is a timber'),
    });
    const args = ['build', ...(await model()), '--back-translate', 'none', '--merge', 'model'];
    const without = await concepts(...args);
    expect([without.status, without.report.next]).toEqual([2, expect.stringContaining('--embedder')]);
    // Without vectors, each pair may have to be asked about.
    await concepts('build');
    const planned = await concepts(...args, ...embedder(), '--dry-run');
    const plannedPairs = planned.report.prompts.map(({ template }: any) => template);
    expect(new Set(plannedPairs)).toEqual(new Set(['merge-concepts@1']));
    expect(planned.report.worst_tokens).toBeGreaterThan(0);
    const { report } = await concepts(...args, ...embedder());
    expect(server!.seen.map(questionOf)).toContain('merge');
    expect(server!.seen.length).toBeLessThanOrEqual(plannedPairs.length);
    const asked = server!.seen.find(
      (request) => promptOf(request).includes('keel:') && promptOf(request).includes('spine:'),
    );
    expect(asked).toBeDefined();
    expect(report.models.merges).toBe(rows().length);
    expect(rows().find(({ concept }) => concept === 'keel')).toMatchObject({
      template: 'merge-concepts@1',
      snapshot: 'scripted:script-1',
    });
    const seen = server!.seen.length;
    await concepts(...args, ...embedder());
    expect(server!.seen.length).toBe(seen);
    // With vectors, only those that are asked about.
    const known = await concepts(...args, ...embedder(), '--dry-run');
    expect(known.report.prompts).toHaveLength(seen);
  });
});
