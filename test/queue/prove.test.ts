/** `prove --queue` and `runs resume --queue` as processes: what one machine does, and what happens if a process dies. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { eventsOf } from '../prove/killed-runs.ts';
import { type Machine, machine } from './worker-process.ts';

/** Only `by good` fills the holes; the third stays open. */
const FILE = `-- when bad: error
theorem one : 1 = 1 := by
  sorry

theorem two : 2 = 2 := sorry

theorem three : 3 = 3 := sorry
`;
const TWO = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n';
const BASELINE = ['--strategy', 'baseline', '--no-portfolio', '--mode', 'cold', '-n', '1', '--rounds', '1', '-j', '1'];
const USAGE = { input: 300, output: 20 };
const SOON = { timeout: 60_000, interval: 100 };
const HERE = { LEMMAHEAD_QUEUE: '' };

/** A proof that fails, then one that is right, except for the third theorem. */
function reply({ body }: SeenRequest): Exclude<Reply, string> {
  const text = JSON.stringify(body.messages);
  const isRepair = body.messages.length > 2 || text.includes('What went wrong');
  const isThird = text.includes('theorem three : 3 = 3 := sorry /- the hole -/');
  return { text: `\`\`\`lean\nby ${isRepair && !isThird ? 'good' : 'bad'}\n\`\`\``, usage: USAGE };
}

interface AskedModel {
  server: ModelServer;
  /** Flags of a worker that asks it, and of a command. */
  asking: string[];
  /** The next request with this number of its phase, from 1, gets this reply. */
  next: { number: number; reply: (request: SeenRequest) => Reply } | null;
}

async function model(context: TestContext): Promise<AskedModel> {
  let from = 0;
  const asked: Partial<AskedModel> = { next: null };
  const server = await startModelServer((request, at) => {
    const { next } = asked;
    if (next === null || next === undefined) {
      from = at + 1;
      return reply(request);
    }
    return at - from + 1 === next.number ? next.reply(request) : reply(request);
  });
  context.onTestFinished(() => server.close());
  return Object.assign(asked, { server, asking: ['--model', 'local/m', '--base-url', server.baseUrl] }) as AskedModel;
}

const homeOf = ({ env }: Machine): string => env['LEMMAHEAD_HOME']!;
const runIds = (here: Machine): string[] => readdirSync(join(homeOf(here), 'runs')).sort();
const lastEvents = (here: Machine): any[] => eventsOf(homeOf(here), runIds(here).at(-1)!);

/** The report of a run without what differs between runs. */
const essence = ({ run: _, worker: __, ...report }: any) => report;

/** The events of a run, without times and what only a queue has. */
function happened(here: Machine, id: string): unknown[] {
  return eventsOf(homeOf(here), id)
    .filter(({ event }) => event !== 'worker_started')
    .map(({ at: _, id: __, seconds: ___, ...event }) => event);
}

/** The number of requests whose answer was on record. */
function repeated(events: readonly any[]): number {
  const answered = new Set<string>();
  let count = 0;
  for (const { event, prompt, sample } of events) {
    if (event === 'prompt' && answered.has(`${prompt}:${sample}`)) count++;
    if (event === 'answer') answered.add(`${prompt}:${sample}`);
  }
  return count;
}

async function expectEmpty(here: Machine): Promise<void> {
  const { json } = await here.json(['queue', 'status']);
  expect(json).toMatchObject({ waiting: 0, running: 0, dead: [] });
  expect(json.queues.map(({ done }: any) => done)).toEqual(json.queues.map(() => 0));
}

/** What a run of `FILE` gives on one machine, and its number of requests. */
async function reference(here: Machine, { server, asking }: AskedModel) {
  here.write('File.lean', FILE);
  const { status, json } = await here.json(['prove', 'File.lean', ...BASELINE, ...asking, '--no-cache'], HERE);
  expect([status, json.filled, json.open]).toEqual([1, 2, 1]);
  const requests = server.seen.length;
  server.seen.length = 0;
  return { report: essence(json), requests };
}

/** Starts `prove` over the queue, and waits for the request with this number after answers to those before. */
async function proveUntil(here: Machine, { server, asking }: AskedModel, number: number) {
  const known = runIds(here).length;
  const child = here.start(['prove', 'File.lean', ...BASELINE, ...asking, '--no-cache', '--json']);
  let stdout = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await vi.waitFor(() => {
    expect(server.seen.length).toBe(number);
    expect(runIds(here).length).toBe(known + 1);
    const events = lastEvents(here);
    expect(events.filter(({ event }) => event === 'answer').length).toBe(number - 1);
    expect(events.at(-1)).toMatchObject({ event: 'prompt' });
  }, SOON);
  return { child, ended, json: () => JSON.parse(stdout) };
}

