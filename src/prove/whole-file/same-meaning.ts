/**
 * Whether a file says the same under further imports. A notation, an instance or a coercion of theirs can change what an
 * unchanged statement means, and then its proof is one of something else.
 */
import type { Judge } from '../../verify/audit/judge.ts';
import { objectionTo } from './objection.ts';
import type { Objection } from '../outcome.ts';

/** Null where every declaration of `original` means in `variant`, the same text under a longer header, what it meant. */
export async function changeOfMeaning(
  judge: Pick<Judge, 'file'>,
  variant: string,
  original: string,
): Promise<Objection | null> {
  const { verdict } = await judge.file(variant, original, null);
  return objectionTo(verdict, ['sorry', 'imports']);
}
