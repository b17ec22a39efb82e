/** Model errors that would also affect all other pages or texts. */
import type { ModelErrorKind } from '../llm/model-error.ts';

export const FATAL_MODEL_ERRORS: ReadonlySet<ModelErrorKind> = new Set([
  'noKey',
  'keyRefused',
  'unknownModel',
  'noCredit',
  'visionUnsupported',
  'rateLimited',
  'unreachable',
  'cancelled',
]);
