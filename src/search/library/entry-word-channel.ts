/** The word channel of a library search: entries with words of the question, best first. */
import { bodiesOf, positionsOf } from '../../library/filter-entries.ts';
import { countEntries, countWords, findByWords } from '../../library/word-rows.ts';
import type { EntryRequest, ScoredEntry } from './entry-channels.ts';
import { readQuestion } from './entry-query.ts';
import { distinctTexts } from './fold-copies.ts';
import { formulaRuns } from './formula-similarity.ts';
import { rerank } from './rerank.ts';
import { weighTerms } from './word-score.ts';

/** Weight per part in the full-text index, which selects the candidates. */
const PART_WEIGHTS = { title: 4, called: 1, headings: 1.5, body: 1.5, proof: 0.3 };

/** `similarity`: how much of the question the words of the entry cover. */
export function findByQuestion({ database, question, allowed, size, textOf }: EntryRequest): ScoredEntry[] {
  const terms = readQuestion(question);
  const stems = [...new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)))];
  const counts = { entries: countEntries(database), withStem: countWords(database, stems) };
  const rows = distinctTexts(findByWords(database, [...counts.withStem.keys()], PART_WEIGHTS, allowed), size, textOf);
  const ids = rows.map(({ id }) => id);
  const runs = formulaRuns(question);
  const bodies = runs.size === 0 ? new Map<number, string>() : bodiesOf(database, ids);
  const candidates = { rows, positions: positionsOf(database, ids), bodies };
  return rerank(candidates, { terms: weighTerms(terms, counts), runs }).map((each) => ({
    ...each,
    similarity: Math.min(1, each.score),
  }));
}
