/** Declarations whose vectors are near that of a query in words: a list of its own beside that of the words. */
import type { LibraryIndex } from '../index/library-index.ts';
import { declarationKey, declarationText, nameInKey } from './declaration-text.ts';
import { fuse, type SimilarityScore } from './library/fuse.ts';
import { askByVectors, orNotice, type VectorSearch } from './library/vector-channel.ts';
import type { Scored } from './types.ts';

/** How deep the two lists are joined. */
const JOINED = 300;

/** `words` joined with what is near, or as they are and one sentence on why nothing was asked. */
export async function joinVectors(
  index: LibraryIndex,
  query: string,
  words: readonly Scored[],
  vectors: VectorSearch,
  allow: ((id: number) => boolean) | null,
): Promise<{ scored: Scored[]; notice: string | null }> {
  const asked = await askByVectors(query, vectors, 'lemmahead index embed');
  if ('notice' in asked) return { scored: [...words], notice: asked.notice };
  const near = await orNotice(vectors.signal, async () => ({
    similarity: await nearDeclarations(index, asked.channel, allow),
  }));
  if ('notice' in near) return { scored: [...words], notice: near.notice };
  const found = words.slice(0, JOINED).map((each) => ({ contributions: [], ...each }));
  return { scored: fuse(found, near.similarity), notice: null };
}

/** Those that the index has and that still say what was embedded. */
async function nearDeclarations(
  index: LibraryIndex,
  channel: { nearest(count: number): Promise<{ contentHash: string; similarity: number }[]> },
  allow: ((id: number) => boolean) | null,
): Promise<SimilarityScore[]> {
  for (let count = JOINED; ; count *= 4) {
    const near = await channel.nearest(count);
    const found = near.flatMap(({ contentHash, similarity }) =>
      index
        .rows(index.idsByName(nameInKey(contentHash)))
        .filter((row) => declarationKey(row.name, declarationText(row)) === contentHash)
        .filter(({ id }) => allow?.(id) ?? true)
        .map(({ id }) => ({ id, similarity })),
    );
    if (found.length >= JOINED || near.length < count) return found.slice(0, JOINED);
  }
}
