/** `worker`, `check --queue` and `queue` as processes: the same results as on one machine, and what happens if one dies. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { oldLean } from '../lean/old-lean.ts';
import { listWorkers, WorkerReporter } from '../../src/queue/worker-registry.ts';
import { startServer, testQueue } from './postgres.ts';
import { type Machine, machine } from './worker-process.ts';

const PROVED = 'theorem one : 1 = 1 := by\n  rfl\n';
const HOLE = 'theorem two : 2 = 2 := sorry\n';
/** The fake Lean never ends at this line. */
const HANGS = 'theorem three : 3 = 3 := by\n  rfl -- @hang\n';

const SOON = { timeout: 60_000, interval: 200 };

/** Only the worker differs from a check on this machine. */
const withoutWorker = ({ files, ...report }: any) => ({
  ...report,
  files: files.map(({ worker: _, ...file }: any) => file),
});

/** Waits until this number of units runs. */
async function runs(each: Machine, count: number): Promise<void> {
  const isSo = async (): Promise<void> => {
    expect((await each.json(['queue', 'status'])).json.running).toBe(count);
  };
  await vi.waitFor(isSo, { timeout: 90_000, interval: 300 });
}

/** An environment in which Lean has five seconds for a check. */
function shortLimit({ folder }: Machine): Record<string, string> {
  const home = join(folder, 'short');
  mkdirSync(home);
  writeFileSync(join(home, 'config.toml'), '[lean]\ntimeout = 5\n');
  return { LEMMAHEAD_HOME: home };
}

