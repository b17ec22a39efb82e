/** Reads the lists of topics and theorems that a package keeps in `docs/` for its website, such as `docs/overview.yaml`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type ParsedNode,
  type YAMLMap,
} from 'yaml';
import { statOrNull } from '../../base/read-or-null.ts';

export const LISTS = ['overview', 'undergrad', '100', '1000'] as const;

export type ListName = (typeof LISTS)[number];

/** A topic or theorem of a list with the declarations that the list gives for it. */
export interface ListEntry {
  list: ListName;
  title: string;
  /** The headings above it, outermost first. */
  headings: readonly string[];
  /** Declarations as written; an index may lack them. */
  names: string[];
  line: number;
  /** Its number in Wikidata (`Q11518`), if the list has one. */
  external: string | null;
}

export interface ReadList {
  list: ListName;
  entries: ListEntry[];
  /** Entries with an address in place of a declaration. */
  elsewhere: number;
  /** Titles of entries without a declaration or address. */
  undeclared: string[];
}

export interface Lists {
  lists: ReadList[];
  /** Why a list was left out: `docs/100.yaml:4: …`. */
  problems: string[];
}

const MAX_BYTES = 500_000;
/** The parser takes quadratic time for long lines and many comments. */
const MAX_LINES = 20_000;
const MAX_LINE_LENGTH = 2000;
const MAX_DEPTH = 16;
/** The parser takes quadratic time for a long list in brackets and calls itself for each nested one. */
const MAX_BRACKETED = 5000;
const MAX_BRACKETS_OPEN = 2;
const MAX_ITEMS_ON_LINE = 8;
/** The lexer puts this before each scalar. */
const BEFORE_SCALAR = '\u001F';
const TOO_DEEP = 'nested too deeply';
/** An entry with a title is a theorem; these keys of it name declarations, and these say where else it is proved. */
const TITLE = 'title';
const NAMES = ['decl', 'decls', 'statement'];
const ADDRESSES = ['url', 'links'];
const WIKIDATA = /^Q\d+/;
/** No white space, slash or colon: an address is no name. */
const NAME = /^[^\s/:]+$/;

/** Reads those of the lists that are below a package's root. Never throws: a damaged list is left out with a problem. */
export function readLists(root: string): Lists {
  const found: Lists = { lists: [], problems: [] };
  for (const list of LISTS) {
    const path = `docs/${list}.yaml`;
    try {
      const text = readListFile(join(root, path));
      if (text !== null) found.lists.push(parseList(list, text));
    } catch (error) {
      found.problems.push(`${path}${problemOf(error)}`);
    }
  }
  return found;
}

/** Why a list cannot be read, with its line if known. */
class ListError extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof ListError) return `${error.line === null ? '' : `:${error.line}`}: ${error.message}`;
  return `: ${error instanceof Error ? error.message : String(error)}`;
}

/** Null if there is no such file. */
function readListFile(path: string): string | null {
  const stats = statOrNull(path);
  if (stats === null) return null;
  if (!stats.isFile()) throw new ListError('not a file', null);
  if (stats.size > MAX_BYTES) throw new ListError(`larger than ${MAX_BYTES} bytes`, null);
  return readFileSync(path, 'utf8');
}

/** @throws ListError if the text is not a list */
export function parseList(list: ListName, text: string): ReadList {
  refuseBombs(text);
  const lines = new LineCounter();
  // `failsafe`: every scalar is text. Comparing all keys of a map with each other would take quadratic time.
  const { contents, errors } = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, lineCounter: lines });
  const [error] = errors;
  if (error !== undefined) {
    throw new ListError(error.message.split('\n')[0]!.replace(/ at line \d.*$/, ''), error.linePos?.[0].line ?? null);
  }
  const reader = new ListReader(list, (node) => (node.range ? lines.linePos(node.range[0]).line : 1));
  if (!isMap(contents)) throw new ListError('not a list of topics', 1);
  reader.topics(contents, []);
  return reader.read;
}

