/** Problems of an index: sources that could not be read, and names that are declared twice. */
import type { Problem } from '../lean/declaration.ts';

export interface IndexProblem {
  /** Absolute path of a file or folder. */
  path: string;
  /** 1-based; 1 for a folder. */
  line: number;
  message: string;
  /** Source text was left out; other problems lose nothing. */
  isUnread: boolean;
}

/** Start of the message for a name that is declared twice. This is a remark; nothing is lost. */
export const DECLARED_TWICE = 'declared twice: ';

export const repeatedMessage = (name: string, firstPath: string): string =>
  `${DECLARED_TWICE}${name}, first in ${firstPath}`;

/** Names that occur twice in an index, except private and approximate ones: one problem for all but the first. */
export function findRepeated(database: {
  prepare(sql: string): { all(): unknown[] };
}): (Problem & { fileId: number })[] {
  const rows = database.prepare(SELECT_REPEATED).all() as {
    name: string;
    fileId: number;
    path: string;
    line: number;
  }[];
  const firsts = new Map<string, string>();
  const problems: (Problem & { fileId: number })[] = [];
  for (const { name, fileId, path, line } of rows) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, path);
    else problems.push({ fileId, line, message: repeatedMessage(name, first) });
  }
  return problems;
}

/** All problems of an index, in the order of files. */
export function readProblems(index: { all<T>(sql: string): T[] }): IndexProblem[] {
  return index.all<Omit<IndexProblem, 'isUnread'>>(SELECT).map(indexProblem);
}

export function indexProblem(problem: Omit<IndexProblem, 'isUnread'>): IndexProblem {
  return { ...problem, isUnread: !problem.message.startsWith(DECLARED_TWICE) };
}

const SELECT = `
SELECT p.root || '/' || f.path AS path, q.line, q.message FROM problems q
JOIN files f ON f.id = q.file_id JOIN packages p ON p.id = f.package_id ORDER BY p.name, f.path, q.line, q.message`;

const SELECT_REPEATED = `
SELECT d.name, d.file_id AS fileId, d.file_path AS path, d.line_start AS line FROM decls d
JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id
WHERE d.is_private = 0 AND d.is_approximate = 0 AND d.name IN (
  SELECT name FROM decls GROUP BY name HAVING count(*) > 1 -- uses the index on names only, not the rows
) ORDER BY p.name, f.path, d.line_start, d.id`;
