/** An authority and a certificate of a server, made by openssl for one test. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';

export interface Certificate {
  /** The file of the authority. */
  authority: string;
  /** Flags with which PostgreSQL encrypts. */
  flags: string[];
  /** Gives the key to the user of a server, which refuses a key that others can read. */
  own: (data: string) => void;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** For this name alone; removed after the test. Skips the test if there is no openssl. */
export function makeCertificate(context: TestContext, name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-tls-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const file = (each: string): string => join(folder, each);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' });
  const [authority, key, certificate] = [file('authority.crt'), file('server.key'), file('server.crt')];
  writeFileSync(file('name'), `subjectAltName=DNS:${name}\n`);
  try {
    const subject = ['-subj', '/CN=authority of a test'];
    openssl('req', '-x509', ...NEW_KEY, '-keyout', file('authority.key'), '-out', authority, '-days', '2', ...subject);
    openssl('req', ...NEW_KEY, '-keyout', key, '-out', file('request'), '-subj', `/CN=${name}`);
    const signer = ['-CA', authority, '-CAkey', file('authority.key'), '-CAcreateserial'];
    const signed = ['-in', file('request'), '-out', certificate, '-extfile', file('name'), '-days', '2'];
    openssl('x509', '-req', ...signed, ...signer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    context.skip('needs openssl');
  }
  return {
    authority,
    flags: ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`].flatMap((each) => ['-c', each]),
    own: (data) => {
      const { uid, gid } = statSync(data);
      chownSync(key, uid, gid);
      chmodSync(key, 0o600);
    },
  };
}
