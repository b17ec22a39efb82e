/** What the units `chat` and `embed` of a queue share: what they require, and the errors of a model as a result. */
import { z } from 'zod';
import { packageVersion } from '../base/version.ts';
import { KINDS, ModelError, type ModelErrorKind } from '../llm/model-error.ts';
import type { Requirements } from '../queue/requirements.ts';
import type { Answer } from '../queue/unit-sender.ts';

/** A model of a worker: its name and where its requests go. Keys stay with the worker. */
export function modelFacts(name: string, endpoint: string): Requirements {
  return { [`model ${name}`]: endpoint };
}

/** `place`: where the texts go, or for a model on this machine the digest of its files. */
export function embedderFacts(name: string, place: string): Requirements {
  return { [`embedder ${name}`]: place };
}

/** What a unit for a model requires. */
export function requirementsOfModel(facts: Requirements): Requirements {
  return { lemmahead: packageVersion(), ...facts };
}

const text = z.string().max(10_000);

export const modelFailure = z.strictObject({
  kind: z.enum(Object.keys(KINDS) as [ModelErrorKind, ...ModelErrorKind[]]),
  message: text,
  reason: text.nullable(),
  next: text.nullable(),
  spent: z.enum(['nothing', 'unknown']),
  is_transient: z.boolean(),
  retry_after_ms: z.number().min(0).nullable(),
});

export type ModelFailure = z.infer<typeof modelFailure>;

/** A request may cost something, and an error may be over when it is sent again. */
export const MODEL_REQUEST = { isOnce: true, isPassing: (result: object) => 'error' in result } as const;

/** The error as a result, which the sender throws again. */
export function failureOf({ kind, detail, spent, isTransient, retryAfterMs }: ModelError): ModelFailure {
  const cut = (some: string | undefined): string | null => some?.slice(0, 10_000) ?? null;
  return {
    ...{ kind, message: cut(detail.message)!, reason: cut(detail.reason), next: cut(detail.next) },
    ...{ spent, is_transient: isTransient, retry_after_ms: retryAfterMs },
  };
}

export function errorOf(failure: ModelFailure): ModelError {
  const { kind, message, reason, next, spent, is_transient: isTransient, retry_after_ms: retryAfterMs } = failure;
  const detail = { message, ...(reason === null ? {} : { reason }), ...(next === null ? {} : { next }) };
  return new ModelError(kind, detail, { spent, isTransient, retryAfterMs });
}

/** Why there is no result. A request that was sent by a lost worker may have cost something. */
export function withoutResult(name: string, answer: Exclude<Answer<unknown>, { kind: 'done' }>): ModelError {
  switch (answer.kind) {
    case 'cancelled':
      return new ModelError(
        'cut',
        { message: `The request to ${name} was cancelled: lemmahead queue cancel.`, next: 'Send it again.' },
        { isTransient: false },
      );
    case 'dead':
      return new ModelError('cut', {
        message: `No worker could ask ${name}.`,
        reason: answer.log.join('; '),
        next: 'See lemmahead queue workers',
      });
    case 'unserved':
      return new ModelError(
        'unreachable',
        {
          message: `No worker of the queue has ${answer.missing.join(', ')}.`,
          next: `Start one with the same address: lemmahead worker; see lemmahead queue workers`,
        },
        { isTransient: false },
      );
  }
}
