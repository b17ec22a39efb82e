/** The HTTP status for each failure. The error codes are the same as on the command line. */
import type { Exit } from '../../base/exit-codes.ts';
import type { ErrorReport } from '../../report/error-schema.ts';

export const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  unauthorized: 401,
  'host-refused': 403,
  'origin-refused': 403,
  'path-outside': 403,
  'not-found': 404,
  'job-unknown': 404,
  'declaration-unknown': 404,
  'index-digest-other': 404,
  'entity-unknown': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-media-type': 415,
  busy: 429,
  'search-timeout': 504,
  'job-timeout': 504,
};

const STATUS_BY_EXIT: Record<Exit, number> = {
  done: 200,
  no: 409,
  usage: 400,
  missing: 503,
  budget: 503,
  refused: 422,
  interrupted: 503,
  bug: 500,
};

export function statusOf({ code, exit }: Pick<ErrorReport, 'code' | 'exit'>): number {
  return STATUS_BY_CODE[code] ?? STATUS_BY_EXIT[exit];
}
