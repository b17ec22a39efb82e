/** `doctor`'s questions about SQLite and the index. */
import { existsSync } from 'node:fs';
import type BetterSqlite from 'better-sqlite3';
import { absent, fault, ok, type Check } from '../base/check.ts';
import { SCHEMA_VERSION } from './schema.ts';

export async function checkIndex(path: string): Promise<Check[]> {
  try {
    const { default: Database } = await import('better-sqlite3');
    const memory = new Database(':memory:');
    const version = memory.prepare('SELECT sqlite_version() AS version').pluck().get() as string;
    memory.exec('CREATE VIRTUAL TABLE probe USING fts5(text)');
    memory.close();
    return [ok('sqlite', `${version} with FTS5`), readIndex(path, Database)];
  } catch (error) {
    return [fault('sqlite', `better-sqlite3 does not load: ${(error as Error).message}`, 'npm rebuild better-sqlite3')];
  }
}

function readIndex(path: string, Database: typeof BetterSqlite): Check {
  const build = 'lemmahead index build';
  if (!existsSync(path)) return absent('index', `none at ${path}; search and prove need one`, build);
  try {
    const database = new Database(path, { readonly: true });
    try {
      const schema = database.prepare("SELECT value FROM meta WHERE key = 'schema'").pluck().get();
      if (Number(schema) !== SCHEMA_VERSION) {
        return fault('index', `${path} is of schema ${String(schema)}, this lemmahead reads ${SCHEMA_VERSION}`, build);
      }
      const count = database.prepare('SELECT count(*) FROM decls').pluck().get() as number;
      return ok('index', `${count.toLocaleString('en')} declarations at ${path}`);
    } finally {
      database.close();
    }
  } catch (error) {
    return fault('index', `${path} cannot be read: ${(error as Error).message}`, build);
  }
}
