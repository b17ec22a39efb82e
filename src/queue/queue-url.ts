/** The address of a queue: `postgres://USER@HOST:PORT/DATABASE`. It never contains a password. */
import { userInfo } from 'node:os';
import { Failure } from '../base/errors.ts';

export interface QueuePlace {
  host: string;
  port: number;
  user: string;
  database: string;
  hasTls: boolean;
  /** For messages. */
  shown: string;
}

const DEFAULT_PORT = 5432;
const EXAMPLE = '--queue postgres://USER@HOST:5432/DATABASE';
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u;

/**
 * The connection is encrypted, and the server's certificate verified, unless the server is on this machine or the address
 * ends in `?sslmode=disable`.
 * @throws {Failure} exit `usage` if it is not such an address, or contains a password
 */
export function readQueueUrl(text: string): QueuePlace {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(?:ql)?:$/u.test(url.protocol) || url.hostname === '' || url.hash !== '') {
    // The text may contain a password, so it is not shown.
    throw unusable('The address of the queue is not that of a PostgreSQL database.');
  }
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new Failure('usage', 'queue-password', {
      message: 'The address of the queue contains a password, which other users of this machine could see.',
      next: `Set LEMMAHEAD_QUEUE_PASSWORD, and omit the password: ${EXAMPLE}`,
    });
  }
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === '') throw unusable('The address of the queue names no database.');
  const mode = url.searchParams.get('sslmode');
  const stray = [...url.searchParams.keys()].find((name) => name !== 'sslmode');
  if (stray !== undefined) throw unusable(`The address of the queue has an unknown parameter: ${stray}.`);
  if (mode !== null && mode !== 'disable' && mode !== 'verify-full') {
    throw unusable(`The address of the queue has sslmode=${mode}; it can be disable or verify-full.`);
  }
  const user = decodeURIComponent(url.username) || userInfo().username;
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port,
    user,
    database,
    hasTls: mode === null ? !LOOPBACK.test(url.hostname) : mode !== 'disable',
    shown: `postgres://${encodeURIComponent(user)}@${url.hostname}:${port}/${encodeURIComponent(database)}`,
  };
}

function unusable(message: string): Failure {
  return new Failure('usage', 'queue-url', { message, next: EXAMPLE });
}
