/** `--queue` for commands that ask models, as processes: the same results as on one machine, and what happens if one dies. */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { answerTo, scriptedAnswers, SOURCES } from '../concepts-by-model/lantern-library.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { writeTinyModel } from '../llm/tiny-onnx.ts';
import { testQueue } from './postgres.ts';
import { type Machine, machine } from './worker-process.ts';

const SOON = { timeout: 60_000, interval: 100 };
const NO_LEAN = { PATH: '/nonexistent' };
const EVERYTHING = ['--back-translate', 'all', '--extract', '--explain'];

interface Site extends Machine {
  model: ModelServer;
  /** Arguments that name the model. */
  named: string[];
  /** The file of the concept base, and what builds it. */
  base: string;
  build: (args: string[], more?: Record<string, string>) => Promise<{ status: number | null; json: any }>;
}

/** A machine without Lean, with an index of a small library, and a scripted model. */
async function site(
  context: TestContext,
  script: readonly Reply[] | ((request: SeenRequest, number: number) => Reply) = scriptedAnswers,
): Promise<Site> {
  const here = await machine(context, { lean: NO_LEAN, isTrusted: false });
  const model = await startModelServer(script);
  context.onTestFinished(() => model.close());
  const index = join(here.folder, 'index.sqlite');
  writeFiles(join(here.folder, 'sources'), SOURCES);
  await buildRoots(index, { Port: join(here.folder, 'sources') });
  here.env['LEMMAHEAD_INDEX'] = index;
  const named = ['--model', 'scripted/m', '--base-url', model.baseUrl];
  return {
    ...{ ...here, model, named, base: join(here.folder, 'index.concepts.sqlite') },
    build: (args, more = {}) => here.json(['concepts', 'build', ...named, ...args], more),
  };
}

/** As `build` without a queue and without the answers that it kept. */
async function onOneMachine(here: Site, args: string[]): Promise<{ status: number | null; json: any; base: Buffer }> {
  const home = join(here.folder, 'other');
  rmSync(here.base);
  const built = await here.build(args, { LEMMAHEAD_QUEUE: '', LEMMAHEAD_HOME: home });
  rmSync(home, { recursive: true, force: true });
  return { ...built, base: readFileSync(here.base) };
}

/** What the database says was spent, and could have been. */
async function spentIn(context: TestContext, { url }: Machine): Promise<{ tokens: number; reserved: number }> {
  const queue = await testQueue(context, url);
  const [row] = await queue.sql<{ tokens: number; reserved: number }>(
    'SELECT sum(spent_tokens)::float AS tokens, sum(reserved_tokens)::float AS reserved FROM lemmahead.budget',
  );
  return row!;
}

const slowly =
  (slowMs: number) =>
  (request: SeenRequest): Reply => ({ text: answerTo(request), snapshot: 'script-1', slowMs });

