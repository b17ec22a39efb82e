/** Retrieves premises for a run from its record, the user's cache or a search, and records them. */
import type { Cache } from '../attempt/cache.ts';
import type { HolePlace, OnEvent, Retrieval } from '../events.ts';
import type { Place, Premise, Retrieve, RetrievalQuery } from '../premise.ts';
import { sha256 } from '../../base/hash.ts';
import type { RunRecord } from '../run/record.ts';

export interface CachedRetrieverOptions {
  retrieve: Retrieve;
  /** Dependencies of the result other than text, place and query: index, file path, hidden names. */
  surroundings: readonly unknown[];
  record: RunRecord | null;
  cache: Cache | null;
  onEvent: OnEvent;
}

export class CachedRetriever {
  readonly #options: CachedRetrieverOptions;

  constructor(options: CachedRetrieverOptions) {
    this.#options = options;
  }

  async retrieve(at: HolePlace, place: Place, query: RetrievalQuery): Promise<Premise[]> {
    const { record, cache, surroundings } = this.#options;
    const { text, as, reason, limit } = query;
    const key = sha256(JSON.stringify([sha256(place.text), place.hole.start, text, as, reason, limit, surroundings]));
    const emit = (from: Retrieval['from'], premises: readonly Premise[]): void => {
      const names = premises.map(({ name }) => name);
      const stored = record?.storePremises(premises) ?? '';
      this.#options.onEvent({
        event: 'retrieval',
        ...at,
        query: text,
        as,
        reason,
        limit,
        names,
        from,
        key,
        premises: stored,
      });
    };
    const recorded = record?.retrieval(key) ?? null;
    if (recorded !== null) {
      emit('record', recorded.premises);
      return recorded.premises;
    }
    const cached = cache?.find('retrieval@2', key) ?? null;
    if (isPremises(cached)) {
      emit('cache', cached);
      return cached;
    }
    const premises = await this.#options.retrieve(place, query);
    cache?.store('retrieval@2', key, premises);
    emit('search', premises);
    return premises;
  }
}

function isPremises(value: unknown): value is Premise[] {
  const fields = ['name', 'writeAs', 'kind', 'signature', 'doc', 'module', 'filePath'] as const;
  const isPremise = (each: Partial<Premise> | null): boolean =>
    fields.every((field) => typeof each?.[field] === 'string');
  return Array.isArray(value) && value.every(isPremise);
}
