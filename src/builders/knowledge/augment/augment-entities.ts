/** Asks a model for attributes of the library's entities (AutoMathKG, section 4.3). Each answer is stored at once. */
import { LocalWork, runUnits } from '../../../base/work.ts';
import { Attributes, attributesOf, MODEL } from '../../../library/entry-attributes.ts';
import { currentUnits, unitKey } from '../../../library/derive.ts';
import type { Library } from '../../../library/library.ts';
import { remove } from '../../../library/removal.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import { augmentTemplate, type AugmentedAttribute } from '../../../prompt/templates/augment-entity.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { entityCandidates } from '../entity-candidates.ts';
import { mostUsedFirst } from '../most-used.ts';
import { type Answered, answersOf, groupsOf } from './answer-questions.ts';
import { type AskedAttributes, type AugmentQuestion, questionsAbout } from './augment-questions.ts';
import { entityNames, type LabelledNames } from './resolve-names.ts';

export interface AugmentOptions extends AskedAttributes {
  /** Only entities of these sources; empty for all. */
  sources: readonly string[];
  /** Maximum number of entities that are asked about; null for all. */
  limit: number | null;
  /** Id of the run, to undo it. Null: nothing is stored, as in a dry run. */
  run: number | null;
  ask: AskModel;
  /** All open questions about an entity are one. */
  batch: boolean;
  /** Questions at once. */
  concurrency: number;
  signal: AbortSignal;
  /** An unusable answer: its question gives no value. */
  onProblem: (problem: string) => void;
  onProgress: (done: number, total: number) => void;
}

export interface Augmented {
  /** Number of entities that were looked at: with a limit, not those after the last one that was asked about. */
  entities: number;
  /** Number of values by attribute. */
  attributes: Record<string, number>;
  /** References that lead to an entity, and those that no entity is named like. */
  resolved: number;
  unresolved: number;
}

/** The roles of references are asked for last: they need the references that the model found. */
const STAGES: readonly (readonly AugmentedAttribute[])[] = [
  ['refs', 'title', 'field', 'bodylist'],
  ['references_tactics'],
];

/** Changes `augmented` with every answer, so it is right also after an error. @throws {BudgetSpent} {ModelError} */
export async function augmentEntities(library: Library, options: AugmentOptions, augmented: Augmented): Promise<void> {
  const { database } = library;
  if (options.run !== null) removeOrphans(library);
  const all = entityCandidates(database);
  const { sources, limit } = options;
  const byId = new Map(all.map((candidate) => [candidate.entry.id, candidate]));
  const chosen = all.filter(({ entry }) => sources.length === 0 || sources.includes(entry.source));
  const order = mostUsedFirst(
    library,
    chosen.map(({ entry }) => entry.id),
  );
  const names = entityNames(library, all);
  const asked = new Set<number>();
  const looked = new Set<number>();
  for (const stage of STAGES) {
    const attributes = attributesOf(database, order);
    const wanted = new Set(stage.filter((attribute) => options.attributes.has(attribute)));
    // Entries that have changed since are asked about again, mostly from kept answers.
    const stored = currentUnits(database, MODEL);
    const questions = order.flatMap((id) => {
      if (limit !== null && asked.size >= limit && !asked.has(id)) return [];
      looked.add(id);
      const own = attributes.get(id) ?? new Attributes([]);
      const open = questionsAbout(byId.get(id)!, own, { attributes: wanted, all: options.all }).filter((question) => {
        return stored.get(unitKey(question.candidate.entry.source, question.unit)) !== versionOf(question);
      });
      if (open.length > 0) asked.add(id);
      return open;
    });
    augmented.entities = looked.size;
    await askAll(library, questions, names, options, augmented);
  }
}

const versionOf = ({ attribute, about, inputHash }: AugmentQuestion): string =>
  `${augmentTemplate(attribute, about).id} ${inputHash}`;

/** Removes values of entries that are gone. */
function removeOrphans({ database }: Library): void {
  const orphans = database
    .prepare(
      `SELECT id FROM derivations d WHERE maker = ?
       AND NOT EXISTS (SELECT 1 FROM derivation_inputs i WHERE i.derivation_id = d.id AND i.entry_id IS NOT NULL)`,
    )
    .pluck()
    .all(MODEL) as number[];
  if (orphans.length > 0) remove(database, { sources: [], documents: [], entries: [], derivations: orphans });
}

/** Result of questions without a usable answer. */
const SKIPPED = 'skipped';

async function askAll(
  library: Library,
  questions: readonly AugmentQuestion[],
  names: LabelledNames,
  { ask, run, batch, concurrency, signal, onProblem, onProgress }: AugmentOptions,
  augmented: Augmented,
): Promise<void> {
  type QuestionsUnit = { id: number; asked: readonly AugmentQuestion[] };
  const groups = groupsOf(questions, batch);
  await runUnits({
    work: new LocalWork<QuestionsUnit, Answered[] | typeof SKIPPED>(
      groups.map((asked, id) => ({ id, asked })),
      (_, answers) => {
        if (answers === SKIPPED || run === null) return;
        library.derive(
          answers.map(({ unit }) => unit),
          run,
        );
        for (const { attribute, resolved, unresolved } of answers) {
          augmented.attributes[attribute] = (augmented.attributes[attribute] ?? 0) + 1;
          augmented.resolved += resolved;
          augmented.unresolved += unresolved;
        }
      },
    ),
    ...{ concurrency, signal },
    run: ([unit]) => answersOf(unit!.asked, names, ask),
    failed: ([unit], error) => {
      const failure = requestFailure(error);
      if (failure === null) return null;
      const { asked } = unit!;
      const attributes = [...new Set(asked.map(({ attribute }) => attribute))].join(', ');
      onProblem(`${attributes} of ${asked[0]!.candidate.entry.key}: ${failure.message.replace(/\.$/u, '')}.`);
      return SKIPPED;
    },
    onDone: (_, done) => onProgress(done, groups.length),
  });
}
