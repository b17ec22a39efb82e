/**
 * The columns of a declaration's row, each named once: the table `decls`, its inserts and selects, packed batches and
 * digests follow from `COLUMNS`. `rowOf` and `declarationOf` convert a declaration to a row and back.
 */
import { hash } from 'node:crypto';
import type { Declaration } from '../lean/declaration.ts';
import { attributeNames } from '../lean/generate/attribute-syntax.ts';

/** In the order of `decls` and of digests. `field`: the value of a row that is stored unchanged, except for `flags`. */
const COLUMNS = [
  { sql: 'id INTEGER PRIMARY KEY' },
  { sql: 'name TEXT NOT NULL', field: 'name', comment: 'full name without «»' },
  { sql: 'name_lower TEXT NOT NULL' },
  { sql: 'kind TEXT NOT NULL', field: 'kind', comment: 'theorem, lemma, def, abbrev, instance, structure, ...' },
  {
    sql: 'signature TEXT NOT NULL',
    field: 'signature',
    comment: "one line: keyword, name, binders, type; no ':= ...'",
  },
  { sql: 'type_at INTEGER NOT NULL', field: 'typeAt', comment: 'where the type starts, 0-based, in UTF-16 units' },
  { sql: 'elaborated_type TEXT', comment: 'reserved for what Lean prints; null if read from sources only' },
  { sql: 'doc TEXT', field: 'doc' },
  { sql: 'file_id INTEGER NOT NULL REFERENCES files(id)' },
  { sql: 'file_path TEXT NOT NULL', comment: 'as in files.path' },
  { sql: 'line_start INTEGER NOT NULL', field: 'line' },
  { sql: 'line_end INTEGER NOT NULL', field: 'endLine' },
  { sql: 'namespace TEXT NOT NULL', field: 'namespace' },
  { sql: 'attributes TEXT NOT NULL', field: 'attributes', comment: "names, a space around each: ' simp ext '" },
  { sql: 'modifiers TEXT NOT NULL', field: 'modifiers', comment: 'likewise' },
  { sql: 'origin TEXT NOT NULL', field: 'origin', comment: "'written', or what generated it: to_additive, simps, ..." },
  { sql: 'generated_from TEXT', field: 'from', comment: 'full name' },
  {
    sql: 'is_private INTEGER NOT NULL, is_approximate INTEGER NOT NULL, is_deprecated INTEGER NOT NULL',
    field: 'flags',
  },
  { sql: 'replacement TEXT', field: 'replacement' },
  { sql: 'deprecated_since TEXT', field: 'since' },
  { sql: 'deprecation_note TEXT', field: 'note' },
  { sql: 'instance_of TEXT', field: 'instanceOf', comment: 'head of the class, for instances' },
  { sql: 'scope_id INTEGER NOT NULL REFERENCES scopes(id)' },
  { sql: 'body TEXT NOT NULL', field: 'body', comment: 'start of the value, fields or constructors, one line' },
  { sql: 'section TEXT', field: 'section', comment: 'heading above it' },
] as const satisfies { sql: string; field?: string; comment?: string }[];

type FieldColumn = Extract<(typeof COLUMNS)[number], { field: string }>;
type RowField = FieldColumn['field'];

/** Fields whose values differ from those of the declaration. */
interface ConvertedFields {
  /** Names, as text of `spaced`. */
  attributes: string;
  modifiers: string;
  /** Bits of `FLAG`. */
  flags: number;
  replacement: string | null;
  since: string | null;
  note: string | null;
}

/** The values that all rows of a file share. */
export interface FileOfRows {
  fileId: number;
  path: string;
  module: string;
  package: string;
  title: string | null;
}

/** The scope of rows: binders of `variable` commands and opened namespaces, one per line. */
export interface ScopeOfRows {
  variables: string;
  opens: string;
  /** Both as lists, created on first use. */
  lists?: { variables: string[]; opens: string[] };
  /** Digest of both, computed on first use. */
  digest?: string;
}

/** The values of a declaration as they are stored. */
export type RowValues = Pick<Declaration, Exclude<RowField, keyof ConvertedFields>> & ConvertedFields;
/** Rows of one file or scope share its object. */
export type Row = RowValues & { file: FileOfRows; scope: ScopeOfRows };

/** Bits of a row's flags, here and in `RowColumns.flags`. */
export const FLAG = { private: 1, deprecated: 2, approximate: 4, generated: 8 } as const;

/** Further bits of `RowColumns.flags`, known only after the analysis: the term parser cannot read the statement. */
export const UNREADABLE = 16;
/** A translation put a name into the statement that nothing has: see `index/unknown-names.ts`. */
export const UNKNOWN_NAME = 32;

/** `file` and `scope`: those of the declaration, shared with its neighbours. */
export function rowOf(declaration: Declaration, file: FileOfRows, scope: ScopeOfRows): Row {
  const { isPrivate, isApproximate, deprecated, origin } = declaration;
  return {
    ...declaration,
    attributes: spaced(attributeNames(declaration.attributes)),
    modifiers: spaced(declaration.modifiers),
    flags:
      (isPrivate ? FLAG.private : 0) |
      (deprecated === null ? 0 : FLAG.deprecated) |
      (isApproximate ? FLAG.approximate : 0) |
      (origin === 'written' ? 0 : FLAG.generated),
    replacement: deprecated?.replacement ?? null,
    since: deprecated?.since ?? null,
    note: deprecated?.note ?? null,
    file,
    scope,
  };
}

