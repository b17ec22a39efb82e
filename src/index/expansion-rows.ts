/** The expansion of attributes as an index keeps it, a row a module: what an update needs to expand few modules again. */
import type { FileOutline } from '../lean/declaration.ts';
import { isSharing, sharedOutline } from '../lean/generate/declared-structures.ts';
import type { LibraryExpansion } from '../lean/generate/expand.ts';
import type { Left, ModuleTrace } from '../lean/generate/trace.ts';

/** A row of `expansions`. */
export interface ExpansionEntry {
  place: number;
  module: string;
  asked: Uint8Array;
  /** JSON of a `Left`; '' if nothing was left. */
  left: string;
  /** JSON of outlines: of the module's files what concerns all others; '' if nothing does. */
  shared: string;
}

/** `outlines` are those of the module's files. */
export function expansionEntry(
  { module, place }: { module: string; place: number },
  { asked, left }: ModuleTrace,
  outlines: readonly FileOutline[],
): ExpansionEntry {
  const leaves = Object.values(left).some((list) => list.length > 0);
  const shared = outlines.map(sharedOutline).filter(isSharing);
  return {
    place,
    module,
    asked: new Uint8Array(asked.buffer, asked.byteOffset, asked.byteLength),
    left: leaves ? JSON.stringify(left) : '',
    shared: shared.length > 0 ? JSON.stringify(shared) : '',
  };
}

/** Of a whole library. */
export function expansionEntries(
  traces: LibraryExpansion['traces'],
  outlines: readonly FileOutline[],
): ExpansionEntry[] {
  const byModule = Map.groupBy(outlines, ({ module }) => module);
  return Array.from(traces, ([module, trace], place) =>
    expansionEntry({ module, place }, trace, byModule.get(module) ?? []),
  );
}

export const readAsked = (bytes: Uint8Array): Int32Array => new Int32Array(bytes.slice().buffer);
export const readLeft = (text: string): Left | null => (text === '' ? null : (JSON.parse(text) as Left));
export const readShared = (text: string): FileOutline[] => (text === '' ? [] : (JSON.parse(text) as FileOutline[]));