/** Refuses texts that cost the parser much more than their length. The lexer takes linear time. */
function refuseBombs(text: string): void {
  const lines = text.split('\n');
  if (lines.length > MAX_LINES) throw new ListError(`more than ${MAX_LINES} lines`, null);
  const long = lines.findIndex(({ length }) => length > MAX_LINE_LENGTH);
  if (long >= 0) throw new ListError(`longer than ${MAX_LINE_LENGTH} characters`, long + 1);
  let line = 1;
  let open = 0;
  let bracketed = 0;
  let itemsOnLine = 0;
  let nextIsScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (nextIsScalar || token === BEFORE_SCALAR) {
      nextIsScalar = token === BEFORE_SCALAR && !nextIsScalar;
    } else if (/^[[{]$/.test(token)) open++;
    else if (/^[\]}]$/.test(token)) open--;
    else if (/^[-?]$/.test(token)) itemsOnLine++;
    else if (/^[&*]/.test(token)) throw new ListError('anchors and aliases are not read', line);
    if (open > 0) bracketed++;
    if (open > MAX_BRACKETS_OPEN || itemsOnLine > MAX_ITEMS_ON_LINE) throw new ListError(TOO_DEEP, line);
    if (bracketed > MAX_BRACKETED) throw new ListError('too long a list in brackets', line);
    const breaks = token.split('\n').length - 1;
    if (breaks > 0) itemsOnLine = 0;
    line += breaks;
  }
}

class ListReader {
  readonly read: ReadList;
  readonly #lineOf: (node: Node) => number;

  constructor(list: ListName, lineOf: (node: Node) => number) {
    this.read = { list, entries: [], elsewhere: 0, undeclared: [] };
    this.#lineOf = lineOf;
  }

  /** A map from headings to maps, and from titles to declarations. */
  topics(map: YAMLMap, headings: readonly string[]): void {
    if (headings.length >= MAX_DEPTH) throw new ListError(TOO_DEEP, this.#lineOf(map));
    for (const pair of map.items as Pair<ParsedNode, ParsedNode | null>[]) this.#topic(pair, headings);
  }

  #topic({ key, value }: Pair<ParsedNode, ParsedNode | null>, headings: readonly string[]): void {
    const name = this.#text(key);
    if (!isMap(value)) {
      const values = this.#texts(value);
      this.#add({ title: name, headings, line: this.#lineOf(key), external: null }, values, values.length > 0);
      return;
    }
    const title = valueAt(value, TITLE);
    if (title === null) {
      this.topics(value, [...headings, name]);
      return;
    }
    const external = WIKIDATA.exec(name)?.[0] ?? null;
    const values = NAMES.flatMap((field) => this.#texts(valueAt(value, field)));
    const isElsewhere = ADDRESSES.some((field) => valueAt(value, field) !== null);
    this.#add({ title: this.#text(title), headings, line: this.#lineOf(key), external }, values, isElsewhere);
  }

  /** `values`: names, or addresses in their place. */
  #add(entry: Omit<ListEntry, 'list' | 'names'>, values: string[], isElsewhere: boolean): void {
    const names = values.filter((value) => NAME.test(value));
    if (names.length > 0) this.read.entries.push({ list: this.read.list, names, ...entry });
    else if (isElsewhere) this.read.elsewhere++;
    else this.read.undeclared.push(entry.title);
  }

  /** The texts of a scalar or of a list of scalars, without empty ones. */
  #texts(value: ParsedNode | null): string[] {
    if (value === null) return [];
    const items = isSeq(value) ? value.items : [value];
    return items.map((item) => this.#text(item)).filter((text) => text !== '');
  }

  #text(node: Node): string {
    if (isScalar(node)) return typeof node.value === 'string' ? node.value.trim() : '';
    throw new ListError('a text was expected', this.#lineOf(node));
  }
}

function valueAt(map: YAMLMap, field: string): ParsedNode | null {
  for (const { key, value } of map.items as Pair<ParsedNode, ParsedNode | null>[]) {
    if (isScalar(key) && key.value === field) return value;
  }
  return null;
}
