/** Searches the library by words and by vectors, and fuses both, with explanations. */
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
import { distinctTexts, foldCopies } from './fold-copies.ts';
import { formulaRuns } from './formula-similarity.ts';
import { fuse, type FusedScore, type SimilarityScore, type WordScore } from './fuse.ts';
import { readQuestion } from './entry-query.ts';
import { embedQuery, orNotice, type VectorChannel, type VectorSearch } from './vector-channel.ts';
import { weighTerms } from './word-score.ts';

/** The part of an open library that a search needs. */
export interface SearchedLibrary {
  readonly database: Parameters<typeof findByWords>[0];
  /** Entries in the order of `ids`, without those that no longer exist. */
  entriesById(ids: readonly number[]): Entry[];
}

/** Sources of hits: words of the question, or similarity of vectors. */
export type EntryChannel = 'words' | 'vectors';

export interface EntryHit {
  entry: Entry;
  /** Other hits with the same text: in another edition, or in another source. */
  copies: Entry[];
  /** Sum of `contributions`. Scores of different questions are not comparable. */
  score: number;
  contributions: Contribution[];
  /** Channels that found it. */
  channels: EntryChannel[];
  /**
   * Absolute match quality: the cosine if vectors found it; otherwise how much of the question its words cover, 0 to 1.
   */
  similarity: number;
}

export interface EntrySearchOptions {
  limit: number;
  filter: EntryFilter;
  /** Absent: search by words only. */
  vectors?: VectorSearch | null;
}

export interface EntrySearchResult {
  hits: EntryHit[];
  /** Channels that were used successfully. */
  channels: EntryChannel[];
  /** Messages for the user about the search. */
  notices: string[];
}

export const NO_FILTER: EntryFilter = { sources: [], kinds: [], headings: [] };

/** Weight per part in the full-text index, which selects the candidates. */
const PART_WEIGHTS = { title: 4, called: 1, headings: 1.5, body: 1.5, proof: 0.3 };

/** Number of texts that are reranked, and of each list that are fused. */
const POOL = 400;

/**
 * Entries for a question in words, with LaTeX or as a list of keywords, best first, each text once. If the embedder or
 * the vector store fails, searches by words only and adds a notice.
 * @throws {Failure} `query-empty`
 */
export async function searchEntries(
  library: SearchedLibrary,
  question: string,
  { limit, filter, vectors = null }: EntrySearchOptions,
): Promise<EntrySearchResult> {
  if (question.trim() === '') {
    throw new Failure('usage', 'query-empty', { message: 'The query is empty.' });
  }
  const pool: Pool = {
    allowed: allowedEntries(library.database, filter),
    size: Math.max(POOL, limit),
    textOf: textReader(library.database),
  };
  const byWords = scoreEntries(library, question, pool);
  const found = vectors === null ? null : await findByVectors(library, question, vectors, pool);
  const hasVectors = found !== null && 'similarity' in found;
  const lists = foldCopies(byWords, hasVectors ? found.similarity : [], pool.textOf);
  const fused = hasVectors ? fuse(lists.words, lists.vectors) : lists.words.map(wordsOnly);
  return {
    hits: toHits(library, fused.slice(0, limit), lists.copies),
    channels: hasVectors ? ['words', 'vectors'] : ['words'],
    notices: found !== null && 'notice' in found ? [found.notice] : [],
  };
}

/** Which entries of each list are considered. */
interface Pool {
  allowed: ReadonlySet<number> | null;
  /** Number of different texts, each with its copies. */
  size: number;
  textOf: TextOf;
}

function wordsOnly(byWords: WordScore): FusedScore {
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
  const terms = readQuestion(question);
  const stems = [...new Set(terms.flatMap(({ spellings }) => spellings.map(({ stem }) => stem)))];
  const counts = { entries: countEntries(database), withStem: countWords(database, stems) };
  const rows = distinctTexts(findByWords(database, [...counts.withStem.keys()], PART_WEIGHTS, allowed), size, textOf);
  const ids = rows.map(({ id }) => id);
  const runs = formulaRuns(question);
  const bodies = runs.size === 0 ? new Map<number, string>() : bodiesOf(database, ids);
  return rerank({ rows, positions: positionsOf(database, ids), bodies }, { terms: weighTerms(terms, counts), runs });
}

/** Entries by vector similarity, best first. */
async function findByVectors(
  { database }: SearchedLibrary,
  question: string,
  vectors: VectorSearch,
  pool: Pool,
): Promise<{ similarity: SimilarityScore[] } | { notice: string }> {
  const query = await embedQuery(question, vectors, 'lemmahead library embed');
  if ('notice' in query) return query;
  return orNotice(vectors.signal, async () => ({ similarity: await nearestEntries(database, query.channel, pool) }));
}

/** Repeats with a larger count if contents were deleted, are copies, or were filtered out. */
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
    const first = distinctTexts(found, size, textOf);
    if (first.length < found.length || near.length < count) return first;
  }
}
