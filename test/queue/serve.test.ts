/** `serve --queue`: its checks and proofs are done by workers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startServe } from '../server/serve-process.ts';
import { machine } from './worker-process.ts';

const TEXT = 'theorem one : 1 = 1 := by\n  sorry\n';

describe('serve --queue', () => {
  test('lets a worker check and prove', async (context) => {
    const here = await machine(context);
    here.write('One.lean', TEXT);
    const worker = await here.worker(['--jobs', '2']);
    const server = await startServe(['--require-sandbox', 'limits'], { cwd: here.folder, env: here.env });
    context.onTestFinished(async () => void (await server.stop()));
    for (const request of [{ file: 'One.lean' }, { text: 'theorem two : 2 = 2 := rfl\n' }]) {
      const { status, json } = await server.post('/check', request);
      expect([status, json.files]).toMatchObject([200, [{ worker: worker.id }]]);
    }
    for (const request of [{ file: 'One.lean' }, { text: TEXT }]) {
      const { json: job } = await server.post('/prove', { ...request, mode: 'cold', strategy: 'portfolio' });
      await vi.waitFor(
        async () => expect((await server.get(`/prove/${job.id}`)).json.state).not.toMatch(/waiting|running/u),
        { timeout: 60_000, interval: 200 },
      );
      const { json } = await server.get(`/prove/${job.id}`);
      expect(json).toMatchObject({ state: 'done', result: { exit: 'done', filled: 1, worker: worker.id } });
      const { text } = await server.get(`/prove/${job.id}/events`);
      expect(text).toContain('event: worker_started');
      expect(text).toContain('event: hole_ended');
    }
    expect(readFileSync(join(here.folder, 'One.lean'), 'utf8')).toBe(TEXT);
  }, 120_000);

  test('takes back what a client cancels', async (context) => {
    const here = await machine(context);
    const server = await startServe(['--require-sandbox', 'limits'], { cwd: here.folder, env: here.env });
    context.onTestFinished(async () => void (await server.stop()));
    const { json: job } = await server.post('/prove', { text: TEXT, mode: 'cold', strategy: 'portfolio' });
    const waiting = async () => (await here.json(['queue', 'status'])).json.waiting;
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 30_000, interval: 200 });
    await server.send('DELETE', `/prove/${job.id}`);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 30_000, interval: 200 });
  }, 120_000);
});
