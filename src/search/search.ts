/**
 * Search over all channels: determines the query type, runs the channels, and merges and formats their hits. Channels
 * are imported on demand, to keep searches by name fast.
 */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { pluralize } from '../base/pluralize.ts';
import { withoutComments } from './comments.ts';
import { makeAllow } from './filters.ts';
import { foldVariants } from './fold.ts';
import { findInvisible, withoutInvisible } from './invisible.ts';
import { joinNamesAndWords } from './join.ts';
import { notationHint } from './notation-hint.ts';
import { guessShape, isCertainlyPattern, type ShapeGuess } from './shape.ts';
import { nameFromPhrase } from './name-from-phrase.ts';
import type { GoalPlace } from './premises/place-features.ts';
import type { VectorSearch } from './library/vector-channel.ts';
import type { WordChannel } from './word-channel.ts';
import { CHANNELS, type QueryShape } from './channels.ts';
import type { Channel, Hit, Scored, SearchFilters, Total } from './types.ts';

export interface LibrarySearchOptions {
  /** Overrides the detected query type. */
  as: QueryShape | null;
  limit: number;
  /** Hits to skip, for later pages. */
  offset?: number;
  filters: SearchFilters;
  explain: boolean;
  /** Null: fold variants only for queries in words. */
  fold: boolean | null;
  /** A test that rows must pass in addition to the filters. */
  only?: (id: number) => boolean;
  /** The intended subject, in words. Affects only queries in words. */
  topic?: string;
  /** Position of a goal in its file, if known. */
  place?: GoalPlace;
  /** Vector search, used in addition for queries in words. */
  vectors?: VectorSearch | null;
}

export interface SearchResult {
  /** Query type that was used. */
  shape: QueryShape;
  hits: Hit[];
  /** Null if unknown: a ranking of words has no last hit that matches. */
  total: Total | null;
  /** The offset of the next page; null if there is none. */
  nextOffset: number | null;
  /** Names nearest to the query, if there are no hits. */
  nearest: string[];
  /** Messages for the user about how the query was interpreted. */
  notices: string[];
}

const MAX_QUERY_LENGTH = 1_000_000;
const NEAREST = 5;

/** Rows of the word channel that are merged with names. A name that the words rank lower gets no points for words. */
const WORD_DEPTH = 500;

/** Rows requested from a channel per shown hit, if hits may be folded or moved down. */
const OVERFETCH = 4;

/**
 * Searches the index. Scores of different queries are not comparable.
 * @throws {Failure} `query-empty`, `query-too-long`, `query-without-words`, and failures of the channels.
 */
export async function searchLibrary(
  index: LibraryIndex,
  query: string,
  options: LibrarySearchOptions,
): Promise<SearchResult> {
  checkQuery(query);
  const { visible, notices } = withoutInvisibleCharacters(query, options.as);
  const result = await searchChecked(index, codeOf(visible, options.as), options);
  return { ...result, notices: [...notices, ...result.notices] };
}

/** A name or words copied from a page may have marks that nobody sees. In a pattern they are an error with a place. */
function withoutInvisibleCharacters(query: string, as: QueryShape | null): { visible: string; notices: string[] } {
  const found = findInvisible(query);
  const visible = withoutInvisible(query);
  if (found === null || visible.trim() === '' || (as ?? guessShape(visible).shape) === 'pattern')
    return { visible: query, notices: [] };
  return { visible, notices: [`Invisible characters of the query, such as ${found.code}, are ignored.`] };
}

/** The query without Lean comments if it is code. In prose, two dashes are not a comment. */
function codeOf(query: string, as: QueryShape | null): string {
  const code = withoutComments(query);
  if (code === query || code.trim() === '') return query;
  return (as ?? guessShape(code).shape) === 'text' ? query : code.trimEnd();
}

