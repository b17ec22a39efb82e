/** Labels the segments of a statement or a proof with their roles (`bodylist` of AutoMathKG, section 4.2.3). */
import type { EntityType, Segment, Tactic } from '../../../sources/entity.ts';
import { emphasisedTerms } from './emphasis.ts';
import { formulasIn, maskMarkup } from './masked-text.ts';
import { splitText, type TextPiece } from './split-text.ts';

/** Which text it is. */
export interface TextPlace {
  type: EntityType;
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
}

export type PlacedSegment = Segment & TextPiece;

export function segmentsOf(text: string, place: TextPlace): PlacedSegment[] {
  const pieces = splitText(text);
  return pieces.map((piece, at) => {
    const description = text.slice(piece.start, piece.end);
    const action = actionOf(description, { ...place, form: piece.form, isLast: at === pieces.length - 1 });
    return { ...piece, description, action };
  });
}

export interface SegmentPlace extends TextPlace {
  form: TextPiece['form'];
  /** Whether its text ends with it. */
  isLast: boolean;
}

/** Stands for a formula. */
const FORMULA = '¤';

const DEFINES =
  /\b(?:(?:is|are|be) (?:also |then |usually |sometimes )?(?:called|said to|termed|known as|defined|denoted|written|referred to as)|denotes?|define|we (?:\w+ )?(?:call|say|write)|stands? for|called (?:an?|the))\b/;
const CONCLUDES =
  /\b(?:then|hence|thus|so|iff|if and only if|therefore|consequently|it follows|in particular|moreover|furthermore)\b|\bfollowing (?:\w+ )?(?:are|is) (?:pairwise )?equivalent|\bfollowing (?:hold|are true)/;
const SUMS_UP =
  /^\W*(?:and )?(?:hence|thus|therefore|so|consequently|accordingly|it follows|we conclude|this (?:shows|proves|gives|means|implies)|in conclusion|then|that is)\b|\b(?:hence|thus|therefore)\b/;
const ENDS =
  /\b(?:as (?:required|desired|claimed|wanted|was to be (?:shown|proved))|(?:completes|finishes|concludes|ends) the proof|(?:proves|gives|yields|shows) the (?:theorem|claim|lemma|proposition|corollary|result|statement|assertion)|which (?:was to be|is what we|proves)|we are done|hence the (?:result|claim)|the (?:claim|result|theorem|lemma|statement|assertion|conclusion|proposition) (?:now )?follows|q\.?e\.?d|this is (?:what we wanted|exactly the))\b/;
const ALTERNATIVE =
  /^\W*(?:(?:\w+ )?(?:case|step)\b|\((?:[ivx]+|[a-z]|\d+)\)|\d+[.)]\s|(?:for )?(?:the )?(?:base|induction|inductive) (?:case|step)\b|(?:in|for) (?:the )?(?:first|second|third|other|remaining|former|latter) case)/;
/** A condition that is dealt with at once. */
const SHORT_CASE = /^\W*if\b(?!.*\bthen\b)[^.]*,/;
const FIRST_WORDS = String.raw`^\W*(?:(?:now|conversely|next|then|also|further|and|so|but|first|finally|throughout|in what follows|for the converse|for contradiction)\b,? ?)*`;
const ASSUMES = new RegExp(
  String.raw`${FIRST_WORDS}(?:suppose|assume|assuming|supposing|given|if|when|whenever|provided)\b|\b(?:suppose|assume) (?:that|on the contrary|to the contrary|not|now)\b`,
);
const INTRODUCES = new RegExp(
  String.raw`${FIRST_WORDS}(?:let|consider|fix|choose|take|pick|for (?:all|every|each|any)|(?:we|one) (?:may |can )?(?:fix|choose|take|consider))\b`,
);
const LETS = new RegExp(String.raw`${FIRST_WORDS}let\b`);
const NAMES = new RegExp(
  String.raw`${FIRST_WORDS}(?:we )?(?:denote|define|set|put|write)\b|\bdenote\b|^\W*let\b.*(?:\bbe defined\b|:=|\bbe the\b)`,
);
const COMPUTES =
  /\b(?:comput|calculat|expand|substitut|simplif|differentiat|multiply|adding|subtract|evaluat|rearrang|dividing both|integrat(?:e|ing)\b)/;
const CITES =
  /\b(?:by|from|using|apply|applying|due to|thanks to|according to|in view of|because of|via)\b.{0,200}?\b(lemma|proposition|corollary)s?\b/;

