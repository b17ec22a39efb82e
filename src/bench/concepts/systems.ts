/** The searches that `bench concepts` compares. Each returns names of definitions, best first. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { rankDefinitions, type RankingSources } from '../../search/concepts/rank-definitions.ts';
import { DEFINITION_KINDS, rankMeanings } from '../../search/concepts/rank-meanings.ts';
import { searchLibrary } from '../../search/search.ts';
import { anyWord } from '../retrieval.ts';

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
export function statementSystems(index: LibraryIndex, base: ConceptBase): ConceptSystem[] {
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
  ];
}

/** For terms. The last one is what `concepts search` uses. */
export function termSystems(index: LibraryIndex, base: ConceptBase): ConceptSystem[] {
  return [
    fullText(index),
    definitionSearch(index),
    {
      name: 'concepts',
      find: async ({ text, field }) => (await rankMeanings(index, base, text, field)).slice(0, DEPTH).map(nameIn(base)),
    },
  ];
}

const nameIn =
  (base: ConceptBase) =>
  ({ definition }: { definition: number }): string =>
    base.definition(definition).name;

/** Plain full-text search over the definitions. */
function fullText(index: LibraryIndex): ConceptSystem {
  const kinds = DEFINITION_KINDS.map((kind) => `'${kind}'`).join(', ');
  const sql = `SELECT decls.name FROM decls_fts JOIN decls ON decls.id = decls_fts.rowid
    WHERE decls_fts MATCH ? AND decls.kind IN (${kinds}) ORDER BY bm25(decls_fts, 10, 3, 1) LIMIT ${DEPTH}`;
  return {
    name: 'full text (FTS5)',
    find: ({ text }) => {
      const words = anyWord(text);
      return words === null ? [] : index.all<{ name: string }>(sql, words).map(({ name }) => name);
    },
  };
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
