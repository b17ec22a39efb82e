/**
 * One search over all channels: decides how a query is read, asks the channels, joins what they found, and brings it
 * into the form in which it is shown. Channels are imported when they are needed, so that a name costs no more than it must.
 */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { withoutComments } from './comments.ts';
import { makeAllow } from './filters.ts';
import { foldVariants } from './fold.ts';
import { joinNamesAndWords } from './join.ts';
import { notationHint } from './notation-hint.ts';
import { guessShape, hasExclusion, type ShapeGuess } from './shape.ts';
import { spokenName } from './spoken-name.ts';
import type { GoalPlace } from './premises/place-features.ts';
import type { VectorSearch } from './library/vector-channel.ts';
import type { WordChannel } from './words.ts';
import type { Channel, Hit, QueryShape, Scored, SearchFilters } from './types.ts';

export interface LibrarySearchOptions {
  /** Overrides what the query looks like. */
  as: QueryShape | null;
  limit: number;
  filters: SearchFilters;
  explain: boolean;
  /** Null: fold what was searched in words, and nothing else. */
  fold: boolean | null;
  /** A test that rows must pass besides the filters. */
  only?: (id: number) => boolean;
  /** The subject that is meant, in words: counts where the query is read as words. */
  topic?: string;
  /** Where a goal stands, if that is known. */
  place?: GoalPlace;
  /** What finds by vectors, where a query in words goes by them too. */
  vectors?: VectorSearch | null;
}

export interface SearchResult {
  /** How the query was read. */
  shape: QueryShape;
  hits: Hit[];
  /** Names nearest to the query, where there are no hits. */
  nearest: string[];
  /** What the user should know about how the query was read. */
  notices: string[];
}

const LONGEST_QUERY = 20_000;
const NEAREST = 5;

/** How deep the list of words is joined with names: a name that the words rank lower keeps no points for them. */
const WORDS_JOINED = 500;

/** How many rows are asked of a channel for each hit that is shown, where hits may be folded or moved down. */
const SPARE = 4;

/**
 * Searches the index. Scores of different queries do not compare.
 * @throws {Failure} `query-empty`, `query-too-long`, `query-without-words`, and what a channel says of a query that it cannot read.
 */
export async function searchLibrary(
  index: LibraryIndex,
  query: string,
  options: LibrarySearchOptions,
): Promise<SearchResult> {
  checkQuery(query);
  return searchChecked(index, codeOf(query, options.as), options);
}

/** The query without Lean's comments if it is code; in prose two dashes are no comment. */
function codeOf(query: string, as: QueryShape | null): string {
  const code = withoutComments(query);
  if (code === query || code.trim() === '') return query;
  return (as ?? guessShape(code).shape) === 'text' ? query : code.trimEnd();
}

async function searchChecked(index: LibraryIndex, query: string, options: LibrarySearchOptions): Promise<SearchResult> {
  const guess = options.as === null ? guessShape(query) : { shape: options.as, also: null };
  const allow = both(makeAllow(index, options.filters), options.only ?? null);
  const mayShrink = options.fold === true || guess.shape !== 'name' || guess.also !== null;
  const wanted = {
    limit: mayShrink ? options.limit * SPARE + 40 : options.limit,
    explain: options.explain,
    allow,
    topic: options.topic ?? '',
    ...(options.place === undefined ? {} : { place: options.place }),
  };
  const notices: string[] = [];
  const { shape, scored: asRead } = await findRows(index, query, guess, options.as !== null, wanted, notices);
  const scored =
    options.vectors && shape === 'text'
      ? await withVectors(index, query, asRead, options.vectors, allow, notices)
      : asRead;
  const isAskedByName = shape === 'name' && guess.also === null;
  let hits = toHits(index, scored);
  if (!isAskedByName) hits = lowerPrivate(hits);
  if (options.fold ?? shape === 'text') hits = foldVariants(hits);
  if (isAskedByName) {
    hits = await withDerived(index, query, hits, allow, notices);
    if (notices.length === 0) noteUnknownName(query, hits, notices);
  }
  if (options.topic !== undefined)
    await noteTopicIgnored(index, shape === 'text' || guess.also !== null, shape, notices);
  if (shape === 'text') {
    const hint = notationHint(index, query);
    if (hint !== null) notices.push(hint);
  }
  hits = hits.slice(0, options.limit);
  if (hits.length === 0 && !/[\p{L}\p{N}]/u.test(query)) throw withoutWords(shape);
  if (hits.length === 0 && allow !== null && (await hasHits(index, query, guess, options))) {
    notices.push('There are hits, but the filters leave all of them out.');
  }
  const nearest = hits.length === 0 ? await findNearest(index, query) : [];
  return { shape, hits, nearest, notices };
}

