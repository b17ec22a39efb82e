/** Asking again: after what, how often, and how long to wait before. The SDKs' own retries are off. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AskOptions } from './chat.ts';
import { cancelled, ModelError } from './model-error.ts';

export interface RetryPolicy {
  /** How often a request is sent again at most. */
  retries: number;
  /** Before the first retry, in milliseconds; each further one waits twice as long, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
  /** A server that asks for a longer pause than this is not waited for. */
  timeoutMs: number;
}

export const DEFAULT_RETRIES: Omit<RetryPolicy, 'retries'> = { firstMs: 500, longestMs: 30_000, timeoutMs: 120_000 };

/** What an answer came to cost before it came. */
export interface Tries {
  retries: number;
  unaccounted: number;
}

/**
 * Calls `send` until it answers, or fails in a way that will not pass, or too often. The error that comes out then says
 * how often it was asked again, and how many of the requests may have cost something.
 */
export async function askAgain<T>(
  send: () => Promise<T>,
  policy: RetryPolicy,
  { signal, onTry }: AskOptions,
): Promise<{ answer: T } & Tries> {
  let unaccounted = 0;
  for (let retries = 0; ; retries++) {
    if (signal.aborted) throw told(cancelled('nothing'), retries, unaccounted);
    onTry?.(retries + 1, unaccounted);
    try {
      return { answer: await send(), retries, unaccounted };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      unaccounted += error.unaccounted;
      const wait = retries < policy.retries ? pauseAfter(error, retries, policy) : null;
      if (wait === null) throw told(error, retries, unaccounted);
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw told(cancelled('nothing'), retries, unaccounted);
    }
  }
}

/** Milliseconds, or null where asking again is no use. What the server asks for is the least; the rest is spread out. */
export function pauseAfter(
  { isPassing, retryAfterMs }: Pick<ModelError, 'isPassing' | 'retryAfterMs'>,
  retries: number,
  { firstMs, longestMs, timeoutMs }: RetryPolicy,
): number | null {
  if (!isPassing || (retryAfterMs ?? 0) > timeoutMs) return null;
  const grown = Math.min(firstMs * 2 ** retries, longestMs);
  return (retryAfterMs ?? 0) + grown * (0.5 + Math.random() / 2);
}

function told(error: ModelError, retries: number, unaccounted: number): ModelError {
  error.retries = retries;
  error.unaccounted = unaccounted;
  return error;
}

/**
 * How long a response asks to be left alone, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as a date.
 * Null if it does not say, or says nothing that can be read.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
