/** Resolves a name in source text: to a declaration of the library, a derived name, another package, or nothing known. */
import { resolveName } from '../src/lean/generate/resolve-name.ts';
import { deriveFromName, type KnownNames } from '../src/lean/generate/reverse.ts';
import type { NameContext } from '../src/lean/declaration.ts';

export interface Library {
  /** Origin of a public name or of a private name of `module`; null if it is not declared. */
  origin(name: string, module: string): string | null;
  /** A protected name cannot be found by its last part alone, even if its namespace is open. */
  isProtected(name: string): boolean;
  known: KnownNames;
  /** For `export Foo (bar)`: the full names by short name. */
  exported: ReadonlyMap<string, readonly string[]>;
  /** Names that other packages declare. */
  elsewhere: ReadonlySet<string>;
  /** Identifiers that other packages use but do not declare. Those packages do not depend on this library. */
  usedElsewhere: ReadonlySet<string>;
  /** Names of simp sets. */
  simpSets: ReadonlySet<string>;
}

export type Resolution =
  | { kind: 'declared'; origin: string; name: string }
  | { kind: 'derived'; by: string; name: string }
  | { kind: 'elsewhere'; how: 'declared' | 'used' }
  | { kind: 'simp set' }
  | { kind: 'unknown' };

/** Resolves the longest known prefix: `foo_bar.symm.trans` may be `foo_bar` followed by two steps. */
export function resolve(text: string, context: NameContext, module: string, library: Library): Resolution {
  if (library.simpSets.has(text)) return { kind: 'simp set' };
  const isDeclared = (name: string): boolean => library.origin(name, module) !== null;
  const prefixes = prefixesOf(text);
  for (const prefix of prefixes) {
    const isReachable = (one: string): boolean =>
      isDeclared(one) && (one === prefix || prefix.includes('.') || !library.isProtected(one));
    const name = resolveName(prefix, context, isReachable) ?? resolveExported(prefix, context, library, isDeclared);
    if (name !== null) return { kind: 'declared', origin: library.origin(name, module)!, name };
    if (resolveName(prefix, context, (one) => library.elsewhere.has(one)) !== null)
      return { kind: 'elsewhere', how: 'declared' };
    const derived = resolveName(prefix, context, (one) => deriveFromName(one, library.known) !== null);
    if (derived !== null) return { kind: 'derived', by: deriveFromName(derived, library.known)!.by, name: derived };
  }
  return prefixes.some((prefix) => library.usedElsewhere.has(prefix))
    ? { kind: 'elsewhere', how: 'used' }
    : { kind: 'unknown' };
}

function prefixesOf(name: string): string[] {
  const prefixes: string[] = [];
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) prefixes.push(name.slice(0, end));
  return prefixes;
}

function resolveExported(
  shortName: string,
  context: NameContext,
  { exported }: Library,
  isDeclared: (name: string) => boolean,
): string | null {
  for (const target of exported.get(shortName) ?? []) {
    const name = resolveName(target, context, isDeclared);
    if (name !== null) return name;
  }
  return null;
}
