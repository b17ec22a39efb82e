/** `check --confirm`: what one worker accepts counts only if a second worker accepts it, too. */
import { describe, expect, test, type TestContext } from 'vitest';
import { WORKER } from '../../src/queue/requirements.ts';
import { handlerOf, serveUnits } from '../../src/queue/serve-units.ts';
import { listWorkers, newWorkerId } from '../../src/queue/worker-registry.ts';
import { CHECK_UNIT, type CheckResult } from '../../src/session/check-unit.ts';
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

/** A worker in this process with the environment of an honest one, which accepts everything. Returns its id. */
async function startLiar(context: TestContext, here: Machine): Promise<string> {
  const queue = await testQueue(context, here.url);
  const honest = await here.worker();
  const [row] = await listWorkers(queue);
  honest.child.kill('SIGTERM');
  await honest.ended;
  const worker = newWorkerId();
  const drain = new AbortController();
  const ended = serveUnits({
    ...{ queue, worker, drain: drain.signal, stop: new AbortController().signal },
    facts: { ...row!, jobs: 1, offers: row!.offers.map((offer) => ({ ...offer, [WORKER]: worker })) },
    handlers: [handlerOf({ kind: CHECK_UNIT, run: async () => ACCEPTED })],
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
