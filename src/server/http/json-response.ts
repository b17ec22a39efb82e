/** HTTP responses: JSON with the same schemas as on the command line, including errors. */
import { HTTPException } from 'hono/http-exception';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { reportError } from '../../report/error.ts';
import type { ErrorReport } from '../../report/error-schema.ts';
import type { Log } from '../../ui/log.ts';
import type { SearcherResult } from '../searcher-thread.ts';
import type { CommandResult } from '../service.ts';
import { RetryLater } from '../retry-later.ts';
import { statusOf } from './status.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function jsonResponse(data: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(data), { status, headers: { ...HEADERS, ...headers } });
}

/** The data of a search thread is already JSON; further fields are appended after its last field. */
export function searcherResponse({ json, exit, warnings }: SearcherResult, status = 200): Response {
  const body = `${json.slice(0, -1)},"exit":${JSON.stringify(exit)},"warnings":${JSON.stringify(warnings)}}`;
  return new Response(body, { status, headers: HEADERS });
}

export function commandResponse({ exit, data }: CommandResult): Response {
  return jsonResponse({ ...data, exit });
}

/** The error as the command line prints it; for a bug, without paths of this machine. */
export function errorReportOf(error: unknown): ErrorReport {
  if (isDisconnect(error)) {
    return reportError(interrupted(), NO_LOCAL_DATA);
  }
  const report = reportError(error, NO_LOCAL_DATA);
  if (report.exit !== 'bug') return report;
  delete report.issue;
  return { ...report, next: 'Please report it: the log of the server contains the stack trace.' };
}

/** Nobody waits for the answer. */
export function interrupted(): Failure {
  return new Failure('interrupted', 'interrupted', { message: 'Interrupted.' });
}

const NO_LOCAL_DATA = {
  versions: { lemmahead: packageVersion(), node: process.versions.node, platform: process.platform },
  argv: [],
  home: '',
  cwd: '',
};

/** The client has disconnected, maybe while sending its request, or the server is stopping. */
function isDisconnect(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ECONNRESET')
  );
}

export function failureResponse(error: unknown): Response {
  if (error instanceof HTTPException && error.status === 413) return failureResponse(tooLarge());
  const report = errorReportOf(error);
  const headers: Record<string, string> = {};
  if (error instanceof RetryLater) headers['retry-after'] = String(error.retryAfter);
  if (report.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return jsonResponse(report, statusOf(report), headers);
}

/** Logs the details of a bug, which clients do not get. */
export function logBug(log: Log, error: unknown): void {
  log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

export function tooLarge(): Failure {
  return new Failure('usage', 'too-large', {
    message: 'The request is larger than this server accepts.',
    next: 'Send a smaller request; for a file of the project, send its path.',
  });
}

export function notFound(path: string): Failure {
  return new Failure('usage', 'not-found', {
    message: `Nothing exists at ${JSON.stringify(path)}.`,
    next: 'GET /openapi.json lists the endpoints.',
  });
}

export function methodNotAllowed(method: string, path: string): Failure {
  return new Failure('usage', 'method-not-allowed', {
    message: `${JSON.stringify(path)} does not accept ${method}.`,
    next: 'GET /openapi.json lists the endpoints.',
  });
}

export function stopping(): Failure {
  return new Failure('interrupted', 'stopping', {
    message: 'The server is stopping and accepts no more requests.',
    next: 'Retry after it has been restarted.',
  });
}

/** The failure for a message that is HTTP but not a valid request. */
export function malformedRequest(reason: string): Failure {
  return new Failure('usage', 'bad-request', {
    message: 'The request cannot be read.',
    reason,
    next: 'GET /openapi.json lists the endpoints.',
  });
}