type Test = ((id: number) => boolean) | null;

function both(one: Test, other: Test): Test {
  return one === null || other === null ? (one ?? other) : (id) => one(id) && other(id);
}

function checkQuery(query: string): void {
  if (query.trim() === '') {
    throw new Failure({
      exit: 'usage',
      code: 'query-empty',
      message: 'The query is empty.',
      next: 'lemmahead search --help',
    });
  }
  if (query.length > LONGEST_QUERY) {
    const message = `The query has ${query.length} characters; at most ${LONGEST_QUERY} are read.`;
    throw new Failure({ exit: 'usage', code: 'query-too-long', message, next: 'Search for a part of it.' });
  }
}

async function hasHits(
  index: LibraryIndex,
  query: string,
  guess: ShapeGuess,
  options: LibrarySearchOptions,
): Promise<boolean> {
  const wanted = { limit: 1, explain: false, allow: null };
  return (await findRows(index, query, guess, options.as !== null, wanted, [])).scored.length > 0;
}

/** A symbol may be found; what finds nothing and holds no word is more likely a slip than a question. */
function withoutWords(shape: QueryShape): Failure {
  return new Failure({
    exit: 'usage',
    code: 'query-without-words',
    message: `The query holds no word, and as a ${shape} it finds nothing.`,
    next: 'Search for a name, a pattern such as `_ + _`, or words.',
  });
}

/** What is said of patterns alone. */
const CERTAIN = new Set(['pattern-too-general', 'pattern-contradiction']);

type Wanted = Parameters<Channel>[2];

async function findRows(
  index: LibraryIndex,
  query: string,
  guess: ShapeGuess,
  isChosen: boolean,
  wanted: Wanted,
  notices: string[],
): Promise<{ shape: QueryShape; scored: Scored[] }> {
  if (guess.also !== null) {
    const { searchNames, searchNameParts } = await import('./name.ts');
    const byName = guess.shape === 'name' ? searchNames : searchNameParts;
    const spoken = guess.shape === 'text' ? spokenName(query) : null;
    const names = byName(index, spoken ?? query, { ...wanted, explain: true });
    const { search, range } = await wordsOf(index, notices);
    const words = search(index, query, { ...wanted, limit: Math.max(wanted.limit, WORDS_JOINED) });
    const joined = joinNamesAndWords(names, words, { nameFirst: guess.shape === 'name', range });
    return { shape: guess.shape, scored: joined.slice(0, wanted.limit) };
  }
  try {
    const scored = (await channelOf(guess.shape, index, notices))(index, query, wanted);
    if (scored.length > 0 || isChosen || guess.shape !== 'goal' || /⊢|\|-/u.test(query))
      return { shape: guess.shape, scored };
    // A formula that nothing is known to state or to change may still share its symbols with something.
    const inWords = (await wordsOf(index, notices)).search(index, query, wanted);
    return inWords.length > 0 ? { shape: 'text', scored: inWords } : { shape: guess.shape, scored };
  } catch (error) {
    // What only looked like a pattern or a goal may still be words; where something is excluded they find the opposite.
    if (isChosen || guess.shape === 'text' || !(error instanceof Failure) || hasExclusion(query)) throw error;
    if (CERTAIN.has(error.detail.code)) throw error;
    const scored = (await wordsOf(index, notices)).search(index, query, wanted);
    if (scored.length === 0) throw error;
    notices.push(`Read as words, for it is no ${guess.shape}: ${error.detail.message}`);
    return { shape: 'text', scored };
  }
}

