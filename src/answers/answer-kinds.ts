/** What an answer is, read from LaTeX or plain text. */
import type { MathJson } from './math-json.ts';

export interface Scalar {
  kind: 'scalar';
  expression: MathJson;
  /** As `unitOf` names it. */
  unit: string | null;
  isPercent: boolean;
  isDegrees: boolean;
  /** For a decimal literal: the number of digits after the point and of all significant digits. */
  decimals: { places: number; significant: number } | null;
}

export interface Interval {
  kind: 'interval';
  low: MathJson;
  high: MathJson;
  isOpenLow: boolean;
  isOpenHigh: boolean;
  /** The unknown of an inequality; null for `(1, 2]`. */
  variable: string | null;
}

/** `brackets`: `[1, 2]`, which may be a closed interval. A list is in no order; a set also ignores repetitions. */
export interface Items {
  kind: 'list' | 'set' | 'tuple' | 'brackets';
  items: readonly Answer[];
}

export interface Relation {
  kind: 'relation';
  operator: '=' | '≠' | '≤' | '<';
  left: MathJson;
  right: MathJson;
}

export type AnswerValue =
  | Scalar
  | Interval
  | Items
  | Relation
  | { kind: 'text'; words: string }
  | { kind: 'union'; parts: readonly Answer[] }
  | { kind: 'matrix'; rows: readonly (readonly MathJson[])[] }
  | { kind: 'ratio'; parts: readonly MathJson[] }
  | { kind: 'residue'; residue: MathJson; modulus: MathJson }
  | { kind: 'numeral'; digits: string; base: string }
  | { kind: 'unreadable' };

export interface Answer {
  value: AnswerValue;
  /** The text before `=` or `∈`: `x`, `f(x)`, `\text{Area}`. */
  name: string | null;
  /** In the form of `normalizeLatex`. */
  latex: string;
}

export type Verdict = 'same' | 'different' | 'undecided';
