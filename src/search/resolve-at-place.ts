/** Resolves a written name at a place to declarations of the index. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { NameContext } from '../lean/declaration.ts';

/**
 * All names that a written name can refer to, as Lean resolves it: the innermost namespace that has it wins. Otherwise
 * a dotted name refers to itself. Otherwise it may be in the root or in any open namespace; several make it ambiguous.
 */
export function meanings(index: LibraryIndex, written: string, { namespace, opens }: NameContext): string[] {
  const isShort = !written.includes('.');
  // A protected name is not accessible by its last component alone, even if its namespace is open.
  const exists = (name: string) => {
    const ids = index.idsByName(name);
    return (
      ids.length > 0 &&
      (!isShort || name === written || !index.rows(ids).every((row) => row.modifiers.includes('protected')))
    );
  };
  const outer = enclosing(namespace);
  const inner = outer.map((space) => `${space}.${written}`).find(exists);
  if (inner !== undefined) return [inner];
  if (!isShort && exists(written)) return [written];
  const found = new Set(exists(written) ? [written] : []);
  for (const opened of opens) {
    for (const space of [...outer.map((around) => `${around}.${opened}`), opened]) {
      if (exists(`${space}.${written}`)) found.add(`${space}.${written}`);
    }
  }
  return [...found];
}

/** The context in the type and value of a declaration: within `theorem A.b`, the namespace `A` is open as well. */
export function contextWithin<Context extends { name: string; namespace: string; opens: readonly string[] }>({
  name,
  namespace,
  opens,
}: Context): { namespace: string; opens: Context['opens'] } {
  const own = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return { namespace: own.startsWith(namespace) ? own : namespace, opens };
}

/** `A.B` → `A.B`, `A`. */
export function enclosing(namespace: string): string[] {
  const components = namespace === '' ? [] : namespace.split('.');
  return components.map((_, i) => components.slice(0, components.length - i).join('.'));
}
