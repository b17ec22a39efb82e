/** Opens the vectors of declarations for a search. Loads the modules for it only if needed. */
import { existsSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { indexPathFor } from '../config/paths.ts';
import type { VectorSearch } from '../search/library/vector-channel.ts';
import type { CommandContext } from './command-context.ts';

/** Calls `work` with the vector search for declarations, or null if `search.vectors` is off. */
export async function withDeclarationVectors<T>(
  context: CommandContext,
  work: (vectors: VectorSearch | null) => Promise<T>,
): Promise<T> {
  const { settings, signal } = context;
  if (!settings.searchVectors) return work(null);
  const [{ openEmbedder }, { openVectorFile, vectorFileOf }] = await Promise.all([
    import('./embedder.ts'),
    import('../library/vector-file.ts'),
  ]);
  const path = vectorFileOf(indexPathFor(settings));
  if (!existsSync(path)) throw notEmbedded(path);
  const model = await openEmbedder(context);
  try {
    const file = openVectorFile(path, { writable: false });
    try {
      return await work({ model, store: file.store, signal });
    } finally {
      file.close();
    }
  } finally {
    await model.close();
  }
}

function notEmbedded(path: string): Failure {
  return new Failure('missing', 'vectors-missing', {
    message: `There are no vectors at ${path}.`,
    next: 'lemmahead index embed',
  });
}
