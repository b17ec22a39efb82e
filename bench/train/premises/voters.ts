/** Whose proofs may be looked into for a theorem that is asked about: those of other files, and of none that is held out. */
import type { Example } from './examples.ts';
import type { Library } from './library.ts';
import { isHeldOut } from './split.ts';

/** What the theorem's file does not import is left out by its pool. */
export function votersFor(library: Library, { fileId }: Example): (id: number) => boolean {
  return (id) => library.files[id] !== fileId && !heldOut(library).has(library.files[id]!);
}

const known = new WeakMap<Library, ReadonlySet<number>>();

/** Ids of files. */
function heldOut(library: Library): ReadonlySet<number> {
  let files = known.get(library);
  if (files === undefined) {
    const all = library.index.all<{ id: number; module: string }>('SELECT id, module FROM files');
    files = new Set(all.filter(({ module }) => isHeldOut(module)).map(({ id }) => id));
    known.set(library, files);
  }
  return files;
}
