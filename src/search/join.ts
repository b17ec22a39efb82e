/** Merges two searches of one short query: its words as parts of a name, and its words as prose. */
import { MIN_NAME_MATCH_SCORE, FULL_NAME_MATCHES } from './name-score.ts';
import type { Contribution, Scored } from './types.ts';

/** For word scores from 0 to 2. Small changes hardly affect development queries; shuffled names need high values. */
const POINTS = {
  fullName: 4,
  fullNameButCase: 2,
  fullNameButTypo: 1.5,
  lastComponent: 0.15,
  allWords: 1,
  otherName: 0.15,
} as const;
const DEFAULT_RANGE = 2;

/**
 * Adds points for the name to those for the words, which range from 0 to about `range`. A full name that consists of
 * exactly these words ranks above rows that mention them; a last component does so only if the words rank it high, too.
 * `names` must have contributions. `nameFirst` keeps names that have more parts than the words, after the others.
 */
export function joinNamesAndWords(
  names: readonly Scored[],
  words: readonly Scored[],
  { nameFirst, range, isOneWord }: { nameFirst: boolean; range: number; isOneWord: boolean },
): Scored[] {
  const scale = range / DEFAULT_RANGE;
  const joined = new Map<number, Scored>(words.map((found) => [found.id, { ...found }]));
  for (const { id, score, contributions } of names) {
    const match = contributions?.[0];
    if (match === undefined) continue;
    const points = scale * pointsForName(match, score, nameFirst, isOneWord);
    if (points === 0) continue;
    const before = joined.get(id);
    const addends = [...(before?.contributions ?? []), { what: match.what, points }];
    joined.set(id, { id, score: (before?.score ?? 0) + points, contributions: addends });
  }
  return [...joined.values()].sort((a, b) => b.score - a.score);
}

/** Points by class of match. Within a class, the name score decides the order. */
function pointsForName(match: Contribution, score: number, nameFirst: boolean, isOneWord: boolean): number {
  if (FULL_NAME_MATCHES.has(match.what)) {
    const points = match.what.endsWith('different case') ? POINTS.fullNameButCase : POINTS.fullName;
    return points + score / 10_000;
  }
  // Docstrings have typos, too: a single word one letter away from a name more likely means the name.
  if (nameFirst && match.what === 'one typo') return POINTS.fullNameButTypo + score / 10_000;
  if (match.points >= MIN_NAME_MATCH_SCORE) return POINTS.lastComponent + score / 10_000;
  // `IsCompact iff`: who writes a name and other words looks for names that have them all.
  if (nameFirst && !isOneWord && match.what === 'all parts') return POINTS.allWords + score / 10_000;
  return nameFirst ? (match.points / 1000) * POINTS.otherName : 0;
}
