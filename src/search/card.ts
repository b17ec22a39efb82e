/** Collects what the index and the sources contain about one declaration, for `show`. */
import { readTextOrNull } from '../base/read-or-null.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { INSTANCE_TOKEN } from '../index/facets.ts';
import { lastComponent } from '../lean/full-name.ts';
import { contextWithin } from './resolve-at-place.ts';
import { shapeLibrary } from './shape-library.ts';
import { statementConstants } from './statement-constants.ts';
import { findUsers, type Users } from './usages.ts';

/** Source text of the declaration. */
export interface SourceText {
  text: string;
  /** 1-based. */
  line: number;
}

export interface Card {
  row: DeclarationRow;
  /** Null if the file no longer exists or was changed after it was indexed. */
  source: SourceText | null;
  parents: DeclarationRow[];
  fields: DeclarationRow[];
  /** Fields of the parents, nearest first, each with the structure that has it. */
  inherited: { row: DeclarationRow; from: string }[];
  constructors: DeclarationRow[];
  /** Projections to parents that share an ancestor or a field with an earlier parent: Lean's constructor has none. */
  sharedParents: DeclarationRow[];
  /** Instances of this class, or of classes for this type: total count, and the most used ones. */
  instances: { count: number; top: DeclarationRow[] };
  /** The declaration that it was generated from. */
  generatedFrom: DeclarationRow | null;
  /** Declarations that its attributes or commands generate. */
  generates: DeclarationRow[];
  users: Users;
  /** Full names, by the names in its type as written. */
  constants: Record<string, string>;
  /** Other rows with the same full name. */
  sameName: DeclarationRow[];
}

const MAX_INSTANCES = 12;

/** `path`: path of the declaration's file. */
export function makeCard(index: LibraryIndex, row: DeclarationRow, path: string): Card {
  const members = rowsFrom(index, row.name);
  const from = (origin: string) => members.filter((member) => member.origin === origin);
  const inside = new Set(['field', 'constructor', 'parent', 'notation_parent']);
  return {
    row,
    source: readSource(row, path),
    parents: [...from('parent'), ...from('notation_parent')],
    fields: from('field'),
    inherited: inheritedFields(index, row),
    constructors: from('constructor'),
    sharedParents: sharedParents(index, members.filter(isParent)),
    instances: findInstances(index, row),
    generatedFrom: row.generatedFrom === null ? null : (rowOf(index, row.generatedFrom) ?? null),
    generates: members.filter(({ origin }) => !inside.has(origin)),
    users: findUsers(index, row.name),
    constants: statementConstants(index, row),
    sameName: index.rows(index.idsByName(row.name)).filter(({ id }) => id !== row.id),
  };
}

/** More ancestors than a class of a library has; each needs a query. */
const MAX_ANCESTORS = 200;

function inheritedFields(index: LibraryIndex, row: DeclarationRow): Card['inherited'] {
  const found = new Map<string, Card['inherited'][number]>();
  const queue = [row];
  const seen = new Set([row.name]);
  for (let at = 0; at < queue.length && at < MAX_ANCESTORS; at++) {
    const structure = queue[at]!;
    for (const member of rowsFrom(index, structure.name)) {
      const last = lastComponent(member.name);
      if (member.origin === 'field' && structure !== row && !found.has(last))
        found.set(last, { row: member, from: structure.name });
      if (!isParent(member)) continue;
      const parent = parentOf(index, member);
      if (parent === undefined || seen.has(parent.name)) continue;
      seen.add(parent.name);
      queue.push(parent);
    }
  }
  return [...found.values()];
}

function sharedParents(index: LibraryIndex, parents: readonly DeclarationRow[]): DeclarationRow[] {
  const seen = new Set<string>();
  return parents.filter((member) => {
    const own = ancestry(index, member);
    const isShared = own.some((name) => seen.has(name));
    for (const name of own) seen.add(name);
    return isShared;
  });
}

/** The structures that a parent extends, with itself, as far as the index has them, and all their fields. */
function ancestry(index: LibraryIndex, member: DeclarationRow): string[] {
  const found = new Set<string>();
  const queue = [member];
  for (let at = 0; at < queue.length && at < MAX_ANCESTORS; at++) {
    const parent = parentOf(index, queue[at]!);
    const head = parent?.name ?? headOf(queue[at]!);
    if (head === undefined || found.has(head)) continue;
    found.add(head);
    for (const row of parent === undefined ? [] : rowsFrom(index, parent.name)) {
      if (row.origin === 'field') found.add(`.${lastComponent(row.name)}`);
      if (isParent(row)) queue.push(row);
    }
  }
  return [...found];
}

