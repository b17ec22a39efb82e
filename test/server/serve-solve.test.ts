/** Jobs of `solve` over HTTP, with a scripted model on a loopback server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solverOf } from '../../bench/pipelines/scripted-solver.ts';
import { lemmahead } from '../cli/spawn.ts';
import { until } from '../lean/alive.ts';
import { writeLibraryIndex } from '../library-index.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { KNOWN, SEEDS } from '../solve/known-questions.ts';
import { faultsOf } from './json-schema.ts';
import { expectCleanEnd, type ServeProcess, startServe } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-solve-'));
const { problem, answer } = KNOWN[0]!;
let model: ModelServer;
let hangs = false;

/** `settings`: the text of `config.toml`. */
async function serve(name: string, settings: string): Promise<ServeProcess> {
  const env = { LEMMAHEAD_HOME: join(folder, name) };
  mkdirSync(env.LEMMAHEAD_HOME);
  writeFileSync(join(env.LEMMAHEAD_HOME, 'config.toml'), settings);
  expect(lemmahead(['templates', 'build', SEEDS, '--from', 'labelled'], { env, cwd: folder }).status).toBe(0);
  const index = join(folder, 'abacus.sqlite');
  writeLibraryIndex(index);
  return startServe(['--index', index], { cwd: folder, env });
}

async function ended(server: ServeProcess, id: string): Promise<any> {
  for (;;) {
    const { json } = await server.get(`/solve/${id}`);
    if (json.ended !== null) return json;
    await sleep(50);
  }
}

beforeAll(async () => {
  const solver = solverOf(KNOWN);
  model = await startModelServer((request) => (hangs ? 'hang' : solver(request)));
}, 60_000);
afterAll(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('POST /solve with a model', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await serve('with', `[model]\nname = "local/m"\nbase_url = "${model.baseUrl}"\n`);
  }, 60_000);
  afterAll(async () => {
    expectCleanEnd(await server.stop());
  });

  it('ends with the answer, its context and the verdict, as the schema says', async () => {
    const { status, json, headers } = await server.post('/solve', { problem, answer, samples: 2 });
    expect([status, json.schema, headers.location]).toEqual([202, 'lemmahead/job@1', `/solve/${json.id}`]);
    const job = await ended(server, json.id);
    expect([job.state, job.result.exit, job.result.schema]).toEqual(['done', 'done', 'lemmahead/solve@1']);
    expect([job.result.answer, job.result.votes, job.result.verdict.correct]).toEqual([answer, 2, true]);
    expect(job.result.context.hits.length).toBeGreaterThan(0);
    const openapi = (await server.get('/openapi.json')).json;
    const { schema } = openapi.paths['/solve/{id}'].get.responses[200].content['application/json'];
    expect(faultsOf(job, schema, openapi)).toEqual([]);
  }, 60_000);

  it('can be cancelled, and only jobs of solve are listed', async () => {
    hangs = true;
    const before = model.seen.length;
    const { json } = await server.post('/solve', { problem: `${problem} Again.` });
    expect(await until(() => model.seen.length > before, 10_000)).toBe(true);
    expect((await server.send('DELETE', `/solve/${json.id}`)).status).toBe(202);
    hangs = false;
    expect((await ended(server, json.id)).state).toBe('cancelled');
    expect((await server.get('/solve')).json.jobs.length).toBe(2);
    expect((await server.get('/prove')).json.jobs).toEqual([]);
  }, 60_000);

  it.each([
    [{ problem: ' ' }, 'problem is empty'],
    [{}, 'problem is empty'],
    [{ problem, method: 'magic' }, "'magic' is no method"],
    [{ problem, samples: 101 }, 'samples'],
    [{ problem, shots: '/etc/passwd' }, 'shots'],
    [{ problem, tools: ['calc', 'shell'] }, 'There is no tool shell'],
    [{ problem, judge_model: 'openai/x' }, 'judge_model'],
  ])('refuses %j', async (body, message) => {
    const { status, json } = await server.post('/solve', body);
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain(message);
  });
});

describe('POST /solve without a model', () => {
  it('ends with what was found, and refuses an answer', async () => {
    const server = await serve('without', '');
    try {
      const { json } = await server.post('/solve', { problem });
      const { result } = await ended(server, json.id);
      expect([result.exit, result.answer, result.models]).toEqual(['done', null, []]);
      expect(result.context.table.length).toBeGreaterThan(0);
      expect((await server.get('/stats')).json.template_graphs).toMatchObject([{ graph: 'templates', templates: 0 }]);
      const refused = await server.post('/solve', { problem, answer });
      expect([refused.status, JSON.stringify(refused.json).includes('answer needs a model')]).toEqual([400, true]);
    } finally {
      expectCleanEnd(await server.stop());
    }
  }, 60_000);
});
