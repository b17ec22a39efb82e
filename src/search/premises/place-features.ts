/** Distance of a row from the place of a goal: proofs often use declarations near them. */
import { memoize } from '../../base/memoize.ts';
import { phrases } from '../../base/words.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { type Feature, features } from '../rank/parts.ts';

/** The place of a goal in a file. A pasted goal has none. */
export interface GoalPlace {
  /** Module of the file; may be missing in the index. */
  module: string;
  /** Direct imports of the file. */
  imports: readonly string[];
  namespace: string;
  /** Line of the declaration: determines which rows of the same module are above it. */
  line: number;
}

export const PLACE_FEATURES: readonly Feature[] = features(
  'place',
  phrases(`
  same file, shortly above, how many above, same namespace, share of the namespace, around the namespace,
  share of the module, same folder, imported itself`),
);

interface Files {
  /** File id by row id, -1 for none. */
  of: Int32Array;
  /** Components of the module by file id. */
  modules: ReadonlyMap<number, readonly string[]>;
  byModule: ReadonlyMap<string, number>;
}

const filesOf = memoize((index: LibraryIndex): Files => {
  const of = new Int32Array(index.idLimit).fill(-1);
  for (const { id, file_id: file } of index.all<{ id: number; file_id: number }>('SELECT id, file_id FROM decls'))
    of[id] = file;
  const all = index.all<{ id: number; module: string }>('SELECT id, module FROM files');
  return {
    of,
    modules: new Map(all.map(({ id, module }) => [id, module.split('.')])),
    byModule: new Map(all.map(({ id, module }) => [module, id])),
  };
});

/** Decay constant of the distance, in lines. */
const DECAY_LINES = 60;

export class PlaceFeatures {
  readonly #files: Files;
  readonly #file: number;
  readonly #module: readonly string[];
  readonly #namespace: readonly string[];
  readonly #imports: ReadonlySet<number>;
  /** For each row of the file above the place: distance in lines, and number of rows between. */
  readonly #above: ReadonlyMap<number, { lines: number; between: number }>;

  constructor(index: LibraryIndex, { module, imports, namespace, line }: GoalPlace) {
    this.#files = filesOf(index);
    this.#file = this.#files.byModule.get(module) ?? -1;
    this.#module = module.split('.');
    this.#namespace = namespace === '' ? [] : namespace.split('.');
    this.#imports = new Set(imports.flatMap((one) => this.#files.byModule.get(one) ?? []));
    const rows = index.all<{ id: number; line_start: number }>(
      'SELECT id, line_start FROM decls WHERE file_id = ? AND line_start < ? ORDER BY line_start DESC, id DESC',
      this.#file,
      line,
    );
    this.#above = new Map(rows.map(({ id, line_start: start }, between) => [id, { lines: line - start, between }]));
  }

  /** Rows of the file above the place, nearest first. */
  get above(): number[] {
    return [...this.#above.keys()];
  }

  write(id: number, name: string, out: Float32Array, start: number): void {
    const file = this.#files.of[id]!;
    const above = this.#above.get(id);
    const namespace = name.split('.').slice(0, -1);
    const shared = commonPrefix(namespace, this.#namespace);
    const module = this.#files.modules.get(file) ?? [];
    const path = commonPrefix(module, this.#module);
    let at = start;
    out[at++] = file === this.#file ? 1 : 0;
    out[at++] = above === undefined ? 0 : Math.exp(-above.lines / DECAY_LINES);
    out[at++] = above === undefined ? 0 : 1 / (1 + above.between);
    out[at++] = shared === namespace.length && shared === this.#namespace.length ? 1 : 0;
    out[at++] = shared / Math.max(1, this.#namespace.length);
    out[at++] = shared > 0 && shared === namespace.length ? 1 : 0;
    out[at++] = path / this.#module.length;
    out[at++] = path === this.#module.length - 1 && module.length === this.#module.length ? 1 : 0;
    out[at++] = this.#imports.has(file) ? 1 : 0;
  }
}

/** Length of the common prefix of two paths, in components. */
function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
