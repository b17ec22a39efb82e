/** `doctor`'s question about the weights of the ranking: are they there, and whole? */
import { fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { groupedDigits } from '../base/format-number.ts';
import { MEND, readWeights } from './weights.ts';

export function checkWeights(path: string): Check {
  try {
    const { tables, provenance } = readWeights(path);
    return ok('weights', `of ${groupedDigits(tables.size)} words, learned from Mathlib at ${provenance.mathlib}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason } = error.detail;
    return fault('weights', reason === undefined ? message : `${message} ${reason}`, MEND);
  }
}
