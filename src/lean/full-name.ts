/** Names as written in a source, and the full names they refer to. */

/** Components of a dotted name; a dot inside «» does not separate. Guillemets are kept. */
export function nameComponents(name: string): string[] {
  if (!name.includes('«')) return name.split('.');
  const components: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < name.length; at++) {
    const character = name[at];
    if (character === '«') quoted = true;
    else if (character === '»') quoted = false;
    else if (character === '.' && !quoted) {
      components.push(name.slice(from, at));
      from = at + 1;
    }
  }
  components.push(name.slice(from));
  return components;
}

/** `WithTop.«forall»` → `WithTop.forall`. */
export function withoutGuillemets(name: string): string {
  return name.includes('«') ? name.replaceAll(/[«»]/g, '') : name;
}

/** Full name, without guillemets, of a declaration written as `declared` in `namespace`. */
export function fullName(namespace: string, declared: string): string {
  const plain = withoutGuillemets(declared);
  if (plain.startsWith('_root_.')) return plain.slice(7);
  return joinName(namespace, plain);
}

/**
 * Limits on an indexed name, written or generated. In nested namespaces each declaration repeats the names of all of
 * them, so a file with thousands of levels would need quadratic space. Mathlib's longest: 183 characters, 7 parts.
 */
const MAX_LENGTH = 1000;
const MAX_PARTS = 100;

/** What `isTooLong` detects, for messages. */
export const TOO_LONG = `a name of more than ${MAX_LENGTH} characters or ${MAX_PARTS} parts`;

export function isTooLong(name: string): boolean {
  if (name.length <= MAX_PARTS) return false;
  return name.length > MAX_LENGTH || nameComponents(name).length > MAX_PARTS;
}

export function lastComponent(name: string): string {
  if (!name.includes('«')) return name.slice(name.lastIndexOf('.') + 1);
  const components = nameComponents(name);
  return withoutGuillemets(components[components.length - 1] ?? name);
}

/** The namespace of a name, '' if it has none, and its last component. A dot inside «» also separates. */
export function splitName(name: string): [namespace: string, last: string] {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? ['', name] : [name.slice(0, dot), name.slice(dot + 1)];
}

export function joinName(namespace: string, last: string): string {
  return namespace === '' ? last : `${namespace}.${last}`;
}

export function capitalised(word: string): string {
  const first = word.codePointAt(0);
  if (first === undefined) return word;
  const letter = String.fromCodePoint(first);
  return letter.toUpperCase() + word.slice(letter.length);
}
