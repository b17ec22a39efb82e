/** Combines the filters into one test of a row. Channels apply it to every candidate before they truncate. */
import { ATTRIBUTE_TOKEN, INSTANCE_TOKEN } from '../index/facets.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { KINDS } from '../lean/declaration.ts';
import { requireKnownNames } from './known-filters.ts';
import type { SearchFilters } from './types.ts';

type Test = (id: number) => boolean;

/** The rows that one value of a filter accepts. */
type IdsWith = (index: LibraryIndex, value: string) => Iterable<number>;

const DEPRECATED = 2;
const GENERATED = 8;

/**
 * Returns a test of a row against all filters; null without filters. Values of one filter are alternatives.
 * @throws {Failure} if the index does not have a name in the filters
 */
export function makeAllow(index: LibraryIndex, filters: SearchFilters): Test | null {
  requireKnownNames(index, filters);
  const { kind = [], attribute = [], instancesOf = null, module, package: packages, namespace } = filters;
  const tests: Test[] = [];
  if (kind.length > 0) tests.push(testKind(index, kind));
  if (filters.generated === false) tests.push((id) => (index.columns.flags[id]! & GENERATED) === 0);
  if (filters.deprecated === false) tests.push((id) => (index.columns.flags[id]! & DEPRECATED) === 0);
  const test = (values: readonly string[] | undefined, idsWith: IdsWith): void => {
    if (values !== undefined && values.length > 0) tests.push(testIds(index, values, idsWith));
  };
  test(attribute, idsWithAttribute);
  test(instancesOf === null ? [] : [instancesOf], instancesOfClass);
  test(module, idsInModule);
  test(packages, idsInPackage);
  test(namespace, idsInNamespace);
  if (tests.length === 0) return null;
  return (id) => tests.every((passes) => passes(id));
}

/** Ids of the instances of a class, by its name or a suffix: sources may write `Foo.Bar` as `Bar` if `Foo` is open. */
export function instancesOfClass(index: LibraryIndex, name: string): number[] {
  const ends = [name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) ends.push(name.slice(dot + 1));
  const written = ends.slice(1).flatMap((end) => idsOf(index, 'SELECT id FROM decls WHERE instance_of = ?', [end]));
  return [...new Set([...(index.postings(INSTANCE_TOKEN + name)?.ids ?? []), ...written])];
}

function testKind(index: LibraryIndex, kinds: string[]): Test {
  const isKind = new Uint8Array(256);
  for (const kind of kinds) {
    // Lean treats the two alike, and users do not remember which keyword was used.
    const equivalent = kind === 'theorem' || kind === 'lemma' ? ['theorem', 'lemma'] : [kind];
    for (const name of equivalent) isKind[KINDS.findIndex((known) => known === name) & 0xff] = 1;
  }
  isKind[255] = 0;
  return (id) => isKind[index.columns.kind[id]!] === 1;
}

function testIds(index: LibraryIndex, values: readonly string[], idsWith: IdsWith): Test {
  const passes = new Uint8Array(index.idLimit);
  for (const value of values) for (const id of idsWith(index, value)) passes[id] = 1;
  return (id) => passes[id] === 1;
}

function idsWithAttribute(index: LibraryIndex, name: string): Iterable<number> {
  return index.postings(ATTRIBUTE_TOKEN + name)?.ids ?? [];
}

/** Rows of the module and its submodules. */
function idsInModule(index: LibraryIndex, module: string): number[] {
  return idsOf(
    index,
    'SELECT decls.id FROM files JOIN decls ON decls.file_id = files.id WHERE files.module = ? OR (files.module >= ? AND files.module < ?)',
    [module, ...below(module)],
  );
}

function idsInPackage(index: LibraryIndex, name: string): number[] {
  return idsOf(
    index,
    'SELECT decls.id FROM packages JOIN files ON files.package_id = packages.id JOIN decls ON decls.file_id = files.id WHERE packages.name = ? COLLATE NOCASE',
    [name],
  );
}

/** Decided by the full name: `theorem Nat.foo` outside `namespace Nat` is in `Nat`, too. */
function idsInNamespace(index: LibraryIndex, namespace: string): number[] {
  return idsOf(index, 'SELECT id FROM decls WHERE name >= ? AND name < ?', below(namespace));
}

/** Range of all dotted names below `name`: '/' is the byte after '.'. */
function below(name: string): [string, string] {
  return [`${name}.`, `${name}/`];
}

function idsOf(index: LibraryIndex, sql: string, parameters: string[]): number[] {
  return index.all<{ id: number }>(sql, ...parameters).map(({ id }) => id);
}
