/** A budget that processes share in a real PostgreSQL: whatever happens to them, it is not passed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { type Amount, Budget, NO_LIMITS } from '../../src/llm/budget.ts';
import { type BudgetLimits, DatabaseBudget, type Spending } from '../../src/queue/database-budget.ts';
import type { Queue } from '../../src/queue/open-queue.ts';
import { purgeEnded } from '../../src/queue/queue-state.ts';
import { PASSWORD, postgres, testQueue } from './postgres.ts';

const NOTHING: Spending = { tokens: 0, cost: 0, attempts: 0 };
const quiet = { onLost: () => undefined, onBack: () => undefined };

async function open(
  context: TestContext,
  queue: Queue,
  {
    id = 'b',
    limits = {},
    earlier = {},
    signal = new AbortController().signal,
  }: {
    id?: string;
    limits?: Partial<BudgetLimits>;
    earlier?: Partial<Spending>;
    signal?: AbortSignal;
  } = {},
): Promise<DatabaseBudget> {
  const place = { id, limits: { ...NO_LIMITS, ...limits }, earlier: { ...NOTHING, ...earlier } };
  const budget = await DatabaseBudget.open(queue, place, { signal, outages: quiet, unit: null });
  context.onTestFinished(() => budget.close());
  return budget;
}

/** What was reserved, or an error. */
async function reserve(budget: DatabaseBudget, tokens: number, cost = 0) {
  const reserved = await budget.reserve({ tokens, cost }, false);
  if (typeof reserved === 'string') throw new Error(`refused by ${reserved}`);
  return reserved;
}

/** As if the processes that hold something had been silent for a minute. */
async function loseHolders(queue: Queue): Promise<void> {
  await queue.sql(`UPDATE lemmahead.reservation SET renewed_on = now() - interval '1 minute'`);
}

