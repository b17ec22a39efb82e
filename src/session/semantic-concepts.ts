/** Opens what a search by meaning uses besides the concept base. Loads the modules for it only if it is configured. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { MeaningHelpers } from '../search/concepts/rerank-definitions.ts';
import type { SemanticChannel } from '../search/concepts/semantic-channel.ts';
import { conceptsPathFor, type OpenConcepts, withConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import type { AskHelper, HelperModel } from './helper-requests.ts';
import type { OpenReranker } from './reranker.ts';

/** The settings that decide which definitions are found besides the concept base. */
export function retrievalSettings({
  embedder,
  reranker,
  conceptsTop: top,
  conceptsKeep: keep,
}: Settings): Pick<Settings, 'embedder' | 'reranker'> & Pick<MeaningHelpers, 'top' | 'keep'> {
  return { top, keep, embedder, reranker };
}

export interface SemanticConcepts extends OpenConcepts, MeaningHelpers {
  /** The same helpers, whose embedder and reranker are asked by `ask`. */
  helpersFor: (ask: AskHelper) => MeaningHelpers;
  /** The embedder and the reranker that are used. */
  helperModels: readonly HelperModel[];
}

/** As `withConcepts`, with the channel of vectors and the reranker. @throws {Failure} */
export async function withSemanticConcepts<T>(
  context: CommandContext,
  work: (concepts: SemanticConcepts) => T | Promise<T>,
  { isReplay = false } = {},
): Promise<T> {
  const { embedder, reranker, conceptsTop: top, conceptsKeep: keep } = context.settings;
  const opened: { close: () => void | Promise<void> }[] = [];
  try {
    const vectors = embedder.name === null ? null : await openVectors(context, opened, isReplay);
    const reranking = reranker.name === null ? null : await openReranking(reranker.name, context, isReplay);
    if (reranking !== null) opened.push(reranking);
    const helperModels = [vectors?.model, reranking?.model].filter((each) => each !== null && each !== undefined);
    const askOnce = keptAnswers(context);
    return await withConcepts(context, (concepts) => {
      const helpersFor = (ask: AskHelper): MeaningHelpers => ({
        semantic: vectors === null ? null : vectors.for(concepts, ask),
        rerank: reranking === null ? null : reranking.for(concepts, ask),
        ...{ top, keep },
      });
      return work({ ...concepts, ...helpersFor(askOnce), helpersFor, helperModels });
    });
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** Asks each question once, ever. The modules of model requests take 30 ms to load: no search without vectors needs them. */
function keptAnswers({ settings, signal }: CommandContext): AskHelper {
  let ask: Promise<AskHelper> | null = null;
  return async (request) => {
    ask ??= import('./helper-requests.ts').then(({ keptHelper }) =>
      keptHelper(join(settings.dataHome, 'answers'), signal),
    );
    return (await ask)(request);
  };
}

/** `isReplay`: a run has the answers of a cross-encoder, and nothing is opened. */
async function openReranking(name: string, context: CommandContext, isReplay: boolean): Promise<OpenReranker> {
  const { BY_MODEL, openReranker, recordedReranker } = await import('./reranker.ts');
  return isReplay && name !== BY_MODEL ? recordedReranker(name, context) : openReranker(name, context);
}

interface OpenVectors {
  model: HelperModel;
  for: (concepts: Pick<OpenConcepts, 'base'>, ask: AskHelper) => SemanticChannel;
}

/** Null: the base has no vectors. */
async function openVectors(
  context: CommandContext,
  opened: { close: () => void | Promise<void> }[],
  isReplay: boolean,
): Promise<OpenVectors | null> {
  const [{ askedQuestions, openEmbedder, recordedEmbedder }, { openVectorFile, vectorFileOf }, channel] =
    await Promise.all([
      import('./embedder.ts'),
      import('../library/vector-file.ts'),
      import('../search/concepts/semantic-channel.ts'),
    ]);
  const path = vectorFileOf(conceptsPathFor(context.settings));
  if (!existsSync(path)) return null;
  const model = isReplay ? recordedEmbedder(context.settings.embedder.name!) : await openEmbedder(context);
  opened.push(model);
  const file = openVectorFile(path, { writable: false, embedCommand: channel.EMBED_CONCEPTS });
  opened.push(file);
  const { definitions, concepts } = channel.VECTOR_SPACES;
  const stores = { definitions: file.space(definitions), concepts: file.space(concepts) };
  const { signal, settings } = context;
  return {
    model,
    for: ({ base }, ask) => {
      const vectors = { model: askedQuestions(model, ask), ...stores, signal, top: settings.conceptsTop };
      return channel.semanticChannel(base, vectors);
    },
  };
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
