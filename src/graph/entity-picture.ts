/** Entities of the library with the references between them, as the graph of a picture. */
import type { Entity } from '../sources/entity.ts';
import type { PictureGraph } from './picture-graph.ts';

/** Role of an edge to an entity that a text only names. */
const NAMED = 'names';

/**
 * An edge leads to what an entity refers to; its role is that of the reference. `named`: by id, references without
 * marks; an edge if no other leads there.
 */
export function entityPicture(
  title: string,
  entities: readonly Entity[],
  named: readonly { from: number; to: number }[] = [],
): PictureGraph {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const labels = new Map(entities.map(({ id, label }) => [id, label]));
  return {
    title,
    nodes: entities.map(({ id, label, title: own, type, field, source, contents }) => ({
      id: String(id),
      label,
      title: own,
      type,
      state: null,
      field,
      details: [`${type}, ${source}`, '', ...contents].join('\n'),
      link: null,
    })),
    edges: [
      ...entities.flatMap(({ id, in_ref_ids: ids, in_refs: roles }) =>
        ids.map((other) => ({ from: String(id), to: String(other), role: roles[labels.get(other) ?? ''] ?? null })),
      ),
      ...named.flatMap(({ from, to }) => {
        const isNew = byId.has(to) && byId.get(from)?.in_ref_ids.includes(to) === false;
        return isNew ? [{ from: String(from), to: String(to), role: NAMED }] : [];
      }),
    ],
  };
}
