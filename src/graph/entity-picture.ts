/** Entities of the library with the references between them, as the graph of a picture. */
import type { Entity } from '../sources/entity.ts';
import type { PictureGraph } from './picture-graph.ts';

/** An edge leads to what an entity refers to; its role is that of the reference. */
export function entityPicture(title: string, entities: readonly Entity[]): PictureGraph {
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
    edges: entities.flatMap(({ id, in_ref_ids: ids, in_refs: roles }) =>
      ids.map((other) => ({ from: String(id), to: String(other), role: roles[labels.get(other) ?? ''] ?? null })),
    ),
  };
}
