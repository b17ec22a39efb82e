/** Proofs as jobs, over a service that does what a test says: events in order for whoever listens, states, cancelling. */
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { errorOf } from '../../src/server/http/answers.ts';
import { eventStream } from '../../src/server/http/event-stream.ts';
import { type Job, type JobEvent, Jobs } from '../../src/server/jobs.ts';
import type { Answer, Caller, Service } from '../../src/server/service.ts';
import { Busy } from '../../src/server/concurrency-limiter.ts';

type Prove = (caller: Caller) => Promise<Answer>;
const never = new AbortController().signal;
const ANSWER: Answer = { exit: 'no', data: { schema: 'lemmahead/prove@1', filled: 0, warnings: ['old index'] } };

function jobsOver(prove: Prove, requireProvable: () => void = () => undefined): Jobs {
  // The two things that jobs ask of the service.
  const service = {
    requireProvable,
    prove: (_request: unknown, caller: Caller) => prove(caller),
  } as unknown as Service;
  return new Jobs(service, errorOf);
}

/** A proof that goes on until the test ends it. */
function controlled() {
  const end = Promise.withResolvers<Answer>();
  let caller: Caller | null = null;
  const jobs = jobsOver((given) => ((caller = given), end.promise));
  const job = jobs.start({ file: 'A.lean' });
  return {
    jobs,
    job,
    end,
    caller: caller! as Required<Caller>,
    say: (n: number) => caller!.onEvent!({ event: 'attempt', n }),
  };
}

