/** Reads numbers with their context: units, digits, bases, fractions after a whole number. */
import { words as wordList } from '../base/words.ts';
import type { AnswerValue, Scalar } from './answer-kinds.ts';
import { isUnitWord, unitOf } from './units.ts';

const MIXED_NUMBER = /^([+-]?)\s*(\d+)\s*(?:\\frac\s*\{?(\d+)\}?\s*\{?(\d+)\}?|\s(\d+)\s*\/\s*(\d+))$/u;

/** `4\frac{2}{3}`, `4 2/3`; the parts are NaN if it is none. */
export function mixedNumber(latex: string): { sign: string; whole: number; top: number; bottom: number } {
  const [, sign = '', whole, a, b, c, d] = MIXED_NUMBER.exec(latex) ?? [];
  return { sign, whole: Number(whole), top: Number(a ?? c), bottom: Number(b ?? d) };
}

const BASES = wordList('two three four five six seven eight nine ten eleven twelve');

/** `11_2`, `2AF_{16}`, `204_{\text{five}}`, `52 \text{ in base } 9` */
export function numeral(latex: string): AnswerValue | null {
  const plain = latex
    .replaceAll(/\\text|[{}]|\\/gu, ' ')
    .replace(/(?:in )?base/u, '_')
    .replaceAll(/\s+/gu, '');
  const [, digits, base] = /^\(?([0-9A-F]+)\)?_\(?(\d{1,2}|[a-z]+)\)?$/u.exec(plain) ?? [];
  if (digits === undefined || base === undefined) return null;
  const named = BASES.indexOf(base);
  if (named < 0 && !/^\d+$/u.test(base)) return null;
  return { kind: 'numeral', digits: digits.replace(/^0+(?=.)/u, ''), base: named < 0 ? base : String(named + 2) };
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const NUMBER_WORD = new RegExp(
  String.raw`^(.*[\d})])\s*(\\text\{\s*)?(${Object.keys(NUMBER_WORDS).join('|')})(?![A-Za-z])\s*(.*)$`,
  'u',
);

/** `5 million` is 5 times a million; `latex`: what remains without the word, `5` or `5 \text{ dollars}`. */
export function withoutNumberWord(latex: string): { latex: string; factor: number } {
  const [, number, text = '', word, rest] = NUMBER_WORD.exec(latex) ?? [];
  if (number === undefined || word === undefined) return { latex, factor: 1 };
  const unit = `${text}${rest}`.replace(/^\\text\{\s*\}/u, '');
  return { latex: `${number} ${unit}`.trim(), factor: NUMBER_WORDS[word]! };
}

const CURRENCIES: Readonly<Record<string, string>> = { $: 'dollar', '€': 'euro', '£': 'sterling' };

/** Each word is read whole: words that can be cut in two take exponential time. */
const WORDS_AFTER = /^(.*[\d})])\s*((?:\s*(?:\/\s*)?(?<![A-Za-z])[A-Za-z]+(?![A-Za-z])(?:\s*\^\s*\{?\d\}?)?)+)\s*$/u;

/** Words that no unit has: `7 \text{ or anything}` is not 7. */
const ADDS_AN_ANSWER = /\b(?:or|and|not|never|except|at (?:most|least))\b/iu;

/** Separates a unit: a leading currency, a `\text{…}` at the end, or a word that is a unit. */
export function withoutUnit(latex: string): { number: string; unit: string | null } {
  const [currency] = /^(?:-\s*)?(?:\\\$|€|£)/u.exec(latex) ?? [];
  if (currency !== undefined) {
    const rest = withoutUnit(latex.replace(/\\\$|€|£/u, '').trim());
    return { number: rest.number, unit: CURRENCIES[currency.at(-1)!]! };
  }
  const suffixed = latex.replace(/\s*(?:\\\$|€|£)$/u, '');
  if (suffixed !== latex) return { number: suffixed, unit: CURRENCIES[latex.at(-1)!]! };
  const temperature = /^(.*\d)\s*\^\s*\\circ\s*(?:\\text\{\s*)?([CF])\s*\}?$/u.exec(latex);
  if (temperature !== null) return { number: temperature[1]!, unit: temperature[2] === 'C' ? 'celsius' : 'fahrenheit' };
  const marked = /^(.*?[^\s\\])\s*((?:(?:\\cdot|\/|\s)*\\text\{[^{}]*\}(?:\s*\^\s*\{?-?\d\}?)?)+)$/u.exec(latex);
  if (marked !== null && ADDS_AN_ANSWER.test(marked[2]!)) return { number: latex, unit: null };
  if (marked !== null)
    return { number: marked[1]!.trim(), unit: unitOf(marked[2]!.replaceAll(/\\(?:text|cdot)/gu, ' ')) };
  const words = WORDS_AFTER.exec(latex);
  const names = words?.[2]!.match(/[A-Za-z]+/gu) ?? [];
  const isUnit = names.some((name) => isUnitWord(name)) || names.some((name) => name.length > 4);
  return words !== null && isUnit && !latex.includes('\\text') && !/\\[A-Za-z]+$/u.test(words[1]!)
    ? { number: words[1]!, unit: unitOf(words[2]!) }
    : { number: latex, unit: null };
}

/** Null if it is no decimal. */
export function decimalsOf(latex: string): Scalar['decimals'] {
  const [, whole, places] = /^-?(\d*)\.(\d+)$/u.exec(latex) ?? [];
  if (places === undefined) return null;
  return { places: places.length, significant: `${whole}${places}`.replace(/^0+/u, '').length };
}
