/** The searches that `bench concepts` compares. Each returns names of definitions, best first. */
import { Failure } from '../../base/errors.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { rankDefinitions, type RankingSources } from '../../search/concepts/rank-definitions.ts';
import { DEFINITION_KINDS, rankMeanings } from '../../search/concepts/rank-meanings.ts';
import { fullTextSearch } from '../../search/full-text.ts';
import { inNewOrder, type MeaningHelpers } from '../../search/concepts/rerank-definitions.ts';
import { searchLibrary } from '../../search/search.ts';

/** A text with the field of mathematics that it is about, in words; null if it is not known. */
export interface ConceptQuery {
  text: string;
  field: string | null;
}

export interface ConceptSystem {
  name: string;
  find(query: ConceptQuery): string[] | Promise<string[]>;
}

const NO_SOURCES: RankingSources = { table: false, phrases: false, glossary: false, companions: false };

/** More than the deepest cutoff: ubiquitous definitions are left out afterwards. */
const DEPTH = 60;

/** For whole statements: what each source gives, up to all of them. The last one is what `concepts for` uses. */
export function statementSystems(index: LibraryIndex, base: ConceptBase, helpers: MeaningHelpers): ConceptSystem[] {
  const ranked = (name: string, sources: RankingSources): ConceptSystem => ({
    name,
    find: ({ text }) => rankDefinitions(base, text, sources).slice(0, DEPTH).map(nameIn(base)),
  });
  return [
    fullText(index),
    definitionSearch(index),
    ranked('phrases', { ...NO_SOURCES, phrases: true }),
    ranked('translation table', { ...NO_SOURCES, table: true }),
    ranked('table, phrases', { ...NO_SOURCES, table: true, phrases: true }),
    ranked('table, phrases, glossary', { table: true, phrases: true, glossary: true, companions: false }),
    ranked('table, phrases, glossary, companions', { table: true, phrases: true, glossary: true, companions: true }),
    ...helped('all', helpers, base, ({ text }, near) => Promise.resolve(rankDefinitions(base, text, undefined, near))),
  ];
}

/** For terms. The last one is what `concepts search` uses. */
export function termSystems(index: LibraryIndex, base: ConceptBase, helpers: MeaningHelpers): ConceptSystem[] {
  return [
    fullText(index),
    definitionSearch(index),
    {
      name: 'concepts',
      find: async ({ text, field }) => (await rankMeanings(index, base, text, field)).slice(0, DEPTH).map(nameIn(base)),
    },
    ...helped('concepts', helpers, base, ({ text, field }, near) => rankMeanings(index, base, text, field, { near })),
  ];
}

/** The same ranking with vectors, and then with a reranker: those that are configured. `all`: the name of the ranking. */
function helped(
  all: string,
  { semantic, rerank, top }: MeaningHelpers,
  base: ConceptBase,
  rank: (query: ConceptQuery, near: readonly number[]) => Promise<{ definition: number }[]>,
): ConceptSystem[] {
  const textOf = ({ text, field }: ConceptQuery): string => (field === null ? text : `${text} (${field})`);
  const byVectors = async (query: ConceptQuery): Promise<{ definition: number }[]> => {
    const near = semantic === null ? { definitions: [], notice: null } : await semantic(textOf(query));
    requireHelp(near.notice);
    return rank(query, near.definitions);
  };
  const reranked = async (query: ConceptQuery): Promise<{ definition: number }[]> => {
    const { items, notice } = await inNewOrder(await byVectors(query), textOf(query), { rerank, top });
    requireHelp(notice);
    return items;
  };
  const system = (name: string, find: typeof byVectors): ConceptSystem => ({
    name,
    find: async (query) => (await find(query)).slice(0, DEPTH).map(nameIn(base)),
  });
  const vectors = semantic === null ? all : `${all}, vectors`;
  return [
    ...(semantic === null ? [] : [system(vectors, byVectors)]),
    ...(rerank === null ? [] : [system(`${vectors}, reranker`, reranked)]),
  ];
}

/** A search that continues without its helper would be measured as if it had one. */
function requireHelp(notice: string | null): void {
  if (notice === null) return;
  throw new Failure('missing', 'bench-helper-failed', {
    message: 'The embedder or the reranker failed, so its figures would be wrong.',
    reason: notice,
    next: 'Repair it, or measure without: omit --embedder and --reranker.',
  });
}

const nameIn =
  (base: ConceptBase) =>
  ({ definition }: { definition: number }): string =>
    base.definition(definition).name;

/** Plain full-text search over the definitions. */
function fullText(index: LibraryIndex): ConceptSystem {
  return { name: 'full text (FTS5)', find: ({ text }) => fullTextSearch(index, text, DEPTH, DEFINITION_KINDS) };
}

/** What `search --kind def …` finds. */
export function definitionSearch(index: LibraryIndex): ConceptSystem {
  return {
    name: 'search, definitions only',
    find: async ({ text, field }) => {
      const { hits } = await searchLibrary(index, text, {
        as: 'text',
        limit: DEPTH,
        filters: { kind: [...DEFINITION_KINDS] },
        explain: false,
        fold: false,
        ...(field === null ? {} : { topic: field }),
      });
      return hits.map(({ row }) => row.name);
    },
  };
}
