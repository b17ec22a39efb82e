/** Has a model say in words what definitions define, without their docstrings, and keeps the best of several answers. */
import type { ModelRow, Provenance } from '../../concepts/model-rows.ts';
import { requestFailure } from '../../llm/fatal-model-errors.ts';
import { backTranslatePrompt } from '../../prompt/concept-prompts.ts';
import { readBackTranslation } from './concept-answers.ts';
import { currentDefinition, definitionSource } from './definition-source.ts';
import {
  askAboutEach,
  rowAbout,
  selectedDefinitions,
  type ModelStage,
  type StageDefinition,
  upToLimit,
} from './model-stage.ts';
import { selfConsistency, type Similarity } from './self-consistency.ts';

/** How texts are compared, and how alike a text must be. */
export interface Comparison {
  by: 'words' | 'vectors';
  floor: number;
  /** Prepares the comparison of these texts. */
  compare: (texts: readonly string[]) => Promise<Similarity>;
}

export interface BackTranslation {
  /** `missing`: definitions without documentation. */
  which: 'missing' | 'all';
  /** Number of answers for each definition. */
  candidates: number;
  comparison: Comparison;
}

/** @throws {BudgetSpent} {ModelError} that end the work */
export async function backTranslate(stage: ModelStage, request: BackTranslation): Promise<void> {
  const { index, base } = stage;
  const done = new Set(base.modelRows().flatMap((row) => (row.kind === 'back-translation' ? [row.definition] : [])));
  const isWanted = ({ number, name }: StageDefinition): boolean =>
    !done.has(name) && (request.which === 'all' || base.annotation(number).origin === 'rule');
  const wanted = selectedDefinitions(stage).filter(
    (each) => isWanted(each) && currentDefinition(index, each.name) !== null,
  );
  const run = (definition: StageDefinition): Promise<ModelRow[]> => translateOne(definition, stage, request);
  await askAboutEach(upToLimit(wanted, stage), ({ name }) => name, run, stage);
}

async function translateOne(
  { number, name }: StageDefinition,
  { index, base, ask }: ModelStage,
  { candidates: count, comparison: { by, floor, compare } }: BackTranslation,
): Promise<ModelRow[]> {
  const prompt = backTranslatePrompt(definitionSource(index, currentDefinition(index, name)!));
  const answers: ({ text: string } & Provenance)[] = [];
  let failure: unknown = null;
  for (let sample = 0; sample < count; sample++) {
    try {
      const { value, ...provenance } = await ask(prompt, readBackTranslation, sample);
      answers.push({ ...provenance, text: value.text });
    } catch (error) {
      if (requestFailure(error) === null) throw error;
      failure = error;
    }
  }
  if (answers.length === 0) throw failure;
  const { text, origin } = base.annotation(number);
  const documentation = origin === 'rule' ? null : text;
  const texts = answers.map((answer) => answer.text);
  const similarity = await compare([...texts, ...(documentation === null ? [] : [documentation])]);
  const { scores, chosen } = selfConsistency(texts, documentation, similarity, floor);
  const { model, template, snapshot } = answers[chosen ?? 0]!;
  return [
    {
      ...{ kind: 'back-translation', concept: '', ...rowAbout(index, name)!, model, template, snapshot },
      data: { candidates: texts.map((each, at) => ({ text: each, score: scores[at]! })), chosen, floor, by },
    },
  ];
}
