/** The bounded queue: concurrency, order, refusal and cancellation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Busy, ConcurrencyLimiter } from '../../src/server/concurrency-limiter.ts';

const options = { tasks: 'checks and proofs', concurrency: 1, maxWaiting: 1, retryAfter: 7 };
const never = new AbortController().signal;

/** Lets all ready callbacks run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A task that the test ends or cancels. */
class Task {
  readonly stop = new AbortController();
  readonly #work = Promise.withResolvers<void>();
  state: 'requested' | 'running' | 'done' | 'failed' | 'busy' | 'cancelled' = 'requested';

  constructor(limiter: ConcurrencyLimiter, onStart: (task: Task) => void = () => undefined) {
    const work = async (): Promise<void> => {
      this.state = 'running';
      onStart(this);
      await this.#work.promise;
    };
    limiter.run(this.stop.signal, work).then(
      () => (this.state = 'done'),
      (error: unknown) => {
        this.state = error instanceof Busy ? 'busy' : error === this.stop.signal.reason ? 'cancelled' : 'failed';
      },
    );
  }

  end(fails = false): void {
    if (fails) this.#work.reject(new Error('it failed'));
    else this.#work.resolve();
  }
}

describe('ConcurrencyLimiter', () => {
  it('refuses a task immediately if the queue is full, and reports when to retry', async () => {
    const limiter = new ConcurrencyLimiter(options);
    const tasks = Array.from({ length: 3 }, () => new Task(limiter));
    expect(() => limiter.requireCapacity()).toThrow(Busy);
    await settle();
    expect(tasks.map(({ state }) => state)).toEqual(['running', 'requested', 'busy']);
    const busy = await limiter.run(never, () => Promise.resolve()).catch((error: unknown) => error as Busy);
    expect(busy).toBeInstanceOf(Busy);
    expect((busy as Busy).retryAfter).toBe(7);
    expect((busy as Busy).detail).toMatchObject({ code: 'busy', exit: 'budget', next: 'Retry in 7 seconds.' });
    expect((busy as Busy).message).toContain('1 checks and proofs running and 1 waiting');
  });

  it('with an empty queue, accepts a task that can run immediately', async () => {
    const limiter = new ConcurrencyLimiter({ ...options, maxWaiting: 0 });
    limiter.requireCapacity();
    expect(await limiter.run(never, () => Promise.resolve(5))).toBe(5);
    expect(await limiter.run(never, () => Promise.resolve(6))).toBe(6);
  });

  it('counts an accepted task synchronously', () => {
    const limiter = new ConcurrencyLimiter({ ...options, maxWaiting: 0 });
    void new Task(limiter);
    expect([limiter.running, limiter.waiting]).toEqual([1, 0]);
    expect(() => limiter.requireCapacity()).toThrow(Busy);
  });

  it('frees the slot of a task that throws, synchronously or asynchronously', async () => {
    const limiter = new ConcurrencyLimiter(options);
    for (let k = 0; k < 3; k++) {
      await expect(limiter.run(never, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
      const throwsSynchronously = (): Promise<void> => {
        throw new Error('immediately');
      };
      await expect(limiter.run(never, throwsSynchronously)).rejects.toThrow('immediately');
    }
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  it('never starts a cancelled task, and removes it from the queue', async () => {
    const limiter = new ConcurrencyLimiter(options);
    const [first, second] = [new Task(limiter), new Task(limiter)];
    second.stop.abort(new Error('cancelled'));
    await settle();
    expect([second.state, limiter.waiting]).toEqual(['cancelled', 0]);
    const third = new Task(limiter);
    first.end();
    await settle();
    expect([third.state, limiter.running]).toEqual(['running', 1]);
    // A task that was cancelled in advance takes no slot.
    let isStarted = false;
    const cancelled = AbortSignal.abort(new Error('cancelled before'));
    await expect(limiter.run(cancelled, async () => void (isStarted = true))).rejects.toThrow('cancelled before');
    third.end();
    await settle();
    expect([isStarted, limiter.running, limiter.waiting]).toEqual([false, 0, 0]);
  });

  it('ignores the cancellation of tasks that run or have ended', async () => {
    const limiter = new ConcurrencyLimiter(options);
    const [first, second] = [new Task(limiter), new Task(limiter)];
    first.end();
    await settle();
    second.end();
    await settle();
    const third = new Task(limiter);
    const fourth = new Task(limiter);
    await settle();
    for (const { stop } of [first, second, third]) stop.abort();
    await settle();
    expect([second.state, third.state, fourth.state, limiter.waiting]).toEqual(['done', 'running', 'requested', 1]);
    third.end();
    await settle();
    expect(fourth.state).toBe('running');
  });

  it('respects the limit and the order, and loses no slot, in random sequences', async () => {
    const step = fc.record({ action: fc.constantFrom('request', 'end', 'fail', 'cancel'), index: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(5), fc.array(step, { maxLength: 60 }), play),
      { numRuns: 200 },
    );
  });
});

interface Step {
  action: 'request' | 'end' | 'fail' | 'cancel';
  index: number;
}

/** Compares the limiter with a model that consists of two lists. */
async function play(concurrency: number, maxWaiting: number, steps: Step[]): Promise<void> {
  const limiter = new ConcurrencyLimiter({ ...options, concurrency, maxWaiting });
  const started: Task[] = [];
  let queue: Task[] = [];
  let running: Task[] = [];
  const expectedStarts: Task[] = [];
  const start = (task: Task): void => void (running.push(task), expectedStarts.push(task));
  const all: Task[] = [];
  for (const { action, index } of steps) {
    if (action === 'request') {
      const task = new Task(limiter, (each) => started.push(each));
      all.push(task);
      if (running.length < concurrency) start(task);
      else if (queue.length < maxWaiting) queue.push(task);
      await settle();
      expect(task.state === 'busy').toBe(!running.includes(task) && !queue.includes(task));
    } else if (action === 'cancel') {
      const task = queue[index % (queue.length || 1)];
      if (task === undefined) continue;
      task.stop.abort(new Error('cancelled'));
      queue = queue.filter((each) => each !== task);
      await settle();
      expect(task.state).toBe('cancelled');
    } else {
      const task = running[index % (running.length || 1)];
      if (task === undefined) continue;
      task.end(action === 'fail');
      running = running.filter((each) => each !== task);
      const next = queue.shift();
      if (next !== undefined) start(next);
      await settle();
      expect(task.state).toBe(action === 'fail' ? 'failed' : 'done');
    }
    expect([limiter.running, limiter.waiting]).toEqual([running.length, queue.length]);
    expect(all.filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(concurrency);
  }
  expect(started.map((task) => all.indexOf(task))).toEqual(expectedStarts.map((task) => all.indexOf(task)));
}
