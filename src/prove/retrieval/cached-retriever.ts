/** Brings premises for a run: from its record, from the user's cache, else by a search; each on record. */
import type { Cache } from '../attempt/cache.ts';
import type { OnEvent, Retrieval } from '../events.ts';
import type { Place, Premise, Retrieve, RetrievalQuery } from '../premise.ts';
import { sha256 } from '../../base/hash.ts';
import type { RunRecord } from '../run/record.ts';

export interface RetrievingOptions {
  retrieve: Retrieve;
  /** What the answer depends on besides the text, the place and the query: the index, the file's path, what is hidden. */
  surroundings: readonly unknown[];
  record: RunRecord | null;
  cache: Cache | null;
  onEvent: OnEvent;
}

export class Retrieving {
  readonly #options: RetrievingOptions;

  constructor(options: RetrievingOptions) {
    this.#options = options;
  }

  async bring(hole: number, place: Place, query: RetrievalQuery): Promise<Premise[]> {
    const { record, cache, surroundings } = this.#options;
    const { text, as, reason, limit } = query;
    const key = sha256(JSON.stringify([sha256(place.text), place.hole.start, text, as, reason, limit, surroundings]));
    const tell = (from: Retrieval['from'], premises: readonly Premise[]): void => {
      const names = premises.map(({ name }) => name);
      const kept = record?.keepPremises(premises) ?? '';
      this.#options.onEvent({
        event: 'retrieval',
        hole,
        query: text,
        as,
        reason,
        limit,
        names,
        from,
        key,
        premises: kept,
      });
    };
    const recorded = record?.retrieval(key) ?? null;
    if (recorded !== null) {
      tell('record', recorded.premises);
      return recorded.premises;
    }
    const kept = cache?.find('retrieval@1', key) ?? null;
    if (isPremises(kept)) {
      tell('cache', kept);
      return kept;
    }
    const premises = await this.#options.retrieve(place, query);
    cache?.keep('retrieval@1', key, premises);
    tell('search', premises);
    return premises;
  }
}

function isPremises(value: unknown): value is Premise[] {
  const words = ['name', 'writeAs', 'kind', 'signature', 'doc', 'module', 'filePath'] as const;
  const isPremise = (each: Partial<Premise> | null): boolean => words.every((word) => typeof each?.[word] === 'string');
  return Array.isArray(value) && value.every(isPremise);
}