/** The structure of a projection to a parent, `toFoo : Foo α`. Its type is written where the child is declared. */
export function parentOf(index: LibraryIndex, member: DeclarationRow): DeclarationRow | undefined {
  const { namespace, opens = [], generatedFrom } = member;
  const head = headOf(member);
  if (head === undefined) return undefined;
  const place = contextWithin({ name: generatedFrom ?? member.name, namespace, opens });
  const name = shapeLibrary(index).meanings.resolve(head, place);
  return name === null ? undefined : rowOf(index, name);
}

/** `Foo` of the projection `toFoo : Foo α`, as written; if the type is a notation, by the name of the projection. */
function headOf({ name, type, origin }: DeclarationRow): string | undefined {
  if (origin === 'notation_parent') return /^to(.+)$/u.exec(lastComponent(name))?.[1];
  return /[\p{L}_][\p{L}\p{N}_'.!?]*/u.exec(type)?.[0];
}

function isParent({ origin }: DeclarationRow): boolean {
  return origin === 'parent' || origin === 'notation_parent';
}

function rowOf(index: LibraryIndex, name: string): DeclarationRow | undefined {
  return index.rows(index.idsByName(name))[0];
}

/** In the order of the source. */
function rowsFrom(index: LibraryIndex, name: string): DeclarationRow[] {
  const ids = index.all<{ id: number }>('SELECT id FROM decls WHERE generated_from = ? ORDER BY id', name);
  return index.rows(ids.map(({ id }) => id));
}

function findInstances(index: LibraryIndex, row: DeclarationRow): Card['instances'] {
  if (row.kind === 'class') {
    const last = row.name.slice(row.name.lastIndexOf('.') + 1);
    const ids = index.postings(INSTANCE_TOKEN + last)?.ids ?? [];
    const ofClass = index
      .rows([...ids])
      .filter(
        ({ instanceOf }) => instanceOf !== null && (row.name === instanceOf || row.name.endsWith(`.${instanceOf}`)),
      );
    return mostUsed(ofClass);
  }
  if (row.kind === 'structure' || row.kind === 'inductive' || row.kind === 'def' || row.kind === 'abbrev')
    return mostUsed(instancesFor(index, row));
  return { count: 0, top: [] };
}

/** Instances whose class is applied to this type, decided by the last component of the type in their conclusion. */
function instancesFor(index: LibraryIndex, row: DeclarationRow): DeclarationRow[] {
  const last = row.name.slice(row.name.lastIndexOf('.') + 1);
  const ids = index.all<{ id: number }>(
    "SELECT d.id FROM decls_fts f JOIN decls d ON d.id = f.rowid WHERE decls_fts MATCH ? AND d.kind = 'instance'",
    `signature : "${last.replaceAll('"', '""')}"`,
  );
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}_'.])(?:[\\p{L}\\p{N}_']+\\.)*${escapeForRegExp(last)}(?![\\p{L}\\p{N}_'])`,
    'u',
  );
  return index.rows(ids.map(({ id }) => id)).filter(({ type, instanceOf }) => {
    const conclusion = type.slice(type.lastIndexOf(' : ') + 1);
    return instanceOf !== null && word.test(conclusion.replace(instanceOf, ''));
  });
}

function mostUsed(rows: DeclarationRow[]): Card['instances'] {
  const top = [...rows].sort((a, b) => b.uses - a.uses || (a.name < b.name ? -1 : 1));
  return { count: rows.length, top: top.slice(0, MAX_INSTANCES) };
}

/** The indexed lines, if they still contain the name; null otherwise, or if the file cannot be read. */
export function readSource(row: DeclarationRow, path: string): SourceText | null {
  const text = readTextOrNull(path);
  if (text === null) return null;
  const lines = text.split(/\r?\n/u).slice(row.lineStart - 1, row.lineEnd);
  const last = row.name.slice(row.name.lastIndexOf('.') + 1);
  const isThere = row.origin !== 'written' || lines.some((line) => line.includes(last));
  return isThere && lines.length > 0 ? { text: lines.join('\n'), line: row.lineStart } : null;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}