describe('a shared budget', () => {
  test('refuses what could pass it, by the exact sum, and a limit of 0 refuses everything', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue, { limits: { cost: 0.3, tokens: 10 } });
    await reserve(budget, 1, 0.1);
    await reserve(budget, 1, 0.2);
    expect(await budget.reserve({ tokens: 1, cost: 1e-9 }, false)).toBe('cost');
    expect(await budget.reserve({ tokens: 9, cost: 0 }, false)).toBe('tokens');
    await reserve(budget, 8, 0);
    expect(await budget.totals()).toEqual({
      limits: { cost: 0.3, tokens: 10, attempts: null },
      spent: NOTHING,
      reserved: { tokens: 10, cost: 0.3, attempts: 0 },
    });
    const empty = await open(context, queue, { id: 'empty', limits: { cost: 0 } });
    expect(await empty.reserve({ tokens: 0, cost: 0 }, true)).toBe('cost');
  });

  test('counts what was used, an implausible amount as the maximum, and a settlement once', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue);
    for (const [tokens, cost] of [
      [1, 0.25],
      [11, 2],
      [-1, -1],
      [Number.NaN, Number.NaN],
    ] as const) {
      const reserved = await reserve(budget, 10, 1);
      await reserved.settle({ tokens, cost });
      await reserved.settle({ tokens: 0, cost: 0 });
    }
    expect(await budget.totals()).toMatchObject({ spent: { tokens: 31, cost: 3.25, attempts: 0 }, reserved: NOTHING });
  });

  test('is waited for while somebody may give something back, and never for a lost process', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue, { limits: { tokens: 10 } });
    const first = await reserve(budget, 9);
    const second = budget.reserve({ tokens: 5, cost: 0 }, true);
    await first.settle({ tokens: 2, cost: 0 });
    expect(typeof (await second)).toBe('object');
    const third = budget.reserve({ tokens: 5, cost: 0 }, true);
    await loseHolders(queue);
    expect(await third).toBe('tokens');
    expect(await budget.totals()).toMatchObject({ spent: { tokens: 2 }, reserved: { tokens: 5 } });
  });

  test('stops waiting if the user interrupts', async (context) => {
    const queue = await testQueue(context);
    const abort = new AbortController();
    const budget = await open(context, queue, { limits: { tokens: 1 }, signal: abort.signal });
    const held = await reserve(budget, 1);
    const waiting = budget.reserve({ tokens: 1, cost: 0 }, true);
    abort.abort(new Error('Ctrl-C'));
    await expect(waiting).rejects.toThrow('Ctrl-C');
    await held.settle({ tokens: 0, cost: 0 });
    const [row] = await queue.sql<{ spent: string }>('SELECT reserved_tokens AS spent FROM lemmahead.budget');
    expect(row).toEqual({ spent: '0' });
  });

  test('grants attempts as far as there are any, and waits only for those that others hold', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue, { limits: { attempts: 5 } });
    const first = await budget.takeAttempts(9);
    const second = budget.takeAttempts(3);
    await first.settle(4);
    const granted = await second;
    await granted.settle(1);
    await reserve(budget, 1);
    expect([first.count, granted.count, (await budget.takeAttempts(1)).count]).toEqual([5, 1, 0]);
    expect(await budget.totals()).toMatchObject({ spent: { attempts: 5 }, reserved: { attempts: 0 } });
  });

  test('is found again by its id, and earlier spending is charged once', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue, { limits: { tokens: 100 }, earlier: { tokens: 10, attempts: 2 } });
    await (await reserve(budget, 20)).settle({ tokens: 15, cost: 0 });
    await reserve(budget, 5);
    const spent = async (earlier: Partial<Spending>) =>
      (await (await open(context, queue, { limits: { tokens: 200 }, earlier })).totals()).spent;
    // The record of the run says what the database does: 25 and the 5 of a lost request.
    expect(await spent({ tokens: 30, attempts: 2 })).toEqual({ tokens: 25, cost: 0, attempts: 2 });
    // A session on one machine spent 7 more.
    expect(await spent({ tokens: 37, attempts: 4 })).toEqual({ tokens: 32, cost: 0, attempts: 4 });
    expect(await spent({})).toEqual({ tokens: 32, cost: 0, attempts: 4 });
    expect((await budget.totals()).limits.tokens).toBe(200);
  });

  test('that is unknown, or an amount that is none, is an error', async (context) => {
    const queue = await testQueue(context);
    const user = { signal: new AbortController().signal, outages: quiet, unit: null };
    const none = DatabaseBudget.find(queue, 'none', user);
    context.onTestFinished(() => none.close());
    await expect(none.reserve({ tokens: 1, cost: 0 }, true)).rejects.toThrow('no budget none');
    const budget = await open(context, queue);
    for (const tokens of [-1, Number.NaN, Infinity]) {
      await expect(budget.reserve({ tokens, cost: 0 }, false)).rejects.toThrow('no amount');
    }
  });

  test('reserves once if the connection breaks before the answer comes', async (context) => {
    const queue = await testQueue(context);
    const budget = await open(context, queue, { limits: { tokens: 10, attempts: 3 } });
    const sql = queue.sql.bind(queue);
    let isLost = false;
    /** The statement has been executed, but nobody gets to know. */
    queue.sql = async (text, values) => {
      const rows = await sql(text, values);
      isLost = !isLost;
      if (isLost) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      return rows as never[];
    };
    const reserved = await reserve(budget, 10);
    const granted = await budget.takeAttempts(5);
    await Promise.all([reserved.settle({ tokens: 4, cost: 0 }), granted.settle(2)]);
    queue.sql = sql;
    expect(granted.count).toBe(3);
    expect(await budget.totals()).toMatchObject({ spent: { tokens: 4, attempts: 2 }, reserved: NOTHING });
  });

  test('is removed when it has not changed for two weeks', async (context) => {
    const queue = await testQueue(context);
    await reserve(await open(context, queue, { id: 'old' }), 1);
    await reserve(await open(context, queue, { id: 'new' }), 1);
    await queue.sql(`UPDATE lemmahead.budget SET changed_on = now() - interval '15 days' WHERE id = 'old'`);
    await purgeEnded(queue);
    expect(await queue.sql('SELECT budget FROM lemmahead.reservation')).toEqual([{ budget: 'new' }]);
  });
});

