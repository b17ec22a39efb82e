/** Resolves names as written in the sources to rows of an index, fast enough for all of them. */
import type { LibraryIndex } from '../index/library-index.ts';
import { memoizeByValue } from '../base/memoize.ts';
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

/** Where a name means the same: a namespace and what is open in it. */
interface Place {
  /** The namespace and those around it, innermost first, as far as declarations have them. */
  outer: readonly NameNode[];
  /** In the order in which they count. */
  opened: readonly NameNode[];
}

type IsAllowed = (row: number) => boolean;

/** What names that begin in the same way have in common: a declaration, a namespace, or both. */
class NameNode {
  row = -1;
  isProtected = false;
  children: Map<string, NameNode> | null = null;

  /** Makes the nodes that are missing. */
  reach(name: string): NameNode {
    // oxlint-disable-next-line typescript/no-this-alias
    let node: NameNode = this;
    for (const component of name.split('.')) {
      node.children ??= new Map();
      let child = node.children.get(component);
      if (child === undefined) node.children.set(component, (child = new NameNode()));
      node = child;
    }
    return node;
  }

  /** `count`: how many of the components count. */
  find(components: readonly string[], count = components.length): NameNode | null {
    // oxlint-disable-next-line typescript/no-this-alias
    let node: NameNode | undefined = this;
    for (let at = 0; at < count && node !== undefined; at++) node = node.children?.get(components[at]!);
    return node ?? null;
  }
}

/** Each spelling is resolved once per file, namespace and scope. A name means only what its file can see above it. */
export class NameResolver {
  readonly #root = new NameNode();
  /** What declarations are called within their namespaces: most words of a proof are not among them. */
  readonly #lastComponents = new Set<string>();
  readonly #placeOf: Place[] = [];
  readonly #fileOf: Int32Array;
  readonly #lineOf: Int32Array;
  readonly #visible: VisibleFiles;

  constructor(index: LibraryIndex, rows: readonly NamedRow[]) {
    // If several rows have the same name, the first counts. Private names are looked up last.
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
      const key = `${scopeId} ${inner}`;
      let place = places.get(key);
      if (place === undefined) {
        place = this.#namespaces(inner, opens.get(scopeId) ?? []);
        places.set(key, place);
      }
      this.#placeOf[id] = place;
    }
  }

  /** The row with this full name; -1 if there is none. */
  rowOf(name: string): number {
    return this.#root.find(name.split('.'))?.row ?? -1;
  }

  /** The row that `written` means within the declaration `id`; -1 if it means none. */
  resolve(written: string, id: number): number {
    return this.#find(written, this.#placeOf[id]!, (row) => this.isAbove(row, id));
  }

  /** Whether the declaration `id` can use `row`: it is above it in the file, or in a file that this one imports. */
  isAbove(row: number, id: number): boolean {
    const [file, other] = [this.#fileOf[id]!, this.#fileOf[row]!];
    return file === other ? this.#lineOf[row]! <= this.#lineOf[id]! : this.#visible.canSee(file, other);
  }

  #add({ id, name, isProtected }: NamedRow): void {
    const node = this.#root.reach(name);
    if (node.row >= 0) return;
    node.row = id;
    node.isProtected = isProtected === 1;
    this.#lastComponents.add(name.slice(name.lastIndexOf('.') + 1));
  }

  #namespaces(inner: string, opens: readonly string[]): Place {
    const around = enclosing(inner);
    const nodes = (names: readonly string[]): NameNode[] =>
      names.flatMap((name) => this.#root.find(name.split('.')) ?? []);
    return {
      outer: nodes(around),
      opened: nodes(opens.flatMap((open) => [...around.map((space) => `${space}.${open}`), open])),
    };
  }

  /** Like Lean: the innermost namespace, then the root, then what is open. `foo_iff.mpr` means `foo_iff`. */
  #find(written: string, place: Place, isAllowed: IsAllowed): number {
    const components = this.#split(written);
    if (components === null) return -1;
    if (components[0] === '_root_') return allowed(this.#root.find(components.slice(1)), isAllowed);
    const whole = this.#findWhole(components, components.length, place, isAllowed);
    return whole >= 0 ? whole : this.#findWhole(components, components.length - 1, place, isAllowed);
  }

  /** Null if no declaration can be meant, as for most words of a proof. */
  readonly #split = memoizeByValue((written: string): readonly string[] | null => {
    const components = written.split('.');
    return components.slice(-2).some((component) => this.#lastComponents.has(component)) ? components : null;
  });

  /** `count`: how many of the components count. */
  #findWhole(components: readonly string[], count: number, { outer, opened }: Place, isAllowed: IsAllowed): number {
    if (count === 0 || !this.#lastComponents.has(components[count - 1]!)) return -1;
    const inNamespace = (space: NameNode): number => {
      const node = space.find(components, count);
      return count === 1 && node?.isProtected === true ? -1 : allowed(node, isAllowed);
    };
    for (const space of outer) {
      const row = inNamespace(space);
      if (row >= 0) return row;
    }
    const root = allowed(this.#root.find(components, count), isAllowed);
    if (root >= 0) return root;
    for (const space of opened) {
      const row = inNamespace(space);
      if (row >= 0) return row;
    }
    return -1;
  }
}

function allowed(node: NameNode | null, isAllowed: IsAllowed): number {
  return node !== null && node.row >= 0 && isAllowed(node.row) ? node.row : -1;
}

function opensByScope(index: LibraryIndex): Map<number, string[]> {
  const scopes = index.all<{ id: number; opens: string }>('SELECT id, opens FROM scopes');
  return new Map(
    scopes.map(({ id, opens }) => [id, opens.split('\n').filter((open) => open !== '' && !open.startsWith('scoped '))]),
  );
}
