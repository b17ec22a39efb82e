/**
 * Spends from a shared budget at random until it is used up or the process is killed, and prints one line before and after
 * each request. Arguments: address of the queue, id of the budget, seed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Budget, BudgetSpent, NO_LIMITS } from '../../src/llm/budget.ts';
import { DatabaseBudget } from '../../src/queue/database-budget.ts';
import { openQueue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';

const [url, id, seed] = process.argv.slice(2) as [string, string, string];
const password = process.env['LEMMAHEAD_QUEUE_PASSWORD']!;
const options = { password, connections: 4, supervises: false, onError: () => undefined };
const queue = await openQueue(readQueueUrl(url), options);
const user = {
  signal: new AbortController().signal,
  outages: { onLost: () => undefined, onBack: () => undefined },
  unit: null,
};
const shared = DatabaseBudget.find(queue, id, user);
const budget = new Budget(NO_LIMITS, shared);

/** The same numbers for the same seed. */
let state = Number(seed);
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

async function spend(): Promise<void> {
  for (let number = 0; ; number++) {
    const maximum = { tokens: Math.ceil(random() * 40), cost: random() * 0.03 };
    const reserved = await budget.reserve(maximum).catch((error: unknown) => {
      if (error instanceof BudgetSpent) return null;
      throw error;
    });
    if (reserved === null) return;
    print({ sent: maximum });
    await pause(random() * 5);
    // Servers report what they like.
    const share = [random(), random(), 0, 7, -1, Number.NaN][Math.floor(random() * 6)]!;
    const actual = { tokens: maximum.tokens * share, cost: maximum.cost * share };
    const isPlausible = share >= 0 && share <= 1;
    // Before, because a line after it could be lost with the process.
    print({ settled: isPlausible ? actual : maximum, of: maximum });
    await reserved.settle(actual);
  }
}

await Promise.all([spend(), spend(), spend()]);
print({ end: budget.spent });
shared.close();
await queue.close();
