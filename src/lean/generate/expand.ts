/** The declarations that attributes and a few commands generate, for a whole library at once. */
import type { FileOutline, Notation } from '../declaration.ts';
import { readStructures } from './declared-structures.ts';
import { readDictionaries } from './dictionaries.ts';
import { Expander } from './expander.ts';
import { Expansion, type LookUp, type ModuleExpansion } from './expansion.ts';
import { sortByImports } from './import-order.ts';
import type { ModuleTrace } from './trace.ts';

export type { LookUp, ModuleExpansion, SourceDeclaration } from './expansion.ts';

export interface LibraryExpansion {
  /** Generated declarations and problems by module; a module with neither is left out. */
  modules: Map<string, ModuleExpansion>;
  /** Of every module, in the order of the expansion. */
  traces: Map<string, ModuleTrace>;
  /** Names that exist although an attribute says it makes them. None would be perfect; each was left out. */
  collisions: { name: string; origin: string; from: string }[];
  /** Words for projections in the lemmas of `simps`, sorted: what reverse.ts asks with `isProjection`. */
  projectionNames: () => string[];
}

/**
 * Expands the outlines of all files of the library, in import order. `lookUp` gives literal declarations; what the
 * expansion itself generates it remembers. `notations` of the library tell what structure `A ≃ B` is. Of `outlines` only
 * what files share need be there, and their imports, if `whole` gives the rest of each in its turn.
 */
export function expandLibrary(
  outlines: readonly FileOutline[],
  lookUp: LookUp,
  notations: readonly Notation[] = [],
  whole: (outline: FileOutline) => FileOutline = (outline) => outline,
): LibraryExpansion {
  const sorted = sortByImports(outlines);
  const structures = readStructures(sorted);
  const expansion = new Expansion({ structures, guessers: readDictionaries(sorted), lookUp, notations });
  const expander = new Expander(expansion);
  const traces = new Map<string, ModuleTrace>();
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const { module } = sorted[start]!;
    while (sorted[end]?.module === module) end++;
    traces.set(module, expander.expand(module, traces.size, sorted.slice(start, end).map(whole)).trace);
  }
  const projectionNames = (): string[] => expansion.structures.projectionNames();
  return { modules: expansion.modules, traces, collisions: expansion.collisions, projectionNames };
}
