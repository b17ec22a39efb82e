/** Puts the definitions that were found for a text into a better order, by a reranker. */
import { SETTINGS } from '../../config/settings-table.ts';
import type { SemanticChannel } from './semantic-channel.ts';

/** The definitions, best first; all of `definitions` again. Null: no reranker is configured. */
export type RerankDefinitions = (text: string, definitions: readonly number[]) => Promise<Reranked>;

export interface Reranked {
  definitions: number[];
  /** Why the order is unchanged; null if the reranker gave it. */
  notice: string | null;
}

/** What a search for definitions can use besides words; null if it is not configured. */
export interface MeaningHelpers {
  semantic: SemanticChannel | null;
  rerank: RerankDefinitions | null;
  /** `concepts.top`: definitions that a search by meaning finds, and that the reranker reads. */
  top: number;
  /** `concepts.keep`: those of them that are kept for each concept of a statement. */
  keep: number;
}

/** Words alone, with the numbers of the paper. */
export const NO_HELPERS: MeaningHelpers = {
  semantic: null,
  rerank: null,
  top: SETTINGS['concepts.top'].default,
  keep: SETTINGS['concepts.keep'].default,
};

/** Items in the order of the reranker: the first `top` are read, the others follow. */
export async function inNewOrder<T extends { definition: number }>(
  items: readonly T[],
  text: string,
  { rerank, top }: Pick<MeaningHelpers, 'rerank' | 'top'>,
): Promise<{ items: T[]; notice: string | null }> {
  const read = items.slice(0, top);
  if (rerank === null || read.length < 2) return { items: [...items], notice: null };
  const byNumber = new Map(read.map((item) => [item.definition, item]));
  const { definitions, notice } = await rerank(text, [...byNumber.keys()]);
  return { items: [...definitions.map((each) => byNumber.get(each)!), ...items.slice(top)], notice };
}
