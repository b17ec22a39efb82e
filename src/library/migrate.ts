/** Upgrades a library to the newest step, one transaction per step. Rejects files of other programs or newer versions. */
import type { Database } from 'better-sqlite3';
import { Failure } from '../base/errors.ts';
import { APPLICATION_ID, STEPS } from './schema.ts';

/** 'older' if steps are missing, also for an empty file. @throws {Failure} `library-foreign`, `library-newer` */
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
  const unknown = done.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown !== undefined) throw newer(path, unknown);
  return STEPS.filter(({ name }) => !done.includes(name));
}

function foreign(path: string): Failure {
  return new Failure('missing', 'library-foreign', {
    message: `${path} is a SQLite file, but not a lemmahead library. The file is left unchanged.`,
    next: 'Give another path with --library, or move the existing file away.',
  });
}

function newer(path: string, step: string): Failure {
  return new Failure('missing', 'library-newer', {
    message: `The library at ${path} was written by a newer lemmahead. The file is left unchanged.`,
    reason: `It contains the step ${step}, which this version does not know.`,
    next: 'Install the newer lemmahead, or give another path with --library.',
  });
}
