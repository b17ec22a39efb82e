/** The rows of an index in memory, with the rows usable at a place and their names. */
import { NO_ROW, type LibraryIndex } from '../../../src/index/library-index.ts';
import { KINDS } from '../../../src/lean/declaration.ts';
import { importGraph } from '../../../src/search/name-at-place.ts';

/** A place in a library. It can use what is above its line in the file and in imported modules. */
export interface UsageSite {
  fileId: number;
  line: number;
}

interface RawRow {
  id: number;
  name: string;
  file_id: number;
  line_start: number;
  is_private: number;
  modifiers: string;
}

export class Library {
  readonly index: LibraryIndex;
  /** By row id; '' if there is no such row. */
  readonly names: readonly string[];
  readonly files: Int32Array;
  readonly lines: Int32Array;
  /** By row id: 1 private, 2 protected. */
  readonly flags: Uint8Array;
  readonly #byName = new Map<string, number[]>();
  readonly #byLast = new Map<string, number[]>();
  /** By file id: one bit for each file that it imports, directly or indirectly. */
  readonly #imported: ReadonlyMap<number, Uint8Array>;
  readonly #namespaces = new Set<string>();

  constructor(index: LibraryIndex) {
    this.index = index;
    const names = new Array<string>(index.idLimit).fill('');
    this.names = names;
    this.files = new Int32Array(index.idLimit).fill(-1);
    this.lines = new Int32Array(index.idLimit);
    this.flags = new Uint8Array(index.idLimit);
    const rows = index.all<RawRow>(
      'SELECT id, name, file_id, line_start, is_private, modifiers FROM decls ORDER BY id',
    );
    for (const { id, name, file_id: file, line_start: line, is_private: isPrivate, modifiers } of rows) {
      names[id] = name;
      this.files[id] = file;
      this.lines[id] = line;
      this.flags[id] = (isPrivate ? 1 : 0) | (modifiers.includes(' protected ') ? 2 : 0);
      add(this.#byName, name, id);
      add(this.#byLast, name.slice(name.lastIndexOf('.') + 1), id);
      for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1))
        this.#namespaces.add(name.slice(0, dot));
    }
    this.#imported = importClosure(index);
  }

  /** Whether the row can be named at the place: imported and not private, or above it in its own file. */
  isUsable(id: number, { fileId, line }: UsageSite): boolean {
    const file = this.files[id]!;
    if (file === fileId) return this.lines[id]! < line;
    return (this.flags[id]! & 1) === 0 && this.isImported(fileId, file);
  }

  /** Whether `from` imports `to`, directly or indirectly. */
  isImported(from: number, to: number): boolean {
    const bits = this.#imported.get(from);
    return bits !== undefined && (bits[to >> 3]! & (1 << (to & 7))) !== 0;
  }

  /** Usable rows with a full name. */
  idsOf(name: string, place: UsageSite): number[] {
    return (this.#byName.get(name) ?? []).filter((id) => this.isUsable(id, place));
  }

  /** Usable rows whose name ends with the component. */
  idsByLast(component: string, place: UsageSite): number[] {
    return (this.#byLast.get(component) ?? []).filter((id) => this.isUsable(id, place));
  }

  isNamespace(name: string): boolean {
    return this.#namespaces.has(name);
  }

  isProtected(id: number): boolean {
    return (this.flags[id]! & 2) !== 0;
  }

  /** Name of the row's kind; '' if there is no such row. */
  kindOf(id: number): string {
    const kind = this.index.columns.kind[id]!;
    return kind === NO_ROW ? '' : (KINDS[kind] ?? '');
  }
}

function add(map: Map<string, number[]>, key: string, id: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [id]);
  else list.push(id);
}

/** Transitive closure of the imports, as one bit set per file. Every file imports the prelude. */
function importClosure(index: LibraryIndex): Map<number, Uint8Array> {
  const files = index.all<{ id: number; module: string }>('SELECT id, module FROM files');
  const byModule = new Map(files.map(({ id, module }) => [module, id]));
  const graph = importGraph(index);
  const moduleOf = new Map(files.map(({ id, module }) => [id, module]));
  const size = (Math.max(...files.map(({ id }) => id)) >> 3) + 1;
  const closure = new Map<number, Uint8Array>();
  const visit = (id: number): Uint8Array => {
    const known = closure.get(id);
    if (known !== undefined) return known;
    const bits = new Uint8Array(size);
    // Set before the recursion, so an import cycle (which Lean rejects) ends here.
    closure.set(id, bits);
    const module = moduleOf.get(id) ?? '';
    const imports = graph.get(module) ?? [];
    for (const imported of module === 'Init' || module.startsWith('Init.') ? imports : [...imports, 'Init']) {
      const to = byModule.get(imported);
      if (to === undefined) continue;
      bits[to >> 3]! |= 1 << (to & 7);
      const below = visit(to);
      for (let at = 0; at < size; at++) bits[at]! |= below[at]!;
    }
    return bits;
  };
  for (const { id } of files) visit(id);
  return closure;
}
