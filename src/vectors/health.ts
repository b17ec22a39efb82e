/** `doctor` check of the ranking weights: present and complete. */
import { fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import { formatNumber } from '../base/format-number.ts';
import { REINSTALL, readWeights } from './weights.ts';

export function checkWeights(path: string): Check {
  try {
    const { tables, provenance } = readWeights(path);
    return ok('weights', `${formatNumber(tables.size)} words, learned from Mathlib at ${provenance.mathlib}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason } = error.detail;
    return fault('weights', reason === undefined ? message : `${message} ${reason}`, REINSTALL);
  }
}
