/** `bench graph --only round-trip`: whether entities that are exported, added again and exported are the same bytes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPORT_FORMATS } from '../../graph/export/export-formats.ts';
import { loadEntities } from '../../library/entities.ts';
import { listSources } from '../../library/listing.ts';
import { readDocument } from '../../sources/read-document.ts';
import type { Entity } from '../../sources/entity.ts';
import { countFigure, type Measure } from './measure.ts';
import { withScratchLibrary } from './scratch-library.ts';

async function bytesOf(entities: readonly Entity[]): Promise<string> {
  const [file] = await EXPORT_FORMATS.automathkg.write({ title: '', nodes: [], edges: [] }, numbered(entities), []);
  return [...file!.pieces].join('');
}

/** Ids are numbers of the library: here those in the order of the file. */
function numbered(entities: readonly Entity[]): Entity[] {
  const numbers = new Map(entities.map(({ id }, at) => [id, at + 1]));
  const renumber = (ids: readonly number[]): number[] => ids.flatMap((id) => numbers.get(id) ?? []);
  return entities.map((entity) => ({
    ...entity,
    id: numbers.get(entity.id)!,
    in_ref_ids: renumber(entity.in_ref_ids),
    out_ref_ids: renumber(entity.out_ref_ids),
  }));
}

export const ROUND_TRIP: Measure = {
  name: 'round-trip',
  needs: ['library'],
  run: async ({ library, options }) => {
    const chosen = listSources(library.database, options.sources).map(({ name }) => name);
    const figures = [];
    for (const source of chosen) {
      const before = loadEntities(library.database, [source]);
      const text = await bytesOf(before);
      const [after, again] = await withScratchLibrary(null, async (scratch, folder) => {
        const path = join(folder, 'entities.json');
        writeFileSync(path, text);
        const document = await readDocument(path, { format: 'automathkg' });
        scratch.addDocument(document, { source, name: 'entities', path, readBy: 'bench' });
        const read = loadEntities(scratch.database, [source]);
        return [read, await bytesOf(read)] as const;
      });
      const renumbered = numbered(after);
      const differing = numbered(before).filter(
        (entity, at) => JSON.stringify(entity) !== JSON.stringify(renumbered[at]),
      ).length;
      const facts = { set: source, n: before.length, by: 'rules', row: source };
      figures.push(
        countFigure(Number(again === text), { ...facts, column: 'byte-identical', bar: 1 }),
        countFigure(differing, { ...facts, column: 'entities that differ' }),
      );
    }
    return {
      figures,
      notes: ['Exported as AutoMathKG JSON, added to an empty library, and exported again; ids apart.'],
    };
  },
};
