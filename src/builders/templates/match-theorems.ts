/** Which Lean declaration, and which entry of the library, states a theorem of a graph (specs/templates.md, section 3.5). */
import { setImmediate } from 'node:timers/promises';
import { wordSet } from '../../base/words.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { KINDS } from '../../lean/declaration.ts';
import type { Library } from '../../library/library.ts';
import { statementHash } from '../../search/library/declaration-links.ts';
import { weightsOf } from '../../search/learned-weights.ts';
import { searchEntries } from '../../search/library/search-entries.ts';
import type { Channel } from '../../search/types.ts';
import { wordChannel } from '../../search/word-channel.ts';
import type { TheoremRecord } from './graph-records.ts';
import { normalTheoremName } from './theorem-names.ts';

/** Hits that may state the theorem. */
const CANDIDATES = 10;
/** Words of a name that say nothing about the theorem. */
const VAGUE_WORDS = wordSet('the of for and principle conjecture equation criterion');
/** Letters of a word that must agree: the endings of names differ. */
const STEM_LETTERS = 5;

/**
 * Points of a hit are its score, one for a theorem, and eight for all words of the name in its own name or docstring.
 * Chosen on the titles of Mathlib's `docs/1000.yaml`, of which 211 have a declaration: with these figures, the right one is
 * found for 53 %, and 7 % of the 963 others get one (some of them rightly: that file does not list all).
 */
const THEOREM_POINTS = 1;
const NAME_POINTS = 8;
const LEAST_POINTS = 22.4;
/** Points of a certain match, of similarity 1. */
const SURE_POINTS = 30;

const STATING: ReadonlySet<string> = new Set(['theorem', 'lemma', 'def', 'abbrev', 'structure', 'class', 'instance']);

/** Least similarity of a theorem and what states it: k′ of the specification. */
export const DEFAULT_MATCH_K = 0.7;

export interface DeclarationMatch {
  row: DeclarationRow;
  /** 0 to 1. */
  similarity: number;
}

/** Finds declarations by the learned ranking, or by words alone in an index without its vectors. */
export class DeclarationMatcher {
  readonly #index: LibraryIndex;
  readonly #search: Channel;
  /** Words alone confuse theorems more often. */
  readonly by: 'ranking' | 'words';

  constructor(index: LibraryIndex) {
    const { search, notice } = wordChannel(index);
    this.#index = index;
    this.#search = search;
    this.by = notice === null && weightsOf(index).weights !== null ? 'ranking' : 'words';
  }

  /** The declaration that most probably states the theorem of this name; null if none has the similarity `least`. */
  match(name: string, least = DEFAULT_MATCH_K): DeclarationMatch | null {
    const words = wordsOf(name);
    if (words.length === 0) return null;
    const { kind } = this.#index.columns;
    const hits = this.#search(this.#index, name, {
      ...{ limit: CANDIDATES, explain: false },
      allow: (id) => STATING.has(KINDS[kind[id]!]!),
    });
    let best: { row: DeclarationRow; points: number; share: number } | null = null;
    for (const { id, score } of hits) {
      const row = this.#index.row(id);
      if (row === null || row.isPrivate) continue;
      const isTheorem = row.kind === 'theorem' || row.kind === 'lemma';
      const share = shareNamed(words, row);
      const points = score + (isTheorem ? THEOREM_POINTS : 0) + NAME_POINTS * share;
      const isBetter =
        this.by === 'ranking' ? points > (best?.points ?? -Infinity) : share > (best?.share ?? -Infinity);
      if (isBetter) best = { row, points, share };
    }
    if (best === null) return null;
    const exact = this.by === 'ranking' ? similarityOf(best.points) : best.share;
    const similarity = Number(exact.toFixed(4));
    return similarity < least ? null : { row: best.row, similarity };
  }
}

/** The measured threshold is the similarity `DEFAULT_MATCH_K`; between it and a certain match, similarities are linear. */
function similarityOf(points: number): number {
  const share = (points - LEAST_POINTS) / (SURE_POINTS - LEAST_POINTS);
  return Math.min(1, Math.max(0, DEFAULT_MATCH_K + share * (1 - DEFAULT_MATCH_K)));
}

const wordsOf = (name: string): string[] =>
  lettersOnly(normalTheoremName(name)).filter((word) => word.length > 2 && !VAGUE_WORDS.has(word));

/** The larger share of the words that occur in the name, and in the docstring. */
function shareNamed(words: readonly string[], { name, doc }: DeclarationRow): number {
  const texts = [name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), doc ?? ''].map(
    (text) => new Set(lettersOnly(text).map((word) => word.slice(0, STEM_LETTERS))),
  );
  const counts = texts.map((known) => words.filter((word) => known.has(word.slice(0, STEM_LETTERS))).length);
  return Math.max(...counts) / words.length;
}

/** Words in lower case without accents. */
const lettersOnly = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z]+/gu) ?? [];

export interface MatchRequest {
  /** Null: no declarations are looked for. */
  matcher: DeclarationMatcher | null;
  /** Null: no entries are looked for. */
  library: Library | null;
  /** Least similarity (k′). For an entry found by words, the share of the words of name and statement that it has. */
  least: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/**
 * The theorems with the declaration and the entry that state them, where there is one. Links that they already have stay.
 * On abort, rejects with the signal's reason.
 */
export async function matchTheorems(
  theorems: readonly TheoremRecord[],
  { matcher, library, least, signal, onProgress }: MatchRequest,
): Promise<TheoremRecord[]> {
  const matched: TheoremRecord[] = [];
  for (const theorem of theorems) {
    await setImmediate();
    signal.throwIfAborted();
    matched.push({
      ...theorem,
      declarations: theorem.declarations.length > 0 ? theorem.declarations : declarationsOf(theorem, matcher, least),
      entries:
        theorem.entries.length > 0 || library === null ? theorem.entries : await entriesOf(theorem, library, least),
    });
    onProgress(matched.length, theorems.length);
  }
  return matched;
}

function declarationsOf(
  { name }: TheoremRecord,
  matcher: DeclarationMatcher | null,
  least: number,
): TheoremRecord['declarations'] {
  const found = matcher?.match(name, least) ?? null;
  if (found === null) return [];
  const { row, similarity } = found;
  return [{ package: row.package, name: row.name, statement_hash: statementHash(row), similarity }];
}

async function entriesOf(
  { name, statement }: TheoremRecord,
  library: Library,
  least: number,
): Promise<TheoremRecord['entries']> {
  const question = statement === '' ? name : `${name}. ${statement}`;
  const filter = { sources: [], kinds: ['theorem', 'definition'], headings: [] };
  const { hits } = await searchEntries(library, question, { limit: 5, filter });
  const best = hits.find(({ entry, similarity }) => entry.documentId !== null && similarity >= least);
  if (best === undefined) return [];
  const { source, key } = best.entry;
  return [{ source, key, similarity: Number(best.similarity.toFixed(4)) }];
}