describe('concepts build --queue', () => {
  test('makes with two workers what one machine makes, within the same budget', async (context) => {
    const here = await site(context);
    const worker = ['--only', 'chat', '--jobs', '2', ...here.named];
    const [one, two] = [await here.worker(worker), await here.worker(worker)];
    const remote = await here.build(EVERYTHING);
    const asked = here.model.seen.length;
    const base = readFileSync(here.base);
    expect(await spentIn(context, here)).toEqual({ tokens: remote.json.models.tokens, reserved: 0 });
    const local = await onOneMachine(here, EVERYTHING);
    expect(remote.status).toBe(0);
    expect({ ...remote.json, seconds: 0 }).toEqual({ ...local.json, seconds: 0 });
    expect(base.equals(local.base)).toBe(true);
    expect(here.model.seen.length).toBe(2 * asked);
    const { json } = await here.json(['queue', 'status']);
    expect(json).toMatchObject({ waiting: 0, running: 0, dead: [] });
    expect(json.queues).toMatchObject([
      { kind: 'chat', done: 0, requirements: { 'model scripted/m': expect.any(String) } },
    ]);
    const { json: workers } = await here.json(['queue', 'workers']);
    expect(workers.workers.map(({ kinds }: any) => kinds)).toEqual([['chat'], ['chat']]);
    for (const each of [one, two]) each.child.kill('SIGTERM');
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
  });

  test('goes on after a worker is killed, and counts what it had sent at its maximum', async (context) => {
    const here = await site(context, slowly(400));
    const worker = ['--only', 'chat', ...here.named];
    const first = await here.worker(worker);
    const building = here.build([...EVERYTHING, '--max-tokens', '30000']);
    await vi.waitFor(() => expect(here.model.seen.length).toBe(3), SOON);
    first.child.kill('SIGKILL');
    await here.worker(worker);
    const { status, json } = await building;
    const base = readFileSync(here.base);
    const { tokens, reserved } = await spentIn(context, here);
    const local = await onOneMachine(here, EVERYTHING);
    expect([status, local.status]).toEqual([0, 0]);
    expect(base.equals(local.base)).toBe(true);
    const { tokens: own, ...report } = json.models;
    const { tokens: localTokens, ...localReport } = local.json.models;
    expect(report).toEqual(localReport);
    expect([tokens, reserved]).toEqual([own, 0]);
    // The lost request may have been answered: more than 8192 tokens count for it.
    expect(own - localTokens).toBeGreaterThan(8192);
    expect(own).toBeLessThanOrEqual(30_000);
  }, 200_000);

  test('that is killed finds its answers again, and nothing is asked twice', async (context) => {
    const here = await site(context, slowly(150));
    await here.worker(['--only', 'chat', ...here.named]);
    const killed = here.start(['concepts', 'build', ...here.named, ...EVERYTHING]);
    await vi.waitFor(() => expect(here.model.seen.length).toBe(3), SOON);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    // What it had sent goes on without it.
    await vi.waitFor(async () => {
      expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 0, running: 0 });
    }, SOON);
    const { status } = await here.build(EVERYTHING);
    expect(status).toBe(0);
    const asked = here.model.seen.length;
    await onOneMachine(here, EVERYTHING);
    expect(here.model.seen.length).toBe(2 * asked);
  });

  test('takes back what it sent after Ctrl-C', async (context) => {
    const here = await site(context, () => 'hang');
    await here.worker(['--only', 'chat', ...here.named]);
    const building = here.start(['concepts', 'build', ...here.named, ...EVERYTHING]);
    const ended = once(building, 'close');
    await vi.waitFor(() => expect(here.model.seen.length).toBe(1), SOON);
    building.kill('SIGINT');
    expect((await ended)[0]).toBe(130);
    const { json } = await here.json(['queue', 'status']);
    expect(json).toMatchObject({ waiting: 0, running: 0, dead: [] });
  });

  test('stops at a limit as one machine does, and never passes it', async (context) => {
    const here = await site(context);
    const worker = ['--only', 'chat', '--jobs', '4', ...here.named];
    await here.worker(worker);
    await here.worker(worker);
    // A question can need a quarter less than this; all answers together need 3,700.
    const limit = 13_000;
    const { status, json } = await here.build([...EVERYTHING, '--max-tokens', String(limit)]);
    expect([status, json.models.stopped_by]).toEqual([4, 'tokens']);
    const { tokens, reserved } = await spentIn(context, here);
    expect([tokens, reserved]).toEqual([json.models.tokens, 0]);
    expect(tokens).toBeLessThanOrEqual(limit);
    expect(tokens).toBeGreaterThan(0);
    const none = await here.build([...EVERYTHING, '--extract', '--max-tokens', '0'], {
      LEMMAHEAD_HOME: join(here.folder, 'x'),
    });
    expect([none.status, none.json.models.tokens]).toEqual([4, 0]);
  });

  test('reports errors of the server as one machine does, and retries as often', async (context) => {
    const here = await site(context, [
      { status: 500 },
      { status: 429, headers: { 'retry-after-ms': '1' } },
      { status: 401 },
    ]);
    await here.worker(['--only', 'chat', '--jobs', '2', ...here.named]);
    const args = ['--back-translate', 'all', '--limit', '1', '--candidates', '1'];
    const remote = await here.build(args);
    const asked = here.model.seen.length;
    expect(asked).toBe(3);
    const other = await site(context, [
      { status: 500 },
      { status: 429, headers: { 'retry-after-ms': '1' } },
      { status: 401 },
    ]);
    const local = await other.build(args, { LEMMAHEAD_QUEUE: '' });
    expect(remote.status).toBe(3);
    expect(JSON.stringify(remote.json).replaceAll(here.model.baseUrl, '')).toBe(
      JSON.stringify(local.json).replaceAll(other.model.baseUrl, ''),
    );
    // The cost of the first try is unknown: the server may have done the work.
    expect((await spentIn(context, here)).tokens).toBeGreaterThan(8192);
  });

  test('says within a minute that no worker has the model, or has it at this address', async (context) => {
    const here = await site(context);
    await here.worker(['--only', 'chat', '--model', 'scripted/m', '--base-url', 'http://127.0.0.1:9/v1']);
    const start = performance.now();
    const { status, json } = await here.build(['--extract', '--back-translate', 'none']);
    expect([status, json.code]).toEqual([3, 'model-unreachable']);
    expect(json.message).toMatch(
      /^No worker of the queue has model scripted\/m \S+ \(it has http:\/\/127\.0\.0\.1:9\S+\)\.$/u,
    );
    expect(json.next).toContain('lemmahead worker');
    expect(performance.now() - start).toBeLessThan(60_000);
    expect(here.model.seen).toEqual([]);
    expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 0, running: 0 });
  });

  test('sends nothing and opens no queue for a dry run', async (context) => {
    const here = await site(context);
    expect((await here.json(['concepts', 'build'], { LEMMAHEAD_QUEUE_PASSWORD: 'wrong' })).status).toBe(0);
    const { status, json } = await here.build([...EVERYTHING, '--dry-run'], { LEMMAHEAD_QUEUE_PASSWORD: 'wrong' });
    expect(status, JSON.stringify(json)).toBe(0);
    expect((await here.build(EVERYTHING, { LEMMAHEAD_QUEUE_PASSWORD: 'wrong' })).json.code).toBe('queue-login');
    expect(here.model.seen).toEqual([]);
  });
});

