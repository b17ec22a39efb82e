/** Two readings of one short query joined: its words as parts of a name, and its words as prose. */
import { IS_THE_NAME, SAYS_WHOLE_NAME } from './name-score.ts';
import type { Contribution, Scored } from './types.ts';

/** For words whose scores run from 0 to 2. The development queries hardly tell these from others near them; shuffled names want whole names far ahead. */
const POINTS = {
  wholeName: 4,
  wholeNameButCase: 2,
  wholeNameButTypo: 1.5,
  lastComponent: 0.15,
  otherName: 0.15,
} as const;
const DEFAULT_RANGE = 2;

/**
 * Points for the name are added to those for the words, which run from 0 to about `range`: a name that consists of just
 * these words beats what only mentions them; a last component does so only among rows that the words favour too.
 * What makes up the score of `names` must be there. `nameFirst`: names that have more than the words stay in, behind.
 */
export function joinNamesAndWords(
  names: readonly Scored[],
  words: readonly Scored[],
  { nameFirst, range }: { nameFirst: boolean; range: number },
): Scored[] {
  const scale = range / DEFAULT_RANGE;
  const joined = new Map<number, Scored>(words.map((found) => [found.id, { ...found }]));
  for (const { id, score, contributions } of names) {
    const step = contributions?.[0];
    if (step === undefined) continue;
    const points = scale * pointsForName(step, score, nameFirst);
    if (points === 0) continue;
    const before = joined.get(id);
    const addends = [...(before?.contributions ?? []), { what: step.what, points }];
    joined.set(id, { id, score: (before?.score ?? 0) + points, contributions: addends });
  }
  return [...joined.values()].sort((a, b) => b.score - a.score);
}

/** Within a kind of match, the ladder of names and what breaks ties there still order. */
function pointsForName(step: Contribution, score: number, nameFirst: boolean): number {
  if (SAYS_WHOLE_NAME.has(step.what)) {
    const points = step.what.endsWith('but for case') ? POINTS.wholeNameButCase : POINTS.wholeName;
    return points + score / 10_000;
  }
  // Docstrings have typos too: a single word one letter away from a name is rather the name.
  if (nameFirst && step.what === 'one typo') return POINTS.wholeNameButTypo + score / 10_000;
  if (step.points >= IS_THE_NAME) return POINTS.lastComponent + score / 10_000;
  return nameFirst ? (step.points / 1000) * POINTS.otherName : 0;
}
