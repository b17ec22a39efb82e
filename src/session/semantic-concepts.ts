/** Opens what a search by meaning uses besides the concept base. Loads the modules for it only if it is configured. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { MeaningHelpers } from '../search/concepts/rerank-definitions.ts';
import type { SemanticChannel } from '../search/concepts/semantic-channel.ts';
import { conceptsPathFor, type OpenConcepts, withConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';

/** The settings that decide which definitions are found besides the concept base. */
export function retrievalSettings({
  embedder,
  reranker,
  conceptsTop: top,
  conceptsKeep: keep,
}: Settings): Pick<Settings, 'embedder' | 'reranker'> & Pick<MeaningHelpers, 'top' | 'keep'> {
  return { top, keep, embedder, reranker };
}

export interface SemanticConcepts extends OpenConcepts, MeaningHelpers {}

/** As `withConcepts`, with the channel of vectors and the reranker. @throws {Failure} */
export async function withSemanticConcepts<T>(
  context: CommandContext,
  work: (concepts: SemanticConcepts) => T | Promise<T>,
): Promise<T> {
  const { embedder, reranker, conceptsTop: top, conceptsKeep: keep } = context.settings;
  const opened: { close: () => void | Promise<void> }[] = [];
  try {
    const vectors = embedder.name === null ? null : await openVectors(context, opened);
    const reranking =
      reranker.name === null ? null : await (await import('./reranker.ts')).openReranker(reranker.name, context);
    if (reranking !== null) opened.push(reranking);
    return await withConcepts(context, (concepts) =>
      work({
        ...concepts,
        semantic: vectors === null ? null : vectors(concepts),
        rerank: reranking === null ? null : reranking.for(concepts),
        ...{ top, keep },
      }),
    );
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** Null: the base has no vectors. */
async function openVectors(
  context: CommandContext,
  opened: { close: () => void | Promise<void> }[],
): Promise<((concepts: Pick<OpenConcepts, 'base'>) => SemanticChannel) | null> {
  const [{ keptQuestions, openEmbedder }, { openVectorFile, vectorFileOf }, channel] = await Promise.all([
    import('./embedder.ts'),
    import('../library/vector-file.ts'),
    import('../search/concepts/semantic-channel.ts'),
  ]);
  const path = vectorFileOf(conceptsPathFor(context.settings));
  if (!existsSync(path)) return null;
  const model = keptQuestions(await openEmbedder(context), join(context.settings.dataHome, 'answers'));
  opened.push(model);
  const file = openVectorFile(path, { writable: false, embedCommand: channel.EMBED_CONCEPTS });
  opened.push(file);
  const { definitions, concepts } = channel.VECTOR_SPACES;
  const stores = { definitions: file.space(definitions), concepts: file.space(concepts) };
  return ({ base }) =>
    channel.semanticChannel(base, { model, ...stores, signal: context.signal, top: context.settings.conceptsTop });
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
