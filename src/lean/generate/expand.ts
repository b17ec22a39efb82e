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
  /** Generated declarations and problems by module; modules with neither are omitted. */
  modules: Map<string, ModuleExpansion>;
  /** Traces of all modules, in expansion order. */
  traces: Map<string, ModuleTrace>;
  /** Generated names that already exist, which were left out. Ideally empty. */
  collisions: { name: string; origin: string; from: string }[];
  /** Sorted projection names in lemmas of `simps`: the words for which `isProjection` of reverse.ts is true. */
  projectionNames: () => string[];
}

/**
 * Expands the outlines of all files of the library in import order. `lookUp` returns literal declarations; generated
 * ones are remembered. The library's `notations` give the structure for `A ≃ B`. `outlines` may contain only imports
 * and shared parts if `loadOutline` returns the full outline of each file in turn.
 */
export function expandLibrary(
  outlines: readonly FileOutline[],
  lookUp: LookUp,
  notations: readonly Notation[] = [],
  loadOutline: (outline: FileOutline) => FileOutline = (outline) => outline,
): LibraryExpansion {
  const sorted = sortByImports(outlines);
  const structures = readStructures(sorted);
  const expansion = new Expansion({ structures, guessers: readDictionaries(sorted), lookUp, notations });
  const expander = new Expander(expansion);
  const traces = new Map<string, ModuleTrace>();
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const { module } = sorted[start]!;
    while (sorted[end]?.module === module) end++;
    traces.set(module, expander.expand(module, traces.size, sorted.slice(start, end).map(loadOutline)).trace);
  }
  const projectionNames = (): string[] => expansion.structures.projectionNames();
  return { modules: expansion.modules, traces, collisions: expansion.collisions, projectionNames };
}