describe('check --queue', () => {
  test('reports what check on this machine does, and which worker judged', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    here.write('B.lean', HOLE);
    here.write('C.lean', 'theorem t : 1 = 2 := @error rfl\n');
    here.write('D.lean', 'theorem two : 2 = 2 := rfl\n');
    const worker = await here.worker(['--jobs', '2']);
    for (const args of [
      ['check', 'A.lean'],
      ['check', 'A.lean', 'B.lean', 'C.lean'],
      ['check', 'D.lean', '--against', 'B.lean'],
      ['check', 'A.lean', '--against', 'B.lean', '--level', 'audit'],
      ['check', 'A.lean', '--level', 'compile', '--require-sandbox', 'limits'],
    ]) {
      const [local, remote] = [await here.json(args, { LEMMAHEAD_QUEUE: '' }), await here.json(args)];
      expect(remote.status).toBe(local.status);
      expect(withoutWorker(remote.json)).toEqual(withoutWorker(local.json));
      expect(local.json.files.map((file: any) => file.worker)).toEqual(local.json.files.map(() => null));
      expect(remote.json.files.map((file: any) => file.worker)).toEqual(local.json.files.map(() => worker.id));
    }
    const [local, remote] = [
      await here.run(['check', 'B.lean'], { LEMMAHEAD_QUEUE: '' }),
      await here.run(['check', 'B.lean']),
    ];
    expect(remote).toEqual(local);
    const status = await here.json(['queue', 'status']);
    expect(status).toMatchObject({ status: 0, json: { waiting: 0, running: 0, workers: 1, dead: [] } });
    expect(status.json.queues.map(({ done, dead }: any) => done + dead)).toEqual(status.json.queues.map(() => 0));
    const { json: workers } = await here.json(['queue', 'workers']);
    expect(workers.workers).toMatchObject([
      {
        ...{ id: worker.id, jobs: 2, kinds: ['check', 'prove'], alive: true },
        environments: [{ facts: { lean: 'Lean 4.33.1 (0123456789ab)' }, modules: 0 }],
        self_tests: { 'Lean 4.33.1 (0123456789ab)': 'passed' },
      },
    ]);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(await here.json(['queue', 'workers'])).toEqual({
      status: 1,
      json: { schema: 'lemmahead/queue-workers@1', workers: [] },
    });
  });

  test('judges with a real Lean as here, what is honest and what is not', async (context) => {
    const here = await machine(context, { lean: oldLean(context) });
    here.write('A.lean', 'theorem one : 1 = 1 := rfl\n');
    here.write('B.lean', 'axiom cheat : 1 = 2\ntheorem two : 1 = 2 := cheat\n');
    here.write('C.lean', 'theorem three : 1 = 2 := rfl\n');
    await here.worker();
    const args = ['check', 'A.lean', 'B.lean', 'C.lean'];
    const [local, remote] = [await here.json(args, { LEMMAHEAD_QUEUE: '' }), await here.json(args)];
    expect(remote.status).toBe(5);
    expect(withoutWorker(remote.json)).toEqual(withoutWorker(local.json));
    expect(remote.json.files.map(({ verdict }: any) => verdict)).toEqual(['accepted', 'rejected', 'rejected']);
  });

  test('in a project needs a worker with the same packages, lakefile and imported modules', async (context) => {
    const here = await machine(context);
    const write = (name: string, text: string): void => here.write(join('pond', name), text);
    mkdirSync(join(here.folder, 'pond'));
    write('lean-toolchain', 'leanprover/lean4:v4.33.1\n');
    write('Own.lean', 'theorem own : 1 = 1 := rfl\n');
    write('A.lean', `import Own\n${PROVED}`);
    const worker = await here.worker(['--project', 'pond']);
    const same = await here.json(['check', 'pond/A.lean']);
    expect(same).toMatchObject({ status: 0, json: { files: [{ worker: worker.id, file: 'pond/A.lean' }] } });
    // The worker's project is the same folder, so it changes behind its back. The worker notices it.
    write('Own.lean', 'theorem own : 2 = 2 := rfl\n');
    const changed = await here.json(['check', 'pond/A.lean']);
    expect(changed).toMatchObject({ status: 0, json: { files: [{ worker: worker.id }] } });
    const elsewhere = (name: string, text: string): void => here.write(join('lake', name), text);
    mkdirSync(join(here.folder, 'lake'));
    elsewhere('lean-toolchain', 'leanprover/lean4:v4.33.1\n');
    elsewhere('Own.lean', 'theorem own : 3 = 3 := rfl\n');
    elsewhere('A.lean', `import Own\n${PROVED}`);
    const other = await here.json(['check', 'lake/A.lean']);
    expect(other).toMatchObject({ status: 3, json: { files: [{ verdict: 'unchecked', worker: null }] } });
    expect(other.json.files[0].detail).toMatch(/^No worker of the queue has module Own [0-9a-f]{16} \(it has /u);
    expect((await here.json(['queue', 'workers'])).json.workers).toMatchObject([{ done: 2, failed: 0 }]);
  });

  test('takes back what it sent after Ctrl-C', async (context) => {
    const here = await machine(context);
    here.write('A.lean', HANGS);
    here.write('B.lean', PROVED);
    await here.worker();
    const check = here.start(['check', 'A.lean', 'B.lean']);
    const ended = new Promise((resolve) => check.on('close', resolve));
    await runs(here, 1);
    check.kill('SIGINT');
    expect(await ended).toBe(130);
    const { json } = await here.json(['queue', 'status']);
    expect(json).toMatchObject({ waiting: 0, running: 0 });
  });

  test('is seen by queue status --watch until nothing is left', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    const check = here.json(['check', 'A.lean']);
    await vi.waitFor(async () => expect((await here.json(['queue', 'status'])).json.waiting).toBe(1), SOON);
    const watch = here.run(['queue', 'status', '--watch'], { CI: '1' });
    await here.worker();
    const { status, stdout, stderr } = await watch;
    expect(status).toBe(0);
    expect(stdout).toMatch(/^0 waiting, 0 running, 1 worker/u);
    expect(stderr).toMatch(/^Queue 100 %: 0 waiting, 0 running/mu);
    expect((await check).status).toBe(0);
  });

  test('says which worker is missing', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    const { status, stdout } = await here.run(['check', 'A.lean']);
    expect(status).toBe(3);
    expect(stdout).toContain('No worker of the queue has support for check.');
  });
});

