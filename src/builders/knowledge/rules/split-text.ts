/** Splits a text into sentences outside of formulas, items of lists and rows of aligned formulas. */
import { sentences } from '../../../sources/sentences.ts';

/** A part of a text between two offsets. */
export interface TextPiece {
  start: number;
  end: number;
  /** `row`: of an aligned formula. `item`: a sentence of a list's item. */
  form: 'row' | 'item' | 'sentence';
}

const LIST = '(?:enumerate|itemize|description|compactenum|inparaenum|asparaenum|parts)';
const ALIGNED = String.raw`(?:align|eqnarray|gather|flalign|alignat|multline)\*?`;
const STRUCTURE = new RegExp(
  [
    String.raw`\\begin\{(?<rows>${ALIGNED})\}(?:[^\\]|\\(?!(?:begin|end)\{\k<rows>\})[^]){0,16000}\\end\{\k<rows>\}`,
    String.raw`(?<template>\{\{begin-eqn\}\}(?:(?!\{\{(?:begin|end)-eqn\}\})[^]){0,16000}\{\{end-eqn\}\})`,
    String.raw`(?<begin>\\begin\{${LIST}\*?\}(?:\[[^\]]{0,200}\])?)`,
    String.raw`(?<end>\\end\{${LIST}\*?\})`,
    String.raw`(?<item>\\item\b(?:\s{0,9}\[[^\]]{0,200}\])?)`,
    String.raw`(?<mark>(?<=^|\n)[ \t]*(?:[-*+#]+|\d+[.)]|\([a-z\d]{1,3}\))[ \t]+)`,
    String.raw`(?<blank>\n[ \t]*(?=\n))`,
    // Wikitext sets a formula apart in a line of its own.
    String.raw`(?<=^|\n):+[ \t]*(?=\$)`,
  ].join('|'),
  'g',
);
const ROW_END = /\\\\(?:\[[^\]]*\])?|\}\}\s*(?=\{\{)/g;

/** In the order of the text, trimmed; what has no letter or digit is left out. */
export function splitText(text: string): TextPiece[] {
  const found: TextPiece[] = [];
  let from = 0;
  let depth = 0;
  let isMarked = false;
  const flush = (to: number): void => {
    const form = depth > 0 || isMarked ? 'item' : 'sentence';
    found.push(...sentencesIn(text, from, to).map((span) => ({ ...span, form }) as const));
  };
  for (const { 0: token, index, groups = {} } of text.matchAll(STRUCTURE)) {
    const isRows = groups['rows'] !== undefined || groups['template'] !== undefined;
    const rows = isRows ? rowsOf(token) : [];
    // One formula alone belongs to its sentence.
    if (isRows && rows.length < 2) continue;
    flush(index);
    from = index + token.length;
    for (const { start, end } of rows) found.push({ start: index + start, end: index + end, form: 'row' });
    if (groups['begin'] !== undefined) depth += 1;
    if (groups['end'] !== undefined) depth = Math.max(0, depth - 1);
    if (groups['mark'] !== undefined) isMarked = true;
    if (groups['blank'] !== undefined) isMarked = false;
  }
  flush(text.length);
  return found
    .map((piece) => trimmed(text, piece))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
}

/** `i.e.` ends no sentence. */
const ABBREVIATION =
  /(?:\b(?:i\.e|e\.g|cf|resp|etc|vs|w\.r\.t|a\.e|a\.s|s\.t|Thm|Prop|Lem|Cor|Def|Eq|Sec|Ch|Fig|No|pp|St|Dr|Prof))\.$/;

/** `Step 2.` belongs to what follows. */
const CASE_NAME = /^\s*(?:Step|Case|Part|Claim)\s+\S{1,4}\.$/;

function sentencesIn(text: string, from: number, to: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let start = from;
  for (const sentence of sentences(text.slice(from, to))) {
    const end = start + sentence.length;
    const last = spans.at(-1);
    const before = last === undefined ? '' : text.slice(last.start, last.end);
    const continues = CASE_NAME.test(before) || (ABBREVIATION.test(before) && !/^\s*[A-Z]/.test(sentence));
    if (last !== undefined && continues) last.end = end;
    else spans.push({ start, end });
    start = end;
  }
  return spans;
}

function rowsOf(environment: string): { start: number; end: number }[] {
  const open = /^(?:\\begin\{[^}]*\}|\{\{begin-eqn\}\})(?:\{[^}]*\})?/.exec(environment)![0].length;
  const close = environment.length - /(?:\\end\{[^}]*\}|\{\{end-eqn\}\})$/.exec(environment)![0].length;
  const rows: { start: number; end: number }[] = [];
  let start = open;
  for (const { 0: found, index } of environment.slice(0, close).matchAll(ROW_END)) {
    if (index < open) continue;
    rows.push({ start, end: index });
    start = index + found.length;
  }
  rows.push({ start, end: close });
  return rows.filter((row) => environment.slice(row.start, row.end).trim() !== '');
}

function trimmed<Span extends { start: number; end: number }>(text: string, span: Span): Span {
  const part = text.slice(span.start, span.end);
  const start = span.start + part.length - part.trimStart().length;
  return { ...span, start, end: Math.max(start, span.start + part.trimEnd().length) };
}