test('the key stays with the worker: who asks needs none, and none is in the queue', async (context) => {
  const here = await site(context);
  const secret = 'key-of-the-worker-0123456789';
  here.env['LEMMAHEAD_API_KEY'] = secret;
  await here.worker(['--only', 'chat', ...here.named]);
  delete here.env['LEMMAHEAD_API_KEY'];
  const args = ['--back-translate', 'all', '--limit', '1', '--candidates', '1'];
  expect((await here.build(args)).status).toBe(0);
  expect(here.model.seen.map(({ headers }) => headers['authorization'])).toEqual([`Bearer ${secret}`]);
  const queue = await testQueue(context, here.url);
  for (const table of ['lemmahead.worker', 'lemmahead.queue', 'lemmahead.attempt', 'lemmahead_pgboss.job']) {
    const rows = await queue.sql(`SELECT * FROM ${table}`);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

/** Key and bytes of each stored vector. */
function vectorsIn(path: string): unknown[] {
  const database = new Database(path, { readonly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as {
    name: string;
  }[];
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  database.close();
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

describe('index embed --queue', () => {
  test('stores with two workers the vectors that one machine makes', async (context) => {
    const here = await site(context);
    const args = ['--embedder', 'local/e', '--embedder-url', here.model.baseUrl];
    const workers = await Promise.all([1, 2].map(() => here.worker(['--only', 'embed', ...args])));
    const file = join(here.folder, 'index.vectors.sqlite');
    const remote = await here.json(['index', 'embed', ...args, '--max-tokens', '100000']);
    const vectors = vectorsIn(file);
    rmSync(file);
    const local = await here.json(['index', 'embed', ...args, '--max-tokens', '100000'], { LEMMAHEAD_QUEUE: '' });
    expect(remote).toEqual(local);
    expect(remote.status).toBe(0);
    expect(remote.json.embedded).toBeGreaterThan(10);
    expect(vectorsIn(file)).toEqual(vectors);
    const { json } = await here.json(['queue', 'workers']);
    expect(json.workers.map(({ kinds }: any) => kinds)).toEqual(workers.map(() => ['embed']));
  });

  test('with a model on the machines needs the same files, not the same folder', async (context) => {
    const here = await site(context);
    const words = { theorem: [1, 0, 0], def: [0, 1, 0], draught: [1, 0, 1] };
    const [one, other] = [join(here.folder, 'one'), join(here.folder, 'elsewhere', 'two')];
    for (const folder of [one, other]) writeTinyModel(folder, { words });
    await here.worker(['--only', 'embed', '--embedder', `onnx:${other}`]);
    const file = join(here.folder, 'index.vectors.sqlite');
    const args = ['index', 'embed', '--embedder', `onnx:${one}`];
    const remote = await here.json(args);
    const vectors = vectorsIn(file);
    rmSync(file);
    const local = await here.json(args, { LEMMAHEAD_QUEUE: '' });
    expect(remote).toEqual(local);
    expect(vectorsIn(file)).toEqual(vectors);
  });
});

describe('a worker', () => {
  test('without Lean takes what its model can do, and says what it does not take', async (context) => {
    const here = await site(context);
    const worker = await here.worker(here.named);
    expect(worker.messages()).toMatch(/^warning: .*takes no checks and proofs for it\.$/mu);
    expect((await here.json(['queue', 'workers'])).json.workers).toMatchObject([{ kinds: ['chat'] }]);
  });

  test('that could take nothing does not start', async (context) => {
    const here = await site(context);
    for (const only of ['chat', 'embed']) {
      const { status, json } = await here.json(['worker', '--only', only]);
      expect([status, json.code]).toEqual([2, 'worker-idle']);
    }
  });
});
