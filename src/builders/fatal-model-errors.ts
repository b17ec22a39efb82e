/** Errors of a model that no other page or text would be spared. */
import type { ModelErrorKind } from '../llm/model-error.ts';

export const ENDS_THE_WORK: ReadonlySet<ModelErrorKind> = new Set([
  'noKey',
  'keyRefused',
  'unknownModel',
  'noCredit',
  'visionUnsupported',
  'rateLimited',
  'unreachable',
  'cancelled',
]);
