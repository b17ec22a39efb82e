/** `bench graph --only undo`: whether undoing what `graph build` and `graph merge` wrote leaves all tables as before. */
import { sha256 } from '../../base/hash.ts';
import { buildEntities } from '../../builders/knowledge/build-entities.ts';
import { entityCandidates } from '../../builders/knowledge/entity-candidates.ts';
import { exportRecords } from '../../library/export.ts';
import type { Library } from '../../library/library.ts';
import { endRun, startRun, undoRun } from '../../library/runs.ts';
import { countFigure, type Measure } from './measure.ts';
import { withScratchLibrary } from './scratch-library.ts';

/** Digest of everything in a library except vectors, which are a cache by the hash of their text. */
const digestOf = ({ database }: Library): string => sha256(JSON.stringify(exportRecords(database, [])));

export const UNDO: Measure = {
  name: 'undo',
  needs: ['library'],
  run: ({ library, options, signal, onProgress }) =>
    withScratchLibrary(library.path, async (scratch) => {
      const before = digestOf(scratch);
      const run = startRun(scratch.database, 'build', {});
      const { changed, attributes } = await buildEntities(scratch, entityCandidates(scratch.database), {
        sources: options.sources,
        run,
        signal,
        onProgress,
      });
      endRun(scratch.database, run, { entities: changed, ...attributes });
      const built = digestOf(scratch);
      if (changed > 0) undoRun(scratch.database, run, { cascade: false });
      const facts = { set: 'library', n: changed, by: 'rules', row: 'graph build' };
      return {
        figures: [
          countFigure(Number(digestOf(scratch) === before), { ...facts, column: 'as before', bar: 1 }),
          countFigure(Number(built !== before), { ...facts, column: 'the run changed something' }),
          countFigure(changed, { ...facts, column: 'entities' }),
        ],
        notes: ['On a copy of the library. Compared are all records of an export.'],
      };
    }),
};
