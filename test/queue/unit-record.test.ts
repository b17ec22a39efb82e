/** The record of a unit in a real PostgreSQL: who may write, and who reads what in which order. */
import { randomUUID } from 'node:crypto';
import { expect, test, type TestContext } from 'vitest';
import type { Queue } from '../../src/queue/open-queue.ts';
import { purgeEnded } from '../../src/queue/queue-state.ts';
import { SCHEMA } from '../../src/queue/queue-tables.ts';
import { RecordFeed } from '../../src/queue/record-feed.ts';
import type { HeldUnit } from '../../src/queue/serve-units.ts';
import { addToRecord, readRecord, RecordWriter, removeRecord } from '../../src/queue/unit-record.ts';
import { testQueue } from './postgres.ts';

const quiet = { onLost: () => undefined, onBack: () => undefined };

/** A unit that a worker has taken. */
async function taken(queue: Queue): Promise<HeldUnit> {
  const name = await queue.nameFor('record', {});
  const id = randomUUID();
  await queue.boss.insert(name, [{ id, data: { payload: '{}' } }]);
  const [job] = await queue.boss.fetch(name);
  expect(job?.id).toBe(id);
  return { id, queue: name, attempt: 0 };
}

async function entriesOf(queue: Queue, unit: string): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const { entry } of readRecord(queue, unit)) entries.push(JSON.parse(entry));
  return entries;
}

const numbers = (from: number, to: number): { n: number }[] =>
  Array.from({ length: to - from }, (_, at) => ({ n: from + at }));

test('a worker writes in order, also what PostgreSQL cannot have in JSON', async (context) => {
  const queue = await testQueue(context);
  const unit = await taken(queue);
  const writer = new RecordWriter(queue, unit, quiet);
  for (const each of numbers(0, 1500)) writer.add(each);
  writer.add({ text: 'a\0b' });
  await writer.written();
  expect(await entriesOf(queue, unit.id)).toEqual([...numbers(0, 1500), { text: 'a\0b' }]);
  await writer.close(1000);
  await removeRecord(queue, unit.id);
  expect(await entriesOf(queue, unit.id)).toEqual([]);
});

test('a worker that has lost the unit writes nothing, and is told so', async (context) => {
  const queue = await testQueue(context);
  const unit = await taken(queue);
  const lost = new RecordWriter(queue, unit, quiet);
  lost.add({ n: 1 });
  await lost.written();
  await queue.sql(`UPDATE lemmahead_pgboss.job SET retry_count = 1 WHERE id = $1`, [unit.id]);
  lost.add({ n: 2 });
  await expect(lost.written()).rejects.toThrow('The lease was lost.');
  expect(lost.lost.aborted).toBe(true);
  lost.add({ n: 3 });
  await lost.close(100);
  const next = new RecordWriter(queue, { ...unit, attempt: 1 }, quiet);
  next.add({ n: 4 });
  await next.written();
  await queue.boss.deleteJob(unit.queue, unit.id);
  next.add({ n: 5 });
  await expect(next.written()).rejects.toThrow('The lease was lost.');
  expect(await entriesOf(queue, unit.id)).toEqual([{ n: 1 }, { n: 4 }]);
});

function follow(context: TestContext, queue: Queue, unit: string) {
  const feed = new RecordFeed(queue, quiet);
  context.onTestFinished(() => feed.close());
  const seen: unknown[] = [];
  feed.follow(unit, ({ entry }) => seen.push(JSON.parse(entry)));
  return { feed, seen };
}

test('a record is followed as it grows, each entry once, and each unit by itself', async (context) => {
  const queue = await testQueue(context);
  const [first, second] = [randomUUID(), randomUUID()];
  await addToRecord(queue, first, numbers(0, 1200));
  const { feed, seen } = follow(context, queue, first);
  const others: unknown[] = [];
  feed.follow(second, ({ entry }) => others.push(JSON.parse(entry)));
  await feed.catchUp(first);
  expect(seen).toEqual(numbers(0, 1200));
  await addToRecord(queue, second, numbers(0, 3));
  await addToRecord(queue, first, numbers(1200, 1900));
  await expect.poll(() => seen.length + others.length, { timeout: 10_000 }).toBe(1903);
  expect(seen).toEqual(numbers(0, 1900));
  expect(others).toEqual(numbers(0, 3));
  feed.unfollow(first);
  await addToRecord(queue, first, [{ n: -1 }]);
  await feed.catchUp(first);
  expect(seen.length).toBe(1900);
});

test('queue purge removes old records without a unit', async (context) => {
  const queue = await testQueue(context);
  const unit = await taken(queue);
  const [young, old] = [randomUUID(), randomUUID()];
  for (const id of [unit.id, young, old]) await addToRecord(queue, id, [{ n: 1 }]);
  await queue.sql(`UPDATE ${SCHEMA}.record SET written_on = now() - interval '2 hours' WHERE unit <> $1`, [young]);
  await purgeEnded(queue);
  const left = await Promise.all([unit.id, young, old].map((id) => entriesOf(queue, id)));
  expect(left).toEqual([[{ n: 1 }], [{ n: 1 }], []]);
});
