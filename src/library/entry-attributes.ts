/** Attributes of entries: of several makers' values, one counts. */
import type { Database } from 'better-sqlite3';
import { HUMAN } from './derivation.ts';
import { factsOf } from './entry-rows.ts';

/** Makers of attributes, the one whose value counts first. A model's name follows `model:`. */
const PRECEDENCE = [HUMAN, 'document', 'model', 'rules'] as const;

export interface AttributeValue {
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
  name: string;
  value: unknown;
  /** `human`, `document`, `rules`, or `model:` and its name. */
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

  /** All values; those of one attribute in a row, the one that counts first. */
  all(): AttributeValue[] {
    return [...this.#values.values()].flat();
  }
}

function rank(maker: string): number {
  const at = PRECEDENCE.findIndex((each) => maker === each || maker.startsWith(`${each}:`));
  return at === -1 ? PRECEDENCE.length : at;
}

/** By entry; entries without attributes are absent. `entries`: ids. */
export function attributesOf(database: Database, entries: readonly number[]): Map<number, Attributes> {
  const ids = JSON.stringify(entries);
  const stored = database
    .prepare(
      `SELECT a.entry_id AS entry, a.part, a.name, a.value, a.evidence, d.maker FROM entry_attributes a
       JOIN derivations d ON d.id = a.derivation_id WHERE a.entry_id IN (SELECT value FROM json_each(?))`,
    )
    .all(ids) as { entry: number; part: number; name: string; value: string; evidence: string; maker: string }[];
  const given = database
    .prepare('SELECT id AS entry, document_id, payload FROM entries WHERE id IN (SELECT value FROM json_each(?))')
    .all(ids) as { entry: number; document_id: number | null; payload: string | null }[];
  const all = [
    ...stored.map(({ value, evidence, ...row }) => {
      return { ...row, value: JSON.parse(value) as unknown, evidence: JSON.parse(evidence) as unknown };
    }),
    ...given.flatMap(({ entry, ...row }) =>
      (factsOf(row)?.attributes ?? []).map((attribute) => {
        return { entry, ...attribute, maker: 'document', evidence: null };
      }),
    ),
  ];
  const byEntry = Map.groupBy(all, ({ entry }) => entry);
  return new Map(
    Array.from(byEntry, ([entry, values]) => [entry, new Attributes(values.map(({ entry: _, ...value }) => value))]),
  );
}
