/** A goal as the ranking of premises sees it: the words of target and hypotheses, and the symbols of both. */
import type { LibraryIndex } from '../../index/library-index.ts';
import type { Tokeniser } from '../../index/words/tokens.ts';
import { headOf } from '../../index/shapes.ts';
import { size } from '../../lean/term/term.ts';
import type { TokenTables } from '../../vectors/token-tables.ts';
import type { Goal } from '../goal-text.ts';
import { queryTokeniser } from '../query-tokeniser.ts';
import { headsWithin, premiseEdge, symbolsOf } from '../statement-symbols.ts';

export interface EncodedGoal {
  /** Codes of the words, each once. */
  targetWords: readonly number[];
  hypothesisWords: readonly number[];
  /** Of the whole by the tables of words, of length 1; all zero if no word was learned. */
  vector: Float32Array;
  symbols: GoalSymbols;
}

/** Tokens as in the lists of `index/shapes.ts`. */
export interface GoalSymbols {
  target: Symbols;
  hypotheses: Symbols;
  /** Head of the target; '' if it has none. */
  head: string;
  /** Heads of all that could be rewritten. */
  heads: ReadonlySet<string>;
  /** Heads of the hypotheses. */
  given: ReadonlySet<string>;
  nodes: number;
}

export interface Symbols {
  constants: ReadonlySet<string>;
  edges: ReadonlySet<string>;
}

/** `text` is what `goal` was read from. */
export function encodeGoal(index: LibraryIndex, text: string, goal: Goal, tables: TokenTables): EncodedGoal {
  const [before = '', ...after] = text.split(/⊢|\|-/u);
  const [said, asked] = after.length === 0 ? ['', before] : [before, after.join('\n')];
  const tokeniser = queryTokeniser(index);
  const targetWords = wordsOf(tokeniser, asked, tables);
  const hypothesisWords = wordsOf(tokeniser, said.replaceAll(/^[^:\n]*:/gmu, ''), tables);
  return {
    targetWords,
    hypothesisWords,
    vector: tables.queryVector([...targetWords, ...hypothesisWords]),
    symbols: goalSymbols(goal),
  };
}

const MOST_WORDS = 80;

function wordsOf(tokeniser: Tokeniser, text: string, tables: TokenTables): number[] {
  const stems = tokeniser.scan(text).flatMap((atom) => atom.stems);
  return [...new Set(stems.map((stem) => tables.codeOf(stem)))].slice(0, MOST_WORDS);
}

function goalSymbols({ target, hypotheses }: Goal): GoalSymbols {
  const asked = { constants: new Set<string>(), edges: new Set<string>() };
  const said = { constants: new Set<string>(), edges: new Set<string>() };
  const heads = new Set<string>();
  const given = new Set<string>();
  let nodes = size(target);
  symbolsOf(target, asked.constants, asked.edges);
  headsWithin(target, heads);
  for (const { type } of hypotheses) {
    nodes += size(type);
    symbolsOf(type, said.constants, said.edges);
    headsWithin(type, heads);
    const edge = premiseEdge(type);
    if (edge === null) continue;
    said.edges.add(edge);
    given.add(headOf(type));
  }
  return { target: asked, hypotheses: said, head: headOf(target), heads, given, nodes };
}
