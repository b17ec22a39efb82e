/** Brings passages of the library for a run: from its record, else by a search; each on record with what served. */
import { sha256 } from '../../base/hash.ts';
import type { OnEvent, PassagesRetrieved } from '../events.ts';
import type { PassageQuery, PassagesFound } from '../passage.ts';
import type { RunRecord } from '../run/record.ts';
import { statesTheSame } from './same-problem.ts';

/** A search of the library: nothing is left out. */
export type SearchPassages = (text: string, limit: number) => Promise<Omit<PassagesFound, 'hidden'>>;

export interface PassagesOptions {
  digest: string;
  search: SearchPassages;
  /** What no passage may state; null: nothing is left out. */
  hiddenStatement: string | null;
  record: RunRecord | null;
  onEvent: OnEvent;
}

/** So many more are asked for, in the place of those that are left out. */
const SPARE = 5;

export class Passages {
  readonly #options: PassagesOptions;

  constructor(options: PassagesOptions) {
    this.#options = options;
  }

  async bring(hole: number, query: PassageQuery): Promise<PassagesFound> {
    const { record, digest, hiddenStatement } = this.#options;
    const { text, reason, limit } = query;
    const key = sha256(JSON.stringify([digest, text, limit, hiddenStatement]));
    const recorded = record?.passages(key) ?? null;
    const found = recorded ?? (await this.#search(query));
    this.#tell({ hole, query: text, reason, limit, key, from: recorded === null ? 'search' : 'record' }, found);
    return found;
  }

  async #search({ text, limit }: PassageQuery): Promise<PassagesFound> {
    const { search, hiddenStatement: hides } = this.#options;
    if (hides === null) return { ...(await search(text, limit)), hidden: [] };
    const { passages, channels } = await search(text, limit + SPARE);
    const isHidden = (passage: (typeof passages)[number]): boolean => statesTheSame(passage.body, hides);
    return {
      passages: passages.filter((passage) => !isHidden(passage)).slice(0, limit),
      channels,
      hidden: passages.filter(isHidden).map(({ id }) => id),
    };
  }

  #tell(
    about: Pick<PassagesRetrieved, 'hole' | 'query' | 'reason' | 'limit' | 'key' | 'from'>,
    found: PassagesFound,
  ): void {
    const { record, onEvent } = this.#options;
    const { passages, channels, hidden } = found;
    onEvent({
      event: 'passages',
      ...about,
      ids: passages.map(({ id }) => id),
      similarities: passages.map(({ similarity }) => Math.round(similarity * 1e4) / 1e4),
      hidden,
      channels,
      passages: record?.keepPassages(found) ?? '',
    });
  }
}
