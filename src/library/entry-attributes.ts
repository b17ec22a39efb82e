/** Attributes of entries: of several makers' values, one counts. */
import type { Database } from 'better-sqlite3';
import { memoizeByValue } from '../base/memoize.ts';
import { HUMAN } from './derivation.ts';
import type { GivenAttribute } from '../sources/document.ts';
import { type EntryRow, factsOf } from './entry-rows.ts';

/** Maker of what models say; the evidence has the model that answered. */
export const MODEL = 'model';

/** Maker of what the document states itself. */
const DOCUMENT = 'document';

/** Makers of attributes, the one whose value counts first. */
const PRECEDENCE: readonly string[] = [HUMAN, DOCUMENT, MODEL, 'rules'];

export interface AttributeValue {
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
  name: string;
  value: unknown;
  /** `human`, `document`, `rules` or `model`. */
  maker: string;
  evidence: unknown;
}

/** The attributes of an entry, by part and name. */
export class Attributes {
  readonly #values: Map<string, AttributeValue[]>;

  constructor(values: readonly AttributeValue[]) {
    this.#values = Map.groupBy(
      values.toSorted((a, b) => rank(a.maker) - rank(b.maker)),
      ({ part, name }) => `${part} ${name}`,
    );
  }

  /** The value that counts; undefined if there is none. */
  get(part: number, name: string): unknown {
    return this.#values.get(`${part} ${name}`)?.[0]?.value;
  }

  /** The value that counts, of each part and name. */
  inForce(): AttributeValue[] {
    return Array.from(this.#values.values(), ([first]) => first!);
  }

  /** All values; those of one attribute in a row, the one that counts first. */
  all(): AttributeValue[] {
    return [...this.#values.values()].flat();
  }
}

function rank(maker: string): number {
  const at = PRECEDENCE.indexOf(maker);
  return at === -1 ? PRECEDENCE.length : at;
}

/** SQL: whether a column is among ids, which the parameter `ids` has as JSON; null for all. */
export const isAmong = (column: string, ids: readonly number[] | null): string =>
  ids === null ? 'TRUE' : `${column} IN (SELECT value FROM json_each(:ids))`;

/** SQL: whether the document may state attributes of an entry, which its payload then contains. An index has these. */
export const MAY_STATE = `payload LIKE '%"attributes"%'`;

interface StoredValue {
  entry: number;
  part: number;
  name: string;
  /** JSON. */
  value: string;
  evidence: string;
  derivation: number;
  maker: string;
}

/** Derivations of models about texts that have changed since. */
function outdatedAnswers(database: Database): Set<number> {
  const ids = database
    .prepare(
      `SELECT d.id FROM derivations d JOIN derivation_inputs i ON i.derivation_id = d.id JOIN entries e ON e.id = i.entry_id
       WHERE d.maker = ? AND e.content_hash <> i.content_hash`,
    )
    .pluck()
    .all(MODEL) as number[];
  return new Set(ids);
}

/**
 * By entry; entries without attributes are absent. `entries`: ids; null for all. `names`: only these attributes; null for
 * all. What a model said about a text that has changed since does not count.
 */
export function attributesOf(
  database: Database,
  entries: readonly number[] | null,
  names: readonly string[] | null = null,
): Map<number, Attributes> {
  const isNamed = names === null ? 'TRUE' : 'a.name IN (SELECT value FROM json_each(:names))';
  const values = { ids: JSON.stringify(entries), names: JSON.stringify(names) };
  // Not a join: SQLite would read the rows in the order of derivations, which takes five times as long.
  const read = database
    .prepare(
      `SELECT a.entry_id AS entry, a.part, a.name, a.value, a.evidence, a.derivation_id AS derivation,
         (SELECT maker FROM derivations WHERE id = a.derivation_id) AS maker
       FROM entry_attributes a WHERE ${isAmong('a.entry_id', entries)} AND ${isNamed}`,
    )
    .all(values) as StoredValue[];
  const outdated = read.some(({ maker }) => maker === MODEL) ? outdatedAnswers(database) : new Set<number>();
  const stored = read.filter(({ derivation }) => !outdated.has(derivation));
  const all = [
    ...stored.map(({ value, evidence, derivation: _, ...row }) => {
      return { ...row, value: JSON.parse(value) as unknown, evidence: JSON.parse(evidence) as unknown };
    }),
    ...statedAttributes(database, entries)
      .filter(({ name }) => names === null || names.includes(name))
      .map((attribute) => ({ ...attribute, maker: DOCUMENT, evidence: null })),
  ];
  const byEntry = Map.groupBy(all, ({ entry }) => entry);
  return new Map(
    Array.from(byEntry, ([entry, own]) => [entry, new Attributes(own.map(({ entry: _, ...value }) => value))]),
  );
}

/** What documents state. `entries`: ids; null for all. */
function statedAttributes(
  database: Database,
  entries: readonly number[] | null,
): (GivenAttribute & { entry: number })[] {
  const rows = database
    .prepare(
      `SELECT id AS entry, document_id, payload FROM entries WHERE ${MAY_STATE} AND ${isAmong('id', entries)} ORDER BY id`,
    )
    .all({ ids: JSON.stringify(entries) }) as (Pick<EntryRow, 'document_id' | 'payload'> & { entry: number })[];
  return rows.flatMap(({ entry, ...row }) =>
    (factsOf(row)?.attributes ?? []).map((attribute) => ({ entry, ...attribute })),
  );
}

/** The attributes of a statement that a graph reads of all entities: an index has them. */
const HEAD_ATTRIBUTES = ['type', 'field'] as const;

/** As `attributesOf`, the values that count, by attribute and entry. Reads no other attributes, so it is much faster. */
export function headAttributes(
  database: Database,
  entries: readonly number[] | null,
): Record<(typeof HEAD_ATTRIBUTES)[number], ReadonlyMap<number, unknown>> {
  const makers = new Map(
    database
      .prepare('SELECT id, maker FROM derivations WHERE maker IN (SELECT value FROM json_each(?))')
      .raw()
      .all(JSON.stringify(PRECEDENCE.slice(0, -1))) as [number, string][],
  );
  const outdated = [...makers.values()].includes(MODEL) ? outdatedAnswers(database) : new Set<number>();
  const found = { type: new HeadValues(), field: new HeadValues() };
  const rows = database
    .prepare(
      `SELECT name, entry_id, derivation_id, value FROM entry_attributes
       WHERE part = 0 AND name IN ('type', 'field') AND ${isAmong('entry_id', entries)} ORDER BY 1, 2, 3`,
    )
    .raw()
    .all({ ids: JSON.stringify(entries) }) as [keyof typeof found, number, number, string][];
  const parse = memoizeByValue((value: string) => JSON.parse(value) as unknown);
  for (const [name, entry, derivation, value] of rows)
    if (!outdated.has(derivation)) found[name].add(entry, parse(value), makers.get(derivation) ?? PRECEDENCE.at(-1)!);
  for (const { entry, part, name, value } of statedAttributes(database, entries))
    if (part === 0 && isHead(name)) found[name].add(entry, value, DOCUMENT);
  return { type: found.type.values, field: found.field.values };
}

const isHead = (name: string): name is (typeof HEAD_ATTRIBUTES)[number] =>
  HEAD_ATTRIBUTES.some((each) => each === name);

/** The value of each entry that counts. Most have one, of the last maker: only other makers are kept. */
class HeadValues {
  readonly values = new Map<number, unknown>();
  readonly #ranks = new Map<number, number>();

  add(entry: number, value: unknown, maker: string): void {
    const [last, own] = [PRECEDENCE.length - 1, rank(maker)];
    if (this.values.has(entry) && own >= (this.#ranks.get(entry) ?? last)) return;
    this.values.set(entry, value);
    if (own < last) this.#ranks.set(entry, own);
  }
}
