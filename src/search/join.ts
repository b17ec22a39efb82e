/** Two readings of one short query joined: its words as parts of a name, and its words as prose. */
import { IS_THE_NAME } from './name-score.ts';
import type { Contribution, Scored } from './types.ts';

/** Points of the name channel from which a whole name, and not only its last component, has the words asked for. */
const WHOLE_NAME = 785;

/** Tuned on the development queries, which hardly tell 0.7 from 1.2 for whole names, nor 0.1 from 0.5 for the last. */
const POINTS = { wholeName: 1.2, lastComponent: 0.15, otherName: 0.15 } as const;

/**
 * Points for the name are added to those for the words, which run from 0 to about 1.3: a name that consists of just
 * these words beats what only mentions them; a last component does so only among rows that the words favour too.
 * `nameFirst`: names that have more than the words stay in, behind.
 */
export function joinNamesAndWords(names: readonly Scored[], words: readonly Scored[], nameFirst: boolean): Scored[] {
  const joined = new Map<number, Scored>(words.map((found) => [found.id, { ...found }]));
  for (const { id, score, contributions } of names) {
    const points = pointsForName(score, nameFirst);
    if (points === 0) continue;
    const before = joined.get(id);
    const addends: Contribution[] = [...(before?.contributions ?? []), { what: contributions?.[0]?.what ?? 'name', points }];
    joined.set(id, { id, score: (before?.score ?? 0) + points, ...(contributions === undefined ? {} : { contributions: addends }) });
  }
  return [...joined.values()].sort((a, b) => b.score - a.score);
}

function pointsForName(score: number, nameFirst: boolean): number {
  if (score >= WHOLE_NAME) return POINTS.wholeName + (score - WHOLE_NAME) / 1000;
  if (score >= IS_THE_NAME) return POINTS.lastComponent + (score - IS_THE_NAME) / 1000;
  return nameFirst ? (Math.max(score, 0) / 1000) * POINTS.otherName : 0;
}
