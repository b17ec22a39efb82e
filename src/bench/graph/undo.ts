/**
 * `bench graph --only undo`: whether undoing what `graph build` and `graph augment` wrote leaves all tables as before. The
 * model is a script.
 */
import { sha256 } from '../../base/hash.ts';
import { type Augmented, augmentEntities } from '../../builders/knowledge/augment/augment-entities.ts';
import { buildEntities } from '../../builders/knowledge/build-entities.ts';
import { entityCandidates } from '../../builders/knowledge/entity-candidates.ts';
import type { AskModel } from '../../builders/concepts/model-stage.ts';
import { exportRecords } from '../../library/export.ts';
import type { Library } from '../../library/library.ts';
import { endRun, startRun, undoRun } from '../../library/runs.ts';
import { BadAnswer } from '../../llm/bad-answer.ts';
import { AUGMENTED_ATTRIBUTES } from '../../prompt/templates/augment-entity.ts';
import type { Figure } from './bench-graph-schema.ts';
import { countFigure, type Measure, type MeasureInput } from './measure.ts';
import { withScratchLibrary } from './scratch-library.ts';

/** Entities that the script is asked about: each answer is a transaction of its own. */
const AUGMENTED_ENTITIES = 500;
/** As many as a request has at most. */
const MAX_LABELS = 60;

/** Digest of everything in a library except vectors, which are a cache by the hash of their text. */
const digestOf = ({ database }: Library): string => sha256(JSON.stringify(exportRecords(database, [])));

export const UNDO: Measure = {
  name: 'undo',
  needs: ['library'],
  run: (input) =>
    withScratchLibrary(input.library.path, async (scratch) => ({
      figures: [
        ...(await figuresOf(scratch, 'build', 'rules', (run) => build(scratch, input, run))),
        ...(await figuresOf(scratch, 'augment', 'a script', (run) => augment(scratch, input, run))),
      ],
      notes: ['On a copy of the library. Compared are all records of an export.'],
    })),
};

/** `write`: returns the number of entities that the run has changed. */
async function figuresOf(
  scratch: Library,
  command: string,
  by: string,
  write: (run: number) => Promise<number>,
): Promise<Figure[]> {
  const before = digestOf(scratch);
  const run = startRun(scratch.database, command, {});
  const changed = await write(run);
  const written = digestOf(scratch);
  if (endRun(scratch.database, run, { entities: changed }) !== null) undoRun(scratch.database, run, { cascade: false });
  const facts = { set: 'library', n: changed, by, row: `graph ${command}` };
  return [
    countFigure(Number(digestOf(scratch) === before), { ...facts, column: 'as before', bar: 1 }),
    countFigure(Number(written !== before), { ...facts, column: 'the run changed something' }),
    countFigure(changed, { ...facts, column: 'entities' }),
  ];
}

async function build(scratch: Library, { options, signal, onProgress }: MeasureInput, run: number): Promise<number> {
  const candidates = entityCandidates(scratch.database);
  const { changed } = await buildEntities(scratch, candidates, { sources: options.sources, run, signal, onProgress });
  return changed;
}

async function augment(scratch: Library, { options, signal, onProgress }: MeasureInput, run: number): Promise<number> {
  const augmented: Augmented = { entities: 0, attributes: {}, resolved: 0, unresolved: 0 };
  const asked = {
    ...{ sources: options.sources, attributes: new Set(AUGMENTED_ATTRIBUTES), all: true, limit: AUGMENTED_ENTITIES },
    ...{ run, ask: script, batch: false, concurrency: 1, signal },
    onProblem: () => undefined,
  };
  await augmentEntities(scratch, { ...asked, onProgress }, augmented);
  return augmented.entities;
}

/** Gives the first of these answers that the question accepts. */
const script: AskModel = (_, read) => {
  for (const answer of answers()) {
    try {
      const facts = { snapshot: 'script', template: 'script', model: 'script' };
      return Promise.resolve({ value: read(JSON.stringify(answer), []), ...facts });
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
    }
  }
  return Promise.reject(new BadAnswer('no answer of the script fits'));
};

function* answers(): Generator<object> {
  yield { title: 'A title of the script' };
  yield { field: 'algebra' };
  yield { references: ['theorem: Nakayama', 'definition: scheme'] };
  for (let count = 1; count <= MAX_LABELS; count++) {
    yield { labels: Array.from({ length: count }, (_, at) => ({ n: at + 1, label: 'deduction' })) };
  }
}
