/**
 * Names of the lemmas that `@[simps]` generates.
 *
 * Explicit projections give exact names. Otherwise the lemmas depend on the value: a field that is built by a
 * constructor is split further. Only lemmas of the first level are named, marked as approximate; deeper ones are
 * answered at query time (reverse.ts).
 */
import { joinName, splitName } from '../full-name.ts';
import type { SimpsArguments } from './attribute-syntax.ts';
import type { Structures } from './structures.ts';
import type { SimpsSource } from './trace.ts';

export interface SimpsLemma {
  name: string;
  isApproximate: boolean;
}

/** A single component, which occurs if the stem is empty, gets `_def`. */
function lemmaName(parent: string, components: readonly string[]): string {
  const last = components.length === 1 ? `${components[0]}_def` : components.join('_');
  return joinName(parent, last);
}

/** The stem is the last part of the name; it is empty for an instance with a generated name. */
function stemOf(source: SimpsSource, nameStem: string | null): { parent: string; components: string[] } {
  const [parent, last] = splitName(source.name);
  if (nameStem !== null) return { parent, components: nameStem === '' ? [] : [nameStem] };
  return { parent, components: source.isInstance && last.startsWith('inst') ? [] : [last] };
}

/** Head constant of a field's type; `C ⥤ D` and `(X : C) → F X` have no written one. */
function headOfType(type: string): string | null {
  return /^[^\s()[\]{}⟨⟩,:→⥤]+(?=$|\s+[^\s→=≃⟶⥤×]+$)/.exec(type)?.[0] ?? null;
}

/** Follows `apply_coe` through the known structures; the rest is one suffix. */
function componentsOf(
  path: string,
  structure: string | null,
  structures: Structures,
  stem: readonly string[],
): string[] {
  const known = structure === null ? [] : structures.projections(structure);
  const match = known
    .filter((projection) => path === projection.name || path.startsWith(`${projection.name}_`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (match === undefined) return [...stem, path];
  const next = match.isPrefix ? [match.name, ...stem] : [...stem, match.name];
  if (path.length === match.name.length) return next;
  const head = match.type === null ? null : headOfType(match.type);
  const inner = head === null ? null : structures.resolve(head, match.context);
  return componentsOf(path.slice(match.name.length + 1), inner, structures, next);
}

/** `head`: full name of the structure, if known. */
export function simpsLemmas(
  source: SimpsSource,
  args: SimpsArguments,
  structures: Structures,
  head: string | null,
): SimpsLemma[] {
  const { parent, components } = stemOf(source, args.nameStem);
  if (args.projections.length > 0) {
    return args.projections.map((path) => ({
      name: lemmaName(parent, componentsOf(path, head, structures, components)),
      isApproximate: false,
    }));
  }
  if (head === null) return [];
  return structures.defaultProjections(head).map((projection) => ({
    name: lemmaName(parent, projection.isPrefix ? [projection.name, ...components] : [...components, projection.name]),
    isApproximate: true,
  }));
}
