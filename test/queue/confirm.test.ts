/** `--confirm`: what one worker accepts or proves counts only if a second worker accepts it, too. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { WORKER } from '../../src/queue/requirements.ts';
import { handlerOf, serveUnits, type TextHandler } from '../../src/queue/serve-units.ts';
import { listWorkers, newWorkerId } from '../../src/queue/worker-registry.ts';
import { CHECK_UNIT, type CheckResult } from '../../src/session/check-unit.ts';
import { PROVE_UNIT, type ProveResult } from '../../src/session/prove-unit.ts';
import { testQueue } from './postgres.ts';
import { type Machine, machine } from './worker-process.ts';

const PROVED = 'theorem one : 1 = 1 := by\n  rfl\n';
const WRONG = 'theorem t : 1 = 2 := @error rfl\n';

const ACCEPTED: CheckResult = {
  verdict: { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'namespaces' },
  declarations: [],
  lean: {
    lean: '/lean',
    toolchain: null,
    version: { text: 'Lean', major: 4, minor: 33, patch: 1, generation: 'current' },
  },
};

const acceptsAll = handlerOf({ kind: CHECK_UNIT, run: async () => ACCEPTED });

/** Says that `by bad` proves the first hole. */
const provesAll = handlerOf({
  kind: PROVE_UNIT,
  run: async ({ strategies }): Promise<ProveResult> => ({
    ...{ host: 'liar', sandbox: 'namespaces' },
    outcome: {
      strategies: strategies.map(({ name }) => name),
      holes: [
        {
          ...{ state: 'filled', goal: null, strategy: 'portfolio', accepted: ACCEPTED.verdict, imports: [] },
          proposal: { candidate: { kind: 'term', text: 'by bad' }, lemmas: [], imports: [] },
          ...{ attempts: 1, unchecked: 0, refused: 0, no_candidate: 0, nearest: null, note: null, dropped: false },
        },
      ],
      ...{ attempts: 1, spent: { tokens: 0, cost: 0 }, stopped_by: null, parents_limit: false },
      ...{ model_failure: null, refused_together: false, objection: null },
    },
  }),
});

/** A worker in this process with the environment of an honest one, which accepts everything. Returns its id. */
async function startLiar(context: TestContext, here: Machine, lie: TextHandler = acceptsAll): Promise<string> {
  const queue = await testQueue(context, here.url);
  const honest = await here.worker();
  const [row] = await listWorkers(queue);
  honest.child.kill('SIGTERM');
  await honest.ended;
  const worker = newWorkerId();
  const drain = new AbortController();
  const ended = serveUnits({
    ...{ queue, worker, drain: drain.signal, stop: new AbortController().signal },
    facts: () => ({ ...row!, jobs: 1, offers: row!.offers.map((offer) => ({ ...offer, [WORKER]: worker })) }),
    handlers: [lie],
    outages: { onLost: () => undefined, onBack: () => undefined },
    ...{ onReady: () => undefined, onUnit: () => undefined },
  });
  context.onTestFinished(async () => {
    drain.abort();
    await ended;
  });
  return worker;
}

describe('check --confirm', () => {
  test('names two workers, of accepted files only', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    here.write('B.lean', WRONG);
    const ids = [(await here.worker()).id, (await here.worker()).id];
    const { status, json } = await here.json(['check', 'A.lean', 'B.lean', '--confirm']);
    expect(status).toBe(1);
    const [proved, wrong] = json.files;
    expect(proved.verdict).toBe('accepted');
    expect(new Set([proved.worker, proved.confirmed_by])).toEqual(new Set(ids));
    expect(wrong).toMatchObject({ verdict: 'rejected', confirmed_by: null });
    const { json: without } = await here.json(['check', 'A.lean']);
    expect(without.files[0]).toMatchObject({ verdict: 'accepted', confirmed_by: null });
  });

  test('does not accept what a second worker rejects', async (context) => {
    const here = await machine(context);
    here.write('B.lean', WRONG);
    const liar = await startLiar(context, here);
    expect((await here.json(['check', 'B.lean'])).json).toMatchObject({
      files: [{ verdict: 'accepted', worker: liar }],
    });
    const check = here.json(['check', 'B.lean', '--confirm']);
    const honest = await here.worker();
    const { status, json } = await check;
    // The honest worker may have been first.
    const [file] = json.files;
    expect(status).not.toBe(0);
    expect(file.confirmed_by).toBeNull();
    if (file.worker === liar) {
      expect(status).toBe(3);
      expect(file).toMatchObject({ verdict: 'unchecked', why: 'notConfirmed' });
      expect(file.detail).toContain(`worker ${honest.id} rejected it (lean)`);
    } else expect(file.verdict).toBe('rejected');
  });

  test('says that there is no second worker, and needs a queue', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    const worker = await here.worker();
    const { status, json } = await here.json(['check', 'A.lean', '--confirm']);
    expect(status).toBe(3);
    expect(json.files[0]).toMatchObject({ verdict: 'unchecked', why: 'notConfirmed', worker: worker.id });
    expect(json.files[0].detail).toContain(`no second worker can take it: a worker other than ${worker.id} is missing`);
    expect(await here.run(['check', 'A.lean', '--confirm'], { LEMMAHEAD_QUEUE: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--confirm needs the workers of a queue'),
    });
  });
});

