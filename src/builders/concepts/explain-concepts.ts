/** Has a model say when to use which definition of a concept that can mean several. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import { POLYMORPHIC_PROBABILITY } from '../../concepts/stats.ts';
import type { ModelRow } from '../../concepts/model-rows.ts';
import { explainConceptPrompt } from '../../prompt/concept-prompts.ts';
import { coreConcepts } from '../../search/concepts/embedded-texts.ts';
import { readExplanations } from './concept-answers.ts';
import { currentDefinition } from './definition-source.ts';
import { listedDefinition } from './extract-by-model.ts';
import { askAboutEach, type ModelStage, rowAbout, type StageDefinition, upToLimit } from './model-stage.ts';

interface ConceptVariants {
  key: string;
  name: string;
  variants: StageDefinition[];
}

const MAX_VARIANTS = 8;

/** @throws {BudgetSpent} {ModelError} that end the work */
export async function explainConcepts(stage: ModelStage): Promise<void> {
  const { index, base, module } = stage;
  const within = module === null ? null : new Set(base.definitionsIn(module).map(({ name }) => name));
  const wanted = probableVariants(base)
    .map(({ variants, ...concept }) => ({
      ...concept,
      variants: variants.filter(({ name }) => currentDefinition(index, name) !== null),
    }))
    .filter(
      ({ key, variants }) =>
        variants.length > 1 &&
        variants.some(({ number }) => base.whenToUse(number, key) === null) &&
        variants.some(({ name }) => within?.has(name) ?? true),
    );
  await askAboutEach(
    upToLimit(wanted, stage),
    ({ name }) => name,
    (concept) => explainOne(concept, stage),
    stage,
  );
}

/** Core concepts with their probable definitions. */
function probableVariants(base: ConceptBase): ConceptVariants[] {
  return coreConcepts(base).map(({ key, name, translations }) => ({
    ...{ key, name },
    variants: translations
      .filter(({ probability }) => probability >= POLYMORPHIC_PROBABILITY)
      .slice(0, MAX_VARIANTS)
      .map(({ definition }) => ({ number: definition, name: base.definition(definition).name })),
  }));
}

async function explainOne(
  { key, name, variants }: ConceptVariants,
  { index, base, ask }: ModelStage,
): Promise<ModelRow[]> {
  const names = new Set(variants.map((variant) => variant.name));
  const prompt = explainConceptPrompt(
    name,
    variants.map((variant) => listedDefinition(variant, { index, base })),
  );
  const { value, model, template, snapshot } = await ask(prompt, (answer) => readExplanations(answer, names));
  return [...value].map(([definition, text]) => ({
    ...{ kind: 'explanation', concept: key, ...rowAbout(index, definition)! },
    ...{ data: { text }, model, template, snapshot },
  }));
}
