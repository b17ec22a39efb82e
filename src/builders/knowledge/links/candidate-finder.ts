/** The declarations that may formalize a statement: found by search in words, by name, and first in the document's package. */
import type { LibraryIndex } from '../../../index/library-index.ts';
import { KINDS, type DeclarationKind } from '../../../lean/declaration.ts';
import { AtomReader } from '../../../search/atom-reader.ts';
import { queryTokeniser } from '../../../search/query-tokeniser.ts';
import { rarityOf } from '../../../search/text-query.ts';
import type { Scored } from '../../../search/types.ts';
import { wordChannel } from '../../../search/word-channel.ts';
import { publicRows } from '../../../search/public-rows.ts';
import type { LinkedStatement } from './linked-statement.ts';
import type { ListedDeclaration } from './listed-declarations.ts';

export interface Candidate {
  row: number;
  /** Differences are log odds. */
  score: number;
  /** Similarity of its name and the label or title, 0 to 1. */
  named: number;
  /** The list that gives it under the title of the statement; null if none does. */
  list: ListedDeclaration['list'] | null;
}

/** Candidates of all packages, and in addition of the document's own; without one, so many of all packages. */
const ANYWHERE = 50;
const OWN = 100;

// Chosen on blueprints of other projects than those that are scored.
/** Log odds of one point of the search. */
const SEARCH_FACTOR = 0.7;
/** Log odds of the document's own package. */
const OWN_BONUS = 3;
/** Log odds of a name that consists of the words of label or title. */
const NAME_BONUS = 3;
/**
 * Log odds of a declaration that a list gives under the title, read on five books that are not scored: 30 of 31
 * titles of theorems are right, and 70 of 79 of topics, because a word such as `basis` means several things.
 */
const LIST_BONUS: Readonly<Record<ListedDeclaration['list'], number>> = {
  ...{ 100: 2.7, 1000: 2.7 },
  ...{ overview: 2, undergrad: 2 },
};

/** Log odds of a kind for definitions and for claims; kinds that are missing do not occur. */
const KIND_ODDS: Record<'definition' | 'claim', readonly [DeclarationKind, number][]> = {
  definition: [
    ['def', 0],
    ['structure', 0],
    ['class', 0],
    ['abbrev', 0],
    ['inductive', 0],
    ['instance', -1],
  ],
  claim: [
    ['theorem', 0],
    ['lemma', 0],
    ['instance', -1],
    ['def', -2],
    ['abbrev', -3],
  ],
};

/** `isOwn`: whether a row belongs to the package of the document; null without one. */
export class CandidateFinder {
  readonly #index: LibraryIndex;
  readonly #isOwn: Uint8Array | null;
  readonly #reader: AtomReader;
  readonly #odds: Record<'definition' | 'claim', (number | undefined)[]>;

  constructor(index: LibraryIndex, isOwn: Uint8Array | null) {
    this.#index = index;
    this.#isOwn = isOwn;
    this.#reader = new AtomReader(queryTokeniser(index));
    const oddsOf = (type: 'definition' | 'claim') =>
      KINDS.map((kind) => KIND_ODDS[type].find(([each]) => each === kind)?.[1]);
    this.#odds = { definition: oddsOf('definition'), claim: oddsOf('claim') };
  }

  /** Best first. */
  find({
    name,
    title,
    text,
    isDefinition,
    listed,
  }: Pick<LinkedStatement, 'name' | 'title' | 'text' | 'isDefinition' | 'listed'>): Candidate[] {
    const odds = this.#odds[isDefinition ? 'definition' : 'claim'];
    const { kind } = this.#index.columns;
    const isOwn = this.#isOwn;
    const isKind = (row: number): boolean => odds[kind[row]!] !== undefined;
    const query = [title, text].filter((part) => part !== '').join('. ');
    const found = this.#search(query, isOwn === null ? ANYWHERE + OWN : ANYWHERE, isKind);
    if (isOwn !== null)
      addFound(
        found,
        this.#search(query, OWN, (row) => isOwn[row] === 1 && isKind(row)),
      );
    const lists = new Map(
      listed.flatMap(({ name: given, list }) => publicRows(this.#index, given).map(({ id }) => [id, list] as const)),
    );
    const least = Math.min(...found.values());
    for (const row of lists.keys())
      if (isKind(row) && !found.has(row)) found.set(row, Number.isFinite(least) ? least : 0);
    const rows = [...found.keys()];
    const nameOf = new Map(this.#index.nameRows(rows).map((row) => [row.id, row.name]));
    const words = [wordsOfLabel(name), title].map((part) => this.#stems(part));
    return rows
      .map((row) => {
        const search = found.get(row)!;
        const named = Math.max(...words.map((stems) => this.#similarName(stems, nameOf.get(row)!)));
        const own = isOwn?.[row] === 1;
        const list = lists.get(row) ?? null;
        const called = Math.max(NAME_BONUS * named, list === null ? 0 : LIST_BONUS[list]);
        return {
          row,
          named,
          list,
          score: SEARCH_FACTOR * search + odds[kind[row]!]! + called + (own ? OWN_BONUS : 0),
        };
      })
      .sort((a, b) => b.score - a.score || a.row - b.row);
  }

  #search(query: string, limit: number, allow: (row: number) => boolean): Map<number, number> {
    const found: Scored[] = wordChannel(this.#index).search(this.#index, query, { limit, explain: false, allow });
    return new Map(found.map(({ id, score }) => [id, score]));
  }

  #stems(text: string): Set<string> {
    return new Set(this.#reader.read(text).flatMap(({ stems }) => stems));
  }

  /** F₁ of the words of a name's last part and of a label or title, by their rarity; 0 to 1. */
  #similarName(words: ReadonlySet<string>, name: string): number {
    if (words.size === 0) return 0;
    const weigh = (stems: Iterable<string>): number => {
      let sum = 0;
      for (const stem of stems) sum += rarityOf(this.#index, stem);
      return sum;
    };
    const whole = this.#stems(name);
    const last = this.#stems(name.slice(name.lastIndexOf('.') + 1));
    const recall = weigh([...words].filter((word) => whole.has(word))) / weigh(words);
    const precision = weigh([...last].filter((word) => words.has(word))) / Math.max(weigh(last), 1e-9);
    return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
  }
}

/** Scores of two searches differ by the place of the last row, which the rows that both found show. */
function addFound(found: Map<number, number>, other: ReadonlyMap<number, number>): void {
  let shift = 0;
  let common = 0;
  for (const [row, score] of other) {
    if (!found.has(row)) continue;
    shift += found.get(row)! - score;
    common++;
  }
  const least = Math.min(...found.values());
  const best = Math.max(...other.values());
  const move = common > 0 ? shift / common : least - best;
  for (const [row, score] of other) if (!found.has(row)) found.set(row, score + move);
}

const PREFIX =
  /^(?:thm|theorem|lem|lemma|def|defn|definition|prop|proposition|cor|corollary|eq|rem|remark|clm|claim)[:_.-]/iu;

function wordsOfLabel(label: string): string {
  return label.replace(PREFIX, '').replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}
