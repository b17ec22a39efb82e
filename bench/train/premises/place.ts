/** The place of an example's statement, in the form that premise ranking expects. */
import type { StatementRow } from '../../../src/index/statement-rows.ts';
import { importGraph } from '../../../src/search/name-at-place.ts';
import type { GoalPlace } from '../../../src/search/premises/place-features.ts';
import type { Example } from './examples.ts';
import type { Library } from './library.ts';

export function placeOf({ index }: Library, { line }: Example, row: StatementRow): GoalPlace {
  const imports = importGraph(index).get(row.module) ?? [];
  return { module: row.module, imports, namespace: namespaceWithin(row), line };
}

/** The namespace inside a declaration: within `theorem A.b`, the namespace `A` is also open. */
export function namespaceWithin({ name, namespace }: Pick<StatementRow, 'name' | 'namespace'>): string {
  const own = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  return own.startsWith(namespace) ? own : namespace;
}
