/** What the search brings for a hole: declarations that its proof may use, best first, as they are written there. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { shortestForm } from '../../search/context.ts';
import { nearestNames } from '../../search/name.ts';
import { searchLibrary } from '../../search/search.ts';
import type { GoalPlace } from '../../search/premises/place-features.ts';
import type { Hit, QueryShape } from '../../search/types.ts';
import { fullStatement } from './full-statement.ts';
import { ownForm, readOwn, WordRanking, type OwnDeclarations } from './own-declarations.ts';
import type { Place, Premise, Retrieve, RetrievalQuery, RetrievalReason } from '../premise.ts';
import { NEVER, OUTSIDE, OWN, reachOf, type Reach } from './import-scope.ts';

export interface RetrievalOptions {
  /** Null: there is none; what stands above the hole in the file is brought all the same. */
  index: LibraryIndex | null;
  /** The file under proof, absolute. It need not be there. */
  file: string;
  /** Full names that are never brought. */
  hidden?: ReadonlySet<string>;
}

/** What can be cited in a proof. Data and classes help only where a name or an instance is missing. */
const STATEMENTS = ['theorem', 'lemma', 'axiom', 'alias', 'constructor'];
const DATA = ['def', 'abbrev', 'structure', 'class', 'inductive', 'instance', 'field', 'opaque'];
const WITH_DATA: ReadonlySet<RetrievalReason> = new Set(['unknown_identifier', 'no_instance']);

/** Hits that the imports do not reach, of one query, and how near their scores come to the best that is at hand. */
const MOST_OUTSIDE = 3;
const NEAR_THE_BEST = 0.8;
/** Where less of the library is out of reach, one search does for both: what is at hand is hardly crowded out. */
const FEW_OUTSIDE = 0.1;

/**
 * A goal is read as a goal, and where that brings too few, as words. The file's own lemmas come first, then what its
 * imports reach, then a few that it would have to import, so long as those do not import it themselves. Never brought:
 * the hole's own declaration, what stands below it, what is generated from either, what is private elsewhere.
 */
export function retrieval(options: RetrievalOptions): Retrieve {
  let last: { text: string; places: Map<number, Searching> } = { text: '', places: new Map() };
  return async ({ text, hole }, query) => {
    if (last.text !== text) last = { text, places: new Map() };
    let searching = last.places.get(hole.start);
    if (searching === undefined) last.places.set(hole.start, (searching = new Searching(options, { text, hole })));
    return searching.bring(query);
  };
}

/** A sentence where the index does not know all that `text` imports; null where it does. */
export function unknownImportsNote(index: LibraryIndex, file: string, imports: readonly string[]): string | null {
  const { unknown } = reachOf(index, file, imports);
  if (unknown.length === 0) return null;
  const [first, ...more] = unknown;
  const what = more.length === 0 ? `${first} is` : `${first} and ${more.length} more that it imports are`;
  return `${what} not in the index, so it may be of another Mathlib or out of date: lemmahead index build`;
}

/** Retrieval for one hole. */
class Searching {
  readonly #options: RetrievalOptions;
  readonly #own: OwnDeclarations;
  readonly #ranking: WordRanking;
  readonly #reach: Reach | null;
  readonly #hidden: ReadonlySet<number>;
  readonly #place: GoalPlace;

