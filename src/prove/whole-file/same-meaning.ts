/**
 * Checks that additional imports do not change the meaning of a file. Their notations, instances or coercions can change
 * what an unchanged statement means. Its proof would then prove something else.
 */
import type { Judge } from '../../verify/audit/judge.ts';
import { objectionTo } from './objection.ts';
import type { Objection } from '../outcome.ts';

/** Returns null if every declaration of `original` has the same meaning in `variant`, which has more imports. */
export async function changeOfMeaning(
  judge: Pick<Judge, 'file'>,
  variant: string,
  original: string,
): Promise<Objection | null> {
  const { verdict } = await judge.file(variant, original, null);
  return objectionTo(verdict, ['sorry', 'imports']);
}
