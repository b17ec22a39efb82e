/** Labels the segments of a statement or a proof with their roles (`bodylist` of AutoMathKG, section 4.2.3). */
import type { EntityType, Segment, Tactic } from '../../../library/entity.ts';
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
  /\b(?:(?:is|are|be) (?:also |then |usually |sometimes )?(?:called|said to|termed|known as|defined|denoted|written|referred to as)|denotes?|we (?:\w+ )?(?:call|say|write|define|denote)|define|(?:is|are) called|stands? for|called (?:an?|the)|by definition of .{0,10} is)\b/;
const CONCLUDES =
  /\b(?:then|hence|thus|so|iff|if and only if|therefore|consequently|it follows|in particular|moreover|furthermore)\b|\bfollowing (?:\w+ )?(?:are|is) (?:pairwise )?equivalent|\bfollowing (?:hold|are true)/;
const ALTERNATIVE =
  /^\W*(?:(?:first |second |third |\w+ )?(?:case|step)\b|case\b|\((?:[ivx]+|[a-z]|\d+)\)|\d+[.)]\s|(?:the )?(?:base|induction|inductive) (?:case|step)\b|(?:in|for) (?:the )?(?:first|second|third|other|remaining|former|latter) case)/;
const ASSUMES =
  /^\W*(?:(?:now|conversely|next|then|and|so|but|for the converse|for contradiction|first)\b,? ?)*(?:suppose|assume|assuming|supposing|given|if|when|whenever|provided|by (?:assumption|hypothesis) (?:let|suppose))\b|\b(?:suppose|assume) (?:that|on the contrary|for|to the contrary|not|now)\b/;
const INTRODUCES =
  /^\W*(?:(?:now|first|next|then|also|further|and|so|conversely|throughout|in what follows|finally)\b,? ?)*(?:let|consider|fix|choose|take|pick|for (?:all|every|each|any)|(?:we|one) (?:may |can )?(?:fix|choose|take|consider)|there (?:is|are) given)\b/;
const NAMES = /\b(?:denote[sd]?|define[sd]?|set|put|write|stand for)\b/;
const ENDS =
  /\b(?:as (?:required|desired|claimed|wanted|was to be (?:shown|proved))|(?:completes|finishes|concludes|ends) the proof|proves the (?:theorem|claim|lemma|proposition|corollary|result|statement|assertion)|which (?:was to be|is what we|proves)|we are done|the (?:claim|result|theorem|lemma|statement|assertion|conclusion|proposition) follows|q\.?e\.?d|this is (?:what we wanted|exactly the))\b/;
const SUMS_UP =
  /^\W*(?:hence|thus|therefore|so|consequently|it follows|we conclude|this (?:shows|proves|gives|means|implies)|and hence|in conclusion|accordingly|then|that is)\b|\b(?:hence|thus|therefore)\b/;
const COMPUTES =
  /\b(?:comput|calculat|expand|substitut|simplif|differentiat|multiply|multiplying|adding|subtract|evaluat|rearrang|divid(?:e|ing) both|integrat(?:e|ing)\b)/;
/** A relation other than membership: `let $n \geq 3$` assumes something. */
const RELATION = /\\(?:geq?|leq?|geqslant|leqslant|neq?|ll|gg|mid|nmid|subsetneq|equiv|cong|sim)\b|[<>=≤≥≠∣≡]/;

const CITED = /\b(lemma|proposition|corollary)s?\b/;
const CITES = /\b(?:by|from|using|apply|applying|due to|thanks to|according to|in view of|because of|via)\b/;

/** The role of one segment; the first rule that matches decides (section 5.4 of the specification of the graph). */
export function actionOf(segment: string, place: SegmentPlace): Tactic {
  if (place.form === 'row' || isFormulaAlone(segment)) return 'calculation';
  const words = maskMarkup(segment, FORMULA).toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (place.part > 0) return proofAction(segment, words, place);
  if (place.type === 'definition') return definitionAction(segment, words, place);
  return claimAction(segment, words, place);
}

function definitionAction(segment: string, words: string, { form }: SegmentPlace): Tactic {
  if (form === 'item') return 'enumeration';
  if (DEFINES.test(words)) return 'definition';
  if (
    /^\W*(?:let|consider|fix|suppose|assume|given|throughout)\b/.test(words) &&
    emphasisedTerms(segment).length === 0
  ) {
    return /^\W*(?:suppose|assume)/.test(words) ? 'assumption' : 'premise';
  }
  if (emphasisedTerms(segment).length > 0) return 'definition';
  if (/^\W*(?:hence|thus|therefore|it follows|so|in particular|consequently)\b/.test(words)) return 'conclusion';
  return INTRODUCES.test(words) ? 'premise' : 'definition';
}

function claimAction(segment: string, words: string, { form }: SegmentPlace): Tactic {
  if (form === 'item' || ALTERNATIVE.test(words)) return 'enumeration';
  if (/\b(?:is|are) (?:called|said to)|\bwe (?:call|say)\b/.test(words)) return 'definition';
  if (CONCLUDES.test(words) && !/^\W*let\b(?!.*\bthen\b)/.test(words)) return 'conclusion';
  if (/^\W*(?:suppose|assume|given|if (?!.*[,]))/.test(words)) return 'assumption';
  if (/^\W*let\b/.test(words))
    return NAMES.test(words) || relates(segment) || /\bsuch that\b|\bwith\b/.test(words) ? 'assumption' : 'premise';
  if (/^\W*(?:consider|fix|throughout|in this|we (?:fix|consider|work))\b/.test(words)) return 'premise';
  return /^\W*(?:where|here)\b/.test(words) ? 'premise' : 'conclusion';
}

function proofAction(segment: string, words: string, { form, isLast }: SegmentPlace): Tactic {
  if (form === 'item' || ALTERNATIVE.test(words)) return 'enumeration';
  if (ENDS.test(words)) return 'conclusion';
  if (ASSUMES.test(words) && !/\bthen\b|^\W*if\b.*,/.test(words)) return 'assumption';
  if (
    /^\W*(?:we )?(?:denote|define|set|put|write)\b|\bdenote\b|^\W*let\b.*(?:\bbe defined\b|:=|\bbe the\b)/.test(words)
  )
    return 'definition';
  if (INTRODUCES.test(words)) return relatesByLet(segment, words) ? 'definition' : 'premise';
  if (isLast && SUMS_UP.test(words)) return 'conclusion';
  const cited = CITES.test(words) ? CITED.exec(words)?.[1] : undefined;
  if (cited !== undefined) return cited as Tactic;
  if (/\b(?:by|from) (?:the )?definition\b/.test(words)) return 'definition';
  if (COMPUTES.test(words) || isChain(segment)) return 'calculation';
  return isLast ? 'conclusion' : 'deduction';
}

/** `let $k = n + 1$`: a name for something. */
const relatesByLet = (segment: string, words: string): boolean =>
  /^\W*let\b/.test(words) && /^[^$]*\blet\s+\$[^$]{1,30}?(?<![<>!\\])=/i.test(segment);

function isFormulaAlone(segment: string): boolean {
  return formulasIn(segment).length > 0 && !/\p{L}/u.test(maskMarkup(segment));
}

const relates = (segment: string): boolean =>
  formulasIn(segment).some(({ start, end }) => RELATION.test(segment.slice(start, end)));

/** A formula with two relations in a row calculates. */
function isChain(segment: string): boolean {
  return formulasIn(segment).some(
    ({ start, end }) => (segment.slice(start, end).match(/(?<![<>:!\\])=|\\leq?\b|\\geq?\b|≤|≥/g) ?? []).length >= 2,
  );
}
