/** Which files of an index each file can see: itself and all that it imports, directly or not. */
import type { LibraryIndex } from '../index/library-index.ts';
import { importGraph } from '../search/name-at-place.ts';

/** A set of files for each file, as bits: 8 MB for the 8,000 files of Mathlib. */
export class VisibleFiles {
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #sets: readonly Uint32Array[];

  constructor(index: LibraryIndex) {
    const files = index.all<{ id: number; module: string }>('SELECT id, module FROM files ORDER BY id');
    this.#numbers = new Map(files.map(({ id }, number) => [id, number]));
    const byModule = new Map(files.map(({ module }, number) => [module, number]));
    const imports = importGraph(index);
    const init = byModule.get('Init');
    this.#sets = closures(
      files.map(({ module }) => {
        const written = (imports.get(module) ?? []).flatMap((each) => byModule.get(each) ?? []);
        // Every file imports `Init` unless it starts with `prelude`, which only files of `Init` do.
        return init === undefined || module === 'Init' || module.startsWith('Init.') ? written : [...written, init];
      }),
    );
  }

  /** `file`, `other`: ids of `files`. */
  canSee(file: number, other: number): boolean {
    const number = this.#numbers.get(other)!;
    return (this.#sets[this.#numbers.get(file)!]![number >>> 5]! & (1 << (number & 31))) !== 0;
  }
}

/** Returns for each node the set of nodes that it reaches, as bits. In a cycle of imports, files see only a part. */
function closures(imports: readonly (readonly number[])[]): Uint32Array[] {
  const words = Math.ceil(imports.length / 32);
  const sets: Uint32Array[] = [];
  const isEntered = new Uint8Array(imports.length);
  for (const root of imports.keys()) {
    const calls = [root];
    while (calls.length > 0) {
      const file = calls.at(-1)!;
      const missing = isEntered[file] === 1 ? [] : imports[file]!.filter((each) => isEntered[each] === 0);
      isEntered[file] = 1;
      if (missing.length > 0) {
        calls.push(...missing);
        continue;
      }
      calls.pop();
      if (sets[file] !== undefined) continue;
      const set = (sets[file] = new Uint32Array(words));
      set[file >>> 5]! |= 1 << (file & 31);
      for (const each of imports[file]!) sets[each]?.forEach((bits, word) => (set[word]! |= bits));
    }
  }
  return sets;
}
