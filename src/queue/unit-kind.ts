/** Units of work in a queue. Both sides validate what they read, because any program with a password can write it. */
import type { z } from 'zod';
import { valueOr } from '../base/read-or-null.ts';
import { sha256 } from '../base/hash.ts';
import type { Requirements } from './requirements.ts';

/** A kind of work, such as `check`: what goes to a worker, and what comes back. */
export interface UnitKind<Payload, Result> {
  name: string;
  payload: z.ZodType<Payload>;
  result: z.ZodType<Result>;
  /**
   * A unit that costs something is run by one worker at most: its sender has reserved what one run may cost. If that worker
   * is lost, the unit is dead at once, and its sender decides whether to send it again.
   */
  isOnce?: true;
  /** Whether a unit with this result is run again when it is sent again: an error that may be over. */
  isPassing?: (result: Result) => boolean;
}

/** A unit as a worker takes it. `payload` is JSON text that has not been validated. */
export interface QueuedUnit {
  id: string;
  queue: string;
  kind: string;
  requirements: Requirements;
  payload: string;
  /** From 0: pg-boss accepts a result only for the attempt that was taken. */
  attempt: number;
}

/** What became of one attempt. `json`: the result as JSON text. `isStale`: it does not count, and the unit is given back. */
export type UnitOutcome =
  | { ok: true; json: string; isPassing?: boolean }
  | { ok: false; log: string; isStale?: boolean };

/** What pg-boss stores of a unit. JSON in a text, because PostgreSQL's own JSON cannot have the character NUL. */
export interface StoredUnit {
  payload: string;
}

/** What pg-boss stores of a result. */
export interface StoredResult {
  worker: string;
  json: string;
  /** The result does not count for a unit that is sent later. */
  isPassing?: boolean;
}

/**
 * The same for the same content, so that a unit that was sent before a kill is found again. In the form of a UUID of
 * version 8, because pg-boss stores UUIDs.
 */
export function unitId(queue: string, payload: string): string {
  const hex = sha256(`${queue}\n${payload}`);
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** @throws {Error} that says what is wrong with the text */
export function readJsonAs<T>(schema: z.ZodType<T>, json: string, what: string): T {
  const value = valueOr(undefined, (): unknown => JSON.parse(json));
  if (value === undefined) throw new Error(`The ${what} is not JSON.`);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`The ${what} is not valid: ${issue!.path.join('.')}: ${issue!.message}`);
}
