/**
 * Reads the declarations that a compiled module of Lean 2021 contains from its bytes, without running anything, and writes
 * them as the text of `compiled-module.ts`. The numbers of tags and fields are those of `Lean/Environment.lean`,
 * `Declaration.lean`, `Expr.lean` and `Level.lean` of July 2021. Later versions have an exporter (lean/export-current.lean).
 */
import { NotAnExport } from './compiled-module.ts';
import { type StoredObject, StoredObjects, type StoredValue } from './stored-objects.ts';

/**
 * @returns null if the text is longer than `maxLength`
 * @throws {NotAnExport} if Lean of 2021 cannot have written `olean`
 */
export function storedDeclarations(olean: Buffer, maxLength: number): string | null {
  const reader = new Reader(new StoredObjects(olean), maxLength);
  try {
    writeModule(reader);
    return reader.text();
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

class TooLong extends Error {}

function writeModule(reader: Reader): void {
  const [imports, constants, entries] = reader.fields(reader.objects.root, 3);
  for (const each of reader.elements(imports!)) {
    reader.put(`I ${reader.number('N', reader.fields(each, 1)[0]!)}`);
  }
  for (const each of reader.elements(constants!)) writeDeclaration(reader, each);
  for (const extension of reader.elements(entries!)) {
    const [name, list] = reader.fields(extension, 2);
    if (!reader.isName(name!, 'declranges')) continue;
    for (const entry of reader.elements(list!)) writeRange(reader, entry);
  }
  reader.put('end');
}

const CONSTANT = ['axiom', 'def', 'theorem', 'opaque', 'quot', 'inductive', 'constructor', 'recursor'] as const;
const SAFETY = ['u', 's', 'p'];
const HINTS = ['o', 'a'];

function writeDeclaration(reader: Reader, value: StoredValue): void {
  const { tag, fields } = reader.constructed(value);
  const [head, ...more] = reader.fields(only(fields));
  const { scalars } = reader.constructed(only(fields));
  const at = (index: number): StoredValue => more[index] ?? refuse('a declaration with too few fields');
  const writtenHead = writeHead(reader, head ?? refuse('a declaration without a head'));
  const expr = (index: number): number => reader.number('E', at(index));
  const safety = (index = 0): string => (scalars[index] === 0 ? 's' : 'u');
  const kind = CONSTANT[tag];
  switch (kind) {
    case 'axiom':
      return reader.put(`D axiom ${safety()} ${writtenHead}`);
    case 'theorem':
      return reader.put(`D theorem s ${expr(0)} ${writtenHead}`);
    case 'opaque':
      return reader.put(`D opaque ${safety()} ${expr(0)} ${writtenHead}`);
    case 'def': {
      const height = at(1);
      const hints = height.kind === 'scalar' ? HINTS[Number(height.value)] : String(heightOf(reader, height));
      return reader.put(`D def ${SAFETY[scalars[0] ?? -1]} ${hints} ${expr(0)} ${writtenHead}`);
    }
    case 'inductive': {
      const names = (index: number): string => counted(reader.list(at(index)).map((name) => reader.number('N', name)));
      // Its flags: isRec, isUnsafe.
      const parts = [safety(1), reader.digits(at(0)), names(2), names(3)];
      return reader.put(`D inductive ${parts.join(' ')} ${writtenHead}`);
    }
    case 'constructor':
      return reader.put(`D constructor ${reader.number('N', at(0))} ${writtenHead}`);
    case 'recursor':
    case 'quot':
      return reader.put(`D ${kind} ${writtenHead}`);
    case undefined:
      throw new NotAnExport(`a declaration of kind ${tag}`);
  }
}

/** Name, type and universe parameters, which every declaration has. */
function writeHead(reader: Reader, value: StoredValue): string {
  const [name, params, type] = reader.fields(value, 3);
  const written = reader.number('N', name!);
  const listed = reader.list(params!).map((param) => reader.number('N', param));
  return `${written} ${reader.number('E', type!)} ${counted(listed)}`;
}

const counted = (ids: readonly number[]): string => [ids.length, ...ids].join(' ');

function heightOf(reader: Reader, value: StoredValue): number {
  const { scalars } = reader.constructed(value);
  return scalars.length < 4 ? refuse('a definition without a height') : scalars.readUInt32LE(0);
}

function writeRange(reader: Reader, entry: StoredValue): void {
  const [name, ranges] = reader.fields(entry, 2);
  const range = reader.fields(reader.fields(ranges!, 2)[0]!, 4);
  const [line, endLine] = [range[0]!, range[2]!].map((position) => reader.digits(reader.fields(position, 2)[0]!));
  reader.put(`R ${reader.number('N', name!)} ${line} ${endLine}`);
}

/** The tables of the text: names, levels, expressions. */
type Table = 'N' | 'L' | 'E';
/** What a line of a table refers to, in the order in which it is written. */
type Reference = readonly [Table, StoredValue];
/** A line to write: words, or the numbers of other lines. `isAlias`: it has no line and the number of its only reference. */
interface Item {
  words: readonly (string | Reference)[];
  isAlias?: true;
}

const NAME = { string: 1, number: 2 } as const;
const LEVEL = ['', 's', 'm', 'i', 'p'] as const;
const BINDERS = ['d', 'i', 's', 'c'];
/** Tags of expressions; free variables and metavariables cannot be in a module. */
const EXPR = {
  bound: 0,
  sort: 3,
  const: 4,
  app: 5,
  lam: 6,
  pi: 7,
  let: 8,
  literal: 9,
  metadata: 10,
  proj: 11,
} as const;

class Reader {
  readonly objects: StoredObjects;
  readonly #maxLength: number;
  readonly #lines: string[] = [];
  #length = 0;
  readonly #read = new Map<number, StoredObject>();
  readonly #known = { N: new Map<number, number>(), L: new Map<number, number>(), E: new Map<number, number>() };
  /** The next number of each table: the empty name and the level zero have no line. */
  readonly #next = { N: 1, L: 1, E: 0 };

  constructor(objects: StoredObjects, maxLength: number) {
    this.objects = objects;
    this.#maxLength = maxLength;
  }

  put(line: string): void {
    this.#length += line.length + 1;
    if (this.#length > this.#maxLength) throw new TooLong();
    this.#lines.push(line);
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** The number of the line for `value`; writes it, and those that it refers to, first. Not recursive: terms are deep. */
  number(table: Table, value: StoredValue): number {
    const open: (Item & { table: Table; at: number; written: (string | number)[] })[] = [];
    /** The number if it is known; otherwise opens it. */
    const visit = ([of, next]: Reference): number | null => {
      if (next.kind === 'scalar') return of === 'N' && next.value === 0n ? 0 : refuse('a number in place of a term');
      const known = this.#known[of].get(next.at);
      if (known === undefined) open.push({ ...this.#item(of, next), table: of, at: next.at, written: [] });
      return known ?? null;
    };
    let id = visit([table, value]);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const { words, written } = last;
      while (written.length < words.length) {
        const word = words[written.length]!;
        const part = typeof word === 'string' ? word : visit(word);
        if (part === null) break;
        written.push(part);
      }
      if (written.length < words.length) continue;
      open.pop();
      id = this.#write(last);
      this.#known[last.table].set(last.at, id);
    }
    return id ?? refuse('nothing to write');
  }

  #write({ table, written, isAlias }: Pick<Item, 'isAlias'> & { table: Table; written: (string | number)[] }): number {
    if (isAlias) return Number(written[0]);
    if (written.length === 0) return 0;
    this.put(`${table} ${written.join(' ')}`);
    return this.#next[table]++;
  }

  #item(table: Table, value: StoredValue): Item {
    const { tag, fields, scalars } = this.constructed(value);
    const at = (index: number): StoredValue => fields[index] ?? refuse('a term with too few fields');
    const name = (index: number): Reference => ['N', at(index)];
    const level = (index: number): Reference => ['L', at(index)];
    const expr = (index: number): Reference => ['E', at(index)];
    if (table === 'N') {
      if (tag === NAME.string) return { words: ['s', name(0), this.#codes(at(1))] };
      return tag === NAME.number ? { words: ['i', name(0), this.digits(at(1))] } : refuse('not a name');
    }
    if (table === 'L') {
      const kind = LEVEL[tag] ?? refuse('a level with a metavariable');
      if (kind === '') return { words: [] };
      if (kind === 'p') return { words: [kind, name(0)] };
      return { words: kind === 's' ? [kind, level(0)] : [kind, level(0), level(1)] };
    }
    switch (tag) {
      case EXPR.bound:
        return { words: ['b', this.digits(at(0))] };
      case EXPR.sort:
        return { words: ['s', level(0)] };
      case EXPR.const:
        return { words: ['c', name(0), ...this.list(at(1)).map((each): Reference => ['L', each])] };
      case EXPR.app:
        return { words: ['a', expr(0), expr(1)] };
      case EXPR.lam:
      case EXPR.pi: {
        // The kind of the binder is in bits 37 to 39 of the cached data.
        const binder = BINDERS[(scalars[4] ?? refuse('a binder without its kind')) >> 5] ?? 'd';
        return { words: [tag === EXPR.lam ? 'l' : 'p', binder, name(0), expr(1), expr(2)] };
      }
      case EXPR.let:
        return { words: ['z', name(0), expr(1), expr(2), expr(3)] };
      case EXPR.literal: {
        const literal = this.constructed(at(0));
        const content = only(literal.fields);
        return { words: literal.tag === 0 ? ['n', this.digits(content)] : ['t', this.#codes(content)] };
      }
      case EXPR.metadata:
        return { words: [expr(1)], isAlias: true };
      case EXPR.proj:
        return { words: ['j', name(0), this.digits(at(1)), expr(2)] };
      default:
        throw new NotAnExport(`an expression of kind ${tag}`);
    }
  }

  isName(value: StoredValue, word: string): boolean {
    const { tag, fields } = this.constructed(value);
    const [before, last] = fields;
    if (tag !== NAME.string || before?.kind !== 'scalar') return false;
    const text = last && this.#object(last);
    return text?.kind === 'string' && text.text === word;
  }

  /** A natural number in decimal. */
  digits(value: StoredValue): string {
    if (value.kind === 'scalar') return String(value.value);
    const object = this.#object(value);
    const text = object.kind === 'bytes' ? object.bytes.toString('latin1').replace(/\0[^]*/, '') : '';
    return /^[1-9]\d*$/.test(text) ? text : refuse('a large number without digits');
  }

  /** A string as code points: no quoting, so that a name or a string cannot break the format. */
  #codes(value: StoredValue): string {
    const object = this.#object(value);
    if (object.kind !== 'string') return refuse('no string where one belongs');
    return object.text === '' ? '-' : Array.from(object.text, (character) => character.codePointAt(0)).join(',');
  }

  list(value: StoredValue): StoredValue[] {
    const found: StoredValue[] = [];
    let rest = value;
    while (rest.kind === 'object') {
      const [first, next] = this.fields(rest, 2);
      found.push(first!);
      rest = next!;
    }
    return found;
  }

  elements(value: StoredValue): StoredValue[] {
    const object = this.#object(value);
    return object.kind === 'array' ? object.fields : refuse('not a list');
  }

  /** @param count their number, if it is fixed */
  fields(value: StoredValue, count?: number): StoredValue[] {
    const { fields } = this.constructed(value);
    return count === undefined || fields.length === count
      ? fields
      : refuse(`${fields.length} fields in place of ${count}`);
  }

  constructed(value: StoredValue): Extract<StoredObject, { kind: 'constructor' }> {
    const object = this.#object(value);
    return object.kind === 'constructor' ? object : refuse('not a record');
  }

  #object(value: StoredValue): StoredObject {
    if (value.kind === 'scalar') return refuse('a number in place of an object');
    let object = this.#read.get(value.at);
    if (object === undefined) this.#read.set(value.at, (object = this.objects.object(value.at)));
    return object;
  }
}

const only = ([first, second]: readonly StoredValue[]): StoredValue =>
  first === undefined || second !== undefined ? refuse('not one field') : first;

function refuse(detail: string): never {
  throw new NotAnExport(detail);
}
