/** The whole statement of a row of the index. */
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { aliasDirection } from '../lean/alias.ts';
import { memoize } from '../base/memoize.ts';
import type { Notation } from '../lean/declaration.ts';
import { nameOfFreeBinder } from '../lean/free-binder.ts';
import { openTest } from '../lean/term/open-test.ts';
import { directedStatement, wholeStatement, type WholeStatement } from '../lean/whole-statement.ts';

/** Aliases of aliases are followed this far. */
const MAX_STEPS = 8;

/** For an alias, the statement of what it stands for; if that is not in the index, the alias as written. */
export function rowStatement(index: LibraryIndex, row: DeclarationRow): WholeStatement {
  return statementOf(index, row, MAX_STEPS);
}

function statementOf(index: LibraryIndex, row: DeclarationRow, steps: number): WholeStatement {
  const target = row.origin === 'alias' && steps > 0 ? aliased(index, row) : undefined;
  if (target === undefined) return wholeStatement(row.type, boundVariables(index, row));
  const statement = statementOf(index, target, steps - 1);
  const direction = aliasDirection(row.type);
  return direction === null ? statement : directedStatement(statement, direction);
}

/** Without free names that are notation where the row is: `π` after `open Real`. The reader of one file cannot tell. */
function boundVariables(index: LibraryIndex, { variables, namespace, opens = [] }: DeclarationRow): string[] {
  return variables.filter((binder) => {
    const name = nameOfFreeBinder(binder);
    const found = name === null ? undefined : notationsByToken(index).get(name);
    const isOpen = openTest(namespace, opens);
    return !found?.some((notation) => notation.scope !== 'scoped' || isOpen(notation.namespace));
  });
}

const notationsByToken = memoize((index: LibraryIndex): Map<string, Notation[]> =>
  Map.groupBy(
    index.notations().filter(({ scope }) => scope !== 'local'),
    ({ parts }) => parts.map((part) => ('token' in part ? part.token : '')).join(''),
  ),
);

function aliased(index: LibraryIndex, { id, generatedFrom }: DeclarationRow): DeclarationRow | undefined {
  if (generatedFrom === null) return undefined;
  return index.rows(index.idsByName(generatedFrom)).find((target) => target.id !== id);
}
