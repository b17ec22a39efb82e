/** Colours Lean text and highlights matches, sparingly: only what helps to see the form of a statement. */
import type { ChalkInstance } from 'chalk';
import { highlighted } from './highlight.ts';
import { paint, type TextStyle } from './style.ts';

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_'.!?]*`;
const QUANTIFIER = '[∀∃λ∑∏∫⨆⨅⋃⋂]';
const TOKEN = new RegExp(`${STRING}|${QUANTIFIER}|${NAME}|\\d[\\d.]*`, 'gu');
const KEYWORDS = new Set('fun let in if then else match with do by where extends have show'.split(' '));
const SORTS = new Set(['Type', 'Prop', 'Sort']);

/** Colours a text in Lean code and the words in `matched`, which must be in lower case. */
export function paintLean(
  text: string,
  style: TextStyle,
  matched: ReadonlySet<string> = new Set(),
  isDim = false,
): string {
  if (!style.color) return text;
  const color = paint(style);
  if (isDim) return color.dim(text);
  return text.replace(TOKEN, (token) => colorOf(token, color)?.(token) ?? paintMatches(token, style, matched));
}

function colorOf(token: string, color: ChalkInstance): ChalkInstance | null {
  if (/^["\d]/u.test(token)) return color.green;
  if (SORTS.has(token)) return color.cyan;
  return KEYWORDS.has(token) || /^[∀∃λ∑∏∫⨆⨅⋃⋂]$/u.test(token) ? color.magenta : null;
}

/** Highlights the words in `matched`; colours other parts with `other`. */
export function paintMatches(
  text: string,
  style: TextStyle,
  matched: ReadonlySet<string>,
  other: (part: string) => string = (part) => part,
): string {
  if (!style.color) return text;
  const match = paint(style).bold.yellow;
  return highlighted(text, matched)
    .map((part) => (part.isMatch ? match(part.text) : other(part.text)))
    .join('');
}
