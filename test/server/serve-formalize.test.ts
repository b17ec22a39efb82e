/** Jobs of `formalize` over HTTP, with a scripted model on a loopback server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lemmahead } from '../cli/spawn.ts';
import { buildHarbour, PROBLEM, RIGHT, scriptedModel } from '../formalize/harbour.ts';
import { until } from '../lean/alive.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { faultsOf } from './json-schema.ts';
import { expectCleanEnd, type ServeProcess, startServe } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-formalize-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };
let model: ModelServer;
let server: ServeProcess;
let hangs = false;

beforeAll(async () => {
  const index = await buildHarbour(folder);
  const answer = scriptedModel();
  model = await startModelServer((request) => (hangs ? 'hang' : answer(request)));
  mkdirSync(env.LEMMAHEAD_HOME);
  const settings = `[model]\nname = "local/m"\nbase_url = "${model.baseUrl}"\n`;
  writeFileSync(join(env.LEMMAHEAD_HOME, 'config.toml'), settings);
  server = await startServe(['--index', index], { cwd: folder, env });
}, 60_000);
afterAll(async () => {
  expectCleanEnd(await server.stop());
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(body: object): Promise<string> {
  const { status, json, headers } = await server.post('/formalize', { statement: PROBLEM, check: 'none', ...body });
  expect([status, json.schema, headers.location]).toEqual([202, 'lemmahead/job@1', `/formalize/${json.id}`]);
  return json.id;
}

async function ended(id: string): Promise<any> {
  for (;;) {
    const { json } = await server.get(`/formalize/${id}`);
    if (json.ended !== null) return json;
    await sleep(50);
  }
}

it('ends with the statement, after its events, and is a recorded run', async () => {
  const id = await start({ samples: 2 });
  const job = await ended(id);
  expect([job.state, job.result.exit, job.result.schema]).toEqual(['done', 'done', 'lemmahead/formalize@1']);
  expect(job.result.chosen).toContain(RIGHT);
  const { text } = await server.get(`/formalize/${id}/events`);
  const events = [...text.matchAll(/^event: (\w+)$/gmu)].map(([, event]) => event);
  expect(events.filter((event) => event === 'answer').length).toBe(5);
  expect(events.filter((event) => event !== 'answer' && event !== 'prompt' && event !== 'progress')).toEqual([
    ...['run_asked', 'run_started', 'problem_started', 'problem_ended', 'end'],
  ]);
  const openapi = (await server.get('/openapi.json')).json;
  const { schema } = openapi.paths['/formalize/{id}'].get.responses[200].content['application/json'];
  expect(faultsOf(job, schema, openapi)).toEqual([]);
  const shown = lemmahead(['runs', 'show', job.result.run, '--json'], { env });
  expect(JSON.parse(shown.stdout).problems.map(({ exit }: any) => exit)).toEqual(['done']);
});

it('can be cancelled, and only jobs of formalize are listed', async () => {
  hangs = true;
  const before = model.seen.length;
  const id = await start({ statement: `${PROBLEM} Again.` });
  expect(await until(() => model.seen.length > before, 10_000)).toBe(true);
  expect((await server.send('DELETE', `/formalize/${id}`)).status).toBe(202);
  hangs = false;
  expect((await ended(id)).state).toBe('cancelled');
  const { json } = await server.get('/formalize');
  expect(json.jobs.length).toBe(2);
  expect((await server.get('/prove')).json.jobs).toEqual([]);
});

it('is refused without a statement', async () => {
  const { status, json } = await server.post('/formalize', { statement: '\\alpha' });
  expect([status, json.code]).toEqual([400, 'text-empty']);
});