async function heard(job: Job, last = 0, signal = never): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for await (const event of job.events(last, signal)) events.push(event);
  return events;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a job', () => {
  it('waits, runs, and ends with what the command said', async () => {
    const { job, end, say } = controlled();
    expect(job.report()).toMatchObject({
      schema: 'lemmahead/job@1',
      state: 'waiting',
      ended: null,
      events: 0,
      result: null,
      error: null,
    });
    say(1);
    expect(job.report()).toMatchObject({ state: 'running', events: 1 });
    end.resolve(ANSWER);
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

  it('that ends before it has said anything is done all the same', async () => {
    const { job, end } = controlled();
    end.resolve(ANSWER);
    expect((await heard(job)).map(({ id, event }) => [id, event])).toEqual([[1, 'end']]);
    expect(job.report()).toMatchObject({ state: 'done', events: 1 });
  });

  it('that fails says why, and tells a bug without this machine in it', async () => {
    const failure = new Failure({ exit: 'missing', code: 'lean-missing', message: 'No Lean.', next: 'install it' });
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

  it('that was cancelled is cancelled, not failed; one that had ended stays as it was', async () => {
    const { job, end, caller } = controlled();
    job.cancel();
    expect(caller.signal.aborted).toBe(true);
    expect(job.report().state).toBe('waiting');
    end.reject(caller.signal.reason);
    await settle();
    expect(job.report()).toMatchObject({ state: 'cancelled', error: { code: 'interrupted', exit: 'interrupted' } });
    const done = controlled();
    done.end.resolve(ANSWER);
    await settle();
    const before = done.job.report();
    done.job.cancel();
    await settle();
    expect(done.job.report()).toEqual(before);
  });

  it('says nothing more once it has ended', async () => {
    const { job, end, say } = controlled();
    say(1);
    end.resolve(ANSWER);
    await settle();
    say(2);
    expect((await heard(job)).map(({ event }) => event)).toEqual(['attempt', 'end']);
    expect(job.report().events).toBe(2);
  });
});

describe('its events', () => {
  it('are numbered from 1, progress among them, and the last is the report as it then is', async () => {
    const { job, end, caller, say } = controlled();
    say(1);
    caller.onProgress(2, 5, 'Trying rfl');
    say(2);
    end.resolve(ANSWER);
    const events = await heard(job);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(events.slice(0, 3).map(({ event, data }) => [event, data])).toEqual([
      ['attempt', { n: 1 }],
      ['progress', { done: 2, total: 5, words: 'Trying rfl' }],
      ['attempt', { n: 2 }],
    ]);
    expect(events[3]).toEqual({ id: 4, event: 'end', data: { ...job.report() } });
  });

  it('come to each who listens, whenever they began, and after the last they had', async () => {
    const { job, end, say } = controlled();
    const fromStart = heard(job);
    say(1);
    await settle();
    const [late, rest] = [heard(job), heard(job, 1)];
    say(2);
    await settle();
    say(3);
    end.resolve(ANSWER);
    const ids = async (events: Promise<JobEvent[]>): Promise<number[]> => (await events).map(({ id }) => id);
    expect(await ids(fromStart)).toEqual([1, 2, 3, 4]);
    expect(await ids(late)).toEqual([1, 2, 3, 4]);
    expect(await ids(rest)).toEqual([2, 3, 4]);
    expect(await ids(heard(job, 3))).toEqual([4]);
    expect(await ids(heard(job, 4))).toEqual([]);
  });

  it.each([7, 1e9, Infinity])('end for whoever claims to have had %d of them, and is told the end', async (last) => {
    const { job, end, say } = controlled();
    say(1);
    const events = heard(job, last);
    await settle();
    say(2);
    end.resolve(ANSWER);
    expect((await events).at(-1)).toMatchObject({ id: 3, event: 'end' });
  });

  it('stop for whoever leaves, at once and while they wait, and for nobody else', async () => {
    const { job, end, say } = controlled();
    const leave = new AbortController();
    const [leaves, stays] = [heard(job, 0, leave.signal), heard(job)];
    say(1);
    await settle();
    leave.abort();
    expect((await leaves).length).toBe(1);
    expect(await heard(job, 0, AbortSignal.abort())).toEqual([]);
    say(2);
    end.resolve(ANSWER);
    expect((await stays).length).toBe(3);
    expect(job.report().state).toBe('done');
  });

  it('are forgotten from the first on where there are very many', async () => {
    const { job, end, say } = controlled();
    for (let n = 1; n <= 10_500; n++) say(n);
    end.resolve(ANSWER);
    await settle();
    const ids = (await heard(job)).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([10_000, 502, 10_501]);
    expect(job.report().events).toBe(10_501);
  });

  it('as server-sent events: numbers, names, data on one line; leaving ends the stream and not the job', async () => {
    const { job, end, caller, say } = controlled();
    caller.onEvent({ event: 'attempt', text: 'by\n  rfl\r\n\u2028' });
    const left = eventStream(job, 0, never);
    const reader = left.body!.getReader();
    await reader.read();
    await reader.cancel();
    say(2);
    end.resolve(ANSWER);
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

describe('the jobs', () => {
  it('are listed latest first, and known by ids that cannot be guessed', () => {
    const jobs = jobsOver(() => new Promise(() => undefined));
    const started = Array.from({ length: 3 }, () => jobs.start({ text: '' }));
    expect(jobs.all()).toEqual(started.toReversed());
    for (const job of started) {
      expect(job.id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
      expect(jobs.get(job.id)).toBe(job);
    }
    for (const id of ['', 'nope', '__proto__', started[0]!.id.toUpperCase()])
      expect(() => jobs.get(id), id).toThrow('There is no job');
  });

  it('are not begun where there is no room', () => {
    const full = (): never => {
      throw new Busy({ what: 'checks and proofs', atOnce: 1, waiting: 0, retryAfter: 10 });
    };
    const jobs = jobsOver(() => Promise.resolve(ANSWER), full);
    expect(() => jobs.start({ text: '' })).toThrow(Busy);
    expect(jobs.all()).toEqual([]);
  });

  it('are forgotten when a hundred ended later, those that still run never', async () => {
    const ends: ((answer: Answer) => void)[] = [];
    const jobs = jobsOver(() => new Promise((resolve) => void ends.push(resolve)));
    const runs = jobs.start({ text: '' });
    const ended = Array.from({ length: 120 }, () => jobs.start({ text: '' }));
    for (const end of ends.slice(1)) end(ANSWER);
    await settle();
    const last = jobs.start({ text: '' });
    expect(jobs.all()).toEqual([last, ...ended.slice(20).toReversed(), runs]);
    expect(() => jobs.get(ended[19]!.id)).toThrow('There is no job');
    // Whoever still listens to a forgotten one hears its end.
    expect((await heard(ended[0]!)).map(({ event }) => event)).toEqual(['end']);
  });

  it('are all asked to stop when the server ends', async () => {
    const signals: AbortSignal[] = [];
    const jobs = jobsOver(({ signal }) => (signals.push(signal), new Promise(() => undefined)));
    jobs.start({ text: '' });
    jobs.start({ text: '' });
    jobs.cancelAll();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