/** A relation other than membership: `let $n \geq 3$` assumes something. */
const RELATION = /\\(?:geq?|leq?|geqslant|leqslant|neq?|ll|gg|mid|nmid|subsetneq|equiv|cong|sim)\b|[<>=≤≥≠∣≡]/;
/** `let $X$ be compact`: without an article, and no plural such as `integers`. */
const HAS_PROPERTY = /\bbe (?!(?:an?|the|any|some|two|three)\b)(?:[a-z-]+ly )?(?:[a-z-]*(?:ou|s)s|[a-z-]*[a-rt-z])\W*$/;

/** The role of one segment; the first rule that matches decides (section 5.4 of the specification of the graph). */
export function actionOf(segment: string, place: SegmentPlace): Tactic {
  if (place.form === 'item') return 'enumeration';
  if (place.form === 'row' || isFormulaAlone(segment)) return 'calculation';
  const words = maskMarkup(segment, FORMULA).toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (place.part > 0) return proofAction(segment, words, place.isLast);
  return place.type === 'definition' ? definitionAction(segment, words) : claimAction(segment, words);
}

function definitionAction(segment: string, words: string): Tactic {
  if (DEFINES.test(words) || emphasisedTerms(segment).length > 0) return 'definition';
  if (ASSUMES.test(words) && !LETS.test(words) && !/^\W*(?:if|when)/.test(words)) return 'assumption';
  if (INTRODUCES.test(words)) return 'premise';
  return SUMS_UP.test(words) && !/^\W*then\b/.test(words) ? 'conclusion' : 'definition';
}

function claimAction(segment: string, words: string): Tactic {
  if (ALTERNATIVE.test(words)) return 'enumeration';
  if (/\b(?:is|are) (?:called|said to)|\bwe (?:call|say)\b/.test(words)) return 'definition';
  if (CONCLUDES.test(words) && (!LETS.test(words) || /\bthen\b/.test(words))) return 'conclusion';
  if (LETS.test(words)) return isAssumed(segment, words) ? 'assumption' : 'premise';
  if (ASSUMES.test(words) && !SHORT_CASE.test(words)) return 'assumption';
  return /^\W*(?:consider|fix|throughout|in this|we (?:fix|consider|work)|where|here)\b/.test(words)
    ? 'premise'
    : 'conclusion';
}

/** Whether `let` restricts its objects beyond their kind, or names them. */
function isAssumed(segment: string, words: string): boolean {
  const relates = formulasIn(segment).some(({ start, end }) => RELATION.test(segment.slice(start, end)));
  return relates || /\b(?:denote|be defined|such that|with|satisf\w+)\b/.test(words) || HAS_PROPERTY.test(words);
}

function proofAction(segment: string, words: string, isLast: boolean): Tactic {
  if (ALTERNATIVE.test(words) || SHORT_CASE.test(words)) return 'enumeration';
  if (ENDS.test(words)) return 'conclusion';
  if (ASSUMES.test(words) && !/\bthen\b/.test(words)) return 'assumption';
  if (NAMES.test(words)) return 'definition';
  if (INTRODUCES.test(words)) return isName(segment, words) ? 'definition' : 'premise';
  if (isLast && SUMS_UP.test(words)) return 'conclusion';
  const cited = CITES.exec(words)?.[1];
  if (cited !== undefined) return cited as Tactic;
  if ((COMPUTES.test(words) && words.includes(FORMULA)) || isChain(segment)) return 'calculation';
  return isLast ? 'conclusion' : 'deduction';
}

/** `let $k = n + 1$`. */
const isName = (segment: string, words: string): boolean =>
  /\blet\s+\$[^$<>]{1,30}?(?<![!\\])=/i.test(segment) && LETS.test(words) && !/\bbe (?:an?|any)\b/.test(words);

const isFormulaAlone = (segment: string): boolean =>
  formulasIn(segment).length > 0 && !/\p{L}/u.test(maskMarkup(segment));

/** A formula with several relations in a row calculates; those in parentheses, as in `P(X \geq a)`, are no steps. */
function isChain(segment: string): boolean {
  return formulasIn(segment).some(({ start, end }) => {
    const formula = segment.slice(start, end).replaceAll(/\([^()]*\)/g, '');
    return (formula.match(/(?<![<>:!\\])=|\\leq?\b|\\geq?\b|≤|≥/g) ?? []).length >= 2;
  });
}
