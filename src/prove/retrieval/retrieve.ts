/** Retrieves premises for a hole: declarations that its proof may use, best first, with their names at the hole. */
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { PackageRoots } from '../../index/package-roots.ts';
import { machineryTest } from '../../index/machinery.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { readSource } from '../../search/card.ts';
import { shortestForm } from '../../search/name-at-place.ts';
import { namesWithMostParts } from '../../search/name.ts';
import { parseNameQuery } from '../../search/name-query.ts';
import { isNearName } from '../../search/name-score.ts';
import { searchLibrary } from '../../search/search.ts';
import type { GoalPlace } from '../../search/premises/place-features.ts';
import type { QueryShape } from '../../search/channels.ts';
import type { Hit } from '../../search/types.ts';
import { ownForm, readOwnDeclarations, WordRanking, type OwnDeclarations } from './own-declarations.ts';
import type { Place, Premise, Retrieve, RetrievalQuery, RetrievalReason } from '../premise.ts';
import { shortStatement, wholeStatement } from '../../lean/whole-statement.ts';
import { rowStatement } from '../../search/row-statement.ts';
import { isStatement, lawStatement, type Named } from './citable.ts';
import { sourcePath } from './source-path.ts';
import { exemplarProofs } from '../templates/exemplar-proofs.ts';
import { IMPORTED, UNUSABLE, OUTSIDE, OWN, importScopeOf, type ImportScope } from './import-scope.ts';

export interface RetrievalOptions {
  /** If null, only declarations above the hole in the file are retrieved. */
  index: LibraryIndex | null;
  /** Where its packages are, if not where it says. */
  roots?: PackageRoots | null;
  /** Absolute path of the file under proof. It need not exist. */
  file: string;
  /** Full names that are never retrieved. */
  hidden?: ReadonlySet<string>;
}

/**
 * Kinds that can be cited in a proof; constructors and fields only if they state something. Data and classes are retrieved
 * only by a name, for an instance, or for an agent.
 */
const STATEMENTS = ['theorem', 'lemma', 'axiom', 'alias', 'constructor', 'field'];
const DATA = ['def', 'abbrev', 'structure', 'class', 'inductive', 'instance', 'opaque'];

function kindsFor({ reason, as }: RetrievalQuery): string[] {
  const isWithData =
    reason === 'no_instance' || reason === 'called' || (reason === 'unknown_identifier' && as === 'name');
  return isWithData ? [...STATEMENTS, ...DATA] : STATEMENTS;
}

/** Queries for an error. Names in its message that have only parts in common with a declaration do not mean it. */
const FOR_AN_ERROR: ReadonlySet<RetrievalReason> = new Set(['unknown_identifier', 'no_instance']);

/**
 * Longer statements are quoted without the types and instances that Lean infers. With them, a prompt of 1500 characters
 * lists the lemma of 161 of 300 one-line proofs of Mathlib, with this limit of 171.
 */
const MAX_WITH_INFERRED = 100;
/** Maximum number of hits outside the imports per query, and their minimum score relative to the best imported hit. */
const MAX_OUTSIDE = 3;
const MIN_OUTSIDE_SCORE = 0.8;
/** Below this share of outside rows, a single search suffices, because they hardly displace imported hits. */
const SMALL_OUTSIDE_SHARE = 0.1;

/**
 * A goal query falls back to words if it has too few hits. The file's own lemmas come first, then imported declarations,
 * then a few that must be imported, unless their modules import the file. Never retrieved: the hole's own declaration,
 * those below it, those generated from either, and private ones of other files.
 */
export function retrieval(options: RetrievalOptions): Retrieve {
  let last: { text: string; places: Map<number, HoleSearch> } = { text: '', places: new Map() };
  return async ({ text, hole }, query) => {
    if (last.text !== text) last = { text, places: new Map() };
    let search = last.places.get(hole.start);
    if (search === undefined) last.places.set(hole.start, (search = new HoleSearch(options, { text, hole })));
    return search.retrieve(query);
  };
}

/** A sentence if some imports of the file are not in the index; otherwise null. */
export function unknownImportsNote(index: LibraryIndex, file: string, imports: readonly string[]): string | null {
  const { unknown } = importScopeOf(index, file, imports);
  if (unknown.length === 0) return null;
  const [first, ...more] = unknown;
  const what = more.length === 0 ? `${first} is` : `${first} and ${pluralize(more.length, 'more import')} are`;
  return `${what} not in the index, which may be outdated or for another Mathlib: lemmahead index build`;
}

type DeclarationQuery = RetrievalQuery & { as: Exclude<RetrievalQuery['as'], 'proof' | 'source'> };

/** Retrieval for one hole. */
class HoleSearch {
  readonly #options: RetrievalOptions;
  readonly #text: string;
  readonly #own: OwnDeclarations;
  readonly #ownByName: ReadonlyMap<string, Declaration>;
  readonly #ranking: WordRanking;
  readonly #scope: ImportScope | null;
  readonly #hidden: ReadonlySet<number>;
  readonly #place: GoalPlace;
  /** Full name of the hole's declaration; null if it has none. */
  readonly #theorem: string | null;

