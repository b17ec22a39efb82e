/** Describes the entities of a library for the vector spaces: with the names of what they refer to, in both directions. */
import { getOrAdd } from '../../base/memoize.ts';
import type { EntityReference, EntityRow } from '../../library/knowledge-rows.ts';
import { labelWords, nameOf, type DescribedEntity } from './space-texts.ts';

/** In the order of `rows`. An entity without a title is called as in its source, with the heading above it. */
export function describeEntities(
  rows: readonly EntityRow[],
  references: readonly EntityReference[],
): DescribedEntity[] {
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  const inRefs = new Map<number, string[]>();
  const outRefs = new Map<number, string[]>();
  for (const { from, to } of references) {
    const [one, other] = [names.get(from), names.get(to)];
    if (one === undefined || other === undefined) continue;
    getOrAdd(inRefs, from, () => []).push(other);
    getOrAdd(outRefs, to, () => []).push(one);
  }
  return rows.map(({ id, type, key, title, called, headings, field, contents }) => ({
    ...{ id, type, contents },
    title: title === '' ? `${called} ${headings.at(-1) ?? ''} ${labelWords(key)}`.trim() : title,
    field: fieldOf({ field, headings }),
    inRefs: inRefs.get(id) ?? [],
    outRefs: outRefs.get(id) ?? [],
  }));
}

/** The field that the library says, or the outermost heading; '' without both. */
export function fieldOf({ field, headings }: Pick<EntityRow, 'field' | 'headings'>): string {
  return field === '' ? (headings[0] ?? '') : field;
}
