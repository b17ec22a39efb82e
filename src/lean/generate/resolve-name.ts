/** Resolves a written name to a declaration. */
import type { NameContext } from '../declaration.ts';

/** `A.B` as `A.B`, `A`. */
function* enclosing(namespace: string): Generator<string> {
  for (let end = namespace.length; end > 0; end = namespace.lastIndexOf('.', end - 1)) yield namespace.slice(0, end);
}

/**
 * Every namespace that the `open`s may refer to, most likely first. An `open` is relative to the enclosing namespaces
 * and to earlier opened ones (`open CategoryTheory Limits`). Some of the results may not exist.
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
 * The first that exists of: the name in the innermost namespace, in each outer one, at the root, in each opened
 * namespace. Returns null if none exists. (If several opened namespaces have the name, Lean also uses the type.)
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
