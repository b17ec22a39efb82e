/** Decides whether an answer is the expected one, with a parser for LaTeX. Pure. */
import type { Answer, AnswerValue, Verdict } from './answer-kinds.ts';
import { chosenLetter, isChoice } from './choice.ts';
import { compareAnswers, type CompareOptions } from './compare-answers.ts';
import { extractAnswer, type ExtractedAnswer } from './extract-answer.ts';
import { nestingOf } from './latex-text.ts';
import type { ParseLatex } from './math-json.ts';
import { normalizeLatex } from './normalize-latex.ts';
import { readAnswer } from './read-answer.ts';

export interface AnswerPair extends CompareOptions {
  /** The expected answer. */
  gold: string;
  /** A bare answer, or a model's whole text. */
  text: string;
  /** The texts of the options of a multiple-choice question, in order. */
  options?: readonly string[] | undefined;
}

export interface AnswerVerdict {
  verdict: Verdict;
  /** What was taken for the answer; null if none was found. */
  extracted: ExtractedAnswer | null;
  /** What the expected and the given answer are; null if they were not read. */
  kinds: { gold: AnswerValue['kind']; given: AnswerValue['kind'] } | null;
}

/** Longer or more deeply nested answers are not read: the parser could take minutes. */
const LONGEST = 2000;
const DEEPEST = 60;
const LONGEST_NUMBER = 200;

/** Compares an answer with the expected one. */
export function checkAnswer({ gold, text, ...rest }: AnswerPair, parse: ParseLatex): AnswerVerdict {
  return check({ ...rest, gold: withoutLongBlanks(gold), text: withoutLongBlanks(text) }, parse);
}

function check(pair: AnswerPair, parse: ParseLatex): AnswerVerdict {
  const { text } = pair;
  const extracted = extractAnswer(text);
  if (isChoice(pair.gold)) {
    const letter = chosenLetter(text, pair.options) ?? optionLike(extracted, pair, parse);
    const expected = /[A-J]/u.exec(pair.gold)![0];
    if (letter !== null) return { verdict: letter === expected ? 'same' : 'different', extracted, kinds: null };
  }
  if (extracted === null) return { verdict: 'undecided', extracted, kinds: null };
  const golds = readings(pair.gold, null, parse);
  const givens = readings(extracted.text, pair.gold, parse);
  if (golds === null || givens === null) return { verdict: 'undecided', extracted, kinds: null };
  const verdicts = golds.flatMap((gold, at) =>
    givens.flatMap((given) => (at > 0 && isPoint(given) ? [] : [compareAnswers(gold, given, pair)])),
  );
  const verdict = verdicts.includes('same') ? 'same' : verdicts[0]!;
  return { verdict, extracted, kinds: { gold: golds[0]!.value.kind, given: givens[0]!.value.kind } };
}

/** If `1,234` is expected, `1, 234` may be the same list, but `(1, 234)` is a point. */
const isPoint = ({ value }: Answer): boolean => value.kind === 'tuple' || value.kind === 'brackets';

/** One blank for several, and at most one empty line: patterns that meet a long run of blanks take quadratic time. */
const withoutLongBlanks = (text: string): string =>
  text.replaceAll(/[^\S\n]+/gu, ' ').replaceAll(/(?: ?\n){2,}/gu, '\n\n');

/** The letter of the only option that says the same as the answer. */
function optionLike(extracted: ExtractedAnswer | null, { options }: AnswerPair, parse: ParseLatex): string | null {
  if (extracted === null || options === undefined) return null;
  const same = options.flatMap((option, at) =>
    checkAnswer({ gold: option, text: extracted.text }, parse).verdict === 'same' ? [at] : [],
  );
  return same.length === 1 ? String.fromCharCode(65 + same[0]!) : null;
}

/**
 * What a text may say: `1,234` is a number or a list, and `0,5` is 0.5.
 * @param gold the expected answer, for a given one: if it has a point, `2,5` may be 2.5. An expected `2,5` is a list.
 */
function readings(text: string, gold: string | null, parse: ParseLatex): Answer[] | null {
  if (text.length > LONGEST) return null;
  const latex = normalizeLatex(text);
  if (
    latex.length > LONGEST ||
    nestingOf(latex) > DEEPEST ||
    new RegExp(`\\d{${LONGEST_NUMBER + 1}}`, 'u').test(latex)
  ) {
    return null;
  }
  const joined = withoutThousandsCommas(latex);
  const forms = [joined, ...(joined === latex ? [] : [latex])];
  if (/^-?\d+,\d+$/u.test(latex) && (/\d\.\d/u.test(gold ?? '') || /^-?0,/u.test(latex)))
    forms.push(latex.replace(',', '.'));
  return forms.map((form) => readAnswer(form, parse));
}

/** `1,234,567` → `1234567`, outside of brackets. */
function withoutThousandsCommas(latex: string): string {
  let depth = 0;
  return latex.replaceAll(/[([{]|[)\]}]|(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/gu, (token) => {
    if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (depth === 0 && !/^0\d|^0,/u.test(token)) return token.replaceAll(',', '');
    return token;
  });
}
