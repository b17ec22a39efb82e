/**
 * The dependency graph of the declarations of an index, from its sources: which declarations each one names in its
 * statement and in its value. Nothing is compiled, so what only elaboration adds (instances, coercions, lemmas that a
 * tactic finds) is missing. Of the value of a definition, the index has the first 600 characters.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { decodeIdentifiers, decodeProofs } from '../index/proof-lines.ts';
import { RESERVED_WORDS } from '../search/name-at-place.ts';
import { type Adjacency, EdgeList, neighboursOf, reversed } from './adjacency.ts';
import { NameResolver, type NamedRow } from './name-resolver.ts';

/** Bits of an edge: where a declaration names the other. `origin`: an attribute or command makes it from the other. */
export const DEPENDENCY = { statement: 1, value: 2, origin: 4 } as const;

/** Nodes are rows of the index. */
export interface DependencyGraph {
  /** An edge leads from a declaration to one that it depends on. */
  edges: Adjacency;
  /** The same edges in the other direction. */
  back: Adjacency;
  /** By row: the declaration that it is part of, for fields and constructors; otherwise itself. Parts have no edges. */
  owner: Uint32Array;
}

interface DeclarationRow extends NamedRow {
  origin: string;
  generatedFrom: string | null;
  body: string;
}

const SELECT = `
SELECT id, name, namespace, scope_id AS scopeId, is_private AS isPrivate, modifiers LIKE '% protected %' AS isProtected,
  origin, generated_from AS generatedFrom, body, file_id AS fileId, line_start AS line
FROM decls`;

/** Prefix of the lists of `index/shapes.ts`: a constant of a statement, as written. */
const CONSTANT = 's:c:';
/** Not names of declarations: strings, and the fields that a structure's value sets. */
const OTHER_WORDS = /"(?:[^"\\]|\\.)*(?:"|$)|[\p{L}\p{N}_'.!?]+(?=\s*:=)/gu;
const WORD = /[\p{L}\p{N}_'.!?]+/gu;

/** Origins of the parts of a structure or inductive type. */
const PARTS = new Set(['field', 'constructor', 'parent', 'notation_parent']);
/** Origins that repeat a statement and its value with every name replaced by its translation. */
const TRANSLATIONS = new Set(['to_additive', 'to_dual']);

/** Takes about ten seconds for Mathlib. */
export function dependencyGraph(index: LibraryIndex): DependencyGraph {
  const rows = index.all<DeclarationRow>(SELECT);
  const names = new NameResolver(index, rows);
  const owner = owners(rows, names, index.idLimit);
  const edges = new EdgeList();
  const add = (from: number, to: number, label: number): void => {
    if (to < 0 || owner[from] === owner[to]) return;
    edges.add(owner[from]!, owner[to]!, label);
  };
  addStatements(index, names, add);
  const addNamed = adderOfNames(index, names, add);
  addBodies(rows, names, addNamed, add);
  addProofs(index, rows, addNamed);
  addTranslations(rows, names, edges.adjacency(index.idLimit), add);
  const all = edges.adjacency(index.idLimit);
  return { edges: all, back: reversed(all), owner };
}

/** Adds an edge of the value of `id` to what a name in it means. */
type AddNamed = (id: number, written: string) => void;

type AddEdge = (from: number, to: number, label: number) => void;

function owners(rows: readonly DeclarationRow[], names: NameResolver, size: number): Uint32Array {
  const owner = Uint32Array.from({ length: size }, (_, id) => id);
  for (const { id, origin, generatedFrom } of rows) {
    if (!PARTS.has(origin) || generatedFrom === null) continue;
    const whole = names.rowOf(generatedFrom);
    if (whole >= 0) owner[id] = whole;
  }
  return owner;
}

function addStatements(index: LibraryIndex, names: NameResolver, add: AddEdge): void {
  for (const { token } of index.tokensWithPrefix(CONSTANT)) {
    const written = token.slice(CONSTANT.length);
    // A field of a term whose type is not known.
    if (written.startsWith('.')) continue;
    for (const id of index.postings(token)!.ids) add(id, names.resolve(written, id), DEPENDENCY.statement);
  }
}

/** A name of at most this many letters may be a variable that the declaration binds. */
const MAX_VARIABLE_LENGTH = 2;
/** Before the colon are the names. */
const BINDERS = /[([{⦃]([^()[\]{}⦃⦄:]*):/gu;

function adderOfNames(index: LibraryIndex, names: NameResolver, add: AddEdge): AddNamed {
  const bindersOf = (id: number): string => {
    const [row] = index.all<{ binders: string }>(
      'SELECT signature || s.variables AS binders FROM decls d JOIN scopes s ON s.id = d.scope_id WHERE d.id = ?',
      id,
    );
    return row?.binders ?? '';
  };
  const isBound = (id: number, word: string): boolean =>
    [...bindersOf(id).matchAll(BINDERS)].some(([, bound]) => bound!.split(/\s+/u).includes(word));
  return (id, written) => {
    const to = names.resolve(written, id);
    if (to < 0 || (written.length <= MAX_VARIABLE_LENGTH && isBound(id, written))) return;
    add(id, to, DEPENDENCY.value);
  };
}

function addBodies(rows: readonly DeclarationRow[], names: NameResolver, addNamed: AddNamed, add: AddEdge): void {
  for (const { id, body, origin, generatedFrom } of rows) {
    for (const word of body.replaceAll(OTHER_WORDS, ' ').match(WORD) ?? [])
      if (!RESERVED_WORDS.has(word)) addNamed(id, word);
    if (generatedFrom !== null && !TRANSLATIONS.has(origin)) add(id, names.rowOf(generatedFrom), DEPENDENCY.origin);
  }
}

function addProofs(index: LibraryIndex, rows: readonly DeclarationRow[], addNamed: AddNamed): void {
  const written = new Map<string, number>();
  for (const { id, origin, fileId, line } of rows) if (origin === 'written') written.set(`${fileId} ${line}`, id);
  const files = index.all<{ id: number; identifiers: Uint8Array; proofs: Uint8Array }>(
    'SELECT id, identifiers, proofs FROM files',
  );
  for (const file of files) {
    const spellings = decodeIdentifiers(file.identifiers);
    for (const [line, identifiers] of decodeProofs(file.proofs)) {
      const id = written.get(`${file.id} ${line}`);
      if (id === undefined) continue;
      for (const at of identifiers) addNamed(id, spellings[at]!);
    }
  }
}

/** The value of `add_foo` is that of `mul_foo`, with `mul_bar` replaced by `add_bar`. */
function addTranslations(rows: readonly DeclarationRow[], names: NameResolver, edges: Adjacency, add: AddEdge): void {
  const translated = new Map<string, Map<number, number>>();
  for (const { id, origin, generatedFrom } of rows) {
    if (!TRANSLATIONS.has(origin) || generatedFrom === null) continue;
    let of = translated.get(origin);
    if (of === undefined) translated.set(origin, (of = new Map()));
    const source = names.rowOf(generatedFrom);
    if (source >= 0) of.set(source, id);
  }
  for (const of of translated.values()) {
    for (const [source, id] of of) {
      add(id, source, DEPENDENCY.origin);
      for (const target of neighboursOf(edges, source, DEPENDENCY.value))
        add(id, of.get(target) ?? target, DEPENDENCY.value);
    }
  }
}
