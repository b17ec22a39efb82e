/** Searches by meaning whose best definitions a reranker puts in order: a server on loopback, or the model. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { type ModelServer, type Reply, startModelServer } from '../llm/model-server.ts';
import { type RerankServer, startRerankServer } from '../llm/rerank-server.ts';
import { SOURCES } from './lantern-library.ts';

/** The index and the base, for all tests. */
let template: string;
let folder: string;
let rerankers: RerankServer | null = null;
let server: ModelServer | null = null;

beforeAll(async () => {
  folder = template = mkdtempSync(join(tmpdir(), 'lemmahead-rerank-'));
  writeFiles(join(folder, 'sources'), SOURCES);
  await buildRoots(join(folder, 'index.sqlite'), { Port: join(folder, 'sources') });
  expect((await concepts('build')).status).toBe(0);
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-rerank-'));
  cpSync(template, folder, { recursive: true });
});
afterEach(async () => {
  await rerankers?.close();
  await server?.close();
  [rerankers, server] = [null, null];
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<{ status: number | null; report: any }> {
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
  const { status, stdout } = await lemmaheadMeanwhile([...args, '--json'], { env, cwd: folder });
  return { status, report: JSON.parse(stdout) };
}
const concepts = (...args: string[]) => run('concepts', ...args);

const found = ({ report }: { report: any }): string[] =>
  report.concepts.flatMap(({ variants }: any) => variants.map(({ name }: any) => name));

/** A server that knows which passage is about chimneys. */
async function chimneysFirst(): Promise<string[]> {
  rerankers = await startRerankServer('jina', (number) => {
    const { documents } = rerankers!.seen[number]!;
    const results = documents!.map((text, index) => ({ index, relevance_score: text.includes('chimney') ? 1 : 0.1 }));
    return { status: 200, body: { results } };
  });
  return ['--reranker', 'local/bge', '--reranker-url', rerankers.baseUrl];
}

describe('--reranker with a server', () => {
  it('decides the order of what a term means', async () => {
    const before = found(await concepts('search', 'draught'));
    expect(before).toHaveLength(2);
    const reranker = await chimneysFirst();
    const after = await concepts('search', 'draught', ...reranker);
    expect(found(after)).toEqual(['Chimney.draught', 'Harbour.draught']);
    const [{ query, documents }] = rerankers!.seen as [{ query: string; documents: string[] }];
    expect([query, documents.toSorted()[0]]).toEqual(['draught', 'The draught of a chimney.']);
    // An order is asked for once.
    await concepts('search', 'draught', ...reranker);
    expect(rerankers!.seen).toHaveLength(1);
  });

  it('decides the order for a statement', async () => {
    const reranker = await chimneysFirst();
    const { report } = await concepts('for', 'The draught of a ship is positive.', '--definitions', '1', ...reranker);
    expect(report.definitions.map(({ name }: any) => name)).toEqual(['Chimney.draught']);
  });

  it('costs only the order if it fails', async () => {
    rerankers = await startRerankServer('jina', () => ({ status: 400, body: { error: { message: 'no such model' } } }));
    const reranker = ['--reranker', 'local/bge', '--reranker-url', rerankers.baseUrl];
    const failed = await concepts('search', 'draught', ...reranker);
    expect([failed.status, found(failed)]).toEqual([0, found(await concepts('search', 'draught'))]);
    expect(failed.report.notices).toEqual([expect.stringContaining('Not reordered by the reranker')]);
  });

  it('needs a name that is known', async () => {
    const { status, report } = await concepts('search', 'draught', '--reranker', 'bge');
    expect([status, report.code, report.reason]).toEqual([2, 'reranker-name', expect.stringContaining('onnx:FOLDER')]);
  });
});

const answer = (text: string): Reply => ({ text, snapshot: 'script-1' });

describe('--reranker model', () => {
  it('asks the model, and keeps what it leaves out', async () => {
    server = await startModelServer([answer('{"order": [2]}')]);
    const model = ['--reranker', 'model', '--model', 'scripted/m', '--base-url', server.baseUrl];
    const before = found(await concepts('search', 'draught'));
    expect(found(await concepts('search', 'draught', ...model))).toEqual(before.toReversed());
    await concepts('search', 'draught', ...model);
    expect(server.seen).toHaveLength(1);
  });

  it('costs only the order if the answers are unusable', async () => {
    server = await startModelServer([answer('The first one.'), answer('{"order": [7]}')]);
    const model = ['--reranker', 'model', '--model', 'scripted/m', '--base-url', server.baseUrl];
    const { status, report } = await concepts('search', 'draught', ...model);
    expect([status, report.notices]).toEqual([0, [expect.stringContaining('its numbers are not those of the list')]]);
  });
});

describe('formalize', () => {
  const STATEMENT = 'The draught of a ship is positive.';
  const BLOCK = '```lean\ntheorem t : True := by sorry\n```';

  async function formalize(...args: string[]): Promise<any> {
    server ??= await startModelServer([answer(BLOCK)]);
    const model = ['--model', 'scripted/m', '--base-url', server.baseUrl, '--pack', 'offline', '--check', 'none'];
    return (await run('formalize', STATEMENT, ...model, '-n', '1', '--definitions', '1', ...args)).report;
  }
  const definitionsOf = ({ pack }: any): string[] => pack.definitions.map(({ name }: any) => name);
  const stageOf = ({ pack }: any, name: string): any => pack.stages.find(({ stage }: any) => stage === name);

  it('lists the definitions that the reranker puts first, and asks it once', async () => {
    expect(definitionsOf(await formalize())).toEqual(['Harbour.draught']);
    const reranker = await chimneysFirst();
    const report = await formalize(...reranker);
    expect([definitionsOf(report), stageOf(report, 'rerank').by]).toEqual([['Chimney.draught'], 'model']);
    const asked = rerankers!.seen.length;
    expect(definitionsOf(await formalize(...reranker))).toEqual(['Chimney.draught']);
    expect(rerankers!.seen.length).toBe(asked);
    expect(definitionsOf(await formalize(...reranker, '--without', 'rerank'))).not.toEqual([]);
    expect(rerankers!.seen.length).toBe(asked);
  }, 90_000);

  it('uses vectors, and asks for that of a text once', async () => {
    const embeddings = await startEmbeddingServer();
    try {
      const embedder = ['--embedder', 'local/e', '--embedder-url', embeddings.baseUrl];
      await concepts('build', ...embedder);
      const built = embeddings.seen.length;
      await formalize(...embedder);
      const asked = embeddings.seen.length;
      expect(asked).toBeGreaterThan(built);
      await formalize(...embedder);
      expect(embeddings.seen.length).toBe(asked);
    } finally {
      await embeddings.close();
    }
  });

  it('records what helpers answer: within the limits of the run, and replayed without servers', async () => {
    const embeddings = await startEmbeddingServer();
    const reranker = await chimneysFirst();
    const embedder = ['--embedder', 'local/e', '--embedder-url', embeddings.baseUrl];
    await concepts('build', ...embedder);
    const built = embeddings.seen.length;
    const limited = await formalize(...embedder, ...reranker, '--max-tokens', '5');
    expect([limited.stopped_by, embeddings.seen.length, rerankers!.seen.length]).toEqual(['tokens', built, 0]);
    const report = await formalize(...embedder, ...reranker);
    expect([definitionsOf(report), rerankers!.seen.length > 0]).toEqual([['Chimney.draught'], true]);
    const [record] = globSync(`home/**/${report.run}/run.jsonl`, { cwd: folder });
    const events = readFileSync(join(folder, record!), 'utf8');
    expect(events).toMatch(/"template":"cross-encoder"/);
    expect(events).toMatch(/"template":"question-vectors"/);
    await Promise.all([embeddings.close(), rerankers!.close(), server!.close()]);
    const [kept] = globSync('home/**/answers', { cwd: folder, exclude: (path) => path.includes('runs') });
    rmSync(join(folder, kept!), { recursive: true });
    const replayed = await run('runs', 'replay', report.run);
    expect([replayed.status, replayed.report.differs, definitionsOf(replayed.report)]).toEqual([
      ...[0, false, ['Chimney.draught']],
    ]);
  }, 120_000);

  it('sends nothing in a dry run', async () => {
    const reranker = await chimneysFirst();
    await formalize(...reranker, '--dry-run');
    expect([rerankers!.seen.length, server!.seen.length]).toEqual([0, 0]);
  });

  it('goes on without a reranker that fails, and says so', async () => {
    rerankers = await startRerankServer('jina', () => ({ status: 400, body: { error: { message: 'no such model' } } }));
    const report = await formalize('--reranker', 'local/bge', '--reranker-url', rerankers.baseUrl);
    expect(definitionsOf(report)).toEqual(['Harbour.draught']);
    expect(stageOf(report, 'rerank')).toMatchObject({ by: 'offline', note: expect.stringContaining('Not reordered') });
  });
});

it('doctor names what a reranker lacks', async () => {
  const checkOf = async (toml: string) => {
    writeFiles(join(folder, 'home'), { 'config.toml': toml });
    const { report } = await run('doctor');
    return report.checks.find(({ what }: any) => what === 'reranker');
  };
  expect(await checkOf('')).toMatchObject({ state: 'absent' });
  expect(await checkOf('[reranker]\nname = "local/bge"\n')).toMatchObject({ state: 'fault' });
  expect(await checkOf('[reranker]\nname = "model"\n')).toMatchObject({ state: 'fault' });
  const folderCheck = await checkOf('[reranker]\nname = "onnx:/nowhere"\n');
  expect(folderCheck).toMatchObject({ state: 'fault' });
  const server_ = '[reranker]\nname = "local/bge"\nbase_url = "http://127.0.0.1:9/v1"\n';
  expect(await checkOf(server_)).toMatchObject({ state: 'ok' });
});
