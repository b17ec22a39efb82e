/** Finds the definitions that the concepts of a statement may mean: by symbols (exact) and by meaning. */
import { getOrAdd } from '../base/memoize.ts';
import type { ConceptBase } from '../concepts/open-base.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { lastPart } from '../lean/term/term.ts';
import { shortStatement } from '../lean/whole-statement.ts';
import { normalForm } from '../search/concepts/normal-form.ts';
import type { CHANNELS_OF_PACK } from '../search/concepts/pack-choices.ts';
import { rankDefinitions } from '../search/concepts/rank-definitions.ts';
import { DEFINITION_KINDS, rankMeanings } from '../search/concepts/rank-meanings.ts';
import { inNewOrder, type MeaningHelpers, NO_HELPERS } from '../search/concepts/rerank-definitions.ts';
import type { NearDefinitions } from '../search/concepts/semantic-channel.ts';
import { fullTextSearch } from '../search/full-text.ts';
import { rowStatement } from '../search/row-statement.ts';
import { withinOneEdit } from '../search/one-edit.ts';
import { publicRows } from '../search/public-rows.ts';
import { similarDeclarations } from '../search/similar-names.ts';

/** What is searched for. */
export interface DefinitionQuery {
  /** The statement, with its rewriting if there is one. */
  text: string;
  terms: readonly QueryTerm[];
  /** Parts of names and symbols, matched as they are. */
  keywords: readonly string[];
  /** Guesses of full names. */
  names: readonly string[];
}

export interface QueryTerm {
  concept: string;
  /** What it means here; '' if unknown. */
  explanation: string;
  field: string | null;
}

export interface FoundDefinitions {
  /** Numbers of definitions with the channels that found them; those of the symbol channel first. */
  candidates: Map<number, Channel[]>;
  /** Guessed names that nothing has. */
  hallucinated: string[];
  /** Why vectors or the reranker were not used. */
  notices: string[];
}

export type Channel = (typeof CHANNELS_OF_PACK)[number];

/** Channels that are not used. */
export interface WithoutChannels {
  symbol: boolean;
  semantic: boolean;
}

/** Found by the whole text: as many as a prompt may list. */
const PER_TEXT = 20;
const BY_WORDS = 10;
/** Similar names that a guess is compared with. */
const SIMILAR = 5;
const PER_KEYWORD = 3;
const MAX_STATEMENT = 240;

/** Without both channels, a search by the words of the concepts takes their place. */
export async function findDefinitions(
  index: LibraryIndex,
  base: ConceptBase,
  query: DefinitionQuery,
  without: WithoutChannels,
  helpers: MeaningHelpers = NO_HELPERS,
): Promise<FoundDefinitions> {
  const candidates = new Map<number, Channel[]>();
  const add = (channel: Channel, definitions: readonly number[]): void => {
    for (const each of definitions) {
      const channels = getOrAdd(candidates, each, () => []);
      if (!channels.includes(channel)) channels.push(channel);
    }
  };
  const hallucinated: string[] = [];
  const notices = new Set<string>();
  if (!without.symbol) {
    for (const name of query.names) {
      const found = verifiedName(index, name);
      if (found === null) hallucinated.push(name);
      else add('symbol', numbersOf(base, [found]));
    }
    for (const keyword of query.keywords) add('symbol', byKeyword(index, base, keyword));
  }
  if (!without.semantic) {
    for (const term of query.terms) {
      const { definitions, notice } = await byMeaning(index, base, term, helpers);
      add('semantic', definitions);
      if (notice !== null) notices.add(notice);
    }
    add('semantic', rankDefinitions(base, query.text).slice(0, PER_TEXT).map(numberOf));
  }
  if (without.symbol && without.semantic) add('words', byWords(index, base, query.terms));
  return { candidates, hallucinated, notices: [...notices] };
}

const numberOf = ({ definition }: { definition: number }): number => definition;

const NEIGHBOURS = 5;

