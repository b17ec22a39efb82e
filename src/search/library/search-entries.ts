/** One search of the library: what the words find and what the vectors find, joined, with why. */
import { Failure } from '../../base/errors.ts';
import type { Entry } from '../../library/entry.ts';
import { allowedEntries, countEntries, countWords, findByWords, type EntryFilter } from '../../library/word-rows.ts';
import type { Contribution } from '../types.ts';
import { readQuestion } from './question.ts';
import { PARTS, scoreByWords, weighTerms } from './word-score.ts';

/** What a search needs of an open library. */
export interface SearchedLibrary {
  readonly database: Parameters<typeof findByWords>[0];
  /** In the order of `ids`; those that are gone are left out. */
  entriesById(ids: readonly number[]): Entry[];
}

/** Lists that hits come from: words of the question, or likeness of vectors. */
export type EntryChannel = 'words' | 'vectors';

export interface EntryHit {
  entry: Entry;
  /** Scores of different questions do not compare. */
  score: number;
  /** Addends of the score. */
  contributions: Contribution[];
  /** Those that found it. */
  channels: EntryChannel[];
}

export interface EntrySearchOptions {
  limit: number;
  filter: EntryFilter;
}

export interface EntrySearchResult {
  hits: EntryHit[];
  /** Those that were asked and answered. */
  channels: EntryChannel[];
  notices: string[];
}

export const NO_FILTER: EntryFilter = { sources: [], kinds: [], headings: [] };

/** How many entries get the closer look. */
const POOL = 300;

/**
 * Entries for a question in words, with LaTeX or as a list of keywords, best first.
 * @throws {Failure} `query-empty`
 */
export async function searchEntries(
  library: SearchedLibrary,
  question: string,
  { limit, filter }: EntrySearchOptions,
): Promise<EntrySearchResult> {
  if (question.trim() === '') {
    throw new Failure({ exit: 'usage', code: 'query-empty', message: 'The query is empty.' });
  }
  const allowed = allowedEntries(library.database, filter);
  const scored = scoreEntries(library, question, allowed, Math.max(POOL, limit)).slice(0, limit);
  const byId = new Map(scored.map((each) => [each.id, each]));
  const hits = library.entriesById(scored.map(({ id }) => id)).map((entry): EntryHit => {
    const { score, contributions } = byId.get(entry.id)!;
    return { entry, score, contributions, channels: ['words'] };
  });
  return { hits, channels: ['words'], notices: [] };
}

interface ScoredEntry {
  id: number;
  score: number;
  contributions: Contribution[];
}

function scoreEntries(
  { database }: SearchedLibrary,
  question: string,
  allowed: ReadonlySet<number> | null,
  pool: number,
): ScoredEntry[] {
  const asked = readQuestion(question);
  const stems = [...new Set(asked.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)))];
  const counts = { entries: countEntries(database), holding: countWords(database, stems) };
  const terms = weighTerms(asked, counts);
  const weights = Object.fromEntries(Object.entries(PARTS).map(([part, { weight }]) => [part, weight])) as Record<
    keyof typeof PARTS,
    number
  >;
  const rows = findByWords(database, [...counts.holding.keys()], weights, allowed, pool);
  return rows
    .map(({ id, ...words }) => {
      const contributions = scoreByWords(words, terms);
      return { id, contributions, score: contributions.reduce((sum, { points }) => sum + points, 0) };
    })
    .sort((a, b) => b.score - a.score || a.id - b.id);
}
