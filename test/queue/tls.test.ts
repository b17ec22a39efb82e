/** Encrypted connections to the database of a queue, with a real PostgreSQL and a certificate of the test's own authority. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { makeCertificate } from './certificate.ts';
import { PASSWORD, postgres, startServer } from './postgres.ts';

interface Answer {
  status: number | null;
  json: any;
}

/** Runs `queue status` at an address. */
async function statusAt(context: TestContext, url: string, more: Record<string, string> = {}): Promise<Answer> {
  const home = mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
  context.onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { LEMMAHEAD_QUEUE: url, LEMMAHEAD_QUEUE_PASSWORD: PASSWORD, LEMMAHEAD_HOME: home, ...more };
  const { stdout, status } = await lemmaheadMeanwhile(['queue', 'status', '--json'], { env });
  return { status, json: JSON.parse(stdout) };
}

test('the certificate of the server must be trusted, and be that of the host in the address', async (context) => {
  const { authority, flags, own } = makeCertificate(context, 'localhost');
  const server = await startServer(flags, (data) => {
    own(data);
    // Only the database in which the test makes others can be used without encryption.
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'host postgres all samehost scram-sha-256\nhostssl all all samehost scram-sha-256\n',
    );
  }).catch((error: unknown) => context.skip(`needs PostgreSQL: ${String(error)}`));
  const plain = server.url(await server.makeDatabase());
  const encrypted = `${plain}?sslmode=verify-full`;
  const named = encrypted.replace('127.0.0.1', 'localhost');
  const trusting = { NODE_EXTRA_CA_CERTS: authority };

  const refused = await statusAt(context, named);
  expect(refused).toMatchObject({
    status: 2,
    json: { code: 'queue-tls', next: expect.stringContaining('export NODE_EXTRA_CA_CERTS=') },
  });
  expect(refused.json.message).toMatch(/^The certificate of the database at postgres:\S+ is not trusted\.$/u);

  expect(await statusAt(context, named, trusting)).toMatchObject({ status: 0, json: { waiting: 0 } });
  // That was encrypted: without, this server refuses.
  expect(await statusAt(context, plain)).toMatchObject({ status: 2, json: { code: 'queue-login' } });

  // The certificate is for a name, not for the address behind it.
  const other = await statusAt(context, encrypted, trusting);
  expect(other).toMatchObject({ status: 2, json: { code: 'queue-tls' } });
  expect(other.json.message).toContain('is for another host');
  await server.close();
});

test('a server that is not known to be this machine must encrypt, unless the address says otherwise', async (context) => {
  const server = await postgres(context);
  // Linux connects 0.0.0.0 to this machine, which lemmahead does not rely on.
  const url = server.url(await server.makeDatabase()).replace('127.0.0.1', '0.0.0.0');
  expect(await statusAt(context, url)).toMatchObject({
    status: 2,
    json: { code: 'queue-tls', next: expect.stringContaining('append ?sslmode=disable') },
  });
  expect(await statusAt(context, `${url}?sslmode=disable`)).toMatchObject({ status: 0, json: { waiting: 0 } });
});
