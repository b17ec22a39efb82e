/** Finds the final answer in a model's text. Rules in the order of specs/templates.md 5.2. */
import { endOfGroup } from './latex-text.ts';

/** `rule`: what the answer was recognized by. `whole`: the text is nothing but the answer. */
export interface ExtractedAnswer {
  text: string;
  rule: 'boxed' | 'final-answer' | 'answer-is' | 'hashes' | 'whole' | 'math' | 'number';
}

interface Span {
  text: string;
  start: number;
  end: number;
}

/** Between two parts of one answer: `$2$ and $3$`. */
const JOINER =
  /^(?:\\q?quad|[\s$,;.\\()[\]*])*(?:(?:and|or|\\text\{\s*(?:and|or)\s*\})(?:\\q?quad|[\s$,;\\()[\]*])*)?(?:\w+\s*=\s*)?$/u;
const MATH =
  /\$\$([\s\S]{1,3000}?)\$\$|\\\[([\s\S]{1,3000}?)\\\]|\\\(([\s\S]{1,3000}?)\\\)|(?<!\\)\$((?:\\[\s\S]|[^$\\]){1,3000}?)\$/gu;
const NUMBER = /[-+−]?(?:\\?\$)?\d[\d,\u{202f}]*(?:\.\d+)?(?:\s*\/\s*\d+)?(?:\s*\\?%)?/gu;
/** `It is not $7$` gives no answer. */
const NEGATED = /\b(?:not|isn['’]t|never)\s+(?:\\?[([]\s*)?$/iu;
const LONGEST_PLAIN = 80;
/** Longer formulas and boxes are no answers; the limit keeps the time linear. */
const LONGEST_FORMULA = 3000;

/** The answer of a text without its thinking; null if none is found. Takes linear time. */
export function extractAnswer(answer: string): ExtractedAnswer | null {
  const text = answer.replaceAll(/(?:\.|(?<!\s))\s*I hope it is correct\.?|<\|[\w ]+\|>/giu, '');
  const boxed = boxedAnswer(text);
  if (boxed !== null) return { text: boxed, rule: 'boxed' };
  const final = lastMatch(text, /final answer is:?\s*([^\n]+)/giu);
  if (final !== null) return { text: mathIn(final), rule: 'final-answer' };
  const stated = lastMatch(text, /\banswer\s*(?:is|:|=)\s*:?\s*([^\n]+)/giu);
  if (stated !== null && stated.replaceAll(/[*\s.]/gu, '') !== '') return { text: mathIn(stated), rule: 'answer-is' };
  const hashes = lastMatch(text, /^\s*####\s*([^\n]+)/gmu);
  if (hashes !== null) return { text: hashes.trim(), rule: 'hashes' };
  if (isAnswerAlone(text)) return { text: text.trim(), rule: 'whole' };
  const isStated = ({ start }: Span): boolean => !NEGATED.test(text.slice(Math.max(0, start - 20), start));
  const math = lastRun(mathSpans(text).filter(isStated), text);
  if (math !== null) return { text: math, rule: 'math' };
  const numbers = [...text.matchAll(NUMBER)].map((match): Span => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const number = numbers.findLast(isStated);
  return number === undefined ? null : { text: number.text.trim(), rule: 'number' };
}

/** The last run of boxes: boxes with only `,`, `and` or `or` between them are one answer. */
export function boxedAnswer(text: string): string | null {
  const boxes: Span[] = [];
  for (const match of text.matchAll(/\\(?:boxed|fbox)\s*(\{|[^\s{$\\]+)/gu)) {
    if ((boxes.at(-1)?.end ?? 0) > match.index) continue;
    if (match[1] !== '{') {
      boxes.push({ text: match[1]!.replace(/[.,]$/u, ''), start: match.index, end: match.index + match[0].length });
      continue;
    }
    const open = match.index + match[0].length - 1;
    const length = endOfGroup(text.slice(open, open + LONGEST_FORMULA), 0);
    const end = open + length;
    if (length > 0) boxes.push({ text: text.slice(open + 1, end - 1), start: match.index, end });
  }
  return lastRun(boxes, text);
}

function lastRun(spans: readonly Span[], text: string): string | null {
  let first = spans.length - 1;
  if (first < 0) return null;
  while (first > 0 && isJoined(text.slice(spans[first - 1]!.end, spans[first]!.start))) first--;
  const parts = [...new Set(spans.slice(first).map((span) => span.text.trim()))];
  return parts.filter((part) => part !== '').join(', ') || null;
}

const isJoined = (gap: string): boolean =>
  gap === '' || (gap.length <= 60 && JOINER.test(gap) && /[,;]|and|or/u.test(gap));

function mathSpans(text: string): Span[] {
  return [...text.matchAll(MATH)].map((match) => ({
    text: match.slice(1).find((group) => group !== undefined)!,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function lastMatch(text: string, pattern: RegExp): string | null {
  const found = [...text.matchAll(pattern)].at(-1)?.[1];
  return found === undefined ? null : found;
}

/** What a sentence that states the answer says: after its last "is", the mathematics, a number, or the words. */
function mathIn(sentence: string): string {
  const stated = /^[\s\S]*\b(?:is|are|:)\s+(?=[^\s.])/u.exec(sentence)?.[0] ?? '';
  const rest = sentence.slice(stated.length).replaceAll('**', '').trim();
  const spans = mathSpans(rest);
  const plain = rest.replace(/\.(?:\s[\s\S]*)?$/u, '').trim();
  if (spans.length === 0) return wordCount(plain) > 3 ? (plain.match(NUMBER)?.at(-1)?.trim() ?? plain) : plain;
  const after = spans[0]!.start === 0 ? plain.slice(spans[0]!.end) : '';
  if (spans.length === 1 && after.trim() !== '' && wordCount(after) <= 3 && !/[:;]/u.test(after)) return plain;
  const run = spans.filter((span, at) => at === 0 || isJoined(rest.slice(spans[at - 1]!.end, span.start)));
  return run.map((span) => span.text.trim()).join(', ');
}

const wordCount = (text: string): number => text.match(/(?<!\\)\b\p{L}{2,}/gu)?.length ?? 0;

/** A short text that is no sentence: mathematics with a unit after it, or a few words without numbers. */
function isAnswerAlone(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.includes('\n')) return false;
  if (wordCount(trimmed) === 0 && mathSpans(trimmed).length === 0) return true;
  const [first] = mathSpans(trimmed);
  if (first !== undefined && wordCount(trimmed.slice(0, first.start)) > 0) return false;
  const bare = trimmed.replaceAll(/\\text\{[^{}]*\}/gu, '');
  if (/\b(?:is|are|so|then|we|have|get|therefore|thus|hence)\b/iu.test(bare)) return false;
  if (/\d/u.test(bare) && wordCount(bare) > 4 && !bare.includes('\\')) return false;
  return trimmed.length <= LONGEST_PLAIN || /\\[A-Za-z]|[=(,]/u.test(trimmed);
}
