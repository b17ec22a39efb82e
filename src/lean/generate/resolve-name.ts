/** Which declaration a written name means at its place. */
import type { NameContext } from '../declaration.ts';

/**
 * The first of these that exists: the name in the innermost namespace, in each outer one, at the root, in each opened
 * namespace. Null if none does. (Lean would go on by type if several opened namespaces have the name.)
 */
export function resolveName(
  written: string,
  context: NameContext,
  exists: (name: string) => boolean,
): string | null {
  if (written.startsWith('_root_.')) {
    const name = written.slice(7);
    return exists(name) ? name : null;
  }
  const { namespace } = context;
  for (let end = namespace.length; end > 0; end = namespace.lastIndexOf('.', end - 1)) {
    const name = `${namespace.slice(0, end)}.${written}`;
    if (exists(name)) return name;
  }
  if (exists(written)) return written;
  for (const opened of context.opens) {
    const name = `${opened}.${written}`;
    if (exists(name)) return name;
    // An `open` is itself relative to the namespaces around it.
    for (let end = namespace.length; end > 0; end = namespace.lastIndexOf('.', end - 1)) {
      const relative = `${namespace.slice(0, end)}.${name}`;
      if (exists(relative)) return relative;
    }
  }
  return null;
}
