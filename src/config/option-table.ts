/**
 * Option tables. Each option of a command is one row of plain data. Its flag, its default, its request field and its
 * place in a record are all read from this row. There is no zod here, because `--help` reads the tables.
 */
import { type Settings, settingOf } from './settings.ts';
import type { SettingKey } from './settings-table.ts';

/** The values that an option accepts. */
export type OptionValue =
  | { is: 'integer'; least: number; most: number }
  /** An integer, or the word `auto`. */
  | { is: 'integer-or-auto'; least: number; most: number }
  /** Integers as `1,2,5`, without duplicates. */
  | { is: 'integers'; least: number; most: number }
  /** A decimal number from 0. */
  | { is: 'number'; most: number }
  | { is: 'choice'; choices: readonly string[] }
  | { is: 'text'; longest: number }
  | ListValue
  | { is: 'boolean' };

/** A repeatable flag. */
interface ListValue {
  is: 'list';
  /** Whether commas separate the values of a flag. */
  hasCommas: boolean;
  /** Only for flags: a command reports a wrong value of a request itself. */
  choices?: readonly string[];
  /** Maximum number of values in a request. */
  most: number;
  /** Whether a request may contain one value instead of a list. */
  allowsOne: boolean;
}

type ValueOf<V> = V extends { is: 'integer' | 'number' }
  ? number
  : V extends { is: 'integer-or-auto' }
    ? number | 'auto'
    : V extends { is: 'integers' }
      ? number[]
      : V extends { is: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : V extends { is: 'text' }
          ? string
          : V extends { is: 'list' }
            ? string[]
            : boolean;

export const integer = (least: number, most: number) => ({ is: 'integer', least, most }) as const;
export const integerOrAuto = (least: number, most: number) => ({ is: 'integer-or-auto', least, most }) as const;
export const integers = (least: number, most: number) => ({ is: 'integers', least, most }) as const;
export const decimal = (most: number) => ({ is: 'number', most }) as const;
export const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  ({ is: 'choice', choices }) as const;
/** `longest`: maximum number of characters in a request; on the command line, the shell limits them. */
export const text = (longest = 1000) => ({ is: 'text', longest }) as const;
export const list = (more: Partial<Omit<ListValue, 'is'>> = {}): ListValue => ({
  ...{ is: 'list', hasCommas: true, most: 20, allowsOne: false },
  ...more,
});
export const boolean = { is: 'boolean' } as const;

export interface OptionRow {
  value: OptionValue;
  /**
   * The value if the option is not given; null for none. A function computes it from the options in the rows before.
   * Absent only in rows of settings, which have their own defaults.
   */
  default?: unknown;
  /** As commander writes it: `-k, --limit <number>`, or `--no-cache` for an option that is true by default. */
  flag?: string;
  help?: string;
  /** The help of the `--no-` form, if both forms exist. */
  negatedHelp?: string;
  /** The heading of its group in `--help`. */
  group?: string | undefined;
  /** The flags that exclude it, as in `Option.conflicts`. */
  conflicts?: readonly string[];
  /** Its field in a request, such as `max_cost` or `filters.kind`. Absent: not offered over HTTP and MCP. */
  request?: { field: string; help?: string; forAgents?: false };
  /** The flag sets this setting and is not an option of the command. */
  setting?: SettingKey;
  /** The setting that has the default. Its own default is `default` of the row. */
  fallback?: { setting: SettingKey; if?: (given: never) => boolean };
  /** `command line`: the command line derives other options from this flag. `session`: not recorded. */
  scope?: 'command line' | 'session';
  /** Its name in the text of a strategy: `rag:context-chars=3000`. */
  strategyOption?: string;
  /** Its label in the plan of a benchmark: results with different values must not be mixed. */
  plan?: string;
}

/** The rows by field name. A table in a table is an object in the options. */
export interface OptionTable {
  readonly [field: string]: OptionRow | OptionTable;
}

type Default<V> = ValueOf<V> | Readonly<ValueOf<V>> | null | ((given: never) => ValueOf<V>);

/** The default if a row does not give one: false, an empty list, or null. A `--no-` flag is true by default. */
type UsualDefault<V> = V extends { is: 'boolean' } ? boolean : V extends { is: 'list' } ? readonly [] : null;

type More = Omit<OptionRow, 'value' | 'default' | 'flag' | 'help' | 'setting'>;

/** A row without further facts. */
interface NoFacts {
  plan?: never;
}

/** A row with a flag. */
export function option<const V extends OptionValue, const Facts extends More & { default?: Default<V> } = NoFacts>(
  flag: string,
  help: string,
  value: V,
  facts?: Facts,
) {
  const usual = value.is === 'boolean' ? flag.startsWith('--no-') : value.is === 'list' ? [] : null;
  return { default: usual, ...facts, flag, help, value } as unknown as {
    flag: string;
    help: string;
    value: V;
    default: Facts extends { default: infer D } ? D : UsualDefault<V>;
  } & Omit<Facts, 'default'>;
}

/** A table; the function keeps its literal types. */
export const optionTable = <const Table extends OptionTable>(table: Table): Table => table;

/** A table with one heading in `--help`. */
export function inGroup<const Table extends Readonly<Record<string, OptionRow>>>(group: string, table: Table): Table {
  const rows = Object.entries(table).map(([field, row]) => [field, { ...row, group }]);
  return Object.fromEntries(rows) as Table;
}

/** A row whose flag sets a setting. */
export function setting<const V extends OptionValue = { is: 'text'; longest: number }, const Facts extends More = More>(
  key: SettingKey,
  flag: string,
  help: string,
  value?: V,
  facts?: Facts,
) {
  type Row = { flag: string; help: string; value: V; setting: SettingKey } & Facts;
  return { ...facts, flag, help, value: value ?? text(), setting: key } as unknown as Row;
}

type RowValue<Row> = Row extends { value: infer V; default: infer D }
  ? ValueOf<V> | (null extends D ? null : never)
  : never;

type Fields<Table, Excluded> = {
  -readonly [
    Field in keyof Table as IsEmpty<Table[Field], Excluded> extends true ? never : Field
  ]: Table[Field] extends {
    value: OptionValue;
  }
    ? RowValue<Table[Field]>
    : Fields<Table[Field], Excluded>;
};

type IsEmpty<Entry, Excluded> = Entry extends Excluded
  ? true
  : Entry extends { value: OptionValue }
    ? false
    : keyof Fields<Entry, Excluded> extends never
      ? true
      : false;

interface IsSetting {
  setting: SettingKey;
}
interface IsFlag {
  scope: 'command line';
}
interface IsUnrecorded {
  scope: 'session';
}

/** The options of a command. */
export type OptionsOf<Table> = Fields<Table, IsSetting | IsFlag>;

/** The options that a record keeps. */
export type RecordedOf<Table> = Fields<Table, IsSetting | IsFlag | IsUnrecorded>;

/** The options of a command, and the flags that only the command line reads. */
export type FlagsOf<Table> = Fields<Table, IsSetting>;

type FieldOf<Row> = Row extends { value: infer V; request: { field: infer Field extends string } }
  ? Field extends `${infer Outer}.${infer Inner}`
    ? { [Name in Outer]?: { [Each in Inner]?: RequestValue<V> | undefined } | undefined }
    : { [Name in Field]?: RequestValue<V> | undefined }
  : never;

type RequestValue<V> = V extends ListValue ? string | string[] : ValueOf<V>;

type FieldsOf<Table> = {
  [Field in keyof Table]: Table[Field] extends { value: OptionValue } ? FieldOf<Table[Field]> : FieldsOf<Table[Field]>;
}[keyof Table];

/** The intersection of the members of a union. */
export type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The request fields of a table. */
export type RequestOf<Table> = Merged<FieldsOf<Table>>;

export const isRow = (entry: OptionRow | OptionTable): entry is OptionRow => 'value' in entry && 'is' in entry.value;

/** All rows, in the order of the table. */
export function rowsOf(table: OptionTable): OptionRow[] {
  return Object.values(table).flatMap((entry) => (isRow(entry) ? [entry] : rowsOf(entry)));
}

/** Each row of a table with its value in `options`, which have the form of the table. */
export function rowValues(table: OptionTable, options: object): [row: OptionRow, value: unknown][] {
  return Object.entries(table).flatMap(([field, entry]): [OptionRow, unknown][] => {
    const value = (options as Record<string, unknown>)[field];
    if (isRow(entry)) return [[entry, value]];
    return rowValues(entry, value ?? {});
  });
}

const isOption = (row: OptionRow): boolean => row.setting === undefined && row.scope !== 'command line';
export const isRecorded = (row: OptionRow): boolean => row.setting === undefined && row.scope === undefined;

/**
 * Reads the value of each option with `given`; if it returns undefined, the default is used. `settings`: for the defaults
 * that are settings; without them, those of the table are used.
 */
export function optionsOf<Table extends OptionTable>(
  table: Table,
  given: (row: OptionRow) => unknown = () => undefined,
  settings: Settings | null = null,
): OptionsOf<Table> {
  return valuesOf(table, isOption, given, settings) as OptionsOf<Table>;
}

/** As `optionsOf`, with the flags that only the command line reads. */
export function flagsOf<Table extends OptionTable>(
  table: Table,
  given: (row: OptionRow) => unknown,
  settings: Settings | null = null,
): FlagsOf<Table> {
  return valuesOf(table, (row) => row.setting === undefined, given, settings) as FlagsOf<Table>;
}

function valuesOf(
  table: OptionTable,
  isIncluded: (row: OptionRow) => boolean,
  given: (row: OptionRow) => unknown,
  settings: Settings | null,
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, entry] of Object.entries(table)) {
    const known = { ...before, ...values };
    if (!isRow(entry)) values[field] = valuesOf(entry, isIncluded, given, settings, known);
    else if (isIncluded(entry))
      values[field] = given(entry) ?? settingFor(entry, settings, known) ?? defaultOf(entry, known);
  }
  return values;
}

/** Undefined if the row has none, or if it is not used with the options in the rows before. */
function settingFor(
  { fallback, value: { is } }: OptionRow,
  settings: Settings | null,
  known: Record<string, unknown>,
): unknown {
  if (fallback === undefined || settings === null) return undefined;
  const { setting: key, if: isUsed } = fallback;
  if (isUsed !== undefined && !(isUsed as (given: typeof known) => boolean)(known)) return undefined;
  const found = settingOf(settings, key) ?? undefined;
  return is === 'list' && found !== undefined ? [found] : found;
}

function defaultOf({ default: value }: OptionRow, known: Record<string, unknown>): unknown {
  return typeof value === 'function' ? (value as (given: typeof known) => unknown)(known) : value;
}
