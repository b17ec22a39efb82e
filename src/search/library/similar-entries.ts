/** The vector channel of a library search: entries whose vectors are similar to that of the question, best first. */
import { idsByContent } from '../../library/filter-entries.ts';
import type { EntriesFound, EntryRequest, ScoredEntry } from './entry-channels.ts';
import { distinctTexts } from './fold-copies.ts';
import { bySimilarity } from './fuse.ts';
import { embedQuery, orNotice, type VectorChannel, type VectorSearch } from './vector-channel.ts';

/** `similarity`: the cosine. */
export async function findSimilar(request: EntryRequest): Promise<EntriesFound> {
  const { question, vectors } = request;
  if (vectors === null) return null;
  const query = await embedQuery(question, vectors, vectors.embedCommand ?? 'lemmahead library embed');
  return 'notice' in query
    ? query
    : orNotice(vectors.signal, () => nearestEntries(query.channel, request, vectors.idsOf));
}

/** More contents than texts are wanted at first, because some contents are copies or filtered out. */
const SPARE = 1.25;

/** Repeats with a larger count if contents were deleted, are copies, or were filtered out. */
async function nearestEntries(
  channel: VectorChannel,
  { database, allowed, size, textOf }: EntryRequest,
  idsOf: VectorSearch['idsOf'] = (hashes) => idsByContent(database, hashes),
): Promise<ScoredEntry[]> {
  for (let count = Math.ceil(SPARE * size); ; count *= 4) {
    const near = await channel.nearest(count);
    const hashes = near.map(({ contentHash }) => contentHash);
    const ids = idsOf(hashes);
    const found = near.flatMap(({ contentHash, similarity }) =>
      (ids.get(contentHash) ?? [])
        .filter((id) => allowed === null || allowed.has(id))
        .map((id) => ({ id, similarity })),
    );
    const first = distinctTexts(found, size, textOf);
    if (first.length === found.length && near.length === count) continue;
    // Copies of a text share its rank.
    const texts = new Set(first.map(({ id }) => textOf(id)));
    const ranks = new Map(Array.from(texts, (text, at) => [text, at + 1]));
    return first.map((each) => bySimilarity(each, ranks.get(textOf(each.id))!));
  }
}