  constructor(options: RetrievalOptions, { text, hole }: Place) {
    this.#options = options;
    this.#text = text;
    this.#own = readOwnDeclarations(text, hole);
    this.#ownByName = new Map(this.#own.above.map((declaration) => [declaration.name, declaration]));
    const { index, file, roots } = options;
    this.#ranking = new WordRanking(this.#own.above, index);
    this.#scope = index && importScopeOf(index, file, this.#own.scope.imports, roots ?? undefined);
    this.#place = {
      module: this.#scope?.module ?? '',
      imports: this.#own.scope.imports,
      namespace: this.#own.scope.namespace,
      line: hole.declaration?.line ?? hole.line,
    };
    this.#theorem = hole.declaration?.fullName ?? null;
    this.#hidden = index === null ? new Set() : hiddenRows(index, [...(options.hidden ?? []), ...this.#own.namesBelow]);
  }

  async retrieve(query: RetrievalQuery): Promise<Premise[]> {
    const { index } = this.#options;
    if (query.as === 'proof') return index === null ? [] : this.#proofs(index, query);
    if (query.as !== 'source') return this.#declarations({ ...query, as: query.as });
    const named = await this.#declarations({ ...query, as: 'name' });
    return named.map((premise) => ({ ...premise, ...this.#sourceOf(premise) }));
  }

  /** Empty if the declaration's file cannot be read. */
  #sourceOf({ name }: Premise): Pick<Premise, 'source'> {
    const own = this.#own.above.find((declaration) => declaration.name === name);
    if (own !== undefined) {
      const lines = this.#text.split('\n').slice(own.line - 1, own.endLine);
      return { source: lines.join('\n') };
    }
    const { index } = this.#options;
    const [row] = index === null ? [] : index.rows(index.idsByName(name));
    const source = index === null || row === undefined ? null : readSource(row, sourcePath(this.#scope!.roots, row));
    return source === null ? {} : { source: source.text };
  }

  async #declarations(query: DeclarationQuery): Promise<Premise[]> {
    const { index } = this.#options;
    const kinds = kindsFor(query);
    const isWanted = this.#isWanted(query);
    const found = index === null ? [] : await this.#search(index, query, kinds);
    const hits = found.filter(({ row }) => isWanted(row) && this.#isCitable(row, kinds));
    const own = this.#ownPremises(query, kinds, hits).filter(isWanted);
    const names = new Set(own.map(({ name }) => name));
    const others = index === null ? [] : this.#others(index, query, hits).filter(({ name }) => !names.has(name));
    // A long file has many lemmas of its own: they come first, but leave space for the library.
    const ownCount = Math.max(Math.ceil(query.limit / 2), query.limit - others.length);
    return [...own.slice(0, ownCount), ...others].slice(0, query.limit);
  }

  /** For an error, data and the code of tactics are wanted only if the query means their name; data also as instances. */
  #isWanted({ text, as, reason }: DeclarationQuery): (found: Pick<Premise, 'name' | 'kind' | 'module'>) => boolean {
    if (!FOR_AN_ERROR.has(reason)) return () => true;
    const { index } = this.#options;
    const isMachinery = index === null ? () => false : machineryTest(index);
    const query = as === 'name' ? parseNameQuery(text) : null;
    return ({ name, kind, module }) =>
      (query !== null && isNearName(query, name)) ||
      (!isMachinery(module) && (reason === 'no_instance' || STATEMENTS.includes(kind)));
  }

  /** Returns proofs of theorems that the file imports, or that were above the hole when the index was built. */
  #proofs(index: LibraryIndex, { text, limit }: RetrievalQuery): Premise[] {
    const { namesAbove, scope } = this.#own;
    const { relations, unknown, roots } = this.#scope!;
    const above = new Set([...namesAbove].flatMap((name) => index.idsByName(name)));
    const isAtHand = (id: number): boolean => {
      if (this.#hidden.has(id)) return false;
      const relation = relations[id] ?? UNUSABLE;
      return relation === OWN ? above.has(id) : relation === IMPORTED || (relation === OUTSIDE && unknown.length > 0);
    };
    const theorem = this.#theorem;
    return exemplarProofs(index, { text, limit, roots, place: this.#place, theorem, context: scope, isAtHand });
  }

  /** Allowed rows, best first, including those that are not imported. */
  async #search(index: LibraryIndex, query: DeclarationQuery, kinds: string[]): Promise<Hit[]> {
    const importScope = this.#scope!;
    const relation = (id: number): number => importScope.relations[id] ?? UNUSABLE;
    const isAllowed = (id: number): boolean => !this.#hidden.has(id) && relation(id) !== UNUSABLE;
    const find = (limit: number, only: (id: number) => boolean): Promise<Hit[]> =>
      findRows(index, { ...query, limit }, kinds, (id) => isAllowed(id) && only(id), this.#place);
    // Name queries search all rows. So do all queries if the file's imports are not fully known.
    if (query.as === 'name' || importScope.unknown.length > 0) return find(query.limit * 2, () => true);
    const isOutside = (id: number): boolean => relation(id) === OUTSIDE;
    const isSeparateSearch = importScope.outsideShare >= SMALL_OUTSIDE_SHARE;
    const found = await find(query.limit * 2, (id) => !isSeparateSearch || !isOutside(id));
    const near = found.filter(({ row }) => !isOutside(row.id));
    const far = isSeparateSearch
      ? await searchAs(
          index,
          { ...query, limit: MAX_OUTSIDE },
          query.as,
          kinds,
          (id) => isAllowed(id) && isOutside(id),
          this.#place,
        )
      : found.filter(({ row }) => isOutside(row.id));
    const minScore = MIN_OUTSIDE_SCORE * (near[0]?.score ?? 0);
    return [...near, ...far.filter(({ score }) => score >= minScore)];
  }

  /** Own declarations in the order of the hits, then those without a hit, ranked by words. */
  #ownPremises(query: RetrievalQuery, kinds: readonly string[], hits: readonly Hit[]): Premise[] {
    const { scope } = this.#own;
    const hit = hits.flatMap(({ row }) => this.#ownByName.get(row.name) ?? []);
    const found = [...new Set([...hit, ...this.#ranking.rank(query.text)])];
    return found
      .filter((one) => this.#isCitable(withType(one), kinds) && this.#options.hidden?.has(one.name) !== true)
      .map((declaration) => this.#ownPremise(declaration, ownForm(declaration, scope)));
  }

  /** Whether a query for these kinds may find the declaration. */
  #isCitable(declaration: Named, kinds: readonly string[]): boolean {
    if (!kinds.includes(declaration.kind)) return false;
    return kinds.length > STATEMENTS.length || isStatement(declaration, this.#find);
  }

  /** A declaration above the hole, or in the index. */
  #find = (name: string): Named | undefined => {
    const own = this.#ownByName.get(name);
    if (own !== undefined) return withType(own);
    const { index } = this.#options;
    return index?.rows(index.idsByName(name))[0];
  };

  #ownPremise(declaration: Declaration, writeAs: string): Premise {
    const { file } = this.#options;
    const { name, kind, variables, doc } = declaration;
    const statement = wholeStatement(withType(declaration).type, variables);
    const signature = shortStatement(lawStatement(statement, withType(declaration), this.#find), MAX_WITH_INFERRED);
    return { name, writeAs, kind, signature, doc: doc ?? '', module: '', filePath: basename(file), isAtHand: true };
  }

  #others(index: LibraryIndex, query: RetrievalQuery, hits: readonly Hit[]): Premise[] {
    const near: Premise[] = [];
    const far: Premise[] = [];
    for (const { row } of hits) {
      const relation = this.#scope!.relations[row.id];
      if (relation === OWN ? !this.#own.namesAbove.has(row.generatedFrom ?? '') : row.isPrivate) continue;
      const { name, kind, doc, module, filePath } = row;
      const isAtHand = relation !== OUTSIDE;
      const list = isAtHand ? near : far;
      if (list.some((premise) => premise.name === name)) continue;
      const writeAs = shortestForm(index, row, this.#own.scope);
      const statement = lawStatement(rowStatement(index, row), row, this.#find);
      const signature = shortStatement(statement, MAX_WITH_INFERRED);
      list.push({ name, writeAs, kind, signature, doc: doc ?? '', module, filePath, isAtHand });
    }
    // An exact name match is returned even if it is not imported.
    const exact = far.filter(({ name }) => query.as === 'name' && name === query.text);
    const others = far.filter((premise) => !exact.includes(premise)).slice(0, MAX_OUTSIDE - exact.length);
    return [...exact, ...near.slice(0, Math.max(query.limit - exact.length - others.length, 1)), ...others];
  }
}

function withType({ name, kind, signature, typeAt }: Declaration): Named {
  return { name, kind, type: signature.slice(typeAt) };
}

/** Rows with these names, and rows generated from them. */
function hiddenRows(index: LibraryIndex, names: readonly string[]): Set<number> {
  const ids = new Set<number>();
  for (const name of names) {
    for (const id of index.idsByName(name)) ids.add(id);
    for (const { id } of index.all<{ id: number }>('SELECT id FROM decls WHERE generated_from = ?', name)) ids.add(id);
  }
  return ids;
}

/** A goal query also searches by words if there are too few hits. */
async function findRows(
  index: LibraryIndex,
  { text, as, limit }: DeclarationQuery,
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
    const ids = namesWithMostParts(index, text, limit).map(({ id }) => id);
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
