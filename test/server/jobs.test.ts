/** Proof jobs over a fake service: ordered events for each listener, states, cancellation. */
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { errorReportOf } from '../../src/server/http/json-response.ts';
import { eventStream } from '../../src/server/http/event-stream.ts';
import { type Job, type JobEvent, Jobs } from '../../src/server/jobs.ts';
import type { Caller, CommandResult, Service } from '../../src/server/service.ts';
import { Busy } from '../../src/server/concurrency-limiter.ts';

type Prove = (caller: Caller) => Promise<CommandResult>;
const never = new AbortController().signal;
const RESULT = {
  exit: 'no',
  data: { schema: 'lemmahead/prove@1', filled: 0, warnings: ['old index'] },
} as unknown as CommandResult;

function jobsOver(prove: Prove, requireProvable: () => void = () => undefined): Jobs {
  // The two methods of the service that jobs call.
  const service = {
    requireProvable,
    prove: (_request: unknown, caller: Caller) => prove(caller),
  } as unknown as Service;
  return new Jobs(service, errorReportOf);
}

/** A proof that runs until the test ends it. */
function controlled() {
  const end = Promise.withResolvers<CommandResult>();
  let caller: Caller | null = null;
  const jobs = jobsOver((received) => ((caller = received), end.promise));
  const job = jobs.start({ file: 'A.lean' });
  return {
    jobs,
    job,
    end,
    caller: caller! as Required<Caller>,
    emit: (n: number) => caller!.onEvent!({ event: 'attempt', n }),
  };
}

async function eventsOf(job: Job, last = 0, signal = never): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for await (const event of job.events(last, signal)) events.push(event);
  return events;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a job', () => {
  it('waits, runs, and ends with the result of the command', async () => {
    const { job, end, emit } = controlled();
    expect(job.report()).toMatchObject({
      schema: 'lemmahead/job@1',
      state: 'waiting',
      ended: null,
      events: 0,
      result: null,
      error: null,
    });
    emit(1);
    expect(job.report()).toMatchObject({ state: 'running', events: 1 });
    end.resolve(RESULT);
    await settle();
    const report = job.report();
    expect(report).toMatchObject({
      state: 'done',
      events: 2,
      result: { schema: 'lemmahead/prove@1', filled: 0, warnings: ['old index'], exit: 'no' },
      error: null,
    });
    expect(Date.parse(report.ended!)).toBeGreaterThanOrEqual(Date.parse(report.created));
    expect(job.isEnded).toBe(true);
  });

  it('is done if it ends without any event', async () => {
    const { job, end } = controlled();
    end.resolve(RESULT);
    expect((await eventsOf(job)).map(({ id, event }) => [id, event])).toEqual([[1, 'end']]);
    expect(job.report()).toMatchObject({ state: 'done', events: 1 });
  });

  it('reports its failure, and a bug without paths of this machine', async () => {
    const failure = new Failure('missing', 'lean-missing', { message: 'No Lean.', next: 'install it' });
    const failed = jobsOver(() => Promise.reject(failure)).start({ text: '' });
    const broken = jobsOver(() => Promise.reject(new TypeError('x is not a function'))).start({ text: '' });
    await settle();
    expect(failed.report()).toMatchObject({
      state: 'failed',
      result: null,
      error: { code: 'lean-missing', next: 'install it' },
    });
    expect(broken.report()).toMatchObject({ state: 'failed', error: { code: 'bug', exit: 'bug' } });
    expect(broken.report().error).not.toHaveProperty('issue');
    expect(JSON.stringify(broken.report())).not.toContain('.ts');
  });

  it('is cancelled, not failed, after cancel(); an ended job does not change', async () => {
    const { job, end, caller } = controlled();
    job.cancel();
    expect(caller.signal.aborted).toBe(true);
    expect(job.report().state).toBe('waiting');
    end.reject(caller.signal.reason);
    await settle();
    expect(job.report()).toMatchObject({ state: 'cancelled', error: { code: 'interrupted', exit: 'interrupted' } });
    const done = controlled();
    done.end.resolve(RESULT);
    await settle();
    const before = done.job.report();
    done.job.cancel();
    await settle();
    expect(done.job.report()).toEqual(before);
  });

  it('adds no events after its end', async () => {
    const { job, end, emit } = controlled();
    emit(1);
    end.resolve(RESULT);
    await settle();
    emit(2);
    expect((await eventsOf(job)).map(({ event }) => event)).toEqual(['attempt', 'end']);
    expect(job.report().events).toBe(2);
  });
});

