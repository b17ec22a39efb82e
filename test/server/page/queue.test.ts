/** The queue of a server in the page and over HTTP: units, workers, dead units, and a server without a queue. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { WorkerReporter } from '../../../src/queue/worker-registry.ts';
import { lemmahead } from '../../cli/spawn.ts';
import { PASSWORD, postgres, testQueue } from '../../queue/postgres.ts';
import { LIBRARY, type ServeProcess, startServe } from '../serve-process.ts';
import { openPage, texts } from './browser.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const WORKER = '00000000-0000-4000-8000-000000000001';

async function serveWith(context: TestContext, url: string): Promise<ServeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-page-queue-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    ...{ LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') },
    ...{ LEMMAHEAD_QUEUE: url, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD },
  };
  expect(lemmahead(['index', 'build', '--root', `Abacus=${LIBRARY}`], { env }).status).toBe(0);
  return startServe([], { cwd: folder, env });
}

it('shows what waits, which worker does it, and what is dead, and follows changes', async (context) => {
  const server = await postgres(context);
  const url = server.url(await server.makeDatabase());
  const queue = await testQueue(context, url);
  const offers = [{ lean: 'Lean 4.9', 'module A': '1', worker: WORKER }];
  const facts = { host: MARKUP, pid: 7, version: '1', jobs: 2, kinds: ['check'], offers };
  const counts = { done: 1234, failed: 1, per_minute: 60 };
  await new WorkerReporter(queue, WORKER).report({ ...facts, self_tests: { 'Lean 4.8': 'It said yes.' } }, counts);
  const served = await queue.nameFor('check', { lean: 'Lean 4.9' });
  const unserved = await queue.nameFor('check', { lean: 'Lean 5.0' });
  await queue.boss.insert(served, [{ data: { payload: '1' } }, { data: { payload: '2' } }]);
  await queue.boss.insert(unserved, [{ data: { payload: '3' } }]);
  const serve = await serveWith(context, url);
  const { page } = await openPage(context, serve.url);
  await page.click('#queue-link');
  await expect
    .poll(() => texts(page, '.queue-summary p'))
    .toEqual(['3 waiting, 0 running, 1 worker, 60 per minute, 3 s left']);
  expect(page.url()).toBe(`${serve.url}/?view=queue`);
  expect(await page.title()).toBe('Queue · lemmahead');
  const all = (await texts(page, '#queue')).join('\n');
  expect(all).toContain(`${MARKUP}, process 7`);
  expect(all).toContain('self-test with Lean 4.8: It said yes.');
  expect(all).toContain('no worker has lean Lean 5.0 (it has Lean 4.9)');
  expect(all).toContain('1,234');
  expect(all).not.toContain(WORKER);
  // One unit fails for good, another waits.
  const [job] = await queue.boss.fetch(served);
  await queue.sql(`UPDATE lemmahead_pgboss.job SET retry_limit = 0 WHERE id = $1`, [job!.id]);
  await queue.sql(`INSERT INTO lemmahead.attempt (unit, attempt, worker, log) VALUES ($1, 0, $2, $3)`, [
    job!.id,
    WORKER,
    MARKUP,
  ]);
  await queue.boss.fail(served, job!.id);
  await expect
    .poll(() => texts(page, '.dead li li'), { timeout: 15_000 })
    .toEqual([`attempt 1 on ${MARKUP}, process 7: ${MARKUP}`]);
  await expect.poll(() => texts(page, '.queue-summary p')).toEqual([expect.stringContaining('2 waiting')]);
  expect(await page.title()).toBe('Queue · lemmahead');
});

it('without a queue, there is no link, and the addresses say what to do', async (context) => {
  const serve = await serveWith(context, '');
  for (const path of ['/queue', '/queue/workers']) {
    expect(await serve.get(path)).toMatchObject({ status: 400, json: { code: 'queue-missing' } });
  }
  const { page } = await openPage(context, `${serve.url}/`);
  await expect.poll(() => texts(page, '#indexed')).toEqual([expect.stringContaining('declarations')]);
  expect(await page.locator('#queue-link').isVisible()).toBe(false);
});