async function searchChecked(index: LibraryIndex, query: string, options: LibrarySearchOptions): Promise<SearchResult> {
  const guess = options.as === null ? guessShape(query) : { shape: options.as, also: null };
  const allow = allOf(makeAllow(index, options.filters), options.only ?? null);
  const mayShrink = options.fold === true || guess.shape !== 'name' || guess.also !== null;
  const { offset = 0 } = options;
  const end = offset + options.limit;
  let total: Total | null = null;
  const request = {
    // One more hit shows whether there is a next page.
    limit: mayShrink ? end * OVERFETCH + 40 : end + 1,
    onTotal: (known: Total) => void (total = known),
    explain: options.explain,
    allow,
    topic: options.topic ?? '',
    ...(options.place === undefined ? {} : { place: options.place }),
  };
  const notices: string[] = [];
  const { shape, scored: found } = await findRows(index, query, guess, options.as !== null, request, notices);
  const scored =
    options.vectors && shape === 'text'
      ? await withVectors(index, query, found, options.vectors, allow, notices)
      : found;
  const isNameQuery = shape === 'name' && guess.also === null;
  let hits = toHits(index, scored);
  if (!isNameQuery) hits = lowerPrivate(hits);
  if (options.fold ?? shape === 'text') hits = foldVariants(hits);
  if (isNameQuery) {
    hits = await addGeneratedName(index, query, hits, allow, notices);
    if (notices.length === 0) noteUnknownName(index, query, hits, notices);
  }
  if (options.topic !== undefined)
    await noteTopicIgnored(index, shape === 'text' || guess.also !== null, shape, notices);
  if (shape === 'text') {
    const hint = notationHint(index, query);
    if (hint !== null) notices.push(hint);
  }
  const nextOffset = hits.length > end ? end : null;
  if (hits.length > 0 && hits.length <= offset)
    notices.push(`There are only ${pluralize(hits.length, 'hit')}, fewer than --offset ${offset}.`);
  else if (hits.length === 0 && !/[\p{L}\p{N}]/u.test(query)) throw withoutWords(shape);
  else if (hits.length === 0 && allow !== null && (await hasHits(index, query, guess, options))) {
    notices.push('There are hits, but the filters exclude all of them.');
  }
  const nearest = hits.length === 0 ? await findNearest(index, query) : [];
  return { shape, hits: hits.slice(offset, end), total, nextOffset, nearest, notices };
}

type Test = ((id: number) => boolean) | null;

function allOf(one: Test, other: Test): Test {
  return one === null || other === null ? (one ?? other) : (id) => one(id) && other(id);
}

function checkQuery(query: string): void {
  if (query.trim() === '') {
    throw new Failure('usage', 'query-empty', { message: 'The query is empty.', next: 'lemmahead search --help' });
  }
  if (query.length > MAX_QUERY_LENGTH) {
    const message = `The query has ${query.length} characters; the maximum is ${MAX_QUERY_LENGTH}.`;
    throw new Failure('usage', 'query-too-long', { message, next: 'Search for a part of it.' });
  }
}

async function hasHits(
  index: LibraryIndex,
  query: string,
  guess: ShapeGuess,
  options: LibrarySearchOptions,
): Promise<boolean> {
  const request = { limit: 1, explain: false, allow: null };
  return (await findRows(index, query, guess, options.as !== null, request, [])).scored.length > 0;
}

/** For a query without words that finds nothing. A symbol alone is allowed, because it may find something. */
function withoutWords(shape: QueryShape): Failure {
  return new Failure('usage', 'query-without-words', {
    message: `The query has no word, and as a ${shape} it finds nothing.`,
    next: 'Search for a name, a pattern such as `_ + _`, or words.',
  });
}

type ChannelOptions = Parameters<Channel>[2];

interface FoundRows {
  shape: QueryShape;
  scored: Scored[];
}

/** Classes have a capital, and are applied to something. */
const MAY_BEGIN_WITH_CLASS = /^\s*(?:[^\s.]+\.)*\p{Lu}\S*\s+\S/u;

