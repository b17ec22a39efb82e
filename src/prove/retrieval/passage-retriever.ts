/** Retrieves library passages for a run from its record or by a search, and records them with the channels used. */
import { sha256 } from '../../base/hash.ts';
import type { HolePlace, OnEvent, PassagesRetrieved } from '../events.ts';
import type { Hidden } from '../hidden.ts';
import type { Passage, PassageQuery, PassagesFound } from '../passage.ts';
import type { RunRecord } from '../run/record.ts';
import { statesTheSame } from './same-problem.ts';

/** A library search without exclusions. */
export type SearchPassages = (text: string, limit: number) => Promise<Omit<PassagesFound, 'hidden'>>;

export interface PassageRetrieverOptions {
  digest: string;
  search: SearchPassages;
  hidden: Pick<Hidden, 'entries' | 'statements'>;
  record: RunRecord | null;
  onEvent: OnEvent;
}

/** Number of additional passages requested to replace those that state the same. */
const SURPLUS = 5;

export class PassageRetriever {
  readonly #options: PassageRetrieverOptions;

  constructor(options: PassageRetrieverOptions) {
    this.#options = options;
  }

  async retrieve(at: HolePlace, query: PassageQuery): Promise<PassagesFound> {
    const { record, digest, hidden } = this.#options;
    const { text, reason, limit } = query;
    // Keys of runs recorded before entries could be hidden have one statement, or null.
    const [statement = null, ...others] = hidden.statements;
    const key = sha256(JSON.stringify([digest, text, limit, statement, ...others, ...hidden.entries]));
    const recorded = record?.passages(key) ?? null;
    const found = recorded ?? (await this.#search(query));
    this.#emit({ ...at, query: text, reason, limit, key, from: recorded === null ? 'search' : 'record' }, found);
    return found;
  }

  async #search({ text, limit }: PassageQuery): Promise<PassagesFound> {
    const { search, hidden } = this.#options;
    const { entries, statements } = hidden;
    if (entries.size + statements.length === 0) return { ...(await search(text, limit)), hidden: [] };
    const { passages, channels } = await search(text, limit + SURPLUS + entries.size);
    const isHidden = ({ id, body }: Passage): boolean =>
      entries.has(id) || statements.some((statement) => statesTheSame(body, statement));
    return {
      passages: passages.filter((passage) => !isHidden(passage)).slice(0, limit),
      channels,
      hidden: passages.filter(isHidden).map(({ id }) => id),
    };
  }

  #emit(
    details: HolePlace & Pick<PassagesRetrieved, 'query' | 'reason' | 'limit' | 'key' | 'from'>,
    found: PassagesFound,
  ): void {
    const { record, onEvent } = this.#options;
    const { passages, channels, hidden } = found;
    onEvent({
      event: 'passages',
      ...details,
      ids: passages.map(({ id }) => id),
      similarities: passages.map(({ similarity }) => Math.round(similarity * 1e4) / 1e4),
      hidden,
      channels,
      passages: record?.storePassages(found) ?? '',
    });
  }
}
