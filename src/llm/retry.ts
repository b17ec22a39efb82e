/** Retries: after which errors, how often, and with what delay. The SDKs' own retries are off. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AskOptions } from './chat.ts';
import { cancelled, ModelError } from './model-error.ts';

export interface RetryPolicy {
  /** Maximum number of retries of a request. */
  retries: number;
  /** Delay before the first retry, in milliseconds; doubles with each further one, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
  /** Gives up if the server asks for a longer delay than this. */
  timeoutMs: number;
}

export const DEFAULT_RETRIES: Omit<RetryPolicy, 'retries'> = { firstMs: 500, longestMs: 30_000, timeoutMs: 120_000 };

/** The tries before an answer. */
export interface Tries {
  retries: number;
  unaccounted: number;
}

/**
 * Calls `send` until it succeeds, fails permanently, or has used up its retries. The error then states the number of
 * retries and of requests with unknown cost.
 */
export async function withRetries<T>(
  send: () => Promise<T>,
  policy: RetryPolicy,
  { signal, onTry }: AskOptions,
): Promise<{ answer: T } & Tries> {
  let unaccounted = 0;
  for (let retries = 0; ; retries++) {
    if (signal.aborted) throw withCounts(cancelled('nothing'), retries, unaccounted);
    await onTry?.(retries + 1, unaccounted);
    try {
      return { answer: await send(), retries, unaccounted };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      unaccounted += error.unaccounted;
      const wait = retries < policy.retries ? retryDelay(error, retries, policy) : null;
      if (wait === null) throw withCounts(error, retries, unaccounted);
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw withCounts(cancelled('nothing'), retries, unaccounted);
    }
  }
}

/** Delay in milliseconds: at least what the server asks for, plus a random part. Null if a retry cannot help. */
export function retryDelay(
  { isTransient, retryAfterMs }: Pick<ModelError, 'isTransient' | 'retryAfterMs'>,
  retries: number,
  { firstMs, longestMs, timeoutMs }: RetryPolicy,
): number | null {
  if (!isTransient || (retryAfterMs ?? 0) > timeoutMs) return null;
  const backoff = Math.min(firstMs * 2 ** retries, longestMs);
  return (retryAfterMs ?? 0) + backoff * (0.5 + Math.random() / 2);
}

function withCounts(error: ModelError, retries: number, unaccounted: number): ModelError {
  error.retries = retries;
  error.unaccounted = unaccounted;
  return error;
}

/**
 * The delay that a response requests, in milliseconds: `retry-after-ms`, or `Retry-After` as seconds or as a date.
 * Null if it is missing or unreadable.
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exact >= 0) return exact;
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
