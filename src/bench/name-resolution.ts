/** To what a written name resolves: a declaration of the library, a derived name, another package, or nothing known. */
import { resolveName } from '../lean/generate/resolve-name.ts';
import { deriveFromName, type KnownNames } from '../lean/generate/reverse.ts';
import type { NameContext } from '../lean/declaration.ts';

export interface Library {
  /** Origin of a public name, or of a private one of the module. */
  origin(name: string, module: string): string | null;
  /** A protected name is not found by its last part alone, however open its namespace is. */
  isProtected(name: string): boolean;
  known: KnownNames;
  /** `export Foo (bar)`: what the short name stands for. */
  exported: ReadonlyMap<string, readonly string[]>;
  /** Names that other packages declare. */
  elsewhere: ReadonlySet<string>;
  /** Identifiers that other packages use without declaring them: they do not depend on this library. */
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

/** `foo_bar.symm.trans` may be `foo_bar` with two steps behind it; the longest name that is known counts. */
export function resolve(written: string, context: NameContext, module: string, library: Library): Resolution {
  if (library.simpSets.has(written)) return { kind: 'simp set' };
  const isDeclared = (name: string): boolean => library.origin(name, module) !== null;
  const prefixes = prefixesOf(written);
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

function prefixesOf(written: string): string[] {
  const prefixes: string[] = [];
  for (let end = written.length; end > 0; end = written.lastIndexOf('.', end - 1)) prefixes.push(written.slice(0, end));
  return prefixes;
}

function resolveExported(
  written: string,
  context: NameContext,
  { exported }: Library,
  isDeclared: (name: string) => boolean,
): string | null {
  for (const target of exported.get(written) ?? []) {
    const name = resolveName(target, context, isDeclared);
    if (name !== null) return name;
  }
  return null;
}