describe.concurrent('a worker', () => {
  test('that is killed loses its unit to another, within a minute', async (context) => {
    const here = await machine(context);
    here.write('A.lean', HANGS);
    const first = await here.worker();
    const check = here.json(['check', 'A.lean'], shortLimit(here));
    await runs(here, 1);
    first.child.kill('SIGKILL');
    const died = performance.now();
    const second = await here.worker();
    const { status, json } = await check;
    expect(status).toBe(4);
    expect(json.files).toMatchObject([{ why: 'timedOut', worker: second.id }]);
    expect(performance.now() - died).toBeLessThan(75_000);
    const { json: workers } = await here.json(['queue', 'workers']);
    expect(workers.workers.map(({ id }: any) => id)).toEqual([first.id, second.id]);
  });

  test('that hangs loses its unit too, and its late result is not taken', async (context) => {
    const here = await machine(context);
    const queue = await testQueue(context, here.url);
    here.write('A.lean', HANGS);
    const first = await here.worker();
    const check = here.json(['check', 'A.lean'], shortLimit(here));
    await runs(here, 1);
    first.child.kill('SIGSTOP');
    const second = await here.worker();
    const taken = async (): Promise<void> =>
      expect(await queue.sql('SELECT worker FROM lemmahead.attempt ORDER BY attempt')).toEqual([
        { worker: first.id },
        { worker: second.id },
      ]);
    await vi.waitFor(taken, SOON);
    first.child.kill('SIGCONT');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect((await check).json.files).toMatchObject([{ why: 'timedOut', worker: second.id }]);
  });

  test('gives its unit back if it is stopped and the unit takes too long', async (context) => {
    const here = await machine(context);
    here.write('A.lean', HANGS);
    const first = await here.worker();
    const check = here.start(['check', 'A.lean']);
    await runs(here, 1);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 1, running: 0, workers: 0 });
    check.kill('SIGINT');
  });

  test('goes on after the database was away', async (context) => {
    const own = await startServer().catch(() => context.skip('needs PostgreSQL'));
    const here = await machine(context, { own });
    here.write('A.lean', PROVED);
    const worker = await here.worker();
    await own.stop();
    const check = here.run(['check', 'A.lean']);
    expect(await check).toMatchObject({ status: 3, stderr: expect.stringContaining('cannot be reached') });
    // An idle worker asks once a second.
    await vi.waitFor(() => expect(worker.messages()).toContain('does not answer'), SOON);
    await own.start();
    here.write('B.lean', HANGS);
    const waiting = here.start(['check', 'B.lean', 'A.lean', '--json']);
    let stdout = '';
    let stderr = '';
    waiting.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    waiting.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = new Promise((resolve) => waiting.on('close', resolve));
    await runs(here, 1);
    await own.stop();
    await vi.waitFor(() => expect(stderr).toContain('does not answer'), SOON);
    await own.start();
    expect(await ended).toBe(4);
    expect(JSON.parse(stdout).files).toMatchObject([{ why: 'timedOut' }, { verdict: 'accepted', worker: worker.id }]);
    expect(stderr).toContain('is back');
    await own.stop();
  });

  test('that kills itself on a unit leaves it dead after three attempts, with its log', async (context) => {
    const here = await machine(context);
    here.write('A.lean', HANGS);
    const check = here.json(['check', 'A.lean']);
    for (let attempt = 0; attempt < 3; attempt++) {
      const worker = await here.worker();
      await runs(here, 1);
      worker.child.kill('SIGKILL');
      if (attempt < 2) await runs(here, 0);
    }
    const { status, json } = await check;
    expect(status).toBe(3);
    expect(json.files[0]).toMatchObject({ verdict: 'unchecked', why: 'crashed', next: 'lemmahead queue retry' });
    expect(json.files[0].detail.match(/attempt \d on \S+, process \d+: the worker was lost/gu)).toHaveLength(3);
    expect(await here.json(['queue', 'status'])).toMatchObject({ status: 1, json: { dead: [{ kind: 'check' }] } });
    expect((await here.run(['queue', 'retry'])).stdout).toBe('1 unit gets one more attempt.\n');
    expect((await here.run(['queue', 'cancel'])).stdout).toBe('1 unit was cancelled.\n');
    expect((await here.json(['queue', 'purge'])).json).toMatchObject({ units: 1 });
    expect((await here.run(['queue', 'retry'])).stdout).toBe('There is nothing to retry.\n');
    expect((await here.run(['queue', 'workers', '--host', 'nowhere'])).stdout).toContain('no workers on nowhere');
  }, 300_000);
});

