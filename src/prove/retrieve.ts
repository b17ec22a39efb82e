/** What the search brings for a goal: declarations that a proof may use, best first, as they are written there. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { readPlace } from '../lean/place.ts';
import { makeWriter } from '../search/context.ts';
import { searchLibrary } from '../search/search.ts';
import type { Hit, QueryShape, SearchFilters } from '../search/types.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Premise, Retrieve } from './portfolio.ts';

export interface RetrievalOptions {
  index: LibraryIndex;
  /** The file under proof, absolute. */
  file: string;
  /** How many declarations. */
  limit: number;
  /** Told of each query with the names that came back, before anything is tried. */
  onRetrieval?: (query: string, names: string[]) => void;
}

/** What can be cited in a proof; data and classes cannot. */
const FILTERS: SearchFilters = { kind: ['theorem', 'lemma', 'axiom', 'alias', 'constructor'], deprecated: false };
/** Rows asked for beyond the limit, since some may not be used. */
const SPARE = 20;

/**
 * Reads the goal as a goal, and where that brings too few, as words. What the file imports comes before what it would
 * still have to import; the index may not know all that a file imports, so that is not left out.
 */
export function retrieval(options: RetrievalOptions): Retrieve {
  return async ({ text, hole }, goal) => {
    const write = makeWriter(options.index, readPlace(text, hole.declaration?.line ?? hole.line), null);
    const found = new Map<string, Premise & { isAtHand: boolean }>();
    for (const shape of ['goal', 'text'] as const) {
      if (found.size >= options.limit) break;
      for (const { row } of await search(options, goal, shape)) {
        const isHere = options.file.endsWith(`/${row.filePath}`);
        if (isHere ? !standsAbove(row, hole) : row.isPrivate) continue;
        const { writeAs, isImported } = write(row);
        if (!found.has(row.name)) found.set(row.name, { name: row.name, writeAs, isAtHand: isHere || isImported });
      }
    }
    const premises = [...found.values()]
      .sort((a, b) => Number(b.isAtHand) - Number(a.isAtHand))
      .slice(0, options.limit);
    options.onRetrieval?.(
      goal,
      premises.map(({ name }) => name),
    );
    return premises;
  };
}

/** Of the hole's own file, whether it is neither the hole's declaration nor one below. */
function standsAbove(row: Hit['row'], { declaration }: Hole): boolean {
  if (declaration === null) return true;
  return row.lineStart < declaration.line && !`.${row.name}`.endsWith(`.${declaration.name ?? ''}`);
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
