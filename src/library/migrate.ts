/** Brings a library up to the newest step, each in one transaction; refuses what is another program's or a newer one's. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { APPLICATION_ID, STEPS } from './schema.ts';

/** `older`: steps are missing, also in an empty file. @throws {Failure} `library-foreign`, `library-newer` */
export function readState(database: Database, path: string): 'current' | 'older' {
  return missingSteps(database, path).length === 0 ? 'current' : 'older';
}

/** The caller holds the lock. @throws {Failure} as `readState` */
export function migrate(database: Database, path: string): void {
  for (const { name, sql } of missingSteps(database, path)) {
    database
      .transaction(() => {
        database.exec(sql);
        database.pragma(`application_id = ${APPLICATION_ID}`);
        database.prepare('INSERT INTO steps (name, done_at) VALUES (?, ?)').run(name, new Date().toISOString());
      })
      .immediate();
  }
}

function missingSteps(database: Database, path: string): typeof STEPS {
  const id = database.pragma('application_id', { simple: true });
  const isEmpty = database.prepare('SELECT count(*) FROM sqlite_master').pluck().get() === 0;
  if (isEmpty && id === 0) return STEPS;
  if (id !== APPLICATION_ID) throw foreign(path);
  const done = database.prepare('SELECT name FROM steps ORDER BY name').pluck().all() as string[];
  const stranger = done.find((name) => !STEPS.some((step) => step.name === name));
  if (stranger !== undefined) throw newer(path, stranger);
  return STEPS.filter(({ name }) => !done.includes(name));
}

function foreign(path: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'library-foreign',
    message: `${path} is a SQLite file, but no library of lemmahead. The file is left as it is.`,
    next: 'Give another path with --library, or move away what lies there.',
  });
}

function newer(path: string, step: string): Failure {
  return new Failure({
    exit: 'missing',
    code: 'library-newer',
    message: `The library at ${path} was written by a newer lemmahead. The file is left as it is.`,
    reason: `It carries the step ${step}, which this one does not know.`,
    next: 'Install the newer lemmahead, or give another path with --library.',
  });
}
