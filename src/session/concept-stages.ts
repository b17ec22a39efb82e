/** The stages in which models add to a concept base, as the options say. */
import { backTranslate, type Comparison } from '../builders/concepts/back-translate.ts';
import { byVectors, type ConceptEmbedder, embedConcepts } from '../builders/concepts/embed-concepts.ts';
import { explainConcepts } from '../builders/concepts/explain-concepts.ts';
import { extractByModel } from '../builders/concepts/extract-by-model.ts';
import { mergeConcepts } from '../builders/concepts/merge-concepts.ts';
import type { ModelStage } from '../builders/concepts/model-stage.ts';
import { wordSimilarity } from '../builders/concepts/self-consistency.ts';
import type { ConceptBase } from '../concepts/open-base.ts';
import type { ModelRowKind } from '../concepts/model-rows.ts';
import type { ConceptsBuildOptions } from '../options/concepts-options.ts';
import { readDefinitionWords } from '../search/concepts/definition-words.ts';
import { VECTOR_SPACES } from '../search/concepts/semantic-channel.ts';
import type { CommandContext } from './command-context.ts';

/** Several answers to one question must differ. */
const VARIED_TEMPERATURE = 0.7;
/** How like the documentation, or the other answers, a text must be at least, compared by words. */
const FLOOR = 0.3;

export interface ConceptStage {
  label: string;
  temperature: number | null;
  /** When it is complete, its rows replace all earlier ones of this kind; null: they are added. */
  replaces: ModelRowKind | null;
  /** `embedder`: null without one. */
  run: (stage: ModelStage, embedder: ConceptEmbedder | null) => Promise<void>;
}

/** Stages that ask a chat model; the embedder only helps them. */
export function chatStages(options: ConceptsBuildOptions, { settings }: CommandContext): ConceptStage[] {
  const { temperature } = settings.model;
  const which = options.backTranslate ?? (options.isModelGiven ? 'missing' : 'none');
  const stages: ConceptStage[] = [];
  if (which !== 'none') {
    const { candidates } = options;
    stages.push({
      label: 'definitions put into words',
      temperature: temperature ?? VARIED_TEMPERATURE,
      replaces: null,
      run: (stage, embedder) => {
        const comparison = embedder === null ? byWords(stage.base) : byVectors(embedder);
        return backTranslate(stage, { which, candidates, comparison });
      },
    });
  }
  const plain = { temperature, replaces: null };
  if (options.extract) stages.push({ label: 'questions about concepts', ...plain, run: extractByModel });
  if (options.explain) stages.push({ label: 'concepts explained', ...plain, run: explainConcepts });
  return stages;
}

/** Stages that need an embedder. `onEmbedded`: called with the number of new vectors. */
export function vectorStages({ merge }: ConceptsBuildOptions, onEmbedded: (count: number) => void): ConceptStage[] {
  const embed: ConceptStage = {
    label: 'texts embedded',
    temperature: null,
    replaces: null,
    run: async (stage, embedder) => onEmbedded(await embedConcepts(stage, embedder!)),
  };
  const mergeStage: ConceptStage = {
    label: 'pairs of concepts compared',
    temperature: null,
    replaces: 'merge',
    run: (stage, embedder) => mergeConcepts(stage, embedder!.file.space(VECTOR_SPACES.concepts), merge === 'model'),
  };
  return merge === 'vectors' || merge === 'model' ? [embed, mergeStage] : [embed];
}

function byWords(base: ConceptBase): Comparison {
  const rows = base.all<{ words: string }>('SELECT words FROM definitions');
  const similarity = wordSimilarity(rows.map(({ words }) => readDefinitionWords(words)));
  return { by: 'words', floor: FLOOR, compare: () => Promise.resolve(similarity) };
}
