/** Finds theorems of the library that show how the chosen definitions are used together. */
import { collapseWhitespace } from '../base/one-line.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { statementText } from '../lean/whole-statement.ts';
import { jointStatements } from '../search/concepts/naming-statements.ts';
import { rowStatement } from '../search/row-statement.ts';

export interface Example {
  /** Full name. */
  name: string;
  /** Kind, name, binders and type, on one line. */
  statement: string;
}

const MAX_CHARS = 400;
const READ = 200;

/**
 * A greedy cover: each example names as many of the definitions as possible that no example before names. Of equally good
 * ones, one with a docstring is taken, then the shortest. At most `count`, fewer if all are covered.
 */
export function illustrate(index: LibraryIndex, definitions: readonly string[], count: number): Example[] {
  if (count === 0) return [];
  const theorems = jointStatements(index, definitions, READ).flatMap(({ row, names }) => {
    const text = collapseWhitespace(statementText(rowStatement(index, row))).trim();
    const statement = `${row.kind} ${row.name} ${text}`;
    return statement.length > MAX_CHARS ? [] : [{ name: row.name, statement, names, hasDoc: row.doc !== null }];
  });
  const open = new Set(definitions);
  const examples: Example[] = [];
  while (examples.length < count) {
    const covers = ({ names }: { names: readonly string[] }): number => names.filter((name) => open.has(name)).length;
    const [best] = theorems.toSorted(
      (a, b) =>
        covers(b) - covers(a) ||
        Number(b.hasDoc) - Number(a.hasDoc) ||
        a.statement.length - b.statement.length ||
        (a.name < b.name ? -1 : 1),
    );
    if (best === undefined || covers(best) === 0) break;
    for (const name of best.names) open.delete(name);
    examples.push({ name: best.name, statement: best.statement });
  }
  return examples;
}
