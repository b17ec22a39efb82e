/** Resolves names as written in the sources to rows of an index, fast enough for all of them. */
import type { LibraryIndex } from '../index/library-index.ts';
import { contextWithin, enclosing } from '../search/resolve-at-place.ts';
import { VisibleFiles } from './visible-files.ts';

/** What is needed to resolve the names that a declaration contains. */
export interface NamedRow {
  id: number;
  name: string;
  namespace: string;
  scopeId: number;
  fileId: number;
  line: number;
  isPrivate: number;
  isProtected: number;
}

/** Rows of one file with the same namespace and scope, in which a name means the same. */
interface Place {
  /** The namespace and those around it, innermost first. */
  outer: readonly string[];
  opens: readonly string[];
  /** By spelling: the row, or -1. */
  resolved: Map<string, number>;
}

type IsAllowed = (row: number) => boolean;

/** Each spelling is resolved once per file, namespace and scope. A name means only what its file can see above it. */
export class NameResolver {
  readonly #rows = new Map<string, number>();
  readonly #protected = new Set<string>();
  readonly #placeOf: Place[] = [];
  readonly #fileOf: Int32Array;
  readonly #lineOf: Int32Array;
  readonly #visible: VisibleFiles;

  constructor(index: LibraryIndex, rows: readonly NamedRow[]) {
    // Of rows with the same name, the first counts; private names are looked up last.
    for (const row of rows) if (row.isPrivate === 0) this.#add(row);
    for (const row of rows) if (row.isPrivate === 1) this.#add(row);
    this.#visible = new VisibleFiles(index);
    this.#fileOf = new Int32Array(index.idLimit);
    this.#lineOf = new Int32Array(index.idLimit);
    const opens = opensByScope(index);
    const places = new Map<string, Place>();
    for (const { id, name, namespace, scopeId, fileId, line } of rows) {
      this.#fileOf[id] = fileId;
      this.#lineOf[id] = line;
      const inner = contextWithin({ name, namespace, opens: [] }).namespace;
      const key = `${fileId} ${scopeId} ${inner}`;
      let place = places.get(key);
      if (place === undefined) {
        place = { outer: enclosing(inner), opens: opens.get(scopeId) ?? [], resolved: new Map() };
        places.set(key, place);
      }
      this.#placeOf[id] = place;
    }
  }

  /** The row with this full name; -1 if there is none. */
  rowOf(name: string): number {
    return this.#rows.get(name) ?? -1;
  }

  /** The row that `written` means within the declaration `id`; -1 if it means none. */
  resolve(written: string, id: number): number {
    const place = this.#placeOf[id]!;
    let row = place.resolved.get(written);
    if (row === undefined) {
      const file = this.#fileOf[id]!;
      row = this.#find(written, place, (each) => this.#visible.canSee(file, this.#fileOf[each]!));
      place.resolved.set(written, row);
    }
    return row < 0 || this.isAbove(row, id) ? row : this.#find(written, place, (each) => this.isAbove(each, id));
  }

  /** Whether the declaration `id` can use `row`: it is above it in the file, or in a file that this one imports. */
  isAbove(row: number, id: number): boolean {
    const [file, other] = [this.#fileOf[id]!, this.#fileOf[row]!];
    return file === other ? this.#lineOf[row]! <= this.#lineOf[id]! : this.#visible.canSee(file, other);
  }

  #add({ id, name, isProtected }: NamedRow): void {
    if (this.#rows.has(name)) return;
    this.#rows.set(name, id);
    if (isProtected === 1) this.#protected.add(name);
  }

  /** Like Lean: the innermost namespace, then the root, then what is open. `foo_iff.mpr` means `foo_iff`. */
  #find(written: string, place: Place, isAllowed: IsAllowed): number {
    if (written.startsWith('_root_.')) return this.#allowed(written.slice('_root_.'.length), isAllowed);
    const whole = this.#findWhole(written, place, isAllowed);
    const dot = written.lastIndexOf('.');
    return whole >= 0 || dot <= 0 ? whole : this.#findWhole(written.slice(0, dot), place, isAllowed);
  }

  #allowed(name: string, isAllowed: IsAllowed): number {
    const row = this.rowOf(name);
    return row >= 0 && isAllowed(row) ? row : -1;
  }

  #findWhole(written: string, { outer, opens }: Place, isAllowed: IsAllowed): number {
    const isShort = !written.includes('.');
    const inNamespace = (space: string): number => {
      const name = `${space}.${written}`;
      return isShort && this.#protected.has(name) ? -1 : this.#allowed(name, isAllowed);
    };
    for (const space of outer) {
      const row = inNamespace(space);
      if (row >= 0) return row;
    }
    const root = this.#allowed(written, isAllowed);
    if (root >= 0) return root;
    for (const open of opens) {
      for (const space of [...outer.map((around) => `${around}.${open}`), open]) {
        const row = inNamespace(space);
        if (row >= 0) return row;
      }
    }
    return -1;
  }
}

function opensByScope(index: LibraryIndex): Map<number, string[]> {
  const scopes = index.all<{ id: number; opens: string }>('SELECT id, opens FROM scopes');
  return new Map(
    scopes.map(({ id, opens }) => [id, opens.split('\n').filter((open) => open !== '' && !open.startsWith('scoped '))]),
  );
}