describe('bad input', () => {
  test('the password is in no message, and not in the queue', async (context) => {
    const here = await machine(context);
    const secret = here.env['LEMMAHEAD_QUEUE_PASSWORD']!;
    const withPassword = here.url.replace('lemma@', `lemma:${secret}@`);
    for (const more of [{ LEMMAHEAD_QUEUE: withPassword }, { LEMMAHEAD_QUEUE_PASSWORD: `${secret}x` }]) {
      for (const args of [['queue', 'status'], ['worker'], ['config'], ['queue', 'status', '--json']]) {
        const { stdout, stderr, status } = await here.run([...args, '--verbose'], more);
        expect(stdout + stderr).not.toContain(secret);
        expect(status).toBe(args[0] === 'config' ? 0 : 2);
      }
    }
  });

  test('a worker whose judge fails its self-test takes no checks', async (context) => {
    const here = await machine(context, { isTrusted: false });
    const { status, stderr } = await here.run(['worker']);
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /^warning: The judge is not reliable with this Lean.*takes no checks and proofs for it\.$/mu,
    );
    expect(stderr).toContain('error: The judge is not reliable');
    expect((await here.json(['queue', 'workers'])).json.workers).toEqual([]);
  });

  test('a worker that tests its judge is listed, and stops if the test fails', async (context) => {
    const here = await machine(context, { isTrusted: false });
    const queue = await testQueue(context, here.url);
    const worker = here.run(['worker']);
    await vi.waitFor(async () => expect(await listWorkers(queue)).toMatchObject([{ kinds: [], alive: true }]), SOON);
    expect(await worker).toMatchObject({ status: 3 });
    expect(await listWorkers(queue)).toEqual([]);
  });

  test('a worker whose judge is not trusted any more gives the unit back, and no longer offers its Lean', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    await here.worker();
    // As after an update of Lean: the self-test runs in the unit, and this fake Lean fails it.
    rmSync(join(here.env['LEMMAHEAD_HOME']!, 'cache'), { recursive: true });
    const { status, json } = await here.json(['check', 'A.lean']);
    expect(status).toBe(3);
    expect(json.files[0]).toMatchObject({ verdict: 'unchecked', worker: null });
    const { workers } = (await here.json(['queue', 'workers'])).json;
    expect(workers).toMatchObject([{ done: 0, failed: 0, environments: [] }]);
    expect(Object.values(workers[0].self_tests)).toEqual([expect.stringContaining('The judge is not reliable')]);
  });

  test('a database that is dropped ends worker and command with a message', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    const worker = await here.worker(['--only', 'prove']);
    const check = here.run(['check', 'A.lean']);
    await vi.waitFor(async () => expect((await here.json(['queue', 'status'])).json.waiting).toBe(1), SOON);
    const name = new URL(here.url).pathname.slice(1);
    await here.server.sql(`DROP DATABASE ${name} WITH (FORCE)`);
    expect(await check).toMatchObject({ status: 2, stderr: expect.stringContaining(`There is no database ${name}`) });
    expect(await worker.ended).toBe(2);
  });

  test('a worker does not start without a folder of its project', async (context) => {
    const here = await machine(context);
    expect(await here.run(['worker', '--project', '.', '--project', 'nowhere'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`There is no folder ${join(here.folder, 'nowhere')}.`),
    });
  });

  test('a worker of another version does not get the units of this one', async (context) => {
    const here = await machine(context);
    here.write('A.lean', PROVED);
    const queue = await testQueue(context, here.url);
    const facts = { host: 'old', pid: 1, version: '0.0.9', jobs: 1, kinds: ['check'], self_tests: {} };
    const offers = [{ lean: 'Lean 4.33.1 (0123456789ab)', lemmahead: '0.0.9', sandbox: 'namespaces' }];
    const reporter = new WorkerReporter(queue, '00000000-0000-4000-8000-000000000001');
    const report = () => reporter.report({ ...facts, offers }, { done: 0, failed: 0, per_minute: 0 });
    await report();
    const timer = setInterval(() => void report(), 5000);
    context.onTestFinished(() => clearInterval(timer));
    const { status, json } = await here.json(['check', 'A.lean']);
    expect(status).toBe(3);
    expect(json.files[0].detail).toMatch(/^No worker of the queue has lemmahead \S+ \(it has 0\.0\.9\)\.$/u);
  });

  test('without a queue, without pg-boss, or with a sandbox that is too weak, it says what to do', async (context) => {
    const here = await machine(context);
    expect(await here.json(['queue', 'status'], { LEMMAHEAD_QUEUE: '' })).toMatchObject({
      status: 2,
      json: { code: 'queue-missing' },
    });
    const hook = `import{registerHooks}from'node:module';registerHooks({resolve(s,c,n){if(s==='pg-boss')throw new Error('no '+s);return n(s,c)}})`;
    const more = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };
    expect(await here.json(['queue', 'status'], more)).toMatchObject({
      status: 3,
      json: { code: 'package-missing', next: 'npm install -g pg-boss pg' },
    });
    expect(await here.run(['--help'], more)).toMatchObject({ status: 0 });
  });
});
