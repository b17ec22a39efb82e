/**
 * `prove --queue` on a real Lean: what one machine proves, with an index, a library, a graph of templates, and sketches. The
 * worker has another home and another copy of the project than the machine that asks.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import {
  type ModelServer,
  type SeenRequest,
  type ServedAnswer,
  type ServedCall,
  startModelServer,
} from '../llm/model-server.ts';
import { eventsOf } from '../prove/killed-runs.ts';
import { startServe } from '../server/serve-process.ts';
import { type Machine, machine, type Worker } from './worker-process.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const HERE = { LEMMAHEAD_QUEUE: '' };
const KEY = 'key-of-the-worker-0123456789';
const USAGE = { input: 300, output: 20 };

const BOOK = String.raw`\newtheorem{theorem}{Theorem}
\begin{theorem}[Turned grids]\label{turned} A grid that is turned by a quarter has as many squares as before.\end{theorem}
\begin{proof}Multiplication of numbers is commutative.\end{proof}
\begin{theorem}\label{other} A pond with two lilies has water.\end{theorem}
`;
const SEATS = 'In how many ways can 9 people sit around a round table, if only neighbours matter?';
const BOTH = ['--decl', 'Grid.area_of_both', '--no-portfolio'];

/** Answers for steps, by what their prompts say, and otherwise a proof that fails before one that is right. */
const ANSWERS: [part: string, text: string][] = [
  ['Do not solve the problem', '{"templates": ["Count the seatings around a round table."]}'],
  [
    'make a table for one problem',
    '{"rows": [{"name": "circular permutations", "statement": "(n-1)!", "when": "now"}]}',
  ],
  ['Which one of the templates fits', '{"template": 1}'],
  ['Output only the proof, in LaTeX', 'Turn one of the two grids.'],
];
const FAILED = 'by\n  rw [area_of_nothing]';
const RIGHT = 'by\n  rw [area_turned m n]';
const SKETCH = 'by\n  have turned : area m n = area n m := by sorry\n  rw [turned]';
const FALSE_SKETCH =
  'by\n  have none : area m n = 0 := by sorry\n  have turned : area n m = 0 := by sorry\n  rw [none, turned]';

const textOf = ({ body }: SeenRequest): string =>
  body.messages.map(({ content }: { content: string }) => content).join('\n');

const call = (name: string, input: object): ServedCall => ({ name, input: JSON.stringify(input) });
/** The calls of an agent in each of its answers. */
const CALLS = [
  [call('search', { query: 'area turned' }), call('show', { name: 'Grid.area_turned' }), call('goal', {})],
  [call('try', { tactics: ['rfl', 'rw [nothing]'] }), call('goal', { after: 'show _ = _' })],
  [call('submit', { proof: 'rw [area_turned m n]' })],
];

/** Depends on nothing but the conversation. */
function reply(request: SeenRequest): ServedAnswer {
  const prompt = textOf(request);
  if (request.body.tools !== undefined) {
    const turn = request.body.messages.filter(({ role }: { role: string }) => role === 'assistant').length;
    return { text: '', calls: CALLS[Math.min(turn, CALLS.length - 1)]!, usage: USAGE };
  }
  const known = ANSWERS.find(([part]) => prompt.includes(part))?.[1];
  if (known !== undefined) return { text: known, usage: USAGE };
  const lean = (text: string) => ({ text: `\`\`\`lean\n${text}\n\`\`\``, usage: USAGE });
  if (prompt.startsWith('You plan')) return { text: '1. Turn the grid.', usage: USAGE };
  if (prompt.startsWith('You sketch')) return lean(prompt.includes('# Earlier sketch') ? SKETCH : FALSE_SKETCH);
  const target = /# Goal\n\n```\n[^`]*⊢ ([^`]*)\n```/u.exec(prompt)?.[1] ?? '';
  if (target === 'area m n = area n m') return lean('by\n  exact area_turned m n');
  const isAgain = request.body.messages.length > 2 || prompt.includes('What went wrong');
  return lean(isAgain ? RIGHT : FAILED);
}

interface Site extends Machine {
  model: ModelServer;
  /** Whether the model answers the request with this number, from 0. */
  answers: { isHanging: (number: number) => boolean };
  /** The project of the machine that asks. */
  project: string;
  /** Runs it there, without the queue. */
  here: (args: string[]) => Promise<void>;
  build: () => Promise<void>;
  /**
   * Starts a worker with copies of the home and the project as they are now, and with an index of its own if the project has
   * one.
   */
  elsewhere: (args?: string[], name?: string) => Promise<Worker>;
}

