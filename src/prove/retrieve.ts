/** What the search brings for a goal: names of declarations that a proof may use, best first. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { searchLibrary } from '../search/search.ts';
import type { Hit, QueryShape, SearchFilters } from '../search/types.ts';
import type { Retrieve } from './portfolio.ts';

export interface RetrievalOptions {
  index: LibraryIndex;
  /** The file under proof, absolute. */
  file: string;
  /** How many names. */
  limit: number;
  /** Told of each query with what came back, before anything is tried. */
  onRetrieval?: (query: string, names: string[]) => void;
}

/** What can be cited in a proof; data and classes cannot. */
const FILTERS: SearchFilters = { kind: ['theorem', 'lemma', 'axiom', 'alias', 'constructor'], deprecated: false };
/** Rows asked for beyond the limit, since some may not be used. */
const SPARE = 20;

/**
 * Reads the goal as a goal, and where that brings too few, as words. The hole's own declaration and what stands below it
 * in the file is left out, and so are private declarations of other files.
 */
export function retrieval(options: RetrievalOptions): Retrieve {
  return async ({ hole }, goal) => {
    const names = new Set<string>();
    for (const shape of ['goal', 'text'] as const) {
      if (names.size >= options.limit) break;
      const hits = await search(options, goal, shape);
      for (const { row } of hits) {
        const isHere = options.file.endsWith(`/${row.filePath}`);
        const isBelow = isHere && hole.declaration !== null && row.lineStart >= hole.declaration.line;
        const isItself = hole.declaration?.name !== null && `.${row.name}`.endsWith(`.${hole.declaration?.name}`);
        if (!isBelow && !(isHere && isItself) && (isHere || !row.isPrivate)) names.add(row.name);
      }
    }
    const best = [...names].slice(0, options.limit);
    options.onRetrieval?.(goal, best);
    return best;
  };
}

/** A goal that a channel cannot read brings nothing by it. */
async function search({ index, limit }: RetrievalOptions, query: string, as: QueryShape): Promise<Hit[]> {
  const options = { as, limit: limit + SPARE, filters: FILTERS, explain: false, fold: false };
  try {
    return (await searchLibrary(index, query, options)).hits;
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
