/** A title for an entity without one: the term that it defines, or its first clause. */
import type { EntityType } from '../../../sources/entity.ts';
import { maskMarkup } from './masked-text.ts';
import { emphasisedTerms } from './emphasis.ts';

export interface FoundTitle {
  title: string;
  /** `argument`: as the source has it; `heading`: of its section; `term`: it emphasises this; `clause`: its first words. */
  from: 'argument' | 'heading' | 'term' | 'clause';
}

/** Longest title in characters. */
const MAX_TITLE = 80;

/**
 * The title of an entity: its own, that of its section if it is the text of one, the term that a definition introduces,
 * otherwise its first clause without formulas. Null if its text has no words.
 */
export function entityTitle(entity: {
  type: EntityType;
  isPassage: boolean;
  title: string;
  headings: readonly string[];
  statement: string;
}): FoundTitle | null {
  if (entity.title.trim() !== '') return { title: entity.title.trim(), from: 'argument' };
  const heading = entity.headings.at(-1)?.trim() ?? '';
  if (entity.isPassage && heading !== '') return { title: heading, from: 'heading' };
  const term = entity.type === 'definition' ? definedTerm(entity.statement) : null;
  if (term !== null) return { title: term, from: 'term' };
  const clause = firstClause(entity.statement);
  return clause === '' ? null : { title: clause, from: 'clause' };
}

/** The term that a definition introduces; null if none is recognized. */
export function definedTerm(statement: string): string | null {
  const text = statement.split(BIBLIOGRAPHY, 1)[0]!;
  const terms = emphasisedTerms(text).filter(({ text: term }) => isTerm(term));
  const named = terms.find(({ start }) => INTRODUCES.test(wordsBefore(text, start)));
  if (named !== undefined) return named.text;
  return terms[0]?.text ?? namedInWords(text);
}

const BIBLIOGRAPHY = /\\begin\{thebibliography\}|\\bibliography\b/;

/** Headings of paragraphs, and words that are stressed rather than defined. */
const NO_TERM =
  /^(?:definitions?|theorem|lemma|proposition|corollary|examples?|remarks?|notes?|notation|proof|properties|property|history|references?|introduction|case|step|any|all|not|only|every|each|some|no|exactly|same|and|or|if|iff|then|warning|claim|problem|solution|facts?|question|axioms?|motivation|one|two|both|the|must|always|never|at least|at most|unique|i\.e|e\.g|ie|eg|resp|a priori|idea|observation|conventions?|terminology|generali[sz]ations?|applications?|see also)\b[\s.:()\d]*(?:$|\d|[.:])/i;

const isTerm = (text: string): boolean =>
  text.length <= MAX_TITLE &&
  text.split(' ').length <= 8 &&
  /\p{L}{2}/u.test(text.replaceAll(/\$[^$]*\$/g, '')) &&
  !NO_TERM.test(text);

const INTRODUCES =
  /(?:\b(?:called|said to (?:be|have)|termed|known as|named|define[sd]?|call|say|denote[sd]?|is|are|refer(?:red)? to as)(?: simply| also| to be| that| by)?(?: an?| the| its)?|(?:^|[.:;,]|  )\W*(?:an?|the))\s*$/i;

/** The words of the text before an offset. */
const wordsBefore = (text: string, at: number): string =>
  maskMarkup(text.slice(Math.max(0, at - 60), at), 'x')
    .replaceAll('\n', ' ')
    .trimEnd();

const NOUN = String.raw`([A-Za-z][A-Za-z'-]+(?: (?!is |are |of |on |in |for |if |such |with |that )[A-Za-z][A-Za-z'-]+){0,3})`;
const SUBJECTS = [
  new RegExp(String.raw`\b(?:called|said to be|termed|known as|define|call)\s+(?:an?\s+|the\s+|its\s+)?${NOUN}`),
  new RegExp(
    String.raw`(?:^|[.,;:]\s|\s\s)\W*(?:An?|The|an?|the)\s+${NOUN}(?:\s\s+|\s(?:of|on|in|for|over|at|between)\b[^.,]{0,80})?\s(?:is|are|consists|means|refers)\b`,
  ),
];

/** `is called a prime ideal`, `A prime ideal is`, without markup. */
function namedInWords(statement: string): string | null {
  const words = maskMarkup(statement.slice(0, 1500)).replaceAll('\n', ' ');
  for (const pattern of SUBJECTS) {
    const found = pattern.exec(words)?.[1]?.trim();
    if (found !== undefined && isTerm(found)) return found;
  }
  return null;
}

const CLAUSE_END = /[.;:!?](?=\s|$)|,(?=\s+(?:then|where|and|such|so|we|let)\b)/;

/** At most `MAX_TITLE` characters, cut between words. */
function firstClause(statement: string): string {
  const words = maskMarkup(statement.slice(0, 2000))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:)])/g, '')
    .trim();
  const clause = words.split(CLAUSE_END, 1)[0]!.trim();
  if (clause.length <= MAX_TITLE) return clause;
  const cut = clause.slice(0, MAX_TITLE + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trim();
}
