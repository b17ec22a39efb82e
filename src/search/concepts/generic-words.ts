/** Words that every statement has: alone they name no concept. */
import { words } from '../../base/words.ts';
import { stem } from '../../index/words/stem.ts';
import { longStems } from './name-words.ts';
import { normalForm } from './normal-form.ts';

const GENERIC: ReadonlySet<string> = new Set(
  words(`set function element number show prove let suppose every exist there point map two some value say fixed form
    case follow order result give given problem find define product definition least most exactly denote equal type
    class hold pair first second other finite satisfy property example note`).map(normalForm),
);

/** Stems of the words for relations, connectives and arithmetic in formulas. */
const OF_FORMULAS: ReadonlySet<string> = new Set(
  words('eq ne le ge lt gt mem zero one mul add sub neg pow sq not iff forall exists').flatMap((word) =>
    longStems(stem(word), true),
  ),
);

/** Whether the key of a phrase consists of such words only. */
export function isGeneric(key: string): boolean {
  return key.split(' ').every((word) => GENERIC.has(word) || OF_FORMULAS.has(word));
}
