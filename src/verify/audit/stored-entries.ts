/**
 * Reads the entries that a compiled module stores next to its declarations: attributes, instances, syntax, and other data of
 * environment extensions. Two entries have the same number if and only if they are equal, apart from the numbers that
 * macros put into names.
 */
import type { Interner } from './canonical.ts';
import { MAX_NAME_PARTS, NotAnExport } from './compiled-module.ts';
import { type LeanName, nameOf } from './lean-name.ts';
import { type StoredObject, StoredObjects, type StoredValue } from './stored-objects.ts';

export interface StoredEntry {
  content: number;
  /** The declaration that the entry is about, if it begins with a name: `foo` in `(foo, impl)` of `implementedBy`. */
  subject: LeanName | null;
  /** All names in the entry, computed lazily. */
  names: () => LeanName[];
}

/** Entries by the key of their extension's name. */
export type StoredEntries = Map<string, StoredEntry[]>;

/**
 * @param interner shared by the modules to compare
 * @throws {NotAnExport} if `olean` is not a compiled module
 */
export function readStoredEntries(olean: Buffer, interner: Interner): StoredEntries {
  const contents = new Contents(new StoredObjects(olean), interner);
  const found: StoredEntries = new Map();
  for (const extension of contents.elements(lastField(contents.objects))) {
    const [key, list] = contents.fields(extension);
    const name = key && contents.name(key);
    if (name === null || name === undefined || list === undefined) throw new NotAnExport('an extension without a name');
    if (found.has(name.key)) throw new NotAnExport('an extension twice');
    const entries = contents.elements(list).map((entry) => contents.entry(entry));
    found.set(name.key, entries);
  }
  return found;
}

/** The last field of the module's data contains the entries in all versions; later versions added fields before it. */
function lastField(objects: StoredObjects): StoredValue {
  const { root } = objects;
  const object = root.kind === 'object' ? objects.object(root.at) : null;
  const last = object?.kind === 'constructor' ? object.fields.at(-1) : undefined;
  if (last === undefined) throw new NotAnExport('no module data');
  return last;
}

/** Tags of stored names. A name is stored as its prefix, its last component, and a cached hash. */
const NAME_STRING = 1;
const NAME_NUMBER = 2;
const HASH_BYTES = 8;

interface Known {
  content: number;
  /** It contains a number that a macro put into a name, so its cached hashes differ too. */
  isVolatile: boolean;
}

class Contents {
  readonly objects: StoredObjects;
  readonly #interner: Interner;
  readonly #read = new Map<number, StoredObject>();
  readonly #names = new Map<number, LeanName | null>();
  readonly #known = new Map<number, Known>();

  constructor(objects: StoredObjects, interner: Interner) {
    this.objects = objects;
    this.#interner = interner;
  }

  elements(value: StoredValue): StoredValue[] {
    const object = this.#object(value);
    if (object?.kind !== 'array') throw new NotAnExport('not a list');
    return object.fields;
  }

  fields(value: StoredValue): StoredValue[] {
    const object = this.#object(value);
    if (object?.kind !== 'constructor') throw new NotAnExport('not a pair');
    return object.fields;
  }

  entry(value: StoredValue): StoredEntry {
    const content = this.#contentOf(value).content;
    return { content, subject: this.#subjectOf(value), names: () => this.#namesIn(value) };
  }

  /** The name in `value`; null if it is not a name. The empty name looks like any other zero, so it gives null too. */
  name(value: StoredValue): LeanName | null {
    if (value.kind === 'scalar') return null;
    const known = this.#names.get(value.at);
    if (known !== undefined) return known;
    const name = this.#readName(value.at);
    this.#names.set(value.at, name);
    return name;
  }

  #readName(at: number): LeanName | null {
    const object = this.#object({ kind: 'object', at });
    if (object?.kind !== 'constructor' || object.scalars.length !== HASH_BYTES) return null;
    const [before, last, more] = object.fields;
    if (before === undefined || last === undefined || more !== undefined) return null;
    const isFirst = before.kind === 'scalar';
    if (isFirst && before.value !== 0n) return null;
    const parent = isFirst ? nameOf([]) : this.name(before);
    const part = this.#partOf(object.tag, last);
    if (parent === null || part === null) return null;
    if (parent.parts.length >= MAX_NAME_PARTS) throw new NotAnExport('a name with too many components');
    return nameOf([...parent.parts, part]);
  }

