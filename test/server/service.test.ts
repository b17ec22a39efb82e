/** The service: its queue, and the cancellation of requests. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { headlessContext } from '../../src/server/headless-context.ts';
import { errorReportOf } from '../../src/server/http/json-response.ts';
import { graphDependsOptions } from '../../src/server/graph-requests.ts';
import { statusOf } from '../../src/server/http/status.ts';
import { Jobs } from '../../src/server/jobs.ts';
import { Service } from '../../src/server/service.ts';
import { Busy } from '../../src/server/concurrency-limiter.ts';
import { RetryLater } from '../../src/server/retry-later.ts';
import { lemmaheadJson } from '../cli/spawn.ts';
import { settingsIn } from './serve-process.ts';

const never = new AbortController().signal;
let folder: string;
let ending: AbortController;
let service: Service;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-service-'));
  ending = new AbortController();
  const settings = await settingsIn(folder, { LEMMAHEAD_HOME: folder });
  const context = headlessContext({ cwd: folder, settings, signal: ending.signal }, []);
  service = new Service(context, {
    ...{ threads: 1, searchQueue: 1, searchTimeoutMs: 30_000, graphWaitMs: 0, jobs: 1, maxWaiting: 1 },
    ...{ requireSandbox: 'limits', maxTime: 60, limits: { cost: null, tokens: null, attempts: null } },
  });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOPE = { file: 'Nope.lean' };
const codeOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'answered',
    (error: unknown) => (error as Failure).detail?.code ?? (error as Error).name,
  );

describe('the service', () => {
  it('occupies a place for a proof or check synchronously', async () => {
    const first = service.prove(NOPE, { signal: never });
    expect(service.load).toEqual({ jobs: 1, waiting: 0 });
    const second = service.check(NOPE, { signal: never });
    expect(service.load).toEqual({ jobs: 1, waiting: 1 });
    expect(() => service.requireProvable(NOPE)).toThrow(Busy);
    expect(await Promise.all([codeOf(first), codeOf(second)])).toEqual(['file-unreadable', 'file-unreadable']);
    expect(service.load).toEqual({ jobs: 0, waiting: 0 });
  });

  it('starts only as many jobs as have a place', async () => {
    const jobs = new Jobs(service, errorReportOf);
    const started = Array.from({ length: 5 }, () => {
      try {
        return jobs.start(NOPE);
      } catch (error) {
        return error;
      }
    });
    expect(started.map((each) => each instanceof Busy)).toEqual([false, false, true, true, true]);
    while (jobs.all().some(({ isEnded }) => !isEnded)) await new Promise((done) => setImmediate(done));
    expect(jobs.all().map((job) => job.report().error?.code)).toEqual(['file-unreadable', 'file-unreadable']);
  });

  it('refuses an invalid file before a job is created', () => {
    for (const [request, code] of [
      [{}, 'bad-request'],
      [{ file: 'A.lean', text: '' }, 'bad-request'],
      [{ file: '../A.lean' }, 'path-outside'],
    ] as const)
      expect(() => service.requireProvable(request)).toThrow(
        expect.objectContaining({ detail: expect.objectContaining({ code }) }),
      );
  });

  it('aborts waiting and running requests when the server stops, and leaves no text', async () => {
    const results = [1, 2].map(() => codeOf(service.check({ text: 'theorem a : 1 = 1 := rfl' }, { signal: never })));
    ending.abort();
    expect(await Promise.all(results)).toEqual(['AbortError', 'AbortError']);
    const posted = join(folder, 'posted');
    expect(existsSync(posted) ? readdirSync(posted) : []).toEqual([]);
    expect(await codeOf(service.holes({ text: 'sorry', goals: true }, { signal: never }))).toBe('AbortError');
    expect(service.load).toEqual({ jobs: 0, waiting: 0 });
  });

  it('makes a missing dependency graph once, apart from the requests that need it', async () => {
    mkdirSync(join(folder, 'sources'));
    writeFileSync(
      join(folder, 'sources', 'Yard.lean'),
      'theorem keel : True := trivial\ntheorem hull : True := keel\n',
    );
    const env = { LEMMAHEAD_HOME: folder };
    lemmaheadJson(['index', 'build', '--root', `Yard=${join(folder, 'sources')}`], { env });
    const request = { depends: graphDependsOptions('hull', { half: 'declarations' }) } as const;
    const first = await service.graph(request, { signal: never }).catch((error: unknown) => error);
    expect(first).toBeInstanceOf(RetryLater);
    expect(first).toMatchObject({ detail: { code: 'graph-being-made', next: 'Retry in 10 seconds.' }, retryAfter: 10 });
    expect(statusOf((first as Failure).detail)).toBe(503);
    const answer = async (): Promise<unknown> => JSON.parse((await service.graph(request, { signal: never })).json);
    await expect.poll(() => answer().catch(() => null), { timeout: 20_000 }).toMatchObject({ total: 1 });
  });
});