async function site(context: TestContext): Promise<Site> {
  const here = await machine(context, { lean: oldLean(context) });
  const answers = { isHanging: (_: number) => false };
  const model = await startModelServer((request, number) => (answers.isHanging(number) ? 'hang' : reply(request)));
  context.onTestFinished(() => model.close());
  const project = join(here.folder, 'grid');
  cpSync(join(FIXTURES, 'prove', 'grid'), project, { recursive: true });
  const runIn = async (folder: string, args: string[]): Promise<void> => {
    const { status, stderr } = await lemmaheadMeanwhile(args, { cwd: folder, env: { ...here.env, ...HERE } });
    expect([args.join(' '), status, status === 0 ? '' : stderr]).toEqual([args.join(' '), 0, '']);
  };
  const build = (folder: string): Promise<void> => runIn(folder, ['index', 'build', '--quiet']);
  return {
    ...{ ...here, model, answers, project },
    build: () => build(project),
    here: (args) => runIn(project, args),
    elsewhere: async (args = [], name = 'elsewhere') => {
      const other = join(here.folder, name);
      mkdirSync(other);
      const home = here.env['LEMMAHEAD_HOME']!;
      cpSync(home, join(other, 'home'), { recursive: true });
      cpSync(project, join(other, 'grid'), { recursive: true, filter: (path) => !path.endsWith('/.lemmahead') });
      if (existsSync(join(project, '.lemmahead')) && !args.includes('--index-from')) await build(join(other, 'grid'));
      Object.assign(here.env, { LEMMAHEAD_HOME: join(other, 'home'), LEMMAHEAD_API_KEY: KEY });
      const worker = await here.worker(['--project', join(other, 'grid'), ...args]);
      here.env['LEMMAHEAD_HOME'] = home;
      delete here.env['LEMMAHEAD_API_KEY'];
      return worker;
    },
  };
}

const asking = ({ model }: Site): string[] => ['--model', 'local/m', '--base-url', model.baseUrl];

const SKETCHES = ['--strategy', 'decompose', '--sketches', '2', '--steps-by', 'rag', '-n', '1', '--rounds', '0'];

const essence = ({ run: _, worker: __, ...report }: any) => report;

/** The events of a run, without times and what only a queue has. */
function happened({ env }: Machine, id: string): any[] {
  return eventsOf(env['LEMMAHEAD_HOME']!, id)
    .filter(({ event }) => event !== 'worker_started')
    .map(({ at: _, id: __, seconds: ___, ...event }) => event);
}

/** Proves on this machine and then at a worker, and expects the same. Returns the report and the events. */
async function sameAtWorker(each: Site, args: string[], flags: string[] = []): Promise<{ json: any; events: any[] }> {
  const prove = ['prove', 'grid/Grid.lean', '-j', '1', '--no-cache', ...args];
  const local = await each.json(prove, HERE);
  const prompts = each.model.seen.map(textOf);
  expect(each.model.seen.some(({ headers }) => headers['authorization'] !== undefined)).toBe(false);
  each.model.seen.length = 0;
  const worker = await each.elsewhere(flags);
  const remote = await each.json(prove);
  expect(remote.json.worker, JSON.stringify(remote.json)).toBe(worker.id);
  expect([local.status, local.json.worker]).toEqual([0, null]);
  expect([remote.status, essence(remote.json)]).toEqual([local.status, essence(local.json)]);
  expect(each.model.seen.map(textOf)).toEqual(prompts);
  const keys = each.model.seen.map(({ headers }) => headers['authorization']);
  expect(keys).toEqual(keys.map(() => `Bearer ${KEY}`));
  const events = happened(each, remote.json.run);
  expect(events).toEqual(happened(each, local.json.run));
  const replayed = await each.json(['runs', 'replay', remote.json.run, '--without-lean'], HERE);
  expect(replayed).toMatchObject({ status: 0, json: { diff: local.json.diff, differs: [] } });
  expect(each.model.seen.length).toBe(prompts.length);
  return { json: remote.json, events };
}