  #partOf(tag: number, last: StoredValue): string | number | null {
    if (tag === NAME_NUMBER) return last.kind === 'scalar' ? Number(last.value) : null;
    const text = tag === NAME_STRING ? this.#object(last) : null;
    return text?.kind === 'string' ? text.text : null;
  }

  /**
   * The subject of a name, of a pair that begins with a name, or of a record that contains one, directly or as an option.
   * The entry may be wrapped in its scope: one field if global, the namespace and one field if scoped.
   */
  #subjectOf(value: StoredValue): LeanName | null {
    const name = this.name(value);
    if (name !== null) return name;
    const object = this.#object(value);
    if (object?.kind !== 'constructor') return null;
    const [first, second, third] = object.fields;
    if (first === undefined) return null;
    if (second === undefined) return this.#subjectOf(first);
    if (object.tag === 1 && third === undefined && this.name(first) !== null) return this.#subjectOf(second);
    for (const field of object.fields) {
      const found = this.name(field) ?? this.#optionalName(field);
      if (found !== null) return found;
    }
    return null;
  }

  #optionalName(value: StoredValue): LeanName | null {
    const object = this.#object(value);
    const [only, more] = object?.kind === 'constructor' && object.tag === 1 ? object.fields : [];
    return only === undefined || more !== undefined ? null : this.name(only);
  }

  #namesIn(value: StoredValue): LeanName[] {
    const found = new Map<string, LeanName>();
    const seen = new Set<number>();
    const todo = [value];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (next.kind === 'scalar' || seen.has(next.at)) continue;
      seen.add(next.at);
      const name = this.name(next);
      if (name === null) for (const field of fieldsOf(this.#object(next))) todo.push(field);
      else found.set(name.key, name);
    }
    return [...found.values()];
  }

  #object(value: StoredValue): StoredObject | null {
    if (value.kind === 'scalar') return null;
    let object = this.#read.get(value.at);
    if (object === undefined) this.#read.set(value.at, (object = this.objects.object(value.at)));
    return object;
  }

  /** An object points only to objects before it, so in file order each number is known before it is needed. */
  #contentOf(value: StoredValue): Known {
    if (value.kind === 'scalar') return this.#scalar(value.value);
    const seen = new Set<number>();
    const todo: StoredValue[] = [value];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (next.kind === 'scalar' || seen.has(next.at) || this.#known.has(next.at)) continue;
      seen.add(next.at);
      for (const field of fieldsOf(this.#object(next))) todo.push(field);
    }
    for (const at of [...seen].sort((a, b) => a - b)) this.#known.set(at, this.#number(at));
    return this.#known.get(value.at)!;
  }

  #scalar(value: bigint): Known {
    return { content: this.#interner.number(`scalar ${value}`), isVolatile: false };
  }

  #number(at: number): Known {
    const object = this.#object({ kind: 'object', at })!;
    const name = this.name({ kind: 'object', at });
    if (name !== null) return this.#numberOfName(name);
    if (object.kind === 'string') return this.#fixed(`text ${JSON.stringify(object.text)}`);
    if (object.kind === 'bytes') return this.#fixed(`bytes ${object.bytes.toString('hex')}`);
    const parts = object.fields.map((field) =>
      field.kind === 'scalar' ? this.#scalar(field.value) : this.#known.get(field.at)!,
    );
    const isVolatile = parts.some((part) => part.isVolatile);
    const head =
      object.kind === 'constructor'
        ? `object ${object.tag} ${isVolatile && object.scalars.length === HASH_BYTES ? '' : object.scalars.toString('hex')}`
        : object.kind;
    return { content: this.#interner.number(`${head} ${parts.map(({ content }) => content).join(' ')}`), isVolatile };
  }

  #numberOfName(name: LeanName): Known {
    const isVolatile = name.parts.includes('_hyg');
    const parts = isVolatile ? name.parts.map((part) => (typeof part === 'number' ? 0 : part)) : name.parts;
    return { content: this.#interner.number(`name ${JSON.stringify(parts)}`), isVolatile };
  }

  #fixed(key: string): Known {
    return { content: this.#interner.number(key), isVolatile: false };
  }
}

function fieldsOf(object: StoredObject | null): readonly StoredValue[] {
  return object !== null && 'fields' in object ? object.fields : [];
}
