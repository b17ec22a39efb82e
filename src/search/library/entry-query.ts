/** Parses a question to the library into terms, each with its stem and synonyms. */
import { Tokeniser } from '../../index/words/tokeniser.ts';
import { stripQuestion } from '../strip-question.ts';
import { stem as stemOf } from '../../index/words/stem.ts';
import { synonymsOf } from '../synonyms.ts';
import { plainText } from './entry-words.ts';
import { PROSE_FAMILIES } from './prose-families.ts';

/** A word of the question. An entry scores by the best of its spellings. */
export interface QuestionTerm {
  /** As written, for explanations. */
  surface: string;
  /** 1; more for a word written as a name. */
  weight: number;
  /** The stem itself with weight 1, then its synonyms with lower weights. */
  spellings: { stem: string; weight: number }[];
}

/** Question words and words with little meaning. */
const STOP_WORDS = new Set(
  'what how why who does did about like respect show prove proof know known call here you one us our'.split(' '),
);

/** Maximum characters read from a question. Longer questions are truncated, not rejected. */
const MAX_LENGTH = 4000;
const MAX_TERMS = 60;
/** Weight of a name relative to another word. */
const NAME_WEIGHT = 1.5;
/** Weight of a synonym relative to the word itself: same meaning, same prose family, related. */
const SAME = 0.9;
const FAMILY = 0.7;
const RELATED = 0.6;
/** Threshold between the weights of the two kinds of synonyms in `synonymsOf`. */
const SAME_THRESHOLD = 0.5;

let tokeniser: Tokeniser | null = null;

/** Terms in question order, each stem once. Strips prefixes such as `keywords:`, which language models write. */
export function readQuestion(question: string): QuestionTerm[] {
  tokeniser ??= new Tokeniser();
  const text = stripQuestion(question.slice(0, MAX_LENGTH).replace(/^\s*(?:keywords?|query|search)\s*:/iu, ''));
  const terms = new Map<string, QuestionTerm>();
  for (const { surface, stems } of tokeniser.scan(plainText(text))) {
    if (STOP_WORDS.has(surface.toLowerCase())) continue;
    for (const stem of stems)
      if (!terms.has(stem))
        terms.set(stem, { surface, weight: isName(surface, text) ? NAME_WEIGHT : 1, spellings: spellingsOf(stem) });
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}

/** Other stems of the same prose family, by stem. */
const families = new Map<string, Set<string>>();

for (const family of PROSE_FAMILIES) {
  const stems = family.split(' ').map(stemOf);
  for (const one of stems)
    families.set(one, new Set([...(families.get(one) ?? []), ...stems.filter((other) => other !== one)]));
}

/** Capitalized, and not at the start of the text. */
function isName(surface: string, text: string): boolean {
  return /^\p{Lu}\p{Ll}{2}/u.test(surface) && !text.trimStart().startsWith(surface);
}

function spellingsOf(stem: string): QuestionTerm['spellings'] {
  const others = new Map<string, number>();
  for (const [other, weight] of synonymsOf(stem)) others.set(other, weight > SAME_THRESHOLD ? SAME : RELATED);
  for (const other of families.get(stem) ?? []) others.set(other, FAMILY);
  return [{ stem, weight: 1 }, ...[...others].map(([other, weight]) => ({ stem: other, weight }))];
}
