/** Has a model name the concepts that definitions define, several definitions a question. */
import { annotationText } from '../../concepts/definition.ts';
import type { ExtractedConcept, ModelRow, Provenance } from '../../concepts/model-rows.ts';
import { shortStatement } from '../../lean/whole-statement.ts';
import { extractConceptsPrompt, type ListedDefinition } from '../../prompt/concept-prompts.ts';
import { rowStatement } from '../../search/row-statement.ts';
import { readExtractedConcepts } from './concept-answers.ts';
import { currentDefinition } from './definition-source.ts';
import {
  askAboutEach,
  type ModelStage,
  rowAbout,
  selectedDefinitions,
  type StageDefinition,
  upToLimit,
} from './model-stage.ts';

const PER_QUESTION = 10;
const MAX_SIGNATURE = 400;

/** @throws {BudgetSpent} {ModelError} that end the work */
export async function extractByModel(stage: ModelStage): Promise<void> {
  const { base, index } = stage;
  const done = new Set(base.modelRows().flatMap((row) => (row.kind === 'extraction' ? [row.definition] : [])));
  const wanted = selectedDefinitions(stage).filter(
    ({ name }) => !done.has(name) && currentDefinition(index, name) !== null,
  );
  const definitions = upToLimit(wanted, stage);
  const questions: (readonly StageDefinition[])[] = [];
  for (let at = 0; at < definitions.length; at += PER_QUESTION)
    questions.push(definitions.slice(at, at + PER_QUESTION));
  const about = (asked: readonly StageDefinition[]): string => asked.map(({ name }) => name).join(', ');
  await askAboutEach(questions, about, (asked) => extractSome(asked, stage), stage);
}

/** A definition that the answer lacks is asked about again, alone. */
async function extractSome(asked: readonly StageDefinition[], stage: ModelStage): Promise<ModelRow[]> {
  const rows = await extractOnce(asked, stage);
  const answered = new Set(rows.map(({ definition }) => definition));
  const missing = asked.length === 1 ? [] : asked.filter(({ name }) => !answered.has(name));
  for (const each of missing) rows.push(...(await extractOnce([each], stage)));
  return rows;
}

async function extractOnce(
  asked: readonly StageDefinition[],
  { index, base, ask }: ModelStage,
): Promise<ModelRow<'extraction'>[]> {
  const names = new Set(asked.map(({ name }) => name));
  const prompt = extractConceptsPrompt(asked.map((each) => listedDefinition(each, { index, base })));
  const { value, ...provenance } = await ask(prompt, (answer) => readExtractedConcepts(answer, names));
  return [...value].map(([name, concepts]) => ({
    ...extractionRow(name, concepts, provenance),
    ...rowAbout(index, name)!,
  }));
}

function extractionRow(definition: string, concepts: ExtractedConcept[], { model, template, snapshot }: Provenance) {
  return { kind: 'extraction', concept: '', definition, data: { concepts }, model, template, snapshot } as const;
}

/** A definition as the prompts list it. */
export function listedDefinition(
  { number, name }: StageDefinition,
  { index, base }: Pick<ModelStage, 'index' | 'base'>,
): ListedDefinition {
  const row = currentDefinition(index, name)!;
  const signature = shortStatement(rowStatement(index, row), MAX_SIGNATURE);
  return { name, kind: row.kind, signature, meaning: annotationText(base.annotation(number)) };
}