async function withVectors(
  index: LibraryIndex,
  query: string,
  words: readonly Scored[],
  vectors: VectorSearch,
  allow: Test,
  notices: string[],
): Promise<Scored[]> {
  const { joinVectors } = await import('./declaration-vectors.ts');
  const { scored, notice } = await joinVectors(index, query, words, vectors, allow);
  if (notice !== null) notices.push(notice);
  return scored;
}

async function channelOf(shape: QueryShape, index: LibraryIndex, notices: string[]): Promise<Channel> {
  switch (shape) {
    case 'name':
      return (await import('./name.ts')).searchNames;
    case 'text':
      return (await wordsOf(index, notices)).search;
    case 'pattern':
      return (await import('./pattern.ts')).searchPattern;
    case 'goal':
      return (await import('./goals.ts')).goalChannel(index);
  }
}

async function wordsOf(index: LibraryIndex, notices: string[]): Promise<WordChannel> {
  const { wordChannel } = await import('./words.ts');
  const channel = wordChannel(index);
  if (channel.notice !== null) notices.push(channel.notice);
  return channel;
}

function toHits(index: LibraryIndex, scored: Scored[]): Hit[] {
  const byId = new Map(scored.map((found) => [found.id, found]));
  return index.rows(scored.map(({ id }) => id)).map((row) => {
    const { score, contributions = [] } = byId.get(row.id)!;
    return { row, score, contributions, variants: [] };
  });
}

/** Private declarations after all others. A query by name ranks them itself: they may be what was asked for. */
function lowerPrivate(hits: Hit[]): Hit[] {
  return [...hits.filter(({ row }) => !row.isPrivate), ...hits.filter(({ row }) => row.isPrivate)];
}

/** A topic that changed nothing must not look as if it had. */
async function noteTopicIgnored(
  index: LibraryIndex,
  isInWords: boolean,
  shape: QueryShape,
  notices: string[],
): Promise<void> {
  if (!isInWords) notices.push(`--in-topic counts for queries in words; this one was read as a ${shape}.`);
  else if (!(await import('./words.ts')).wordChannel(index).respectsTopic)
    notices.push('--in-topic counts only where row vectors rank: `lemmahead doctor` says why they do not.');
}

/** A list of other names must not look as if the one asked for existed. */
function noteUnknownName(query: string, hits: readonly Hit[], notices: string[]): void {
  const name = query.trim().replace(/^[@`]|^_root_\.|`$|\.\{[^{}]*\}$/gu, '');
  if (hits.length === 0 || !/^[^\s*«»]+[^\s*.«»]$/u.test(name)) return;
  const end = `.${name.toLowerCase()}`;
  if (hits.some(({ row }) => `.${row.name.toLowerCase()}`.endsWith(end))) return;
  notices.push(`Nothing in the index is called ${name}; the names below are like it.`);
}

/** If nothing has the very name, what would generate it comes first. */
async function withDerived(
  index: LibraryIndex,
  query: string,
  hits: Hit[],
  allow: Wanted['allow'],
  notices: string[],
): Promise<Hit[]> {
  const { parseNameQuery } = await import('./name-query.ts');
  const name = parseNameQuery(query)?.text;
  if (name === undefined || hits[0]?.row.name === name) return hits;
  const { findDerived } = await import('./generated-names.ts');
  const derived = findDerived(index, name);
  if (derived === null || !(allow?.(derived.hit.row.id) ?? true)) return hits;
  notices.push(derived.notice);
  return [derived.hit, ...hits];
}

async function findNearest(index: LibraryIndex, query: string): Promise<string[]> {
  const { nearestNames } = await import('./name.ts');
  const ids = nearestNames(index, query, NEAREST).map(({ id }) => id);
  return [...new Set(index.nameRows(ids).map(({ name }) => name))];
}