describe('the events of a job', () => {
  it('are numbered from 1, including progress, and the last contains the final report', async () => {
    const { job, end, caller, emit } = controlled();
    emit(1);
    caller.onProgress(2, 5, 'Trying rfl');
    emit(2);
    end.resolve(RESULT);
    const events = await eventsOf(job);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(events.slice(0, 3).map(({ event, data }) => [event, data])).toEqual([
      ['attempt', { n: 1 }],
      ['progress', { done: 2, total: 5, words: 'Trying rfl' }],
      ['attempt', { n: 2 }],
    ]);
    expect(events[3]).toEqual({ id: 4, event: 'end', data: { ...job.report() } });
  });

  it('reach each listener, from its last event on, at any start time', async () => {
    const { job, end, emit } = controlled();
    const fromStart = eventsOf(job);
    emit(1);
    await settle();
    const [late, rest] = [eventsOf(job), eventsOf(job, 1)];
    emit(2);
    await settle();
    emit(3);
    end.resolve(RESULT);
    const ids = async (events: Promise<JobEvent[]>): Promise<number[]> => (await events).map(({ id }) => id);
    expect(await ids(fromStart)).toEqual([1, 2, 3, 4]);
    expect(await ids(late)).toEqual([1, 2, 3, 4]);
    expect(await ids(rest)).toEqual([2, 3, 4]);
    expect(await ids(eventsOf(job, 3))).toEqual([4]);
    expect(await ids(eventsOf(job, 4))).toEqual([]);
  });

  it.each([7, 1e9, Infinity])('include the end for a listener with an unknown last id: %d', async (last) => {
    const { job, end, emit } = controlled();
    emit(1);
    const events = eventsOf(job, last);
    await settle();
    emit(2);
    end.resolve(RESULT);
    expect((await events).at(-1)).toMatchObject({ id: 3, event: 'end' });
  });

  it('stop only for a listener that disconnects', async () => {
    const { job, end, emit } = controlled();
    const disconnect = new AbortController();
    const [disconnected, connected] = [eventsOf(job, 0, disconnect.signal), eventsOf(job)];
    emit(1);
    await settle();
    disconnect.abort();
    expect((await disconnected).length).toBe(1);
    expect(await eventsOf(job, 0, AbortSignal.abort())).toEqual([]);
    emit(2);
    end.resolve(RESULT);
    expect((await connected).length).toBe(3);
    expect(job.report().state).toBe('done');
  });

  it('are limited to 10,000; the oldest are dropped', async () => {
    const { job, end, emit } = controlled();
    for (let n = 1; n <= 10_500; n++) emit(n);
    end.resolve(RESULT);
    await settle();
    const ids = (await eventsOf(job)).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, 502, 10_501]);
    expect(job.report().events).toBe(10_501);
  });

  it('are sent as server-sent events with id, name and data on one line; closing the stream does not end the job', async () => {
    const { job, end, caller, emit } = controlled();
    caller.onEvent({ event: 'attempt', text: 'by\n  rfl\r\n\u2028' });
    const reader = eventStream(job, 0, never).body!.getReader();
    await reader.read();
    await reader.cancel();
    emit(2);
    end.resolve(RESULT);
    const response = eventStream(job, 0, never);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const [retry, ...blocks] = (await response.text()).trimEnd().split('\n\n');
    expect(retry).toBe('retry: 1000');
    expect(blocks).toEqual([
      `id: 1\nevent: attempt\ndata: ${JSON.stringify({ text: 'by\n  rfl\r\n\u2028' })}`,
      'id: 2\nevent: attempt\ndata: {"n":2}',
      `id: 3\nevent: end\ndata: ${JSON.stringify(job.report())}`,
    ]);
  });
});

describe('Jobs', () => {
  it('are listed latest first, and have ids that cannot be guessed', () => {
    const jobs = jobsOver(() => new Promise(() => undefined));
    const started = Array.from({ length: 3 }, () => jobs.start({ text: '' }));
    expect(jobs.all()).toEqual(started.toReversed());
    for (const job of started) {
      expect(job.id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
      expect(jobs.get(job.id)).toBe(job);
    }
    for (const id of ['', 'nope', '__proto__', started[0]!.id.toUpperCase()])
      expect(() => jobs.get(id), id).toThrow('No job');
  });

  it('are not started if the queue is full', () => {
    const full = (): never => {
      throw new Busy({ tasks: 'checks and proofs', concurrency: 1, maxWaiting: 0, retryAfter: 10 });
    };
    const jobs = jobsOver(() => Promise.resolve(RESULT), full);
    expect(() => jobs.start({ text: '' })).toThrow(Busy);
    expect(jobs.all()).toEqual([]);
  });

  it('are removed after a hundred others have ended later, but not while they run', async () => {
    const ends: ((result: CommandResult) => void)[] = [];
    const jobs = jobsOver(() => new Promise((resolve) => void ends.push(resolve)));
    const running = jobs.start({ text: '' });
    const ended = Array.from({ length: 120 }, () => jobs.start({ text: '' }));
    for (const end of ends.slice(1)) end(RESULT);
    await settle();
    const last = jobs.start({ text: '' });
    expect(jobs.all()).toEqual([last, ...ended.slice(20).toReversed(), running]);
    expect(() => jobs.get(ended[19]!.id)).toThrow('No job');
    // A listener of a removed job still gets its end.
    expect((await eventsOf(ended[0]!)).map(({ event }) => event)).toEqual(['end']);
  });

  it('are all aborted by cancelAll', async () => {
    const signals: AbortSignal[] = [];
    const jobs = jobsOver(({ signal }) => (signals.push(signal), new Promise(() => undefined)));
    jobs.start({ text: '' });
    jobs.start({ text: '' });
    jobs.cancelAll();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
