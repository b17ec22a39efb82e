/** What a failed connection to the database means, for people, and whether to try again. */
import { Failure } from '../base/errors.ts';
import type { QueuePlace } from './queue-url.ts';

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Errors of sockets, of a server that starts or stops (class 57), and of connections (class 08). */
const OUTAGE = /^(?:E(?:CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)\w*|57P0\d|08\w{3}|53300)$/u;
/** Those of `pg` without a code. */
const LOST =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/iu;

/** Whether the database may be there again later: nothing is wrong with the request. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOutage);
  return OUTAGE.test(codeOf(error)) || LOST.test(messageOf(error));
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/u;

/**
 * The failure to show for an error of the first connection, or of making the tables once it `isConnected`. The texts of the
 * server contain no password.
 */
export function connectionFailure(
  cause: unknown,
  { shown, user, database }: QueuePlace,
  isConnected: boolean,
): Failure {
  const code = codeOf(cause);
  const reason = cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : messageOf(cause);
  const failure = (exit: 'usage' | 'missing', name: string, message: string, next: string): Failure =>
    new Failure(exit, name, { message, reason, next, cause });
  if (/password must be a string/u.test(reason)) {
    const message = `The queue at ${shown} needs a password, and none is set.`;
    return failure('usage', 'queue-login', message, 'Set LEMMAHEAD_QUEUE_PASSWORD to the password of the user.');
  }
  if (code.startsWith('28')) {
    const message = `The database at ${shown} does not let ${user} in.`;
    return failure('usage', 'queue-login', message, 'Correct LEMMAHEAD_QUEUE_PASSWORD, or the user in the address.');
  }
  if (code === '3D000') {
    const message = `There is no database ${database} at ${shown}.`;
    return failure('usage', 'queue-database', message, `createdb ${database}`);
  }
  if (code === '42501') {
    const grant = `For a worker, as the owner of the database: lemmahead queue grant ${user}`;
    if (!isConnected) return failure('usage', 'queue-rights', `${user} may not connect to ${shown}.`, grant);
    const message = `${user} may not make the tables of the queue at ${shown}.`;
    const next = `GRANT CREATE ON DATABASE ${database} TO ${user};\n${grant}`;
    return failure('usage', 'queue-rights', message, next);
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const message = `The certificate of the database at ${shown} is for another host.`;
    return failure(
      'usage',
      'queue-tls',
      message,
      'Give the name that the certificate has: --queue postgres://USER@NAME/…',
    );
  }
  if (CERTIFICATE.test(code)) {
    const message = `The certificate of the database at ${shown} is not trusted.`;
    const next = 'If it is your own, name the file of its authority: export NODE_EXTRA_CA_CERTS=/PATH/authority.crt';
    return failure('usage', 'queue-tls', message, next);
  }
  if (/does not support SSL/iu.test(reason)) {
    const message = `The database at ${shown} does not encrypt connections.`;
    return failure(
      'usage',
      'queue-tls',
      message,
      'In a network that you trust, append ?sslmode=disable to the address.',
    );
  }
  const message = `The database of the queue at ${shown} cannot be reached.`;
  return failure('missing', 'queue-unreachable', message, 'Start PostgreSQL, or correct the address: --queue');
}

/** The server is there, but the role, its password, the database or the tables of the queue are not, or not any more. */
const NO_ACCESS = /^(?:28\w{3}|3D000|42501)$/u;
const NO_TABLES = /^(?:42P01|3F000)$/u;

/** The failure to show if a queue cannot be used any more; any other error is returned as it is. */
export function explainedLoss(error: unknown, place: QueuePlace): unknown {
  if (NO_ACCESS.test(codeOf(error))) return connectionFailure(error, place, true);
  if (!NO_TABLES.test(codeOf(error))) return error;
  return new Failure('missing', 'queue-tables-missing', {
    message: `The tables of the queue at ${place.shown} were removed.`,
    reason: messageOf(error),
    next: 'Start a command that sends units again: it makes the tables.',
    cause: error,
  });
}
