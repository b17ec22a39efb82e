/** Converts formulas typed in prose to the symbols and words that the tokeniser knows. */
import { intervalName } from './intervals.ts';

/** An end of an interval: a number, a letter or infinity. */
const END = String.raw`[-+]? ?(?:\d+(?:[./]\d+)?|[a-z]|π|∞|infinity)`;
const BRACKETS = new RegExp(String.raw`([[(]) ?(${END}) ?, ?(${END}) ?([\])])`, 'g');
/** Precedes an interval in two round or two square brackets, which are otherwise a pair or a list. */
const WITHIN = /(?:^|\s)(?:on|in|over|interval|of|from|is|to)\s+$/;
const LONGEST_BEFORE = 12;

/** Converts `[0,1]` to an interval, `e^x` to an exponential, `L^p` and `a.e.` as in Lean's names; other text is unchanged. */
export function proseToPlain(text: string): string {
  let plain = text;
  if (plain.includes('a.'))
    plain = plain.replace(/\ba\.e\.(?=\W|$)/g, 'ae').replace(/\ba\.s\.(?=\W|$)/g, 'almost surely');
  if (plain.includes('e^')) plain = plain.replace(/(?<![\p{L}\p{N}_])e\^/gu, 'exp ');
  if (plain.includes('L^')) plain = plain.replace(/(?<![\p{L}\p{N}_])L\^(?:[pqr12]|∞)(?![\p{L}\p{N}_])/gu, 'Lp');
  return plain.includes(',') ? plain.replace(BRACKETS, intervalToPlain) : plain;
}

function intervalToPlain(
  match: string,
  open: string,
  from: string,
  to: string,
  close: string,
  at: number,
  text: string,
): string {
  const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const isMixed = open + close === '[)' || open + close === '(]';
  const isOfNumbers = open + close === '[]' && /^$|\s$/.test(before) && /\d/.test(from) && /\d/.test(to);
  if (!isMixed && !isOfNumbers && !WITHIN.test(before)) return match;
  const isEndless = { below: /∞|inf/.test(from), above: /∞|inf/.test(to) };
  return ` ${intervalName(open, close, isEndless)!} ${from} ${to} `;
}
