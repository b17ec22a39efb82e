/** A question to the library, read: its terms, each with the stems that may stand for it. */
import { Tokeniser } from '../../index/words/tokens.ts';
import { withoutAsking } from '../asking.ts';
import { synonymsOf } from '../synonyms.ts';
import { plainText } from './entry-words.ts';

/** A word of the question. An entry gets the best of its spellings. */
export interface QuestionTerm {
  /** As written, for explanations. */
  surface: string;
  /** The stem itself first, with weight 1; then what may stand for it, with less. */
  spellings: { stem: string; weight: number }[];
}

/** What is read of a question, in characters: a pasted page is cut, not refused. */
const LONGEST = 4000;
const MOST_TERMS = 60;
/** Less than that says too little. */
const LEAST_WEIGHT = 0.5;

let tokeniser: Tokeniser | null = null;

/** Each stem once, in the order of the question. A language model's list begins with what kind of list it is. */
export function readQuestion(question: string): QuestionTerm[] {
  tokeniser ??= new Tokeniser();
  const text = withoutAsking(question.slice(0, LONGEST).replace(/^\s*(?:keywords?|query|search)\s*:/iu, ''));
  const terms = new Map<string, QuestionTerm>();
  for (const { surface, stems } of tokeniser.scan(plainText(text))) {
    for (const stem of stems) if (!terms.has(stem)) terms.set(stem, { surface, spellings: spellingsOf(stem) });
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}

function spellingsOf(stem: string): QuestionTerm['spellings'] {
  const others = [...synonymsOf(stem)].filter(([, weight]) => weight >= LEAST_WEIGHT);
  return [{ stem, weight: 1 }, ...others.map(([other, weight]) => ({ stem: other, weight }))];
}
