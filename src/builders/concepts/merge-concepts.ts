/** Finds concepts that are the same under two names: with near vectors and a shared definition. */
import { getOrAdd } from '../../base/memoize.ts';
import type { Provenance } from '../../concepts/model-rows.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { EmbeddedStore } from '../../library/embedded-store.ts';
import { mergeConceptsPrompt } from '../../prompt/concept-prompts.ts';
import type { Prompt } from '../../prompt/prompts.ts';
import { conceptTextToEmbed, coreConcepts, type CoreConcept } from '../../search/concepts/embedded-texts.ts';
import { dotProduct } from '../../vectors/unit-vector.ts';
import { readMerge } from './concept-answers.ts';
import { askAboutEach, type ModelStage, rowAbout } from './model-stage.ts';

/** Minimum probability of a shared definition for both concepts. */
const MIN_PROBABILITY = 0.2;
/** Nearer concepts are the same; those between are asked about. */
const SAME = 0.92;
const PERHAPS = 0.8;
const FAR = -1;

interface Pair {
  first: CoreConcept;
  second: CoreConcept;
  /** Number of a shared definition, the lowest. */
  definition: number;
  similarity: number;
}

/** `asks`: a model decides about concepts that are less near. @throws {BudgetSpent} {ModelError} that end the work */
export async function mergeConcepts(stage: ModelStage, store: EmbeddedStore, asks: boolean): Promise<void> {
  const { base, ask } = stage;
  const pairs = pairsOf(stage, store, FAR);
  const embedder = await store.embedder();
  const byVectors = pairs.filter(({ similarity }) => similarity >= SAME);
  if (embedder !== null) {
    const by = { model: embedder.name, template: 'vectors', snapshot: embedder.snapshot };
    stage.onRows(byVectors.flatMap((pair) => rowOf(pair, by, stage)));
  }
  if (!asks) return;
  const open = pairs.filter(({ similarity }) => similarity < SAME);
  const run = async (pair: Pair) => {
    const { value, ...by } = await ask(questionOf(pair, base), readMerge);
    return value.same ? rowOf(pair, by, stage) : [];
  };
  await askAboutEach(open, ({ first, second }) => `${first.name} and ${second.name}`, run, stage);
}

/**
 * The questions that merging may ask at most: a pair of which a vector is not known counts as one that must be asked about.
 * `store`: null if no vector is known.
 */
export function possibleMergeQuestions(base: ConceptBase, store: EmbeddedStore | null): Prompt[] {
  return pairsOf({ base }, store, PERHAPS)
    .filter(({ similarity }) => similarity < SAME)
    .map((pair) => questionOf(pair, base));
}

function questionOf({ first, second }: Pair, base: ConceptBase): Prompt {
  const [one, other] = [first, second].map((concept) => conceptTextToEmbed(base, concept).text()) as [string, string];
  return mergeConceptsPrompt(one, other);
}

/** Pairs of core concepts that share a probable definition, and are near. `unknown`: the similarity without a vector. */
function pairsOf({ base }: Pick<ModelStage, 'base'>, store: EmbeddedStore | null, unknown: number): Pair[] {
  const concepts = coreConcepts(base);
  const vectors = store === null ? new Map<string, Float32Array>() : vectorsOf(concepts, { base }, store);
  const byDefinition = new Map<number, CoreConcept[]>();
  for (const concept of concepts) {
    for (const { definition, probability } of concept.translations)
      if (probability >= MIN_PROBABILITY) getOrAdd(byDefinition, definition, () => []).push(concept);
  }
  const pairs = new Map<string, Pair>();
  for (const [definition, sharing] of [...byDefinition].sort(([a], [b]) => a - b)) {
    for (const first of sharing) {
      for (const second of sharing) {
        const id = `${first.key}\n${second.key}`;
        if (first.key >= second.key || pairs.has(id) || isPartOf(first.key, second.key)) continue;
        const [a, b] = [vectors.get(first.key), vectors.get(second.key)];
        const similarity = a === undefined || b === undefined ? unknown : dotProduct(a, b);
        if (similarity >= PERHAPS) pairs.set(id, { first, second, definition, similarity });
      }
    }
  }
  return [...pairs.values()];
}

function vectorsOf(
  concepts: readonly CoreConcept[],
  { base }: Pick<ModelStage, 'base'>,
  store: EmbeddedStore,
): Map<string, Float32Array> {
  const keys = new Map(concepts.map((concept) => [conceptTextToEmbed(base, concept).contentHash, concept.key]));
  return new Map(Array.from(store.vectorsOf([...keys.keys()]), ([hash, vector]) => [keys.get(hash)!, vector]));
}

/** A name within another is a more general concept: `subgroup` and `normal subgroup`. */
function isPartOf(one: string, other: string): boolean {
  const [words, others] = [one.split(' '), other.split(' ')];
  return words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
}

function rowOf({ first, second, definition, similarity }: Pair, by: Provenance, { index, base }: ModelStage) {
  const about = rowAbout(index, base.definition(definition).name);
  if (about === null) return [];
  const { model, template, snapshot } = by;
  const data = { phrase: first.name, other: { key: second.key, phrase: second.name }, similarity };
  return [{ kind: 'merge', concept: first.key, ...about, data, model, template, snapshot } as const];
}
