/** Which rows are worth ranking: the best by words, by likeness, and by both, before anything dear is looked at. */
import type { LexicalScores } from '../lexical.ts';

/** Rows a list. */
const BY_WORDS = 500;
const BY_WORDS_ALONE = 250;
const BY_LIKENESS = 400;
const BY_BOTH = 500;

/** What likeness counts beside words. */
export const LIKENESS_SHARE = 0.5;

/** Ids in rising order. `likeness` is by id. Rows that are gone or not allowed have standing 0. */
export function choosePool(
  { scores, total, standing }: LexicalScores,
  likeness: Float32Array,
  allow: ((id: number) => boolean) | null,
  least: number,
): number[] {
  const pool = new Set<number>();
  const scale = total > 0 ? 1 / total : 0;
  const stretch = Math.max(1, least / BY_BOTH);
  const add = (value: (id: number) => number, count: number): void => {
    for (const id of highest(standing, value, Math.ceil(count * stretch), allow)) pool.add(id);
  };
  add((id) => scores[id]! * standing[id]!, BY_WORDS);
  add((id) => scores[id]!, BY_WORDS_ALONE);
  add((id) => likeness[id]! * standing[id]!, BY_LIKENESS);
  add((id) => (scores[id]! * scale + LIKENESS_SHARE * Math.max(0, likeness[id]!)) * standing[id]!, BY_BOTH);
  return [...pool].sort((a, b) => a - b);
}

/** Ids of the `count` largest values above 0. */
function highest(
  standing: Float32Array,
  value: (id: number) => number,
  count: number,
  allow: ((id: number) => boolean) | null,
): number[] {
  let ids: number[] = [];
  let threshold = 0;
  for (let id = 0; id < standing.length; id++) {
    if (standing[id] === 0) continue;
    const one = value(id);
    if (one <= threshold || (allow !== null && !allow(id))) continue;
    ids.push(id);
    if (ids.length < 2 * count + 16) continue;
    const values = Float64Array.from(ids, value).sort();
    threshold = values[values.length - count]!;
    ids = ids.filter((kept) => value(kept) > threshold);
  }
  return ids.sort((a, b) => value(b) - value(a) || a - b).slice(0, count);
}
