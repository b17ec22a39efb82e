/** Statements that are prepared once for an open library: preparing costs more than running, in time and in memory. */
import type { Database, Statement } from 'better-sqlite3';
import { memoizeByValue } from '../base/memoize.ts';

interface Prepared {
  rows: (sql: string) => Statement;
  values: (sql: string) => Statement;
}

const known = new WeakMap<Database, Prepared>();

function preparedOf(database: Database): Prepared {
  const found = known.get(database) ?? {
    rows: memoizeByValue((sql: string) => database.prepare(sql)),
    values: memoizeByValue((sql: string) => database.prepare(sql).pluck()),
  };
  known.set(database, found);
  return found;
}

/** For texts of which there are few, and not to be iterated: another caller may get the same statement. */
export const prepared = (database: Database, sql: string): Statement => preparedOf(database).rows(sql);

/** As `prepared`, for the first column. */
export const preparedValues = (database: Database, sql: string): Statement => preparedOf(database).values(sql);
