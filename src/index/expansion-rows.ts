/** The stored expansion of attributes, one row per module. An update needs it to expand only a few modules again. */
import type { FileOutline } from '../lean/declaration.ts';
import { hasSharedContent, sharedOutline } from '../lean/generate/declared-structures.ts';
import type { LibraryExpansion } from '../lean/generate/expand.ts';
import type { ModuleEffects, ModuleTrace } from '../lean/generate/trace.ts';

/** A row of `expansions`. */
export interface ExpansionEntry {
  place: number;
  module: string;
  queryHashes: Uint8Array;
  /** JSON of `ModuleEffects`; '' if it is empty. */
  left: string;
  /** JSON of outlines: what other modules need from those of this module's files; '' if nothing. */
  shared: string;
}

/** `outlines`: those of the module's files. */
export function expansionEntry(
  { module, place }: { module: string; place: number },
  { queries, effects }: ModuleTrace,
  outlines: readonly FileOutline[],
): ExpansionEntry {
  const hasLeft = Object.values(effects).some((list) => list.length > 0);
  const shared = outlines.map(sharedOutline).filter(hasSharedContent);
  return {
    place,
    module,
    queryHashes: new Uint8Array(queries.buffer, queries.byteOffset, queries.byteLength),
    left: hasLeft ? JSON.stringify(effects) : '',
    shared: shared.length > 0 ? JSON.stringify(shared) : '',
  };
}

/** The entries of a full library. */
export function expansionEntries(
  traces: LibraryExpansion['traces'],
  outlines: readonly FileOutline[],
): ExpansionEntry[] {
  const byModule = Map.groupBy(outlines, ({ module }) => module);
  return Array.from(traces, ([module, trace], place) =>
    expansionEntry({ module, place }, trace, byModule.get(module) ?? []),
  );
}

export const readQueryHashes = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.slice().buffer);
export const readLeft = (text: string): ModuleEffects | null =>
  text === '' ? null : (JSON.parse(text) as ModuleEffects);
export const readShared = (text: string): FileOutline[] => (text === '' ? [] : (JSON.parse(text) as FileOutline[]));
