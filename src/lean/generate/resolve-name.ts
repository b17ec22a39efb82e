/** Which declaration a written name means at its place. */
import type { NameContext } from '../declaration.ts';

/** `A.B` as `A.B`, `A`. */
function* enclosing(namespace: string): Generator<string> {
  for (let end = namespace.length; end > 0; end = namespace.lastIndexOf('.', end - 1)) yield namespace.slice(0, end);
}

/**
 * Every namespace that the `open`s of a place may mean, the likeliest first. An `open` is relative: to the namespaces
 * around it, and to what is opened before it (`open CategoryTheory Limits`). Not all of them need exist.
 */
export function openNamespaces({ namespace, opens }: NameContext): string[] {
  const found = new Set<string>();
  opens.forEach((opened, i) => {
    found.add(opened);
    for (const outer of enclosing(namespace)) found.add(`${outer}.${opened}`);
    for (const before of opens.slice(0, i)) found.add(`${before}.${opened}`);
  });
  return [...found];
}

/**
 * The first of these that exists: the name in the innermost namespace, in each outer one, at the root, in each opened
 * namespace. Null if none does. (Lean would go on by type if several opened namespaces have the name.)
 */
export function resolveName(written: string, context: NameContext, exists: (name: string) => boolean): string | null {
  if (written.startsWith('_root_.')) {
    const name = written.slice(7);
    return exists(name) ? name : null;
  }
  for (const outer of enclosing(context.namespace)) {
    const name = `${outer}.${written}`;
    if (exists(name)) return name;
  }
  if (exists(written)) return written;
  for (const opened of openNamespaces(context)) {
    const name = `${opened}.${written}`;
    if (exists(name)) return name;
  }
  return null;
}
