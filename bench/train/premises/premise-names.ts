/** From a name that a proof writes to the declaration that it means, where that can be told without elaboration. */
import type { Library, UsingPlace } from './library.ts';
import type { ProofName } from './proof-names.ts';

export interface ProofPlace extends UsingPlace {
  /** Around the declaration, its own name's dots included: `A` within `theorem A.b`. */
  namespace: string;
  opens: readonly string[];
  /** Head of the type of each variable of the statement, as written; '' if it has none. */
  types: ReadonlyMap<string, string>;
}

/** Of these a longer written name may be a projection: `foo_iff.mpr`. */
const STATEMENTS = new Set(['theorem', 'lemma', 'alias', 'axiom']);

/** Shorter fields are of too many types, some of them in no index. */
const SHORTEST_FIELD = 4;
/** Declarations about Lean itself, which only programs mean. */
const META = /^(?:Lean|Mathlib|Qq|Aesop)\./u;

/** The rows that the name means, all of one full name; none if it is ambiguous or of no declaration. */
export function premisesNamed(library: Library, name: ProofName, place: ProofPlace): number[] {
  const opens = [...name.opens, ...place.opens.filter((opened) => !opened.startsWith('scoped '))];
  const spaces = openSpaces(library, place.namespace, opens);
  if (name.how === 'name') return namedFully(library, name.written, spaces, place);
  const field = name.written.split('.', 1)[0]!;
  const type = name.how === 'field' ? (place.types.get(name.receiver) ?? '') : '';
  if (type !== '') {
    const [head] = onlyOne(library, meaningsOf(library, type, spaces, place));
    return head === undefined ? [] : library.idsOf(`${library.names[head]!}.${field}`, place);
  }
  if (field.length < SHORTEST_FIELD) return [];
  const found = onlyOne(library, library.idsByLast(field, place));
  return found.filter((id) => library.names[id]!.includes('.') && !META.test(library.names[id]!));
}

function namedFully(library: Library, written: string, spaces: OpenSpaces, place: UsingPlace): number[] {
  if (written.startsWith('_root_.')) return library.idsOf(written.slice('_root_.'.length), place);
  for (let end = written.length; end > 0; end = written.lastIndexOf('.', end - 1)) {
    const found = meaningsOf(library, written.slice(0, end), spaces, place);
    if (found.length === 0) continue;
    const isWhole = end === written.length || STATEMENTS.has(library.kindOf(found[0]!));
    return isWhole ? onlyOne(library, found) : [];
  }
  return [];
}

/** The ids if they are all of one name. */
function onlyOne(library: Library, ids: number[]): number[] {
  const name = library.names[ids[0] ?? 0];
  return ids.every((id) => library.names[id] === name) ? ids : [];
}

interface OpenSpaces {
  /** The namespace and those around it, from the inside out. */
  around: string[];
  /** Namespaces that the `open`s may mean. */
  opened: string[];
}

function openSpaces(library: Library, namespace: string, opens: readonly string[]): OpenSpaces {
  const around: string[] = [];
  for (let outer = namespace; outer !== ''; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.'))))
    around.push(outer);
  const opened = new Set<string>();
  for (const written of opens) {
    const plain = written.startsWith('_root_.') ? written.slice('_root_.'.length) : written;
    for (const space of [...around, ...opened].map((one) => `${one}.${plain}`))
      if (library.isNamespace(space)) opened.add(space);
    if (library.isNamespace(plain)) opened.add(plain);
  }
  return { around, opened: [...opened] };
}

/**
 * As Lean resolves it: the innermost namespace around that has it wins; else the root's and those of all that is
 * opened, which may be several. A protected name is not found by its last component alone.
 */
function meaningsOf(library: Library, written: string, { around, opened }: OpenSpaces, place: UsingPlace): number[] {
  const isShort = !written.includes('.');
  const open = (name: string): number[] => {
    const ids = library.idsOf(name, place);
    return isShort ? ids.filter((id) => !library.isProtected(id)) : ids;
  };
  for (const space of around) {
    const ids = open(`${space}.${written}`);
    if (ids.length > 0) return ids;
  }
  return [...library.idsOf(written, place), ...opened.flatMap((space) => open(`${space}.${written}`))];
}