/** Declarations that a model may have meant by a name that nothing has: with similar names, or meanings of its last part. */
export function neighboursOf(index: LibraryIndex, base: ConceptBase, name: string): string[] {
  const meanings = byKeyword(index, base, lastPart(name)).map((each) => base.definition(each).name);
  const names = new Set([...similarDeclarations(index, name, NEIGHBOURS), ...meanings]);
  return [...names].flatMap((each) => {
    const [row] = publicRows(index, each);
    if (row === undefined) return [];
    return [`${row.kind} ${each} ${shortStatement(rowStatement(index, row), MAX_STATEMENT)}`.trim()];
  });
}

function numbersOf(base: ConceptBase, names: readonly (string | null)[]): number[] {
  return names.flatMap((name) => (name === null ? null : base.numberOf(name)) ?? []);
}

/** A full name: it exists, is deprecated (then its replacement), or is one typo away from one that exists. Else null. */
export function verifiedName(index: LibraryIndex, name: string): string | null {
  const rows = publicRows(index, name);
  const current = rows.find(({ isDeprecated }) => !isDeprecated);
  if (current !== undefined) return current.name;
  const [deprecated] = rows;
  if (deprecated !== undefined) return deprecated.replacement ?? deprecated.name;
  return similarDeclarations(index, name, SIMILAR).find((other) => withinOneEdit(name, other)) ?? null;
}

/** Definitions that have the keyword as the last part of their name, as a notation, or as a name in words. */
function byKeyword(index: LibraryIndex, base: ConceptBase, keyword: string): number[] {
  const word = keyword.trim();
  if (word === '') return [];
  const heads = index
    .notations()
    .filter(({ parts }) => parts.some((part) => 'token' in part && part.token.trim() === word))
    .map(({ head }) => head);
  const escaped = word.replaceAll(/[\\%_]/g, '\\$&');
  const sql = String.raw`SELECT number FROM definitions WHERE name = ? OR name LIKE ? ESCAPE '\'
                         ORDER BY statements DESC, number LIMIT ?`;
  const named = base.all<{ number: number }>(sql, word, `%.${escaped}`, PER_KEYWORD).map(({ number }) => number);
  const spoken = base.meanings(normalForm(word)).map(numberOf);
  return [...new Set([...numbersOf(base, heads), ...named, ...spoken])].slice(0, PER_KEYWORD);
}

/** By the name of the concept, by its explanation, and by vectors: those that several find come first. */
async function byMeaning(
  index: LibraryIndex,
  base: ConceptBase,
  { concept, explanation, field }: QueryTerm,
  { semantic, rerank, top, keep }: MeaningHelpers,
): Promise<NearDefinitions> {
  const text = explanation === '' ? concept : `${concept}: ${explanation}`;
  const points = new Map<number, number>();
  const rank = (definitions: readonly { definition: number }[]): void => {
    for (const [place, { definition }] of definitions.slice(0, top).entries()) {
      points.set(definition, (points.get(definition) ?? 0) + 1 / (1 + place));
    }
  };
  rank(await rankMeanings(index, base, concept, field));
  if (explanation !== '') rank(rankDefinitions(base, text));
  const near = semantic === null ? { definitions: [], notice: null } : await semantic(text);
  rank(near.definitions.map((definition) => ({ definition })));
  const best = [...points].toSorted(([a, m], [b, n]) => n - m || a - b).map(([definition]) => ({ definition }));
  const { items, notice } = await inNewOrder(best, text, { rerank, top });
  return { definitions: items.slice(0, keep).map(numberOf), notice: near.notice ?? notice };
}

/** BM25 of the names of the concepts: what is left without both channels. */
function byWords(index: LibraryIndex, base: ConceptBase, terms: readonly QueryTerm[]): number[] {
  const words = terms.map(({ concept }) => concept).join(' ');
  return numbersOf(base, fullTextSearch(index, words, BY_WORDS, DEFINITION_KINDS));
}
