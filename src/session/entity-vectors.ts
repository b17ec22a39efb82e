/** Opens the vectors of the library's entities: by the built-in embedder, or by the one that is configured. */
import { Failure } from '../base/errors.ts';
import {
  type EntitySpace,
  isSpaceCurrent,
  openLsa,
  openSpaceStore,
  updateLsaVectors,
  updateTexts,
} from '../builders/knowledge/entity-spaces.ts';
import { withLibrary } from '../library/library.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import type { CommandContext } from './command-context.ts';

/** The built-in embedder is used unless another is configured. */
export const usesLsa = ({ settings }: CommandContext): boolean => settings.embedder.name === null;

/**
 * Brings the texts of a space up to date, and with the built-in embedder their vectors, which cost nothing. Returns a
 * notice if the library cannot be written now, and the built-in embedder if it has been read.
 */
export async function refreshEntitySpace(
  path: string,
  space: EntitySpace,
  context: CommandContext,
): Promise<{ notice: string | null; lsa: EmbeddingModel | null }> {
  const isLsa = usesLsa(context);
  const lsa = isLsa ? openLsa(path) : null;
  const isCurrent = await withLibrary(path, {}, async (library) => {
    const store = openSpaceStore(library, space, isLsa);
    return isSpaceCurrent(library, space) && (!isLsa || (lsa !== null && (await hasVectors(store))));
  });
  if (isCurrent) return { notice: null, lsa };
  const progress = context.startProgress('Embedding entities');
  try {
    await withLibrary(path, { writable: true, create: false }, async (library) => {
      const texts = updateTexts(library, space);
      if (isLsa) await updateLsaVectors(library, space, texts, (done, total) => progress.update(done, total, ''));
    });
    return { notice: null, lsa: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { notice: `The vectors of the entities are not up to date: ${error.detail.message}`, lsa };
  } finally {
    progress.stop();
  }
}

async function hasVectors(store: ReturnType<typeof openSpaceStore>): Promise<boolean> {
  return (await store.embedder()) !== null;
}

/** The embedder of the entities' vectors; the caller closes it. Null: nothing was learned yet. */
export async function openEntityEmbedder(path: string, context: CommandContext): Promise<EmbeddingModel | null> {
  if (usesLsa(context)) return openLsa(path);
  const { openEmbedder } = await import('./embedder.ts');
  return openEmbedder(context);
}
