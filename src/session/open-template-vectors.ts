/** Opens the similarities of a graph of templates by vectors, if an embedder is configured. */
import type { TemplateGraph } from '../builders/templates/template-graph.ts';
import { embedTemplatesCommand, openTemplateStore, problemVectorsOf } from '../builders/templates/template-vectors.ts';
import type { Library } from '../library/library.ts';
import { embedQuestion, WORDS_ONLY } from '../search/library/vector-channel.ts';
import type { SimilaritiesByVectors } from '../search/solved/nearest-templates.ts';
import { ProblemVectors } from '../search/solved/problem-vectors.ts';
import { unitVector } from '../vectors/unit-vector.ts';
import type { CommandContext } from './command-context.ts';
import { openEmbedder } from './embedder.ts';

export interface TemplateVectors {
  similarities: SimilaritiesByVectors;
  close: () => Promise<void>;
}

/**
 * Null without an embedder. `items`: in the order of the similarities. The library may be closed afterwards.
 * @throws {Failure} as `openEmbedder`
 */
export async function openTemplateVectors(
  library: Library,
  { name }: Pick<TemplateGraph, 'name'>,
  items: readonly { problem: string }[],
  context: CommandContext,
): Promise<TemplateVectors | null> {
  if (context.settings.embedder.name === null) return null;
  const command = embedTemplatesCommand(name);
  const store = openTemplateStore(library);
  const stored = await store.embedder();
  const vectors = problemVectorsOf(
    store,
    items.map(({ problem }) => problem),
  );
  const missing = stored === null ? 0 : vectors.filter((vector) => vector === null).length;
  const problems = new ProblemVectors(vectors);
  const model = await openEmbedder(context);
  const { signal } = context;
  return {
    similarities: async (wordings) => {
      if (missing > 0) return { notice: `${WORDS_ONLY} ${missing} problems have no vector yet (run ${command}).` };
      const found: Float64Array[] = [];
      for (const wording of wordings) {
        const embedded = await embedQuestion(wording, { model, stored, signal }, command);
        if ('notice' in embedded) return embedded;
        found.push(problems.similarities(unitVector(embedded.vector) ?? embedded.vector));
      }
      return { similarities: found };
    },
    close: () => model.close(),
  };
}
