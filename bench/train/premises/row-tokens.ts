/** The words and symbols of rows as bags of codes, for training the premise tables. */
import type { LibraryIndex } from '../../../src/index/library-index.ts';
import { WORD_SIZE } from '../../../src/index/row-vectors.ts';
import { GOAL_WORD_SHARES, ROW_WORD_SHARES, SHARES } from '../../../src/search/premises/learned-similarity.ts';
import type { RowStore } from '../../../src/search/rank/row-store.ts';
import type { CodeShare } from '../../../src/vectors/premise-tables.ts';
import type { TokenTables } from '../../../src/vectors/token-tables.ts';

/** Minimum number of rows of a symbol. Edges are numerous, and most add nothing to their constants. */
const MIN_ROWS = { 's:c:': 20, 's:e:': 60 } as const;

export interface RowTokens {
  words: number;
  symbols: readonly string[];
  /** idf by code. */
  rarity: Float32Array;
  /** The bag of the row's statement as a goal, and the bag of the row as a premise. */
  asGoal: (id: number) => CodeShare[];
  asPremise: (id: number) => CodeShare[];
}

export function readRowTokens(index: LibraryIndex, store: RowStore, tables: TokenTables): RowTokens {
  const { symbols, starts, codes, rarities } = readSymbols(index, tables.size);
  const rarity = new Float32Array(tables.size + symbols.length);
  rarity.set(tables.rarity.subarray(0, tables.size));
  rarity.set(rarities, tables.size);
  const bagOf = (id: number, shareOf: (fields: number) => number): CodeShare[] => {
    const bag: CodeShare[] = [];
    const words = store.words.of(id);
    for (let i = 0; i < words.length; i += WORD_SIZE) {
      const share = shareOf(words[i + 1]!);
      if (share > 0 && words[i]! < tables.size) bag.push([words[i]!, share]);
    }
    for (let i = starts[id]!; i < starts[id + 1]!; i++) bag.push([codes[i]!, SHARES.symbol]);
    return bag;
  };
  return {
    words: tables.size,
    symbols,
    rarity,
    asGoal: (id) => bagOf(id, GOAL_WORD_SHARES),
    asPremise: (id) => bagOf(id, ROW_WORD_SHARES),
  };
}

interface RowSymbols {
  symbols: string[];
  rarities: number[];
  /** Row `id` has the codes from `starts[id]` to `starts[id + 1]`. */
  starts: Uint32Array;
  codes: Uint32Array;
}

function readSymbols(index: LibraryIndex, words: number): RowSymbols {
  const symbols: string[] = [];
  const rarities: number[] = [];
  const starts = new Uint32Array(index.idLimit + 2);
  for (const [prefix, minimum] of Object.entries(MIN_ROWS)) {
    for (const { token, count } of index.tokensWithPrefix(prefix)) {
      if (count < minimum) continue;
      symbols.push(token);
      rarities.push(Math.log(1 + index.rowCount / count));
      for (const id of index.postings(token)!.ids) starts[id + 2]!++;
    }
  }
  for (let id = 2; id < starts.length; id++) starts[id]! += starts[id - 1]!;
  const codes = new Uint32Array(starts.at(-1)!);
  // `starts[id + 1]` is the write position of the row and moves from its start to its end.
  symbols.forEach((token, at) => {
    for (const id of index.postings(token)!.ids) codes[starts[id + 1]!++] = words + at;
  });
  return { symbols, rarities, starts, codes };
}
