/** A sample of the theorems whose statements name a definition, the shortest first: for examples and usual forms. */
import { getOrAdd } from '../../base/memoize.ts';
import { FLAG } from '../../index/row-columns.ts';
import { CONSTANT } from '../../index/shapes.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { KINDS } from '../../lean/declaration.ts';
import { contextWithin } from '../resolve-at-place.ts';
import { shapeLibrary } from '../shape-library.ts';

/** A theorem, with the name of the definition as its statement has it: written, or as a notation or field gives it. */
export interface NamingStatement {
  row: DeclarationRow;
  written: string;
}

export interface NamingSample {
  statements: NamingStatement[];
  /** Docstrings of theorems that name it; not of the same theorems. */
  docs: string[];
}

/** A theorem that may name the definition. */
interface Candidate {
  id: number;
  written: string;
  /** Larger for a smaller statement. */
  weight: number;
}

const STATED = new Set(['theorem', 'lemma'].map((kind) => KINDS.findIndex((one) => one === kind)));
const LEFT_OUT = FLAG.private | FLAG.deprecated | FLAG.approximate | FLAG.generated;
const MAX_CANDIDATES = 400;
/** For theorems that name several definitions: those of a common one are many. */
const MAX_JOINT = 20_000;
/** Candidates per theorem wanted: a short name may mean another definition. */
const MAX_READ = 4;

/** At most `size` theorems and `docs` docstrings; the same each time. */
export function namingSample(index: LibraryIndex, name: string, size: number, docs: number): NamingSample {
  const candidates = candidatesFor(index, name);
  return { statements: select(index, name, candidates, size), docs: docsOf(index, name, candidates).slice(0, docs) };
}

/**
 * Theorems that name at least one of the definitions, with those that each names: most of them first, then the smallest
 * statement. At most `size` theorems are read.
 */
export function jointStatements(
  index: LibraryIndex,
  names: readonly string[],
  size: number,
): { row: DeclarationRow; names: string[] }[] {
  const found = new Map<number, { weight: number; written: Map<string, string> }>();
  for (const name of names) {
    for (const { id, weight, written } of candidatesFor(index, name, MAX_JOINT)) {
      getOrAdd(found, id, () => ({ weight, written: new Map<string, string>() })).written.set(name, written);
    }
  }
  const ordered = [...found].toSorted(
    ([a, one], [b, other]) => other.written.size - one.written.size || other.weight - one.weight || a - b,
  );
  return index.rows(ordered.slice(0, size).map(([id]) => id)).flatMap((row) => {
    const meant = [...found.get(row.id)!.written].filter(([name, written]) => means(index, row, written, name));
    return meant.length === 0 ? [] : [{ row, names: meant.map(([name]) => name) }];
  });
}

/** Docstrings of the candidates, in their order. Full rows of all of them would take much longer to read. */
function docsOf(index: LibraryIndex, name: string, candidates: readonly Candidate[]): string[] {
  const rows = index.all<{ name: string; namespace: string; opens: string; doc: string; at: number }>(
    `SELECT d.name, d.namespace, s.opens, d.doc, wanted.key AS at FROM json_each(?) wanted
     JOIN decls d ON d.id = wanted.value JOIN scopes s ON s.id = d.scope_id WHERE d.doc IS NOT NULL ORDER BY wanted.key`,
    JSON.stringify(candidates.map(({ id }) => id)),
  );
  return rows.flatMap(({ at, doc, opens, ...row }) =>
    means(index, { ...row, opens: opens.split('\n') }, candidates[at]!.written, name) ? [doc] : [],
  );
}

/** The first `size` candidates that mean the definition. */
function select(index: LibraryIndex, name: string, all: readonly Candidate[], size: number): NamingStatement[] {
  const candidates = all.slice(0, size * MAX_READ);
  const found: NamingStatement[] = [];
  for (let at = 0; at < candidates.length && found.length < size; at += size) {
    const batch = new Map(candidates.slice(at, at + size).map(({ id, written }) => [id, written]));
    for (const row of index.rows([...batch.keys()])) {
      const written = batch.get(row.id)!;
      if (found.length < size && means(index, row, written, name)) found.push({ row, written });
    }
  }
  return found;
}

/** With the longest spelling of the name in the statement: smallest statement first, then by id. */
function candidatesFor(index: LibraryIndex, name: string, most = MAX_CANDIDATES): Candidate[] {
  const found = new Map<number, Candidate>();
  const { kind, flags } = index.columns;
  for (const written of suffixesOf(name)) {
    const list = index.postings(CONSTANT + written);
    const least = list === null ? 0 : leastWeight(list.weights, most * MAX_READ);
    list?.ids.forEach((id, at) => {
      const weight = list.weights[at]!;
      const isUsable = weight >= least && STATED.has(kind[id]!) && (flags[id]! & LEFT_OUT) === 0;
      if (isUsable && !found.has(id)) found.set(id, { id, written, weight });
    });
  }
  return [...found.values()].toSorted((a, b) => b.weight - a.weight || a.id - b.id).slice(0, most);
}

/** The largest weight that `count` members or more have or exceed: a list of a common name has tens of thousands. */
function leastWeight(weights: ArrayLike<number>, count: number): number {
  const members = new Uint32Array(256);
  for (let at = 0; at < weights.length; at++) members[weights[at]!]!++;
  let least = 255;
  for (let sum = members[least]!; sum < count && least > 0; sum += members[least]!) least--;
  return least;
}

function means(
  index: LibraryIndex,
  row: Pick<DeclarationRow, 'name' | 'namespace' | 'opens'>,
  written: string,
  name: string,
): boolean {
  if (written === name && name.includes('.')) return true;
  const { namespace, opens = [] } = row;
  return shapeLibrary(index).meanings.resolve(written, contextWithin({ name: row.name, namespace, opens })) === name;
}

/** `A.b.c` → `A.b.c`, `b.c`, `c`. */
function suffixesOf(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, at) => parts.slice(at).join('.'));
}
