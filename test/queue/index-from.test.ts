/** `worker --index-from`: a worker without an index takes that of a server, and offers it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  await server.stop();
  const { status, stderr } = await here.run(['worker', ...args]);
  expect(status).toBe(3);
  expect(stderr).toContain(`${server.url} cannot be reached`);
});
