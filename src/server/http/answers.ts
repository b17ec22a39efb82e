/** Answers as HTTP: JSON of the same schemas as on the command line, errors too. */
import { HTTPException } from 'hono/http-exception';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { type ErrorReport, reportError } from '../../report/error.ts';
import type { Log } from '../../ui/log.ts';
import type { Found } from '../searchers.ts';
import type { Answer } from '../service.ts';
import { Busy } from '../concurrency-limiter.ts';
import { statusOf } from './status.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

export function jsonAnswer(data: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(data), { status, headers: { ...HEADERS, ...headers } });
}

/** The data of a thread is JSON already; what goes beside it is written behind its last field. */
export function foundAnswer({ json, exit, warnings }: Found, status = 200): Response {
  const body = `${json.slice(0, -1)},"exit":${JSON.stringify(exit)},"warnings":${JSON.stringify(warnings)}}`;
  return new Response(body, { status, headers: HEADERS });
}

export function commandAnswer({ exit, data }: Answer): Response {
  return jsonAnswer({ ...data, exit });
}

/** As the command line prints it, free of this machine's paths where it is a bug. */
export function errorOf(error: unknown): ErrorReport {
  if (isLeft(error)) {
    const gone = new Failure({ exit: 'interrupted', code: 'interrupted', message: 'Interrupted.' });
    return reportError(gone, NOWHERE);
  }
  const report = reportError(error, NOWHERE);
  if (report.exit !== 'bug') return report;
  delete report.issue;
  return { ...report, next: 'Please report it: the log of the server has the trace.' };
}

const NOWHERE = {
  versions: { lemmahead: packageVersion(), node: process.versions.node, platform: process.platform },
  argv: [],
  home: '',
  cwd: '',
};

/** Whoever asked is gone, in the middle of what they sent perhaps, or the server ends. */
function isLeft(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'AbortError' || (error as NodeJS.ErrnoException).code === 'ECONNRESET')
  );
}

export function errorAnswer(error: unknown): Response {
  if (error instanceof HTTPException && error.status === 413) return errorAnswer(tooLarge());
  const report = errorOf(error);
  const headers: Record<string, string> = {};
  if (error instanceof Busy) headers['retry-after'] = String(error.retryAfter);
  if (report.code === 'unauthorized') headers['www-authenticate'] = 'Bearer';
  return jsonAnswer(report, statusOf(report), headers);
}

/** What clients are not told of a bug. */
export function logBug(log: Log, error: unknown): void {
  log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

export function tooLarge(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'too-large',
    message: 'The request is larger than this server reads.',
    next: 'Send less at once; of a file of the project, send its path.',
  });
}

export function notFound(path: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'not-found',
    message: `There is nothing at ${JSON.stringify(path)}.`,
    next: 'GET /openapi.json says what there is.',
  });
}

export function methodNotAllowed(method: string, path: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'method-not-allowed',
    message: `${method} is not what ${JSON.stringify(path)} takes.`,
    next: 'GET /openapi.json says what there is.',
  });
}

export function aboutToEnd(): Failure {
  return new Failure({
    exit: 'interrupted',
    code: 'stopping',
    message: 'The server is about to end, and takes no further request.',
    next: 'Ask again when it runs again.',
  });
}

/** What is HTTP, and yet no request that could be answered. */
export function unreadable(reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'bad-request',
    message: 'The request cannot be read.',
    reason,
    next: 'GET /openapi.json says what there is.',
  });
}
