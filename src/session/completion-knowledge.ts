/** Opens what `graph complete` looks up: the entities of the library, and their nearest by vectors. */
import { entityNames } from '../builders/knowledge/augment/resolve-names.ts';
import { Knowledge, type KnowledgeParts } from '../builders/knowledge/complete/knowledge.ts';
import type { Candidate } from '../builders/knowledge/entity-candidates.ts';
import { vectorsOfEntities } from '../builders/knowledge/entity-spaces.ts';
import type { EntityRow } from '../library/knowledge-rows.ts';
import type { Library } from '../library/library.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import type { CommandContext } from './command-context.ts';
import { usesLsa } from './entity-vectors.ts';
import type { ModelQuestions } from './model-questions.ts';

/** What is read of the library once. */
export interface ReadEntities {
  entities: readonly EntityRow[];
  candidates: readonly Candidate[];
}

/** `near`: entities to look up near each one that was found. */
export function openKnowledge(
  library: Library,
  { entities, candidates: all }: ReadEntities,
  { embed, near }: { embed: KnowledgeParts['embed']; near: number },
  context: CommandContext,
): Knowledge {
  const complete = new Set(all.filter(({ entry }) => entry.proof !== null).map(({ entry }) => entry.id));
  return new Knowledge({
    ...{ library, entities, embed, candidates: near, names: entityNames(library, all).index },
    vectors: vectorsOfEntities(library, entities, 'statement', usesLsa(context)),
    isComplete: (id) => complete.has(id),
  });
}

/** The built-in embedder costs nothing; another one counts for the budget. */
export function embedderOf(
  embedder: EmbeddingModel | null,
  questions: ModelQuestions,
  context: CommandContext,
): KnowledgeParts['embed'] {
  if (embedder === null) return () => Promise.resolve(null);
  if (!usesLsa(context)) return (text) => questions.embed(embedder, text);
  return async (text) => {
    const { vectors } = await embedder.embed([text], 'question', { signal: questions.signal });
    return vectors[0] ?? null;
  };
}
