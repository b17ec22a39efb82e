/** What the search brings for a goal: declarations that a proof may use, best first, as they are written there. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { readPlace } from '../lean/place.ts';
import { makeWriter, type Writing } from '../search/context.ts';
import { searchLibrary } from '../search/search.ts';
import type { Hit, QueryShape, SearchFilters } from '../search/types.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Premise, Retrieve, RetrievalQuery } from './premise.ts';

export interface RetrievalOptions {
  index: LibraryIndex;
  /** The file under proof, absolute. */
  file: string;
  /** Told of each query with the names that came back, before anything is tried. */
  onRetrieval?: (query: string, names: string[]) => void;
}

/** What can be cited in a proof; data and classes cannot. */
const FILTERS: SearchFilters = { kind: ['theorem', 'lemma', 'axiom', 'alias', 'constructor'], deprecated: false };
/** Rows asked for beyond the limit, since some may not be used. */
const SPARE = 20;

/**
 * A goal is read as a goal, and where that brings too few, as words. What the file imports comes before what it would
 * still have to import; the index may not know all that a file imports, so that is not left out.
 */
export function retrieval(options: RetrievalOptions): Retrieve {
  return async ({ text, hole }, query) => {
    const write = makeWriter(options.index, readPlace(text, hole.declaration?.line ?? hole.line), null);
    const found = new Map<string, Premise>();
    for (const shape of query.as === 'goal' ? (['goal', 'text'] as const) : [query.as]) {
      if (found.size >= query.limit) break;
      for (const { row } of await search(options.index, query, shape)) {
        const isHere = options.file.endsWith(`/${row.filePath}`);
        if (isHere ? !standsAbove(row, hole) : row.isPrivate) continue;
        if (!found.has(row.name)) found.set(row.name, premiseOf(row, write(row), isHere));
      }
    }
    const premises = [...found.values()].sort((a, b) => Number(b.isAtHand) - Number(a.isAtHand)).slice(0, query.limit);
    options.onRetrieval?.(
      query.text,
      premises.map(({ name }) => name),
    );
    return premises;
  };
}

function premiseOf(row: Hit['row'], { writeAs, isImported }: Writing, isHere: boolean): Premise {
  const { name, kind, type, doc, module, filePath } = row;
  return { name, writeAs, kind, signature: type, doc: doc ?? '', module, filePath, isAtHand: isHere || isImported };
}

/** Of the hole's own file, whether it is neither the hole's declaration nor one below. */
function standsAbove(row: Hit['row'], { declaration }: Hole): boolean {
  if (declaration === null) return true;
  return row.lineStart < declaration.line && !`.${row.name}`.endsWith(`.${declaration.name ?? ''}`);
}

/** A goal that a channel cannot read brings nothing by it. */
async function search(index: LibraryIndex, { text, limit }: RetrievalQuery, as: QueryShape): Promise<Hit[]> {
  const options = { as, limit: limit + SPARE, filters: FILTERS, explain: false, fold: false };
  try {
    return (await searchLibrary(index, text, options)).hits;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
