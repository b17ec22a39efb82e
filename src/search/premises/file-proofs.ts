/** What the index stores of the proofs of a file, decoded on demand. */
import { memoize } from '../../base/memoize.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { decodeIdentifiers, decodeProofs } from '../../index/proof-lines.ts';
import { type StoredSkeleton, unpackSkeletons } from '../../index/skeleton-lines.ts';

/** Maximum cached files, about 30 kB each. */
const MAX_FILES = 1000;

interface StoredProofs {
  identifiers: Uint8Array;
  proofs: Uint8Array;
  skeletons: Uint8Array;
}

export class FileProofs {
  readonly #stored: StoredProofs;
  #spellings: readonly string[] | null = null;
  #proofs: ReadonlyMap<number, readonly number[]> | null = null;
  #skeletons: ReadonlyMap<number, StoredSkeleton> | null = null;

  constructor(stored: StoredProofs) {
    this.#stored = stored;
  }

  /** Names written in the file. */
  get spellings(): readonly string[] {
    return (this.#spellings ??= decodeIdentifiers(this.#stored.identifiers));
  }

  /** By line of the theorem: indices in `spellings`. */
  get proofs(): ReadonlyMap<number, readonly number[]> {
    return (this.#proofs ??= decodeProofs(this.#stored.proofs));
  }

  /** By line of the theorem. */
  get skeletons(): ReadonlyMap<number, StoredSkeleton> {
    return (this.#skeletons ??= unpackSkeletons(this.#stored.skeletons, this.spellings));
  }
}

const NOTHING = new Uint8Array(0);
const NO_PROOFS: StoredProofs = { identifiers: NOTHING, proofs: NOTHING, skeletons: NOTHING };

const filesOf = memoize((_index: LibraryIndex) => new Map<number, FileProofs>());

/** Cached while the index is open. Without proofs if the index has no such file. */
export function fileProofs(index: LibraryIndex, id: number): FileProofs {
  const files = filesOf(index);
  let file = files.get(id);
  if (file === undefined) {
    if (files.size >= MAX_FILES) files.clear();
    const [stored] = index.all<StoredProofs>('SELECT identifiers, proofs, skeletons FROM files WHERE id = ?', id);
    files.set(id, (file = new FileProofs(stored ?? NO_PROOFS)));
  }
  return file;
}