describe('prove --confirm', () => {
  const TWO = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n';
  const BAD = '-- when bad: error\ntheorem t : 1 = 2 := sorry\n';
  const PROVE = ['--mode', 'cold', '-j', '1', '--no-cache', '--in-place', '--confirm'];

  test('names two workers and writes the file', async (context) => {
    const here = await machine(context);
    here.write('Two.lean', TWO);
    const ids = [(await here.worker()).id, (await here.worker()).id];
    const { status, json } = await here.json(['prove', 'Two.lean', ...PROVE]);
    expect([status, json.filled, json.written, json.objection]).toEqual([0, 2, true, null]);
    expect(new Set([json.worker, json.confirmed_by])).toEqual(new Set(ids));
    const { stdout } = await here.run(['check', 'Two.lean', '--confirm']);
    expect(stdout).toMatch(/workers: +[0-9a-f-]{36},\s+confirmed by\s+[0-9a-f-]{36}/u);
    expect(readFileSync(join(here.folder, 'Two.lean'), 'utf8')).not.toContain('sorry');
  });

  test('does not write what a second worker rejects', async (context) => {
    const here = await machine(context);
    here.write('Bad.lean', BAD);
    const liar = await startLiar(context, here, provesAll);
    const honest = await here.worker(['--only', 'check']);
    const without = await here.json(['prove', 'Bad.lean', '--mode', 'cold', '--no-cache']);
    expect(without).toMatchObject({
      status: 0,
      json: { filled: 1, worker: liar, confirmed_by: null, objection: null },
    });
    const { status, json } = await here.json(['prove', 'Bad.lean', ...PROVE]);
    expect([status, json.written, json.confirmed_by]).toEqual([3, false, null]);
    expect(json.objection).toMatchObject({ kind: 'unchecked' });
    expect(json.objection.why).toContain(`Worker ${liar} accepted the proofs, but worker ${honest.id} did not: `);
    expect(readFileSync(join(here.folder, 'Bad.lean'), 'utf8')).toBe(BAD);
  });

  test('says that there is no second worker; a resumed run finds one', async (context) => {
    const here = await machine(context);
    here.write('Two.lean', TWO);
    const worker = await here.worker();
    const { status, json } = await here.json(['prove', 'Two.lean', ...PROVE]);
    expect([status, json.written, json.worker]).toEqual([3, false, worker.id]);
    expect(json.objection.why).toContain(`no second worker can take it: a worker other than ${worker.id} is missing.`);
    const resume = ['runs', 'resume', 'last', '--in-place'];
    expect(await here.run(resume, { LEMMAHEAD_QUEUE: '' })).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('--confirm needs the workers of a queue') },
    });
    await here.worker();
    const resumed = await here.json(resume);
    expect([resumed.status, resumed.json.written]).toEqual([0, true]);
    expect(resumed.json.confirmed_by).not.toBe(resumed.json.worker);
    here.write('Two.lean', TWO);
    expect(await here.run(['prove', 'Two.lean', '--confirm'], { LEMMAHEAD_QUEUE: '' })).toMatchObject({
      ...{ status: 2, stderr: expect.stringContaining('--confirm needs the workers of a queue') },
    });
  });

  test('confirms every solved problem of a benchmark', async (context) => {
    const here = await machine(context);
    mkdirSync(join(here.folder, 'problems'));
    here.write('problems/one.lean', 'theorem one : 1 = 1 := sorry\n');
    here.write('problems/two.lean', '-- needs luck\ntheorem two : 2 = 2 := sorry\n');
    const ids = [(await here.worker()).id, (await here.worker()).id];
    const bench = ['bench', 'prove', '--dataset', 'problems', '--strategy', 'portfolio', '--mode', 'cold'];
    const { json } = await here.json([...bench, '--problem-attempts', '3', '--confirm', '--out', 'out']);
    const results = json.problems.flatMap((problem: any) => problem.results);
    expect(results.map(({ state }: any) => state)).toEqual(['solved', 'stopped']);
    expect(new Set([results[0].worker.id, results[0].confirmed_by])).toEqual(new Set(ids));
    expect(results[1].confirmed_by).toBeNull();
  });
});
