/** A question to the library, read: its terms, each with the stems that may stand for it. */
import { Tokeniser } from '../../index/words/tokens.ts';
import { withoutAsking } from '../strip-question.ts';
import { stem as stemOf } from '../../index/words/stem.ts';
import { synonymsOf } from '../synonyms.ts';
import { plainText } from './entry-words.ts';
import { PROSE_FAMILIES } from './prose-families.ts';

/** A word of the question. An entry gets the best of its spellings. */
export interface QuestionTerm {
  /** As written, for explanations. */
  surface: string;
  /** 1; more for what is written as a name. */
  weight: number;
  /** The stem itself first, with weight 1; then what may stand for it, with less. */
  spellings: { stem: string; weight: number }[];
}

/** Words of asking, and of saying little. */
const SAYS_NOTHING = new Set(
  'what how why who does did about like respect show prove proof know known call here you one us our'.split(' '),
);

/** What is read of a question, in characters: a pasted page is cut, not refused. */
const LONGEST = 4000;
const MOST_TERMS = 60;
/** How much more a name counts than another word. */
const NAME = 1.5;
/** What a word of the same family is worth beside the word itself: of one meaning, of prose, related. */
const SAME = 0.9;
const FAMILY = 0.7;
const RELATED = 0.6;
/** Between the weights of the two kinds of synonyms. */
const FAMILIES_APART = 0.5;

let tokeniser: Tokeniser | null = null;

/** Each stem once, in the order of the question. A language model's list begins with what kind of list it is. */
export function readQuestion(question: string): QuestionTerm[] {
  tokeniser ??= new Tokeniser();
  const text = withoutAsking(question.slice(0, LONGEST).replace(/^\s*(?:keywords?|query|search)\s*:/iu, ''));
  const terms = new Map<string, QuestionTerm>();
  for (const { surface, stems } of tokeniser.scan(plainText(text))) {
    if (SAYS_NOTHING.has(surface.toLowerCase())) continue;
    for (const stem of stems)
      if (!terms.has(stem))
        terms.set(stem, { surface, weight: isName(surface, text) ? NAME : 1, spellings: spellingsOf(stem) });
  }
  return [...terms.values()].slice(0, MOST_TERMS);
}

/** What a word may also stand for, and how much that is worth beside the word itself. */
const families = new Map<string, Set<string>>();

for (const family of PROSE_FAMILIES) {
  const stems = family.split(' ').map(stemOf);
  for (const one of stems)
    families.set(one, new Set([...(families.get(one) ?? []), ...stems.filter((other) => other !== one)]));
}

/** A capital letter where no sentence begins. */
function isName(surface: string, text: string): boolean {
  return /^\p{Lu}\p{Ll}{2}/u.test(surface) && !text.trimStart().startsWith(surface);
}

function spellingsOf(stem: string): QuestionTerm['spellings'] {
  const others = new Map<string, number>();
  for (const [other, weight] of synonymsOf(stem)) others.set(other, weight > FAMILIES_APART ? SAME : RELATED);
  for (const other of families.get(stem) ?? []) others.set(other, FAMILY);
  return [{ stem, weight: 1 }, ...[...others].map(([other, weight]) => ({ stem: other, weight }))];
}