  constructor(options: RetrievalOptions, { text, hole }: Place) {
    this.#options = options;
    this.#own = readOwn(text, hole);
    const { index, file } = options;
    this.#ranking = new WordRanking(this.#own.above, index);
    this.#reach = index && reachOf(index, file, this.#own.scope.imports);
    this.#place = {
      module: this.#reach?.module ?? '',
      imports: this.#own.scope.imports,
      namespace: this.#own.scope.namespace,
      line: hole.declaration?.line ?? hole.line,
    };
    this.#hidden = index === null ? new Set() : hiddenRows(index, [...(options.hidden ?? []), ...this.#own.namesBelow]);
  }

  async bring(query: RetrievalQuery): Promise<Premise[]> {
    const { index } = this.#options;
    const kinds = WITH_DATA.has(query.reason) ? [...STATEMENTS, ...DATA] : STATEMENTS;
    const hits = index === null ? [] : await this.#search(index, query, kinds);
    const own = this.#ownPremises(query, kinds, hits);
    const names = new Set(own.map(({ name }) => name));
    const others = index === null ? [] : this.#others(index, query, hits).filter(({ name }) => !names.has(name));
    // A long file has many lemmas of its own: they come first, but leave room for the library.
    const room = Math.max(Math.ceil(query.limit / 2), query.limit - others.length);
    return [...own.slice(0, room), ...others].slice(0, query.limit);
  }

  /** Rows that may be brought, best first, those that are not at hand among them. */
  async #search(index: LibraryIndex, query: RetrievalQuery, kinds: string[]): Promise<Hit[]> {
    const reach = this.#reach!;
    const standing = (id: number): number => reach.standing[id] ?? NEVER;
    const isAllowed = (id: number): boolean => !this.#hidden.has(id) && standing(id) !== NEVER;
    const find = (limit: number, only: (id: number) => boolean): Promise<Hit[]> =>
      findRows(index, { ...query, limit }, kinds, (id) => isAllowed(id) && only(id), this.#place);
    // Which names there are is asked of all; and where it is not known what the file reaches, everything is.
    if (query.as === 'name' || reach.unknown.length > 0) return find(query.limit * 2, () => true);
    const isOutside = (id: number): boolean => standing(id) === OUTSIDE;
    const isSearchedApart = reach.outsideShare >= FEW_OUTSIDE;
    const found = await find(query.limit * 2, (id) => !isSearchedApart || !isOutside(id));
    const near = found.filter(({ row }) => !isOutside(row.id));
    const far = isSearchedApart
      ? await searchAs(
          index,
          { ...query, limit: MOST_OUTSIDE },
          query.as,
          kinds,
          (id) => isAllowed(id) && isOutside(id),
          this.#place,
        )
      : found.filter(({ row }) => isOutside(row.id));
    const least = NEAR_THE_BEST * (near[0]?.score ?? 0);
    return [...near, ...far.filter(({ score }) => score >= least)];
  }

  /** In the order of the hits; what the index does not have, or has no hit for, by its words. */
  #ownPremises(query: RetrievalQuery, kinds: readonly string[], hits: readonly Hit[]): Premise[] {
    const { above, scope } = this.#own;
    const byName = new Map(above.map((declaration) => [declaration.name, declaration]));
    const hit = hits.flatMap(({ row }) => byName.get(row.name) ?? []);
    const found = [...new Set([...hit, ...this.#ranking.rank(query.text)])];
    return found
      .filter(({ kind, name }) => kinds.includes(kind) && this.#options.hidden?.has(name) !== true)
      .map((declaration) => this.#ownPremise(declaration, ownForm(declaration, scope)));
  }

  #ownPremise({ name, kind, signature: line, typeAt, variables, doc }: Declaration, writeAs: string): Premise {
    const { file } = this.#options;
    const signature = fullStatement(line.slice(typeAt), variables);
    return { name, writeAs, kind, signature, doc: doc ?? '', module: '', filePath: basename(file), isAtHand: true };
  }

  #others(index: LibraryIndex, query: RetrievalQuery, hits: readonly Hit[]): Premise[] {
    const near: Premise[] = [];
    const far: Premise[] = [];
    for (const { row } of hits) {
      const standing = this.#reach!.standing[row.id];
      if (standing === OWN ? !this.#own.namesAbove.has(row.generatedFrom ?? '') : row.isPrivate) continue;
      const { name, kind, type, variables, doc, module, filePath } = row;
      const isAtHand = standing !== OUTSIDE;
      const list = isAtHand ? near : far;
      if (list.some((premise) => premise.name === name)) continue;
      const writeAs = shortestForm(index, row, this.#own.scope);
      const signature = fullStatement(type, variables);
      list.push({ name, writeAs, kind, signature, doc: doc ?? '', module, filePath, isAtHand });
    }
    // A name that is wanted is wanted wherever it is.
    const exact = far.filter(({ name }) => query.as === 'name' && name === query.text);
    const others = far.filter((premise) => !exact.includes(premise)).slice(0, MOST_OUTSIDE - exact.length);
    return [...exact, ...near.slice(0, Math.max(query.limit - exact.length - others.length, 1)), ...others];
  }
}

/** Rows of these names and what is generated from them. */
function hiddenRows(index: LibraryIndex, names: readonly string[]): Set<number> {
  const ids = new Set<number>();
  for (const name of names) {
    for (const id of index.idsByName(name)) ids.add(id);
    for (const { id } of index.all<{ id: number }>('SELECT id FROM decls WHERE generated_from = ?', name)) ids.add(id);
  }
  return ids;
}

/** A goal that a channel cannot read brings nothing by it. */
async function findRows(
  index: LibraryIndex,
  { text, as, limit }: RetrievalQuery,
  kind: string[],
  only: (id: number) => boolean,
  place: GoalPlace,
): Promise<Hit[]> {
  const found = new Map<number, Hit>();
  for (const shape of as === 'goal' ? (['goal', 'text'] as const) : [as]) {
    if (found.size >= limit) break;
    for (const hit of await searchAs(index, { text, limit }, shape, kind, only, place)) {
      if (!found.has(hit.row.id)) found.set(hit.row.id, hit);
    }
  }
  if (as === 'name' && found.size < limit) {
    const ids = nearestNames(index, text, limit).map(({ id }) => id);
    for (const row of index.rows(ids.filter(only))) {
      const isKind = kind.includes(row.kind) && !row.isDeprecated;
      if (isKind && !found.has(row.id)) found.set(row.id, { row, score: 0, contributions: [], variants: [] });
    }
  }
  return [...found.values()];
}

async function searchAs(
  index: LibraryIndex,
  { text, limit }: Pick<RetrievalQuery, 'text' | 'limit'>,
  as: QueryShape,
  kind: string[],
  only: (id: number) => boolean,
  place: GoalPlace,
): Promise<Hit[]> {
  const filters = { kind, deprecated: false };
  try {
    return (await searchLibrary(index, text, { as, limit, filters, only, explain: false, fold: false, place })).hits;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