describe('prove --queue', () => {
  test('gives the report and the record of one machine, without and with a model', async (context) => {
    const here = await machine(context);
    const { server, asking } = await model(context);
    here.write('File.lean', FILE);
    here.write('Broken.lean', 'theorem a : 1 = 1 := @error\ntheorem b : 1 = 1 := sorry\n');
    here.write('Two.lean', TWO);
    const workers = [await here.worker(asking), await here.worker(asking)].map(({ id }) => id);
    for (const args of [
      ['Two.lean', '--mode', 'cold', '-j', '1', '--max-time', '100'],
      ['Two.lean', '--mode', 'cold', '-j', '1', '--hole', '2', '--max-attempts', '1'],
      ['File.lean', ...BASELINE, ...asking],
      ['File.lean', ...BASELINE, ...asking, '--max-tokens', '4000'],
      ['Broken.lean', '--mode', 'cold'],
    ]) {
      server.seen.length = 0;
      const local = await here.json(['prove', ...args, '--no-cache'], HERE);
      const requests = server.seen.length;
      const remote = await here.json(['prove', ...args, '--no-cache']);
      expect([remote.status, essence(remote.json)]).toEqual([local.status, essence(local.json)]);
      expect(server.seen.length).toBe(2 * requests);
      const [before, after] = runIds(here).slice(-2) as [string, string];
      expect(happened(here, after)).toEqual(happened(here, before));
      if (remote.json.schema !== 'lemmahead/prove@1' || remote.json.attempts === 0) continue;
      expect(local.json.worker).toBeNull();
      expect(workers).toContain(remote.json.worker);
      const [shown, same] = [after, before].map((id) => here.json(['runs', 'show', id, '--prompts'], HERE));
      expect((await shown!).json.conversations).toEqual((await same!).json.conversations);
    }
    const late = await here.json(['prove', 'Two.lean', '--mode', 'cold', '--max-time', '0']);
    expect(late).toMatchObject({ status: 4, json: { stopped_by: 'time', open: 2, attempts: 0 } });
    await expectEmpty(here);
  }, 240_000);

  test('streams the events, and writes the file', async (context) => {
    const here = await machine(context);
    const { asking } = await model(context);
    here.write('File.lean', FILE);
    const worker = await here.worker(asking);
    const args = ['prove', 'File.lean', ...BASELINE, ...asking, '--in-place', '--json-stream'];
    const { stdout, status } = await here.run(args);
    const events = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object);
    expect(status).toBe(1);
    expect(events.slice(0, 4)).toMatchObject([
      { event: 'run_asked' },
      { event: 'run_started', model: 'local/m' },
      { event: 'worker_started', worker: worker.id },
      { event: 'hole_started', hole: 1 },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'result', worker: worker.id, filled: 2, open: 1, written: true });
    expect(readFileSync(join(here.folder, 'File.lean'), 'utf8')).toBe(
      FILE.replace('sorry', 'good').replace('2 = 2 := sorry', '2 = 2 := by good'),
    );
    expect((await here.json(['runs', 'replay', 'last'])).json).toMatchObject({ filled: 2, differs: [], worker: null });
  }, 120_000);

  test('goes on at another worker if one is killed, and asks nothing again that was answered', async (context) => {
    const here = await machine(context);
    const asked = await model(context);
    const { report, requests } = await reference(here, asked);
    asked.next = { number: 3, reply: () => 'hang' };
    const first = await here.worker(asked.asking);
    const { ended, json } = await proveUntil(here, asked, 3);
    const second = await here.worker(asked.asking);
    first.child.kill('SIGKILL');
    expect(await ended).toBe(1);
    const events = lastEvents(here);
    expect(events.flatMap(({ event, worker }) => (event === 'worker_started' ? [worker] : []))).toEqual([
      ...[first.id, second.id],
    ]);
    expect(asked.server.seen.length).toBe(requests + 1);
    expect(repeated(events)).toBe(0);
    // What the lost request may have cost counts.
    const lost = events.findLast(({ event, prompt }) => event === 'prompt' && prompt !== undefined).worst_tokens;
    const { tokens, ...rest } = essence(json());
    expect(rest).toEqual({ ...report, tokens: undefined });
    expect(tokens).toBeGreaterThan(report.tokens + lost / 2);
    await expectEmpty(here);
  }, 180_000);

  test('that is killed finds its unit again, which has gone on', async (context) => {
    const here = await machine(context);
    const asked = await model(context);
    const { report, requests } = await reference(here, asked);
    asked.next = { number: 3, reply: (request) => ({ ...reply(request), slowMs: 2000 }) };
    const worker = await here.worker(asked.asking);
    const { child, ended } = await proveUntil(here, asked, 3);
    child.kill('SIGKILL');
    await ended;
    const { status, json } = await here.json(['runs', 'resume', 'last']);
    expect([status, essence(json)]).toEqual([1, report]);
    expect(json.worker).toBe(worker.id);
    expect(asked.server.seen.length).toBe(requests);
    const events = lastEvents(here);
    expect(repeated(events)).toBe(0);
    expect(events.filter(({ event }) => event === 'hole_ended').length).toBe(3);
    await expectEmpty(here);
  }, 180_000);

  test('takes its unit back after Ctrl-C, and continues with other limits', async (context) => {
    const here = await machine(context);
    const asked = await model(context);
    const { report, requests } = await reference(here, asked);
    asked.next = { number: 3, reply: () => 'hang' };
    await here.worker([...asked.asking, '--jobs', '2']);
    const { child, ended } = await proveUntil(here, asked, 3);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await expectEmpty(here);
    const { status, json } = await here.json(['runs', 'resume', 'last', '--max-tokens', '1000000']);
    const { tokens, ...rest } = essence(json);
    expect([status, rest]).toEqual([1, { ...report, tokens: undefined }]);
    expect(tokens).toBeGreaterThan(report.tokens);
    expect(asked.server.seen.length).toBe(requests + 1);
    expect(repeated(lastEvents(here))).toBe(0);
    await expectEmpty(here);
  }, 180_000);

  test('searches the same index at a worker, and needs a worker that has it', async (context) => {
    const here = await machine(context);
    mkdirSync(join(here.folder, 'own'));
    here.write('own/Own.lean', 'theorem Own.one_eq : 1 = 1 := rfl\ntheorem Own.two_eq : 2 = 2 := rfl\n');
    here.write('Two.lean', '-- needs one_eq\ntheorem one : 1 = 1 := by\n  sorry\n');
    expect((await here.run(['index', 'build', '--root', 'Own=own', '--index', 'own.sqlite'])).status).toBe(0);
    const args = ['prove', 'Two.lean', '--mode', 'cold', '-j', '1', '--no-cache', '--index', 'own.sqlite'];
    const local = await here.json([...args, '--max-attempts', '20'], HERE);
    const without = await here.worker();
    const missing = await here.json(args);
    expect(missing).toMatchObject({ status: 3, json: { code: 'no-worker' } });
    expect(missing.json.message).toMatch(/^No worker of the queue has index [0-9a-f]{16,}\.$/u);
    const worker = await here.worker(['--index', 'own.sqlite']);
    const remote = await here.json([...args, '--max-attempts', '20']);
    expect([remote.status, essence(remote.json)]).toEqual([local.status, essence(local.json)]);
    expect([remote.json.worker, without.id === worker.id]).toEqual([worker.id, false]);
    const ids = runIds(here);
    expect(happened(here, ids.at(-1)!)).toEqual(happened(here, ids[0]!));
    expect(lastEvents(here).some(({ event, from }) => event === 'retrieval' && from === 'search')).toBe(true);
  }, 180_000);

  test('records the answers of a worker for a replay', async (context) => {
    const here = await machine(context);
    const { server, asking } = await model(context);
    here.write('File.lean', FILE);
    await here.worker(asking);
    const prove = (file: string, env = {}) =>
      here.json(['prove', 'File.lean', ...BASELINE, ...asking, '--no-cache', '--record', file], env);
    const [local, remote] = [await prove('local.jsonl', HERE), await prove('remote.jsonl')];
    const answers = (file: string) =>
      readFileSync(join(here.folder, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
        .map(({ answer: { seconds: _, ...answer }, ...rest }) => ({ ...rest, answer }));
    expect(answers('remote.jsonl')).toEqual(answers('local.jsonl'));
    expect(answers('remote.jsonl').length).toBe(server.seen.length / 2);
    const replay = ['prove', 'File.lean', ...BASELINE, '--no-cache', '--model', 'replay:remote.jsonl'];
    const replayed = await here.json(replay, HERE);
    expect([replayed.status, replayed.json.diff]).toEqual([local.status, local.json.diff]);
    expect(essence(remote.json)).toEqual(essence(local.json));
  });

  test('says what no worker has, and refuses what a queue cannot do', async (context) => {
    const here = await machine(context);
    const { asking } = await model(context);
    here.write('File.lean', FILE);
    await here.worker(['--require-sandbox', 'limits']);
    here.write('answers.jsonl', '');
    const [unasked, replayed] = await Promise.all([
      here.json(['prove', 'File.lean', ...BASELINE, ...asking]),
      here.json(['prove', 'File.lean', ...BASELINE, '--model', 'replay:answers.jsonl']),
    ]);
    expect(unasked).toMatchObject({ status: 3, json: { code: 'no-worker' } });
    expect(unasked.json.message).toMatch(
      /^No worker of the queue has model local\/m http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions\.$/u,
    );
    expect(replayed).toMatchObject({ status: 2, json: { code: 'queue-replay' } });
    await expectEmpty(here);
  }, 120_000);
});
