/** Parts of reports on graphs of templates. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { TheoremRecord } from '../builders/templates/graph-records.ts';
import { type Stored, theoremsOf } from '../builders/templates/template-graph.ts';
import type { TemplatesListReport, TemplatesShowReport } from './template-graph-schema.ts';

/** `users`: by key, what uses an item. */
export function graphLine(
  item: Stored,
  users: ReadonlyMap<string, readonly unknown[]>,
): TemplatesListReport['items'][number] {
  const { id, key } = item;
  if (item.record === 'theorem') {
    const uses = users.get(key)?.length ?? 0;
    return { id, key, stage: null, level: null, field: null, title: item.name, uses };
  }
  const title = item.record === 'template' ? item.title : item.name;
  return { id, key, stage: item.stage, level: item.level, field: item.field, title, uses: theoremsOf(item).length };
}

export const theoremLine = ({
  id,
  name,
  declarations,
}: Stored<TheoremRecord>): TemplatesShowReport['theorems'][number] => ({
  ...{ id, name, targets: declarations.map((declaration) => declaration.name) },
});

/** `334 theorems, 800 problems, no templates` */
export const graphSizes = (sizes: { theorems: number; problems: number; templates: number }): string =>
  [
    pluralize(sizes.theorems, 'theorem'),
    pluralize(sizes.problems, 'problem'),
    pluralize(sizes.templates, 'template'),
  ].join(', ');

/** `3 new, 2 changed, 1 removed, 10 unchanged` */
export function changeText(change: { added: number; changed: number; removed: number; unchanged: number }): string {
  const parts = [
    [change.added, 'new'],
    [change.changed, 'changed'],
    [change.removed, 'removed'],
    [change.unchanged, 'unchanged'],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${formatNumber(count)} ${what}`])).join(', ');
}
