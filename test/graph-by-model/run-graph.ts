/** Runs `graph` commands with a scripted model on a copy of a library. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import type { ModelServer } from '../llm/model-server.ts';

export interface GraphHome {
  folder: string;
  env: Record<string, string>;
  library: string;
}

/** A folder with a library of these documents, by name without `.tex`, whose attributes rules have filled. */
export function makeHome(documents: Record<string, string>): GraphHome {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-graph-model-'));
  const env = { LEMMAHEAD_HOME: join(folder, 'home') };
  const run = (...args: string[]): void => {
    const { status, stderr } = lemmahead(args, { env, cwd: folder });
    if (status !== 0) throw new Error(stderr);
  };
  for (const [name, text] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.tex`), text);
    run('library', 'add', `${name}.tex`);
  }
  run('graph', 'build');
  return { folder, env, library: join(folder, 'home', 'library.sqlite') };
}

export interface GraphEnded {
  status: number | null;
  stderr: string;
  report: any;
}

export async function runGraph(
  { env, folder }: GraphHome,
  args: readonly string[],
  server: ModelServer | null = null,
): Promise<GraphEnded> {
  const model = server === null ? [] : ['--model', 'scripted/m', '--base-url', server.baseUrl];
  const { status, stdout, stderr } = await lemmaheadMeanwhile(['graph', ...args, ...model, '--json'], {
    env,
    cwd: folder,
  });
  return { status, stderr, report: JSON.parse(stdout) };
}

/** All that makers said, with sources and keys of entries instead of ids, without runs. */
export function graphDigest({ library }: GraphHome): unknown {
  const database = new Sqlite(library, { readonly: true });
  try {
    const attributes = database
      .prepare(
        `SELECT s.name AS source, e.key, a.part, a.name, d.maker, d.version, d.input_hash, a.value, a.evidence
         FROM entry_attributes a JOIN derivations d ON d.id = a.derivation_id JOIN entries e ON e.id = a.entry_id
         JOIN sources s ON s.id = e.source_id ORDER BY 1, 2, 3, 4, 5`,
      )
      .all();
    const edges = database
      .prepare(
        `SELECT f.key AS "from", t.key AS "to", g.kind, d.maker, d.version, g.payload, g.evidence
         FROM derived_edges g JOIN derivations d ON d.id = g.derivation_id
         JOIN entries f ON f.id = g.from_id JOIN entries t ON t.id = g.to_id ORDER BY 1, 2, 3, 4`,
      )
      .all();
    const links = database
      .prepare(
        `SELECT e.key, l.kind, l.package, l.name, d.maker, l.payload, l.evidence FROM declaration_links l
         JOIN derivations d ON d.id = l.derivation_id JOIN entries e ON e.id = l.entry_id ORDER BY 1, 2, 3, 4, 5`,
      )
      .all();
    return { attributes, edges, links };
  } finally {
    database.close();
  }
}

/** A token limit that ends a command about in the middle: half of what it spends, and what one question may cost. */
export function limitOf(
  { worst_tokens: worst, questions }: { worst_tokens: number; questions: number },
  spent: number,
) {
  return String(Math.ceil(worst / questions + spent / 2));
}
