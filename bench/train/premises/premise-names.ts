/** Resolves a name in a proof to the declaration that it means, if this is possible without elaboration. */
import type { Library, UsageSite } from './library.ts';
import type { ProofName } from './proof-names.ts';

export interface ProofSite extends UsageSite {
  /** Namespace inside the declaration, including the namespace of its own name: `A` within `theorem A.b`. */
  namespace: string;
  opens: readonly string[];
  /** Head of the type of each variable of the statement, as in the source; '' if it has none. */
  types: ReadonlyMap<string, string>;
}

/** Kinds whose names may be followed by a projection: `foo_iff.mpr`. */
const STATEMENTS = new Set(['theorem', 'lemma', 'alias', 'axiom']);

/** Shorter field names exist for too many types, some of which are not in the index. */
const MIN_FIELD_LENGTH = 4;
/** Declarations about Lean itself, which only metaprograms use. */
const META = /^(?:Lean|Mathlib|Qq|Aesop)\./u;

/** Returns the rows that the name means, all with the same full name. Empty if it is ambiguous or not a declaration. */
export function premisesNamed(library: Library, name: ProofName, place: ProofSite): number[] {
  const opens = [...name.opens, ...place.opens.filter((open) => !open.startsWith('scoped '))];
  const spaces = openSpaces(library, place.namespace, opens);
  if (name.how === 'name') return resolveFullName(library, name.written, spaces, place);
  const field = name.written.split('.', 1)[0]!;
  const type = name.how === 'field' ? (place.types.get(name.receiver) ?? '') : '';
  if (type !== '') {
    const [head] = uniqueName(library, resolveName(library, type, spaces, place));
    return head === undefined ? [] : library.idsOf(`${library.names[head]!}.${field}`, place);
  }
  if (field.length < MIN_FIELD_LENGTH) return [];
  const found = uniqueName(library, library.idsByLast(field, place));
  return found.filter((id) => library.names[id]!.includes('.') && !META.test(library.names[id]!));
}

function resolveFullName(library: Library, name: string, spaces: OpenSpaces, place: UsageSite): number[] {
  if (name.startsWith('_root_.')) return library.idsOf(name.slice('_root_.'.length), place);
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
    const found = resolveName(library, name.slice(0, end), spaces, place);
    if (found.length === 0) continue;
    const isValid = end === name.length || STATEMENTS.has(library.kindOf(found[0]!));
    return isValid ? uniqueName(library, found) : [];
  }
  return [];
}

/** Returns the ids if all have the same name, otherwise none. */
function uniqueName(library: Library, ids: number[]): number[] {
  const name = library.names[ids[0] ?? 0];
  return ids.every((id) => library.names[id] === name) ? ids : [];
}

interface OpenSpaces {
  /** The namespace and its parents, innermost first. */
  enclosing: string[];
  /** Namespaces that the `open` commands may mean. */
  opened: string[];
}

function openSpaces(library: Library, namespace: string, opens: readonly string[]): OpenSpaces {
  const enclosing: string[] = [];
  for (let outer = namespace; outer !== ''; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.'))))
    enclosing.push(outer);
  const opened = new Set<string>();
  for (const open of opens) {
    const plain = open.startsWith('_root_.') ? open.slice('_root_.'.length) : open;
    for (const space of [...enclosing, ...opened].map((one) => `${one}.${plain}`))
      if (library.isNamespace(space)) opened.add(space);
    if (library.isNamespace(plain)) opened.add(plain);
  }
  return { enclosing, opened: [...opened] };
}

/**
 * Resolves a name as Lean does. The innermost enclosing namespace with the name wins; otherwise the root namespace and all
 * opened ones, which may give several rows. A protected name is not found by its last component alone.
 */
function resolveName(library: Library, written: string, { enclosing, opened }: OpenSpaces, place: UsageSite): number[] {
  const isShort = !written.includes('.');
  const open = (name: string): number[] => {
    const ids = library.idsOf(name, place);
    return isShort ? ids.filter((id) => !library.isProtected(id)) : ids;
  };
  for (const space of enclosing) {
    const ids = open(`${space}.${written}`);
    if (ids.length > 0) return ids;
  }
  return [...library.idsOf(written, place), ...opened.flatMap((space) => open(`${space}.${written}`))];
}
