/**
 * Names of the lemmas that `@[simps]` makes.
 *
 * Explicit projections give exact names. Without them the lemmas depend on the value (a field that is itself built by a
 * constructor is taken apart further), so the lemmas of the first level are named and marked as approximate; deeper
 * ones are answered at query time (reverse.ts).
 */
import type { NameContext } from '../declaration.ts';
import type { SimpsArguments } from './attribute-syntax.ts';
import type { Structures } from './structures.ts';

export interface SimpsSource {
  /** Full name of the declaration with the attribute. */
  name: string;
  isInstance: boolean;
  /** Head of the result type as written; null if it has none. */
  resultHead: string | null;
  context: NameContext;
}

export interface SimpsLemma {
  name: string;
  isApproximate: boolean;
}

/** A single component, which happens where the stem is empty, gets `_def`. */
function lemmaName(parent: string, components: readonly string[]): string {
  const last = components.length === 1 ? `${components[0]}_def` : components.join('_');
  return parent === '' ? last : `${parent}.${last}`;
}

/** The name's last part is the stem, but an instance with a generated name has an empty one. */
function stemOf(source: SimpsSource, nameStem: string | null): { parent: string; components: string[] } {
  const dot = source.name.lastIndexOf('.');
  const parent = source.name.slice(0, Math.max(dot, 0));
  const last = source.name.slice(dot + 1);
  if (nameStem !== null) return { parent, components: nameStem === '' ? [] : [nameStem] };
  return { parent, components: source.isInstance && last.startsWith('inst') ? [] : [last] };
}

/** Head constant of a field's type: `C ⥤ D` has none that is written, `(X : C) → F X` neither. */
function headOfType(type: string): string | null {
  return /^[^\s()[\]{}⟨⟩,:→⥤]+(?=$|\s+[^\s→=≃⟶⥤×]+$)/.exec(type)?.[0] ?? null;
}

/** Follows `apply_coe` through the structures as far as they are known; what is left is one suffix. */
function componentsOf(
  path: string,
  structure: string | null,
  structures: Structures,
  stem: readonly string[],
): string[] {
  const known = structure === null ? [] : structures.projections(structure);
  const fitting = known
    .filter((projection) => path === projection.name || path.startsWith(`${projection.name}_`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (fitting === undefined) return [...stem, path];
  const next = fitting.isPrefix ? [fitting.name, ...stem] : [...stem, fitting.name];
  if (path.length === fitting.name.length) return next;
  const head = fitting.type === null ? null : headOfType(fitting.type);
  const inner = head === null ? null : structures.resolve(head, fitting.context);
  return componentsOf(path.slice(fitting.name.length + 1), inner, structures, next);
}

/** `head` is the structure's full name, if it is known. */
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