describe('as the parent of budgets', () => {
  test('it stops them, and what it refuses is not charged', async (context) => {
    const queue = await testQueue(context);
    const shared = await open(context, queue, { limits: { cost: 1, attempts: 4 } });
    const [one, other] = [new Budget({ ...NO_LIMITS, cost: 0.75 }, shared), new Budget(NO_LIMITS, shared)];
    const child = new Budget(NO_LIMITS, one);
    await (await child.reserve({ tokens: 5, cost: 0.75 })).settle({ tokens: 5, cost: 0.5 });
    await expect(child.reserve({ tokens: 0, cost: 0.5 })).rejects.toMatchObject({
      stop: { limit: 'cost', isParents: true },
    });
    const held = await other.reserve({ tokens: 0, cost: 0.5 });
    await expect(one.reserveNow({ tokens: 0, cost: 0.125 })).rejects.toMatchObject({ stop: { isParents: true } });
    await held.settle({ tokens: 0, cost: 0 });
    await (await one.reserve({ tokens: 0, cost: 0.25 })).settle({ tokens: 0, cost: 0.25 });
    expect([one.spent, child.spent, other.spent]).toEqual([
      { tokens: 5, cost: 0.75 },
      { tokens: 5, cost: 0.5 },
      { tokens: 0, cost: 0 },
    ]);
    const granted = await one.takeAttempts(9);
    await granted.settle(4);
    expect([granted.count, (await other.takeAttempts(1)).count, other.attempts]).toEqual([4, 0, 0]);
    expect(other.stopped).toEqual({ limit: 'attempts', isParents: true });
    expect((await shared.totals()).spent).toEqual({ tokens: 5, cost: 0.75, attempts: 4 });
  });

  test('any order of reservations and reports keeps the sum within the limits', async (context) => {
    const queue = await testQueue(context);
    const amount = fc.record({ tokens: fc.nat(30), cost: fc.double({ min: 0, max: 0.01, noNaN: true }) });
    const steps = fc.array(fc.record({ maximum: amount, actual: amount, by: fc.nat(2), waits: fc.boolean() }), {
      maxLength: 25,
    });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(150), async (all, tokens) => {
        const shared = await open(context, queue, { id: `run ${number++}`, limits: { tokens, cost: 0.03 } });
        const budgets = [0, 1, 2].map(() => new Budget(NO_LIMITS, shared));
        await Promise.allSettled(
          all.map(async ({ maximum, actual, by, waits }) => {
            const budget = budgets[by]!;
            const reserved = await (waits ? budget.reserve(maximum) : budget.reserveNow(maximum));
            await reserved.settle(actual);
          }),
        );
        const { spent, reserved } = await shared.totals();
        const own = budgets.map((each) => each.spent);
        const sum = (part: keyof Amount) => own.reduce((total, each) => total + each[part], 0);
        expect(reserved).toEqual(NOTHING);
        expect(spent.tokens).toBeLessThanOrEqual(tokens);
        expect(spent.cost).toBeLessThanOrEqual(0.03);
        expect(spent.tokens).toBe(sum('tokens'));
        expect(spent.cost).toBeCloseTo(sum('cost'), 9);
        shared.close();
      }),
      { numRuns: 40 },
    );
  });
});

test('processes that are killed at random do not pass it, and what they had sent counts', async (context) => {
  const server = await postgres(context);
  const url = server.url(await server.makeDatabase());
  const queue = await testQueue(context, url);
  const limits = { tokens: 6000, cost: 4 };
  const budget = await open(context, queue, { id: 'killed', limits });
  const truth = { tokens: 0, cost: 0, sent: 0, lost: 0 };
  const open_ = new Map<ChildProcess, Amount[]>();
  const add = ({ tokens, cost }: Amount): void => {
    truth.tokens += tokens;
    truth.cost += cost;
  };
  let seed = 1;
  const start = (): ChildProcess => {
    const script = new URL('spend-until-killed.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, url, 'killed', String(seed++)], {
      env: { ...process.env, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const running: Amount[] = [];
    open_.set(child, running);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { sent, settled, of } = JSON.parse(line) as Record<string, Amount | undefined>;
      if (sent !== undefined) truth.sent++;
      if (sent !== undefined) running.push(sent);
      if (settled === undefined) return;
      add(settled);
      running.splice(
        running.findIndex(({ cost }) => cost === of!.cost),
        1,
      );
    });
    return child;
  };
  const children = Array.from({ length: 4 }, start);
  context.onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')));
  const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
  for (let kills = 0; kills < 6; kills++) {
    // One that is in the middle of a request: on a busy machine, some have not begun yet.
    const isBusy = (child: ChildProcess): boolean => !ended(child) && open_.get(child)!.length > 0;
    const victim = await vi.waitUntil(() => children.find(isBusy) ?? children.every(ended), { timeout: 60_000 });
    if (victim === true) break;
    victim.kill('SIGKILL');
    children.push(start());
    const { spent, reserved } = await budget.totals();
    expect(spent.tokens + reserved.tokens).toBeLessThanOrEqual(limits.tokens);
  }
  await Promise.all(children.filter((child) => !ended(child)).map((child) => once(child, 'close')));
  for (const running of open_.values()) {
    running.forEach(add);
    truth.lost += running.length;
  }
  const { spent, reserved } = await budget.totals();
  expect(truth.lost).toBeGreaterThan(0);
  expect(truth.sent).toBeGreaterThan(50);
  expect(spent.tokens + reserved.tokens).toBeLessThanOrEqual(limits.tokens);
  expect(spent.cost + reserved.cost).toBeLessThanOrEqual(limits.cost + 1e-9);
  expect(truth.tokens).toBeLessThanOrEqual(spent.tokens + reserved.tokens + 1e-6);
  expect(truth.cost).toBeLessThanOrEqual(spent.cost + reserved.cost + 1e-9);
  // A row of the database for each amount; the sums of the budget are theirs.
  const [rows] = await queue.sql<{ tokens: number; cost: number }>(
    `SELECT sum(coalesce(used_tokens, tokens))::float AS tokens, sum(coalesce(used_cost, cost))::float AS cost
     FROM lemmahead.reservation`,
  );
  expect(rows!.tokens).toBeCloseTo(spent.tokens + reserved.tokens, 6);
  expect(rows!.cost).toBeCloseTo(spent.cost + reserved.cost, 9);
});
