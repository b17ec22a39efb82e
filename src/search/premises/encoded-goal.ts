/** Encodes a goal for premise ranking: words and symbols of target and hypotheses. */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Tokeniser } from '../../index/words/tokeniser.ts';
import { headOf } from '../../index/shapes.ts';
import { size } from '../../lean/term/term.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Goal } from '../goal-text.ts';
import { queryTokeniser } from '../query-tokeniser.ts';
import { headsWithin, premiseEdge, symbolsOf } from '../statement-symbols.ts';

export interface EncodedGoal {
  /** Distinct codes of the words. */
  targetWords: readonly number[];
  hypothesisWords: readonly number[];
  /** Unit vector of the whole goal by the word tables; all zero if no word was learned. */
  vector: Float32Array;
  symbols: GoalSymbols;
}

/** Tokens as in the posting lists of `index/shapes.ts`. */
export interface GoalSymbols {
  target: Symbols;
  hypotheses: Symbols;
  /** Head of the target; '' if it has none. */
  head: string;
  /** Heads of all subterms that could be rewritten. */
  heads: ReadonlySet<string>;
  /** Heads of the hypotheses. */
  hypothesisHeads: ReadonlySet<string>;
  nodes: number;
}

export interface Symbols {
  constants: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}

/** `text`: the text that `goal` was parsed from. */
export function encodeGoal(index: LibraryIndex, text: string, goal: Goal, tables: TokenTables): EncodedGoal {
  const [before = '', ...after] = text.split(/⊢|\|-/u);
  const [hypotheses, target] = after.length === 0 ? ['', before] : [before, after.join('\n')];
  const tokeniser = queryTokeniser(index);
  const targetWords = wordsOf(tokeniser, target, tables);
  const hypothesisWords = wordsOf(tokeniser, hypotheses.replaceAll(/^[^:\n]*:/gmu, ''), tables);
  return {
    targetWords,
    hypothesisWords,
    vector: tables.queryVector([...targetWords, ...hypothesisWords]),
    symbols: goalSymbols(goal),
  };
}

const MAX_WORDS = 80;

function wordsOf(tokeniser: Tokeniser, text: string, tables: TokenTables): number[] {
  const stems = tokeniser.scan(text).flatMap((atom) => atom.stems);
  return [...new Set(stems.map((stem) => tables.codeOf(stem)))].slice(0, MAX_WORDS);
}

function goalSymbols({ target, hypotheses }: Goal): GoalSymbols {
  const targetSymbols = { constants: new Set<string>(), edges: new Set<string>() };
  const hypothesisSymbols = { constants: new Set<string>(), edges: new Set<string>() };
  const heads = new Set<string>();
  const hypothesisHeads = new Set<string>();
  let nodes = size(target);
  symbolsOf(target, targetSymbols.constants, targetSymbols.edges);
  headsWithin(target, heads);
  for (const { type } of hypotheses) {
    nodes += size(type);
    symbolsOf(type, hypothesisSymbols.constants, hypothesisSymbols.edges);
    headsWithin(type, heads);
    const edge = premiseEdge(type);
    if (edge === null) continue;
    hypothesisSymbols.edges.add(edge);
    hypothesisHeads.add(headOf(type));
  }
  return { target: targetSymbols, hypotheses: hypothesisSymbols, head: headOf(target), heads, hypothesisHeads, nodes };
}
