/** What could not be read of the sources, and names that stand twice. */

export interface IndexProblem {
  /** Absolute path. */
  path: string;
  /** 1-based. */
  line: number;
  message: string;
  /** Something was left out; the other problems lose nothing. */
  isUnread: boolean;
}

/** Starts the message of a name that stands twice: a remark, not a loss. */
export const DECLARED_TWICE = 'declared twice: ';

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
