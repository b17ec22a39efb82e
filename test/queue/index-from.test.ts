/** `worker --index-from`: a worker without an index takes that of a server, offers it, and follows it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { lemmahead } from '../cli/spawn.ts';
import { LIBRARY, startServe } from '../server/serve-process.ts';
import { machine } from './worker-process.ts';

test('a worker downloads the index once, and says if the server is away', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-index-from-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
  expect(lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`], { env }).status).toBe(0);
  const server = await startServe([], { cwd: folder, env });
  const { digest } = (await server.get('/stats')).json;
  const here = await machine(context);
  mkdirSync(join(here.folder, 'data'));
  const args = ['--index', join(here.folder, 'data', 'mine.sqlite'), '--index-from', `${server.url}/`];
  const worker = await here.worker(args);
  expect(worker.messages()).toContain(`Downloaded the index ${digest} from ${server.url} to `);
  const { json } = await here.json(['queue', 'workers']);
  expect(json.workers).toMatchObject([{ id: worker.id, environments: [{ facts: { index: digest } }] }]);
  const again = await here.worker(args);
  expect(again.messages()).not.toContain('Downloaded');
  // Workers of one machine that start together share one copy: whoever comes second waits for the first.
  const shared = ['--index', join(here.folder, 'data', 'shared.sqlite'), '--index-from', server.url];
  const together = await Promise.all([1, 2, 3].map(() => here.worker(shared)));
  expect(together.filter(({ messages }) => messages().includes('Downloaded'))).toHaveLength(1);
  // A project would have an index of its own.
  mkdirSync(join(here.folder, 'pond'));
  here.write('pond/lean-toolchain', 'leanprover/lean4:v4.33.1\n');
  const ofProject = await here.worker(['--project', 'pond', '--index-from', server.url]);
  const offered = (await here.json(['queue', 'workers'])).json.workers.find(({ id }: any) => id === ofProject.id);
  expect(offered.environments).toMatchObject([{ facts: { index: digest } }]);
  await server.stop();
  const { status, stderr } = await here.run(['worker', ...args]);
  expect(status).toBe(3);
  expect(stderr).toContain(`${server.url} cannot be reached`);
});

test('a worker follows the index of a server, and proves with each', async (context) => {
  const here = await machine(context);
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-index-follow-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sources = join(folder, 'sources');
  cpSync(LIBRARY, sources, { recursive: true });
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
  const build = () => expect(lemmahead(['index', 'build', '--root', `Abacus=${sources}`], { env }).status).toBe(0);
  build();
  const server = await startServe([], { cwd: folder, env });
  const digest = async (): Promise<string> => (await server.get('/stats')).json.digest;
  const first = await digest();
  const args = ['--index', join(here.folder, 'mine.sqlite'), '--index-from', server.url];
  const worker = await here.worker(args);
  const offered = async (): Promise<string> =>
    (await here.json(['queue', 'workers'])).json.workers[0].environments.map(({ facts }: any) => facts.index);
  expect(await offered()).toEqual([first]);
  here.write('A.lean', 'theorem one : 1 = 1 := sorry\n');
  const prove = () =>
    here.json(['prove', 'A.lean', '--mode', 'cold', '--no-cache'], { LEMMAHEAD_INDEX: env.LEMMAHEAD_INDEX });
  expect(await prove()).toMatchObject({ status: 0, json: { worker: worker.id, filled: 1 } });
  writeFileSync(join(sources, 'Abacus', 'More.lean'), 'theorem more : 1 = 1 := rfl\n');
  build();
  const second = await digest();
  expect(second).not.toBe(first);
  // The command has the new index before the worker: the unit waits.
  expect(await prove()).toMatchObject({ status: 0, json: { worker: worker.id, filled: 1 } });
  expect(worker.messages()).toContain(`Downloaded the index ${second} from ${server.url}`);
  await vi.waitFor(async () => expect(await offered()).toEqual([second]), 20_000);
  await server.stop();
  // Without its server, the worker keeps what it has, and says so once.
  await vi.waitFor(() => expect(worker.messages()).toContain(`${server.url} cannot be reached`), 40_000);
  expect(await prove()).toMatchObject({ status: 0, json: { worker: worker.id, filled: 1 } });
});
