/** Asks a model for attributes of the library's entities (AutoMathKG, section 4.3). Each answer is stored at once. */
import { LocalWork, runUnits } from '../../../base/work.ts';
import { Attributes, attributesOf, MODEL } from '../../../library/entry-attributes.ts';
import { NO_ROWS, type AttributeRow, type DerivedRows, type DerivedUnit } from '../../../library/derivation.ts';
import { currentUnits, unitKey } from '../../../library/derive.ts';
import type { Library } from '../../../library/library.ts';
import { remove } from '../../../library/removal.ts';
import { requestFailure } from '../../../llm/fatal-model-errors.ts';
import { attributePrompt } from '../../../prompt/augment-prompts.ts';
import { augmentTemplate, type AugmentedAttribute } from '../../../prompt/templates/augment-entity.ts';
import type { Tactic } from '../../../sources/entity.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { entityCandidates } from '../entity-candidates.ts';
import { mostUsedFirst } from '../most-used.ts';
import { readField, readLabels, readReferences, readTitle } from './augment-answers.ts';
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

/** Segments or references of one request. */
const ITEMS = 60;

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

interface Answered {
  unit: DerivedUnit;
  resolved: number;
  unresolved: number;
}

/** Result of a question without a usable answer. */
const SKIPPED = 'skipped';

async function askAll(
  library: Library,
  questions: readonly AugmentQuestion[],
  names: LabelledNames,
  { ask, run, concurrency, signal, onProblem, onProgress }: AugmentOptions,
  augmented: Augmented,
): Promise<void> {
  type QuestionUnit = { id: number; question: AugmentQuestion };
  await runUnits({
    work: new LocalWork<QuestionUnit, Answered | typeof SKIPPED>(
      questions.map((question, id) => ({ id, question })),
      ([unit], answer) => {
        if (answer === SKIPPED || run === null) return;
        library.derive([answer.unit], run);
        const { attribute } = unit!.question;
        augmented.attributes[attribute] = (augmented.attributes[attribute] ?? 0) + 1;
        augmented.resolved += answer.resolved;
        augmented.unresolved += answer.unresolved;
      },
    ),
    ...{ concurrency, signal },
    run: ([unit]) => answerOf(unit!.question, names, ask),
    failed: ([unit], error) => {
      const failure = requestFailure(error);
      if (failure === null) return null;
      const { attribute, candidate } = unit!.question;
      onProblem(`${attribute} of ${candidate.entry.key}: ${failure.message.replace(/\.$/u, '')}.`);
      return SKIPPED;
    },
    onDone: (_, done) => onProgress(done, questions.length),
  });
}

async function answerOf(question: AugmentQuestion, names: LabelledNames, ask: AskModel): Promise<Answered> {
  const { attribute, text, items } = question;
  const prompt = (some: readonly string[] = []) => attributePrompt(attribute, question.about, { text, items: some });
  switch (attribute) {
    case 'title': {
      const { value, snapshot } = await ask(prompt(), readTitle);
      return answered(question, value.title, { snapshot });
    }
    case 'field': {
      const { value, snapshot } = await ask(prompt(), readField);
      return answered(question, value.field, { snapshot });
    }
    case 'refs': {
      const { value, snapshot } = await ask(prompt(), readReferences);
      const found = value.map((reference) => ({ ...reference, target: names.index.resolve(reference) }));
      const resolved = found.filter(({ target }) => target !== null && target.id !== question.candidate.entry.id);
      const labels = found.map(({ name, target }) => (target === null ? name : names.labelOf(target.id)));
      const edges = new Map(
        resolved.map(({ name, target }) => [
          target!.id,
          {
            ...{ from: question.candidate.entry.id, kind: 'refers', to: target!.id, payload: null },
            evidence: { calledAs: name, part: question.part, confidence: target!.similarity },
          },
        ]),
      );
      const result = answered(question, [...new Set(labels)], { snapshot }, [...edges.values()]);
      return { ...result, resolved: resolved.length, unresolved: found.length - resolved.length };
    }
    case 'bodylist':
    case 'references_tactics': {
      const labels: Tactic[] = [];
      let snapshot = '';
      for (let at = 0; at < items.length; at += ITEMS) {
        const some = items.slice(at, at + ITEMS);
        const answer = await ask(prompt(some), (reply) => readLabels(reply, some.length));
        labels.push(...answer.value);
        snapshot = answer.snapshot;
      }
      const pairs = question.labels.map((label, at) => [label, labels[at]!] as const);
      const value =
        attribute === 'bodylist'
          ? pairs.map(([description, action]) => ({ description, action }))
          : Object.fromEntries(pairs);
      return answered(question, value, { snapshot });
    }
  }
}

function answered(
  { candidate: { entry }, attribute, part, about, unit, inputHash }: AugmentQuestion,
  value: unknown,
  { snapshot }: { snapshot: string },
  edges: DerivedRows['edges'] = [],
): Answered {
  const template = augmentTemplate(attribute, about).id;
  const row: AttributeRow = { entry: entry.id, part, name: attribute, value, evidence: { template, model: snapshot } };
  return {
    unit: {
      derivation: { source: entry.source, maker: MODEL, version: template, unit, inputHash },
      rows: {
        ...NO_ROWS,
        inputs: [{ entry: entry.id, contentHash: entry.contentHash }],
        attributes: [row],
        edges,
      },
    },
    resolved: 0,
    unresolved: 0,
  };
}