describe('prove --queue on a real Lean proves what one machine proves', () => {
  test.for([['its own index'], ['the index of a server']])(
    'by the portfolio with lemmas of an index; the worker has %s',
    { timeout: 240_000 },
    async ([which], context) => {
      const each = await site(context);
      await each.build();
      const isOwn = which === 'its own index';
      const server = isOwn ? null : await startServe([], { cwd: each.project, env: { ...each.env, ...HERE } });
      const { json, events } = await sameAtWorker(each, [], server === null ? [] : ['--index-from', server.url]);
      expect(json).toMatchObject({ filled: 3, open: 0, holes: [{}, {}, { lemmas: ['Grid.area_turned'] }] });
      const retrieved = events.filter(({ event }) => event === 'retrieval');
      expect(retrieved.every(({ from }) => from === 'search')).toBe(true);
      expect(retrieved.find(({ as }) => as === 'proof').names).toEqual(['Grid.area_turned']);
    },
  );

  test('by informal-rag with passages of a library', async (context) => {
    const each = await site(context);
    each.write('grid/book.tex', BOOK);
    await each.here(['library', 'add', 'book.tex']);
    const strategy = ['--strategy', 'informal-rag', '--rounds', '1', '--no-retrieval'];
    const words = ['--informal', 'Two grids have as many squares as if one is turned by a quarter.'];
    const { json } = await sameAtWorker(each, [...BOTH, ...strategy, ...words, ...asking(each)], asking(each));
    expect(json.diff).toContain('+  rw [area_turned m n]');
    const [informal, formal, repair] = each.model.seen.map(textOf);
    expect(informal).toContain('A grid that is turned by a quarter has as many squares as before.');
    expect(formal).toContain('# Proof in words\n\nTurn one of the two grids.');
    expect(repair).toContain('area_of_nothing');
  }, 240_000);

  test('by templates-informal with a graph of templates', async (context) => {
    const each = await site(context);
    await each.here(['templates', 'build', join(FIXTURES, 'problems', 'labelled.jsonl'), '--from', 'labelled']);
    const strategy = ['--strategy', 'templates-informal', '--rounds', '1', '--no-retrieval', '--informal', SEATS];
    const { json, events } = await sameAtWorker(each, [...BOTH, ...strategy, ...asking(each)], asking(each));
    expect(json.holes[2]).toMatchObject({ state: 'filled', strategy: 'templates-informal' });
    expect(each.model.seen.map(textOf)[3]).toContain('Five people sit down around a round table.');
    const template = events.find(({ event, step }) => event === 'step' && step === 'template');
    expect(template.text).toContain('circular permutations');
  }, 240_000);

  test('by agent with the declarations of an index', async (context) => {
    const each = await site(context);
    await each.build();
    const { events } = await sameAtWorker(each, [...BOTH, '--strategy', 'agent', ...asking(each)], asking(each));
    const calls = events.filter(({ event }) => event === 'tool_called');
    expect(calls.map(({ turn, tool }) => `${turn} ${tool}`)).toEqual([
      ...['1 search', '1 show', '1 goal', '2 try', '2 goal'],
    ]);
    expect(each.model.seen.map(textOf).at(-1)).toMatch(/theorem Grid\.area_turned[^]*Nat\.mul_comm width height/u);
  }, 240_000);

  test('by rag with lemmas of an index', async (context) => {
    const each = await site(context);
    await each.build();
    const strategy = ['--strategy', 'rag', '-n', '1', '--rounds', '1'];
    await sameAtWorker(each, [...BOTH, ...strategy, ...asking(each)], asking(each));
    expect(each.model.seen.map(textOf)[0]).toContain('area_turned');
  }, 240_000);

  test('by decompose with a sketch, after a false one', async (context) => {
    const each = await site(context);
    const { json, events } = await sameAtWorker(each, [...BOTH, ...SKETCHES, ...asking(each)], asking(each));
    expect(json.holes[2]).toMatchObject({ state: 'filled', strategy: 'decompose' });
    expect(json.holes[2].candidate).toContain('have turned : area m n = area n m');
    const steps = events.filter(({ event }) => event === 'node_ended').map(({ node, state }) => `${node} ${state}`);
    expect(steps).toContain('2.1 filled');
    expect(steps).toContain('1.1 open');
  }, 240_000);

  test('by decompose, if a worker is killed and another one goes on', async (context) => {
    const each = await site(context);
    await each.build();
    const prove = ['prove', 'grid/Grid.lean', '-j', '1', '--no-cache', ...BOTH, ...SKETCHES, ...asking(each)];
    const local = await each.json(prove, HERE);
    const needed = each.model.seen.length;
    // The proof of a step of the second sketch.
    each.answers.isHanging = (number) => number === 2 * needed - 1;
    const first = await each.elsewhere(asking(each), 'first');
    const proving = each.json(prove);
    await vi.waitFor(() => expect(each.model.seen.length).toBe(2 * needed), { timeout: 60_000, interval: 100 });
    first.child.kill('SIGKILL');
    const second = await each.elsewhere(asking(each), 'second');
    const remote = await proving;
    expect([remote.status, remote.json.worker]).toEqual([0, second.id]);
    const { tokens, ...rest } = essence(remote.json);
    expect(rest).toEqual({ ...essence(local.json), tokens: undefined });
    expect(tokens).toBeGreaterThan(local.json.tokens);
    expect(each.model.seen.length).toBe(2 * needed + 1);
    const events = eventsOf(each.env['LEMMAHEAD_HOME']!, remote.json.run);
    const started = events.flatMap(({ event, worker }) => (event === 'worker_started' ? [worker] : []));
    expect(started).toEqual([first.id, second.id]);
    // What the first worker had found is on record.
    const after = events.slice(events.findLastIndex(({ event }) => event === 'worker_started'));
    expect(after.some(({ event, from }) => event === 'retrieval' && from === 'search')).toBe(false);
  }, 240_000);
});
