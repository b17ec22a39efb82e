/** The models of the adapters of `graph complete`: who writes which text, from which setting, within which budget. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { CALCULUS, completionAnswer, goalOf, stepOf } from './calculus-book.ts';
import { type GraphHome, graphDigest, limitOf, makeHome, runGraph } from './run-graph.ts';

let book: GraphHome;
let home: GraphHome;
let server: ModelServer;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  book = makeHome({ calculus: CALCULUS });
}, 60_000);
afterAll(() => rmSync(book.folder, { recursive: true, force: true }));
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-adapters-'));
  cpSync(book.folder, folder, { recursive: true });
  home = { folder, env: { LEMMAHEAD_HOME: join(folder, 'home') }, library: join(folder, 'home', 'library.sqlite') };
  server = await startModelServer((request) => ({
    text: completionAnswer(request),
    snapshot: `snapshot-of-${request.body.model}`,
  }));
});
afterEach(async () => {
  await server.close();
  rmSync(home.folder, { recursive: true, force: true });
});

/** By goal and step: the models that were asked. */
const asked = (): string[] =>
  [...new Set(server.seen.map((request) => `${goalOf(request)} ${stepOf(request)}: ${request.body.model}`))].toSorted();

const complete = (...args: string[]) => runGraph(home, ['complete', ...args], server);

const LORAS = ['--proof-model', 'scripted/proofs', '--application-model', 'scripted/applications'];

it('each text is written by the model of its kind, and all else is asked of the model', async () => {
  const { status, report } = await complete('thm:mean', 'prob:lcm', ...LORAS);
  expect(status).toBe(0);
  expect(asked()).toEqual([
    'lcm attempt: applications',
    'lcm calibrate: m',
    'lcm classify: m',
    'lcm points: m',
    'lcm select: m',
    'mean attempt: proofs',
    'mean calibrate: m',
    'mean points: m',
    'mean select: m',
  ]);
  expect(report.models).toMatchObject({ model: 'scripted/m', scripted: true, answers: 7 });
  expect(report.adapters).toMatchObject([
    { model: 'scripted/applications', scripted: true, answers: 1 },
    { model: 'scripted/proofs', scripted: true, answers: 1 },
  ]);
  const shown = lemmahead(['graph', 'show', 'thm:mean'], { env: home.env }).stdout;
  expect(shown).toContain('proof by scripted:snapshot-of-proofs');
});

it('a correction is written by the same model as the attempt', async () => {
  let isFirst = true;
  await server.close();
  server = await startModelServer((request) => {
    const fails = stepOf(request) === 'calibrate' && isFirst;
    if (fails) isFirst = false;
    return {
      text: fails ? '{"violated": [{"principle": 4, "why": "no reason"}]}' : completionAnswer(request),
      snapshot: 'script-1',
    };
  });
  await complete('thm:mean', ...LORAS);
  expect(asked()).toContain('mean correct: proofs');
});

it('two adapters may share a model, and the flag wins over the setting', async () => {
  mkdirSync(home.env['LEMMAHEAD_HOME']!, { recursive: true });
  const config = join(home.env['LEMMAHEAD_HOME']!, 'config.toml');
  writeFileSync(config, '[adapters]\nproof = "scripted/texts"\napplication = "scripted/others"\n');
  const { report } = await complete('thm:mean', 'prob:lcm', '--application-model', 'scripted/texts');
  expect(report.adapters).toMatchObject([{ model: 'scripted/texts', answers: 2 }]);
  const { json } = lemmaheadJson(['doctor'], { env: { ...home.env, LEMMAHEAD_INDEX: join(home.folder, 'none') } });
  const models = json.checks.filter(({ what }: any) => ['proof model', 'application model'].includes(what));
  expect(models.map(({ what, found }: any) => [what, found.split(',')[0]])).toEqual([
    ['application model', expect.stringContaining('server address')],
    ['proof model', expect.stringContaining('server address')],
  ]);
});

it('a project file sets no model until it is trusted', async () => {
  writeFileSync(join(home.folder, 'lakefile.toml'), 'name = "p"\n');
  writeFileSync(join(home.folder, 'lemmahead.toml'), '[adapters]\nproof = "scripted/strange"\n');
  expect((await complete('thm:mean')).report.adapters).toEqual([]);
  expect(asked().join()).not.toContain('strange');
});

it('all models share one budget, and the next run goes on', async () => {
  const { questions, worst_tokens: worst } = (await complete('--dry-run', ...LORAS)).report.planned;
  const all = (await complete(...LORAS)).report;
  const spent = [all.models, ...all.adapters].reduce((sum: number, { tokens }: any) => sum + tokens, 0);
  const whole = graphDigest(home);
  const total = server.seen.length;
  rmSync(home.folder, { recursive: true, force: true });
  cpSync(book.folder, home.folder, { recursive: true });
  const limit = limitOf({ worst_tokens: worst, questions }, spent);
  const part = await complete(...LORAS, '--max-tokens', limit);
  expect(part.status).toBe(4);
  expect(server.seen.length - total).toBeLessThan(total);
  const rest = await complete(...LORAS);
  expect([rest.status, server.seen.length]).toEqual([0, 2 * total]);
  expect(graphDigest(home)).toEqual(whole);
});

it('a recording has the answers of all models, and replays without a server', async () => {
  const { report } = await complete(...LORAS, '--record', 'answers.jsonl');
  const recorded = graphDigest(home);
  lemmahead(['graph', 'undo', String(report.run)], { env: home.env });
  const replayed = await runGraph(home, ['complete', ...LORAS, '--model', 'replay:answers.jsonl']);
  expect([replayed.status, replayed.report.models.problems, replayed.report.adapters]).toEqual([0, [], []]);
  expect(graphDigest(home)).toEqual(recorded);
});