async function findRows(
  index: LibraryIndex,
  query: string,
  guess: ShapeGuess,
  isChosen: boolean,
  request: ChannelOptions,
  notices: string[],
): Promise<FoundRows> {
  if (!isChosen && MAY_BEGIN_WITH_CLASS.test(query)) {
    const instances = await instancesFirst(index, query, request);
    if (instances.scored.length > 0) return instances;
  }
  if (guess.also !== null) {
    const { searchNames, searchNameParts } = await import('./name.ts');
    const byName = guess.shape === 'name' ? searchNames : searchNameParts;
    const name = guess.shape === 'text' ? nameFromPhrase(query) : null;
    const { onTotal: _total, ...untold } = request;
    const names = byName(index, name ?? query, { ...untold, explain: true });
    const { search, range } = await wordsOf(index, notices);
    const words = search(index, query, { ...untold, limit: Math.max(request.limit, WORD_DEPTH) });
    const joined = joinNamesAndWords(names, words, {
      nameFirst: guess.shape === 'name',
      isOneWord: !/\s/u.test(query.trim()),
      range,
    });
    return { shape: guess.shape, scored: joined.slice(0, request.limit) };
  }
  try {
    const scored = (await channelOf(guess.shape, index, notices))(index, query, request);
    if (scored.length > 0 || isChosen || guess.shape !== 'goal' || /⊢|\|-/u.test(query))
      return { shape: guess.shape, scored };
    // If no statement unifies with the formula, search for statements that share its symbols.
    const inWords = (await wordsOf(index, notices)).search(index, query, request);
    return inWords.length > 0 ? { shape: 'text', scored: inWords } : { shape: guess.shape, scored };
  } catch (error) {
    // The query may be words that look like a pattern or a goal.
    if (isChosen || guess.shape === 'text' || !(error instanceof Failure) || isCertainlyPattern(query)) throw error;
    const scored = (await wordsOf(index, notices)).search(index, query, request);
    if (scored.length === 0) throw error;
    notices.push(`Searched as words, because it is not a ${guess.shape}: ${error.detail.message}`);
    return { shape: 'text', scored };
  }
}

/**
 * What `CompleteSpace ℝ` finds as a pattern, or else `CompleteSpace (ℝ × ℝ)` as the goal of an instance. Nothing if the
 * query is not a class applied to types.
 */
async function instancesFirst(index: LibraryIndex, query: string, request: ChannelOptions): Promise<FoundRows> {
  const { classPattern, isInstance } = await import('./class-query.ts');
  const pattern = classPattern(index, query);
  const nothing = { shape: 'pattern' as const, scored: [] };
  if (pattern === null) return nothing;
  try {
    const { searchPattern } = await import('./pattern.ts');
    const scored = searchPattern(index, pattern, request);
    if (scored.length > 0) return { shape: 'pattern', scored };
    const goals = (await CHANNELS.goal(index)).search;
    const allow = allOf(request.allow, (id) => isInstance(index, id));
    return { shape: 'goal', scored: goals(index, `⊢ ${query}`, { ...request, allow }) };
  } catch (error) {
    if (error instanceof Failure) return nothing;
    throw error;
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
  const { search, notice } = await CHANNELS[shape](index);
  if (notice !== null) notices.push(notice);
  return search;
}

async function wordsOf(index: LibraryIndex, notices: string[]): Promise<WordChannel> {
  const { wordChannel } = await import('./word-channel.ts');
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

/** Moves private declarations after all others. The name channel ranks them itself, because they may be intended. */
function lowerPrivate(hits: Hit[]): Hit[] {
  return [...hits.filter(({ row }) => !row.isPrivate), ...hits.filter(({ row }) => row.isPrivate)];
}

/** Adds a notice if the topic had no effect. */
async function noteTopicIgnored(
  index: LibraryIndex,
  isInWords: boolean,
  shape: QueryShape,
  notices: string[],
): Promise<void> {
  if (!isInWords) notices.push(`--in-topic affects only queries in words; this one was read as a ${shape}.`);
  else if (!(await import('./word-channel.ts')).wordChannel(index).respectsTopic)
    notices.push('--in-topic needs ranking by row vectors: `lemmahead doctor` shows why it is not available.');
}

/** Adds a notice if no hit has the queried name. */
function noteUnknownName(index: LibraryIndex, query: string, hits: readonly Hit[], notices: string[]): void {
  const name = query.trim().replace(/^[@`]|^_root_\.|`$|\.\{[^{}]*\}$/gu, '');
  if (hits.length === 0 || !/^[^\s*«»]+[^\s*.«»]$/u.test(name)) return;
  const end = `.${name.toLowerCase()}`;
  if (hits.some(({ row }) => `.${row.name.toLowerCase()}`.endsWith(end))) return;
  const isExcluded = index.idsByName(name).length > 0;
  const what = isExcluded ? `The filters exclude ${name}` : `No declaration in the index has the name ${name}`;
  notices.push(`${what}; the names below are similar.`);
}

/** If no declaration has the exact name but one generates it, puts the generated name first. */
async function addGeneratedName(
  index: LibraryIndex,
  query: string,
  hits: Hit[],
  allow: ChannelOptions['allow'],
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
  const { similarDeclarations } = await import('./similar-names.ts');
  return similarDeclarations(index, query, NEAREST);
}
