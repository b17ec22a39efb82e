/** Opens the vectors of the concept base. Loads the modules for it only if an embedder is configured. */
import { existsSync } from 'node:fs';
import type { SemanticChannel } from '../search/concepts/semantic-channel.ts';
import { conceptsPathFor, type OpenConcepts, withConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';

export interface SemanticConcepts extends OpenConcepts {
  /** Null: no embedder is configured, or the base has no vectors. */
  semantic: SemanticChannel | null;
}

/** As `withConcepts`, with the channel of vectors. @throws {Failure} */
export async function withSemanticConcepts<T>(
  context: CommandContext,
  work: (concepts: SemanticConcepts) => T | Promise<T>,
): Promise<T> {
  if (context.settings.embedder.name === null) {
    return withConcepts(context, (concepts) => work({ ...concepts, semantic: null }));
  }
  const [{ openEmbedder }, { openVectorFile, vectorFileOf }, channel] = await Promise.all([
    import('./embedder.ts'),
    import('../library/vector-file.ts'),
    import('../search/concepts/semantic-channel.ts'),
  ]);
  const path = vectorFileOf(conceptsPathFor(context.settings));
  if (!existsSync(path)) return withConcepts(context, (concepts) => work({ ...concepts, semantic: null }));
  const model = await openEmbedder(context);
  try {
    const file = openVectorFile(path, { writable: false, embedCommand: channel.EMBED_CONCEPTS });
    try {
      return await withConcepts(context, (concepts) => {
        const { definitions, concepts: ofConcepts } = channel.VECTOR_SPACES;
        const stores = { definitions: file.space(definitions), concepts: file.space(ofConcepts) };
        const vectors = { model, ...stores, signal: context.signal };
        return work({ ...concepts, semantic: channel.semanticChannel(concepts.base, vectors) });
      });
    } finally {
      file.close();
    }
  } finally {
    await model.close();
  }
}

/** What is near to a text by vectors; nothing without the channel. */
export async function nearText(
  semantic: SemanticChannel | null,
  text: string,
): Promise<{ definitions: number[]; notices: string[] }> {
  if (semantic === null) return { definitions: [], notices: [] };
  const { definitions, notice } = await semantic(text);
  return { definitions, notices: notice === null ? [] : [notice] };
}
