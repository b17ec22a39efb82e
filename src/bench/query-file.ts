/** Reads a file of queries with known answers: one JSON object per line. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { jsonLines } from '../session/json-lines.ts';

const QUERY_LINE = z.object({
  query: z.string().min(1),
  style: z.string().default('unknown'),
  /** Full names. Each of them answers the query. */
  gold: z.array(z.string().min(1)).min(1),
  kind: z.string().optional(),
  context: z.array(z.string()).optional(),
  /** The names for each meaning of a term with several meanings. */
  groups: z.array(z.array(z.string())).optional(),
});

export type BenchQuery = z.infer<typeof QUERY_LINE>;

/** @throws {Failure} if the file cannot be read, has no query, or a line is not a query; the message names the line. */
export async function readQueryFile(path: string): Promise<BenchQuery[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Failure('usage', 'queries-unreadable', {
      message: `Cannot read the query file ${path}.`,
      reason: (cause as Error).message,
      next: WRITE_QUERIES,
      cause,
    });
  }
  return parseQueries(text, path);
}

/** Like `readQueryFile`, for text that is already loaded. Skips empty lines and a byte order mark. */
export function parseQueries(text: string, path: string): BenchQuery[] {
  const queries = [...jsonLines(text, path, QUERY_LINE, malformed)].map(({ value }) => value);
  if (queries.length === 0) {
    throw new Failure('usage', 'queries-empty', {
      message: `${path} contains no query.`,
      next: WRITE_QUERIES,
    });
  }
  return queries;
}

const WRITE_QUERIES = 'Give a file with one JSON object per line: {"query": "…", "style": "…", "gold": ["Full.name"]}';

function malformed(place: string, reason: string): Failure {
  return new Failure('usage', 'queries-malformed', {
    message: `${place} is not a valid query.`,
    reason,
    next: WRITE_QUERIES,
  });
}
