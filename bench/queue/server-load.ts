/** What a PostgreSQL on this machine uses: processor time, and space for units. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Queue } from '../../src/queue/open-queue.ts';

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/** The fields of `/proc/PID/stat` after the name, which may contain spaces. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /su, '')
    .split(' ');

/** Processor seconds of the server and all its processes, also those that have ended. */
export async function secondsOfServer(queue: Queue): Promise<number> {
  const [{ pid }] = (await queue.sql<{ pid: number }>('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  const postmaster = Number(statOf(pid)[1]);
  let ticks = 0;
  for (const each of readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)) {
    let fields: string[];
    try {
      fields = statOf(each);
    } catch {
      // It has ended since the folder was listed; the postmaster counts it now or the next time.
      continue;
    }
    const [user, system, ofChildren, systemOfChildren] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    if (each === postmaster) ticks += user + system + ofChildren + systemOfChildren;
    else if (Number(fields[1]) === postmaster) ticks += user + system;
  }
  return ticks / TICKS;
}

export interface TableFacts {
  heapMb: number;
  indexMb: number;
  deadRows: number;
  vacuums: number;
}

/** Of the table that has the units. */
export async function tableFacts(queue: Queue): Promise<TableFacts> {
  const [facts] = await queue.sql<TableFacts>(
    `SELECT pg_table_size(relid) / 1048576.0::float AS "heapMb", pg_indexes_size(relid) / 1048576.0::float AS "indexMb",
       n_dead_tup::int AS "deadRows", (vacuum_count + autovacuum_count)::int AS vacuums
     FROM pg_stat_user_tables WHERE relname = 'job_common'`,
  );
  return facts!;
}
