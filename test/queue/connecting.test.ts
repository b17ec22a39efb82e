/** What users are told when the database of a queue cannot be used. */
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { openQueue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { PASSWORD, postgres, type TestServer } from './postgres.ts';

async function failureOf(url: string, password: string | null = PASSWORD): Promise<Failure['detail']> {
  const options = { password, connections: 1, supervises: false, onError: () => undefined };
  try {
    await (await openQueue(readQueueUrl(url), options)).close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(JSON.stringify(error.detail)).not.toContain(password ?? PASSWORD);
    return error.detail;
  }
  throw new Error('There was no failure.');
}

/** Runs SQL as the owner of the server, in a queue's database. */
async function runSql(server: TestServer, database: string, sql: string): Promise<void> {
  const options = { password: PASSWORD, connections: 1, supervises: false, onError: () => undefined };
  const queue = await openQueue(readQueueUrl(server.url(database)), options);
  await queue.sql(sql);
  await queue.close();
}

describe('opening a queue fails', () => {
  test('if the server cannot be reached', async (context) => {
    const server = await postgres(context);
    expect(await failureOf(server.url('postgres', 1))).toMatchObject({ exit: 'missing', code: 'queue-unreachable' });
  });

  test('if the password is wrong or missing', async (context) => {
    const server = await postgres(context);
    const wrong = await failureOf(server.url('postgres'), 'not-this-one');
    expect(wrong).toMatchObject({ exit: 'usage', code: 'queue-login', next: expect.stringContaining('PASSWORD') });
    expect(await failureOf(server.url('postgres'), null)).toMatchObject({
      code: 'queue-login',
      message: expect.stringContaining('needs a password'),
    });
  });

  test('if there is no such database', async (context) => {
    const server = await postgres(context);
    const failure = await failureOf(server.url('nowhere'));
    expect(failure).toMatchObject({ exit: 'usage', code: 'queue-database', next: 'createdb nowhere' });
  });

  test('if the server does not encrypt', async (context) => {
    const server = await postgres(context);
    const failure = await failureOf(`${server.url('postgres')}?sslmode=verify-full`);
    expect(failure).toMatchObject({ code: 'queue-tls', next: expect.stringContaining('sslmode=disable') });
  });

  test('if the user may not make tables', async (context) => {
    const server = await postgres(context);
    const database = await server.makeDatabase();
    await runSql(server, await server.makeDatabase(), `CREATE ROLE guest_${database} LOGIN PASSWORD '${PASSWORD}'`);
    const url = server.url(database).replace('lemma@', `guest_${database}@`);
    const failure = await failureOf(url);
    expect(failure).toMatchObject({ code: 'queue-rights', next: expect.stringContaining('GRANT CREATE') });
  });

  test('if its tables are those of another version, of lemmahead or pg-boss', async (context) => {
    const server = await postgres(context);
    for (const change of ['tables = 99', 'boss = boss - 1']) {
      const database = await server.makeDatabase();
      await runSql(server, database, `UPDATE lemmahead.version SET ${change}`);
      const failure = await failureOf(server.url(database));
      expect(failure).toMatchObject({ exit: 'usage', code: 'queue-version' });
      expect(failure.reason).toMatch(/^Its tables have version \d+\.\d+; this version needs 3\.\d+\.$/u);
    }
  });
});

test('several processes may make the tables at the same time', async (context) => {
  const server = await postgres(context);
  const place = readQueueUrl(server.url(await server.makeDatabase()));
  const options = { password: PASSWORD, connections: 1, supervises: false, onError: () => undefined };
  const queues = await Promise.all(Array.from({ length: 4 }, () => openQueue(place, options)));
  const names = await Promise.all(queues.map((queue) => queue.nameFor('check', { lean: 'a' })));
  expect(new Set(names).size).toBe(1);
  await Promise.all(queues.map((queue) => queue.close()));
});
