/** The bounded queue: how many are under way, who is next, who is refused, and who may leave. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Busy, Slots } from '../../src/server/concurrency-limiter.ts';

const options = { what: 'checks and proofs', atOnce: 1, waiting: 1, retryAfter: 7 };
const never = new AbortController().signal;

/** Lets everything that is ready go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What a test asks for, and ends or takes back itself. */
class Asked {
  readonly stop = new AbortController();
  readonly #work = Promise.withResolvers<void>();
  state: 'asked' | 'running' | 'done' | 'failed' | 'busy' | 'left' = 'asked';

  constructor(slots: Slots, onStart: (asked: Asked) => void = () => undefined) {
    const work = async (): Promise<void> => {
      this.state = 'running';
      onStart(this);
      await this.#work.promise;
    };
    slots.take(this.stop.signal, work).then(
      () => (this.state = 'done'),
      (error: unknown) => {
        this.state = error instanceof Busy ? 'busy' : error === this.stop.signal.reason ? 'left' : 'failed';
      },
    );
  }

  end(fails = false): void {
    if (fails) this.#work.reject(new Error('it failed'));
    else this.#work.resolve();
  }
}

describe('Slots', () => {
  it('refuses at once what can neither run nor wait, and says when to ask again', async () => {
    const slots = new Slots(options);
    const asked = Array.from({ length: 3 }, () => new Asked(slots));
    expect(() => slots.requireRoom()).toThrow(Busy);
    await settle();
    expect(asked.map(({ state }) => state)).toEqual(['running', 'asked', 'busy']);
    const busy = await slots.take(never, () => Promise.resolve()).catch((error: unknown) => error as Busy);
    expect(busy).toBeInstanceOf(Busy);
    expect((busy as Busy).retryAfter).toBe(7);
    expect((busy as Busy).detail).toMatchObject({ code: 'busy', exit: 'budget', next: 'Ask again in 7 seconds.' });
    expect((busy as Busy).message).toContain('1 checks and proofs under way and 1 waiting');
  });

  it('with no room to wait takes what can run at once', async () => {
    const slots = new Slots({ ...options, waiting: 0 });
    slots.requireRoom();
    expect(await slots.take(never, () => Promise.resolve(5))).toBe(5);
    expect(await slots.take(never, () => Promise.resolve(6))).toBe(6);
  });

  it('counts whoever is let in before anything else can ask', () => {
    const slots = new Slots({ ...options, waiting: 0 });
    void new Asked(slots);
    expect([slots.busy, slots.waiting]).toEqual([1, 0]);
    expect(() => slots.requireRoom()).toThrow(Busy);
  });

  it('is free again after work that throws, at once or later', async () => {
    const slots = new Slots(options);
    for (let k = 0; k < 3; k++) {
      await expect(slots.take(never, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
      const atOnce = (): Promise<void> => {
        throw new Error('at once');
      };
      await expect(slots.take(never, atOnce)).rejects.toThrow('at once');
    }
    expect([slots.busy, slots.waiting]).toEqual([0, 0]);
  });

  it('lets nobody begin who has left, and who left while waiting keeps no place', async () => {
    const slots = new Slots(options);
    const [first, second] = [new Asked(slots), new Asked(slots)];
    second.stop.abort(new Error('gone'));
    await settle();
    expect([second.state, slots.waiting]).toEqual(['left', 0]);
    const third = new Asked(slots);
    first.end();
    await settle();
    expect([third.state, slots.busy]).toEqual(['running', 1]);
    // Whoever is gone before they ask takes no place at all.
    let isBegun = false;
    const gone = AbortSignal.abort(new Error('gone before'));
    await expect(slots.take(gone, async () => void (isBegun = true))).rejects.toThrow('gone before');
    third.end();
    await settle();
    expect([isBegun, slots.busy, slots.waiting]).toEqual([false, 0, 0]);
  });

  it('listens to nobody who is done: leaving then takes no place from whoever waits', async () => {
    const slots = new Slots(options);
    const [first, second] = [new Asked(slots), new Asked(slots)];
    first.end();
    await settle();
    second.end();
    await settle();
    const third = new Asked(slots);
    const fourth = new Asked(slots);
    await settle();
    for (const { stop } of [first, second, third]) stop.abort();
    await settle();
    expect([second.state, third.state, fourth.state, slots.waiting]).toEqual(['done', 'running', 'asked', 1]);
    third.end();
    await settle();
    expect(fourth.state).toBe('running');
  });

  it('never runs more than may be, keeps the order, and loses no place, whatever happens', async () => {
    const step = fc.record({ what: fc.constantFrom('ask', 'end', 'fail', 'leave'), which: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(5), fc.array(step, { maxLength: 60 }), play),
      { numRuns: 200 },
    );
  });
});

interface Step {
  what: 'ask' | 'end' | 'fail' | 'leave';
  which: number;
}

/** Plays the steps against a model that is nothing but two lists. */
async function play(atOnce: number, waiting: number, steps: Step[]): Promise<void> {
  const slots = new Slots({ ...options, atOnce, waiting });
  const started: Asked[] = [];
  let queue: Asked[] = [];
  let busy: Asked[] = [];
  const expectedStarts: Asked[] = [];
  const begin = (asked: Asked): void => void (busy.push(asked), expectedStarts.push(asked));
  const all: Asked[] = [];
  for (const { what, which } of steps) {
    if (what === 'ask') {
      const asked = new Asked(slots, (each) => started.push(each));
      all.push(asked);
      if (busy.length < atOnce) begin(asked);
      else if (queue.length < waiting) queue.push(asked);
      await settle();
      expect(asked.state === 'busy').toBe(!busy.includes(asked) && !queue.includes(asked));
    } else if (what === 'leave') {
      const asked = queue[which % (queue.length || 1)];
      if (asked === undefined) continue;
      asked.stop.abort(new Error('left'));
      queue = queue.filter((each) => each !== asked);
      await settle();
      expect(asked.state).toBe('left');
    } else {
      const asked = busy[which % (busy.length || 1)];
      if (asked === undefined) continue;
      asked.end(what === 'fail');
      busy = busy.filter((each) => each !== asked);
      const next = queue.shift();
      if (next !== undefined) begin(next);
      await settle();
      expect(asked.state).toBe(what === 'fail' ? 'failed' : 'done');
    }
    expect([slots.busy, slots.waiting]).toEqual([busy.length, queue.length]);
    expect(all.filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(atOnce);
  }
  expect(started.map((asked) => all.indexOf(asked))).toEqual(expectedStarts.map((asked) => all.indexOf(asked)));
}
