/** One search of the library: what the words find and what the vectors find, joined, with why. */
import { Failure } from '../../base/errors.ts';
import type { Entry } from '../../library/entry.ts';
import {
  allowedEntries,
  bodiesOf,
  idsByContent,
  positionsOf,
  textReader,
  type EntryFilter,
  type TextOf,
} from '../../library/filter-entries.ts';
import { countEntries, countWords, findByWords } from '../../library/word-rows.ts';
import type { Contribution } from '../types.ts';
import { rerank } from './rerank.ts';
import { firstTexts, foldCopies } from './fold-copies.ts';
import { formulaRuns } from './formula-similarity.ts';
import { fuse, type FusedScore, type SimilarityScore, type WordScore } from './fuse.ts';
import { readQuestion } from './entry-query.ts';
import { askByVectors, orNotice, type VectorChannel, type VectorSearch } from './vector-channel.ts';
import { weighTerms } from './word-score.ts';

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
  /** Others that were found and say the same: in another edition, or in another source. */
  copies: Entry[];
  /** Sum of `contributions`. Scores of different questions do not compare. */
  score: number;
  contributions: Contribution[];
  /** Those that found it. */
  channels: EntryChannel[];
  /**
   * How well it fits whatever else was found: the cosine of the vectors where they found it; else, 0 to 1, how much of
   * the question its words answer.
   */
  similarity: number;
}

export interface EntrySearchOptions {
  limit: number;
  filter: EntryFilter;
  /** Absent: by words alone. */
  vectors?: VectorSearch | null;
}

export interface EntrySearchResult {
  hits: EntryHit[];
  /** Those that were asked and answered. */
  channels: EntryChannel[];
  /** What the user should know of how it was searched. */
  notices: string[];
}

export const NO_FILTER: EntryFilter = { sources: [], kinds: [], headings: [] };

/** What the full-text index counts a word in each part, where it chooses whom to look at. */
const FIRST_CHOICE = { title: 4, called: 1, headings: 1.5, body: 1.5, proof: 0.3 };

/** How many texts get the closer look, and how many of each list are joined. */
const POOL = 400;

/**
 * Entries for a question in words, with LaTeX or as a list of keywords, best first, each text once. An embedder or a
 * store that fails costs a notice: the words still serve.
 * @throws {Failure} `query-empty`
 */
export async function searchEntries(
  library: SearchedLibrary,
  question: string,
  { limit, filter, vectors = null }: EntrySearchOptions,
): Promise<EntrySearchResult> {
  if (question.trim() === '') {
    throw new Failure({ exit: 'usage', code: 'query-empty', message: 'The query is empty.' });
  }
  const pool: Pool = {
    allowed: allowedEntries(library.database, filter),
    size: Math.max(POOL, limit),
    textOf: textReader(library.database),
  };
  const byWords = scoreEntries(library, question, pool);
  const found = vectors === null ? null : await likeEntries(library, question, vectors, pool);
  const isServed = found !== null && 'similarity' in found;
  const lists = foldCopies(byWords, isServed ? found.similarity : [], pool.textOf);
  const fused = isServed ? fuse(lists.words, lists.vectors) : lists.words.map(alone);
  return {
    hits: toHits(library, fused.slice(0, limit), lists.copies),
    channels: isServed ? ['words', 'vectors'] : ['words'],
    notices: found !== null && 'notice' in found ? [found.notice] : [],
  };
}

/** What is looked at of either list. */
interface Pool {
  allowed: ReadonlySet<number> | null;
  /** Different texts, each with its copies. */
  size: number;
  textOf: TextOf;
}

function alone(byWords: WordScore): FusedScore {
  return { ...byWords, byWords, byVectors: null };
}

function toHits(
  library: SearchedLibrary,
  fused: readonly FusedScore[],
  copies: ReadonlyMap<number, readonly number[]>,
): EntryHit[] {
  const byId = new Map(fused.map((each) => [each.id, each]));
  return library.entriesById(fused.map(({ id }) => id)).map((entry) => {
    const { score, contributions, byWords, byVectors } = byId.get(entry.id)!;
    const channels: EntryChannel[] = [];
    if (byWords !== null) channels.push('words');
    if (byVectors !== null) channels.push('vectors');
    return {
      entry,
      copies: library.entriesById(copies.get(entry.id) ?? []),
      score,
      contributions,
      channels,
      similarity: byVectors?.similarity ?? Math.min(1, byWords?.score ?? 0),
    };
  });
}

/** Entries by their words, best first. */
function scoreEntries({ database }: SearchedLibrary, question: string, { allowed, size, textOf }: Pool): WordScore[] {
  const asked = readQuestion(question);
  const stems = [...new Set(asked.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)))];
  const counts = { entries: countEntries(database), holding: countWords(database, stems) };
  const rows = firstTexts(findByWords(database, [...counts.holding.keys()], FIRST_CHOICE, allowed), size, textOf);
  const ids = rows.map(({ id }) => id);
  const runs = formulaRuns(question);
  const bodies = runs.size === 0 ? new Map<number, string>() : bodiesOf(database, ids);
  return rerank({ rows, positions: positionsOf(database, ids), bodies }, { terms: weighTerms(asked, counts), runs });
}

/** Entries by likeness, best first. */
async function likeEntries(
  { database }: SearchedLibrary,
  question: string,
  vectors: VectorSearch,
  pool: Pool,
): Promise<{ similarity: SimilarityScore[] } | { notice: string }> {
  const asked = await askByVectors(question, vectors, 'lemmahead library embed');
  if ('notice' in asked) return asked;
  return orNotice(vectors.signal, async () => ({ similarity: await nearestEntries(database, asked.channel, pool) }));
}

/** Of contents that no entry says any more, of copies, and of entries that are filtered away, more are asked for. */
async function nearestEntries(
  database: SearchedLibrary['database'],
  channel: VectorChannel,
  { allowed, size, textOf }: Pool,
): Promise<SimilarityScore[]> {
  for (let count = size; ; count *= 4) {
    const near = await channel.nearest(count);
    const ids = idsByContent(
      database,
      near.map(({ contentHash }) => contentHash),
    );
    const found = near.flatMap(({ contentHash, similarity }) =>
      (ids.get(contentHash) ?? [])
        .filter((id) => allowed === null || allowed.has(id))
        .map((id) => ({ id, similarity })),
    );
    const first = firstTexts(found, size, textOf);
    if (first.length < found.length || near.length < count) return first;
  }
}
