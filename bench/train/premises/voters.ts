/** Whose proofs may be used for a queried theorem: those of other files that are not held out. */
import type { Example } from './examples.ts';
import type { Library } from './library.ts';
import { isHeldOut } from './split.ts';

/** The pool already excludes files that the theorem's file does not import. */
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
