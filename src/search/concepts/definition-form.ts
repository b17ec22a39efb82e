/** How a definition is written in a statement: what it is of, its usual binder, its notation. */
import { memoize } from '../../base/memoize.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import type { Notation } from '../../lean/declaration.ts';
import { hasType, type StatementBinder, type WholeStatement } from '../../lean/whole-statement.ts';
import { rowStatement } from '../row-statement.ts';
import { shapeLibrary } from '../shape-library.ts';
import type { NamingStatement } from './naming-statements.ts';

export interface DefinitionForm {
  /** Its first argument that is no type (`f : X → Y`), or all types that it takes (`ι, R, M`); '' without arguments. */
  of: string;
  /** The classes that it needs: `TopologicalSpace X`. */
  needs: string[];
  /** `(b : Module.Basis ι R M)`, `[CompactSpace X]`, `IsCompact s`. */
  write: string;
  /** `M →ₗ[R] M₂`; with the namespace that must be open. */
  notations: { text: string; opens: string | null }[];
}

const MAX_NEEDS = 5;
const MAX_NOTATIONS = 2;
const MAX_LENGTH = 100;
const UNIVERSE = /^(?:Type|Sort)\b[^→]*$/u;
const PREDICATE = /(?:^|[\s:→])Prop$/u;
const TYPE = /(?:^|[\s:→])(?:Type|Sort)(?:\*|\b[^→:]*)$/u;

/** `used`: theorems whose statements name it. */
export function definitionForm(
  index: LibraryIndex,
  row: DeclarationRow,
  used: readonly NamingStatement[],
): DefinitionForm {
  const statement = rowStatement(index, row);
  const notations = (notationsByHead(index).get(row.name) ?? []).slice(0, MAX_NOTATIONS);
  return {
    of: subjectOf(statement),
    needs: statement.binders
      .flatMap(({ kind, type }) => (kind === 'instance' && type !== null ? [type] : []))
      .slice(0, MAX_NEEDS),
    write: writtenForm(index, row, statement, used),
    notations: notations.map((notation) => ({
      text: notationText(notation),
      opens: notation.scope === 'scoped' ? notation.namespace : null,
    })),
  };
}

function subjectOf({ binders }: WholeStatement): string {
  const explicit = binders.filter(({ kind }) => kind === 'explicit');
  const subject = explicit.find(({ type }) => type !== null && !UNIVERSE.test(type));
  return subject === undefined ? namesOf(explicit).join(', ') : `${subject.names.join(' ')} : ${subject.type}`;
}

function writtenForm(
  index: LibraryIndex,
  { name, kind, type }: DeclarationRow,
  statement: WholeStatement,
  used: readonly NamingStatement[],
): string {
  const applied = [name, ...namesOf(statement.binders.filter((binder) => binder.kind === 'explicit'))].join(' ');
  if (kind === 'class') {
    if (!isClaimed(index, used)) return `[${applied}]`;
    return usualBinder(index, name, used) ?? applied;
  }
  if (PREDICATE.test(statement.type) || PREDICATE.test(type)) return applied;
  const isType = kind === 'structure' || kind === 'inductive' || TYPE.test(statement.type);
  const binder = isType || !hasType(statement) ? usualBinder(index, name, used) : null;
  if (binder !== null) return binder;
  return isType ? `(${initialOf(name)} : ${applied})` : applied;
}

/** Whether statements claim or assume the class rather than take an instance: `IsClosed s`. */
function isClaimed(index: LibraryIndex, used: readonly NamingStatement[]): boolean {
  let claims = 0;
  for (const { row, written } of used) {
    const { binders, type } = rowStatement(index, row);
    if (isApplied(type, written)) claims++;
    for (const binder of binders) {
      if (binder.type !== null && isApplied(binder.type, written)) claims += binder.kind === 'instance' ? -1 : 1;
    }
  }
  return claims > 0;
}

const isApplied = (type: string, written: string): boolean => type === written || type.startsWith(`${written} `);

/** The binder of the type that most statements have, with the full name; null if none has one. */
function usualBinder(index: LibraryIndex, name: string, used: readonly NamingStatement[]): string | null {
  const counts = new Map<string, number>();
  for (const { row, written } of used) {
    for (const binder of rowStatement(index, row).binders) {
      const text = binderOf(binder, written, name);
      if (text !== null && text.length <= MAX_LENGTH) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}

function binderOf({ kind, names, type }: StatementBinder, written: string, name: string): string | null {
  if (type === null || !isApplied(type, written)) return null;
  const full = name + type.slice(written.length);
  return kind === 'instance' ? `[${full}]` : names.length === 0 ? null : `(${names[0]} : ${full})`;
}

const namesOf = (binders: readonly StatementBinder[]): string[] => binders.flatMap(({ names }) => names);

const initialOf = (name: string): string =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .charAt(0)
    .toLowerCase();

/** Those that are not local to a file. */
const notationsByHead = memoize((index: LibraryIndex): Map<string | null, Notation[]> =>
  Map.groupBy(
    shapeLibrary(index).notations.filter(({ scope }) => scope !== 'local'),
    ({ head }) => head,
  ),
);

/** Texts of which a statement that names the definition shows one: the last part of its name, tokens of notations. */
export function marksOf(index: LibraryIndex, name: string): string[] {
  const notations = notationsByHead(index).get(name) ?? [];
  const tokens = notations.flatMap(({ parts }) =>
    parts.flatMap((part) => ('token' in part ? [part.token.trim()] : [])),
  );
  return [name.slice(name.lastIndexOf('.') + 1), ...tokens.filter((token) => !/^[[\](){},:]*$/u.test(token))];
}

/** Names for the operands of an operator, whose notation has no holes. */
const OPERANDS = { infix: ['a', 'b'], infixl: ['a', 'b'], infixr: ['a', 'b'], prefix: ['', 'a'], postfix: ['a', ''] };

function notationText({ kind, parts }: Notation): string {
  const text = parts
    .map((part) => ('token' in part ? part.token.trim() : part.hole === '...' ? 'x' : part.hole))
    .join(' ');
  const hasHoles = parts.some((part) => 'hole' in part);
  const [before, after] = kind === 'notation' || hasHoles ? ['', ''] : OPERANDS[kind];
  return `${before} ${text} ${after}`.trim().replaceAll(/(?<=[[(⟨‖⌊⌈]) | (?=[[\])⟩,⌋⌉])/gu, '');
}
