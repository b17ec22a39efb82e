/** Vector search over declarations for a query in words, fused with the hits of the word channel. */
import type { LibraryIndex } from '../index/library-index.ts';
import { declarationKey, declarationText, nameInKey } from './declaration-text.ts';
import { bySimilarity, fuse } from './library/fuse.ts';
import { embedQuery, orNotice, type VectorSearch } from './library/vector-channel.ts';
import type { Scored } from './types.ts';

/** Maximum rows of each list that are fused. */
const FUSION_DEPTH = 300;

/** Fuses `words` with similar declarations. If vectors are unavailable, returns `words` and a notice. */
export async function joinVectors(
  index: LibraryIndex,
  query: string,
  words: readonly Scored[],
  vectors: VectorSearch,
  allow: ((id: number) => boolean) | null,
): Promise<{ scored: Scored[]; notice: string | null }> {
  const embedded = await embedQuery(query, vectors, 'lemmahead index embed');
  if ('notice' in embedded) return { scored: [...words], notice: embedded.notice };
  const near = await orNotice(vectors.signal, () => nearDeclarations(index, embedded.channel, allow));
  if ('notice' in near) return { scored: [...words], notice: near.notice };
  return { scored: fuse([words.slice(0, FUSION_DEPTH), near]), notice: null };
}

/** Nearest declarations that are still in the index and whose text is unchanged since it was embedded. */
async function nearDeclarations(
  index: LibraryIndex,
  channel: { nearest(count: number): Promise<{ contentHash: string; similarity: number }[]> },
  allow: ((id: number) => boolean) | null,
): Promise<Scored[]> {
  for (let count = FUSION_DEPTH; ; count *= 4) {
    const near = await channel.nearest(count);
    const found = near.flatMap(({ contentHash, similarity }) =>
      index
        .rows(index.idsByName(nameInKey(contentHash)))
        .filter((row) => declarationKey(row.name, declarationText(row)) === contentHash)
        .filter(({ id }) => allow?.(id) ?? true)
        .map(({ id }) => ({ id, similarity })),
    );
    if (found.length < FUSION_DEPTH && near.length === count) continue;
    return found.slice(0, FUSION_DEPTH).map((each, at) => bySimilarity(each, at + 1));
  }
}