/**
 * The inverse of `rowOf`, but of attributes only the names remain. Rows of one scope share its list objects, so
 * analysers recognise the scope. The result also has the fields of the row.
 */
export function declarationOf(row: RowValues & { scope: ScopeOfRows }): Declaration {
  const { flags, replacement, since, note, scope } = row;
  scope.lists ??= { variables: lines(scope.variables), opens: lines(scope.opens) };
  return {
    ...row,
    attributes: words(row.attributes).map((name) => ({ name, args: '', doc: null, scope: 'global' })),
    modifiers: words(row.modifiers),
    isPrivate: (flags & FLAG.private) !== 0,
    isApproximate: (flags & FLAG.approximate) !== 0,
    deprecated: (flags & FLAG.deprecated) === 0 ? null : { replacement, since, note },
    variables: scope.lists.variables,
    opens: scope.lists.opens,
  };
}

const FIELD_COLUMNS = COLUMNS.filter((column) => 'field' in column);
const ROW_FIELDS: RowField[] = FIELD_COLUMNS.map(({ field }) => field);

type TextField = Extract<FieldColumn, { sql: `${string} TEXT${string}` }>['field'];
const fieldsOf = (isText: boolean): RowField[] =>
  FIELD_COLUMNS.filter(({ sql }) => sql.includes(' TEXT') === isText).map(({ field }) => field);
export const TEXT_FIELDS = fieldsOf(true) as TextField[];
export const NUMBER_FIELDS = fieldsOf(false) as Exclude<RowField, TextField>[];

/** One row as one string, the same on every machine: the input of digests. */
export function rowText(row: Row): string {
  const { scope } = row;
  // A digest, because many rows with long scopes could exceed the maximum length of a string.
  scope.digest ??= hash('sha256', `${scope.variables}\x1f${scope.opens}`, 'base64');
  return `${ROW_FIELDS.map((field) => row[field]).join('\x1f')}\x1f${scope.digest}`;
}

/** The body of `CREATE TABLE decls`. */
export const DECLS_DEFINITION: string = COLUMNS.map((column, i) => {
  const definition = `  ${column.sql}${i + 1 < COLUMNS.length ? ',' : ''}`;
  return 'comment' in column ? `${definition.padEnd(35)} -- ${column.comment}` : definition;
}).join('\n');

const nameOf = (definition: string): string => definition.split(' ')[0]!;

/** Columns that are stored unchanged, as pairs of name and field. */
const PLAIN = FIELD_COLUMNS.flatMap(({ sql, field }) => (field === 'flags' ? [] : [{ name: nameOf(sql), field }]));
const plainNames = PLAIN.map(({ name }) => name).join(', ');

/** Inserts the values of `insertedValues`. Values that follow from others are not bound: binding is most of a row's cost. */
export const INSERT_ROW = `
INSERT INTO decls (
  id, name_lower, file_id, file_path, scope_id, is_private, is_approximate, is_deprecated, ${plainNames}
)
SELECT
  id, coalesce(lower, name), file_id, file_path, scope_id,
  (flags & ${FLAG.private}) <> 0, (flags & ${FLAG.approximate}) <> 0, (flags & ${FLAG.deprecated}) <> 0, ${plainNames}
FROM (
  SELECT ? id, ? lower, ? file_id, ? file_path, ? scope_id, ? flags, ${PLAIN.map(({ name }) => `? ${name}`).join(', ')}
)`;

/** The values of a row in the order of `INSERT_ROW`. */
export function insertedValues(id: number, row: Row, scopeId: number): unknown[] {
  const lower = row.name.toLowerCase();
  const values: unknown[] = [id, lower === row.name ? null : lower, row.file.fileId, row.file.path, scopeId, row.flags];
  for (const { field } of PLAIN) values.push(row[field]);
  return values;
}

/** Selects `RowValues` from `decls d`. */
export const SELECT_VALUES: string = [
  ...PLAIN.map(({ name, field }) => `d.${name} AS "${field}"`),
  `d.is_private * ${FLAG.private} + d.is_deprecated * ${FLAG.deprecated} + d.is_approximate * ${FLAG.approximate}
    + (d.origin <> 'written') * ${FLAG.generated} AS flags`,
].join(', ');

const camelCased = (text: string): string => text.replaceAll(/_(.)/gu, (_, letter: string) => letter.toUpperCase());

/** Selects the columns of `decls d` that a `DeclarationRow` has, under their names in camel case. */
export const SELECT_CAMEL_CASED: string = ['id', 'file_path', ...FIELD_COLUMNS.flatMap(({ sql }) => sql.split(', '))]
  .map((definition) => nameOf(definition))
  .map((name) => `d.${name} AS ${camelCased(name)}`)
  .join(', ');

/** A list of words as one text, with a space at both ends, so a word is found by `LIKE '% simp %'`. */
const spaced = (list: string[]): string => (list.length === 0 ? '' : ` ${list.join(' ')} `);

/** The inverse of `spaced`. */
export const words = (text: string): string[] => (text === '' ? [] : text.slice(1, -1).split(' '));

export const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));
