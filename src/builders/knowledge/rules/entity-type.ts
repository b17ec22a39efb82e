/** The type of an entity: what its source calls it, otherwise what its title and text look like. */
import type { EntityType } from '../../../sources/entity.ts';
import type { EntryKind } from '../../../library/entry.ts';
import { stem } from '../../../index/words/stem.ts';
import { maskMarkup } from './masked-text.ts';

/** What an article without marks is. Proofs and examples are of type `other`. */
export type ArticleClass = 'definition' | 'theorem' | 'proof' | 'example' | 'problem';

export interface GuessedClass {
  name: ArticleClass;
  /** Estimated on PlanetMath by which rule matched. */
  confidence: number;
}

const TITLE_PROOF =
  /^(?:an?other |alternat\w+ |simple |elementary |second |third |short |direct |inductive |combinatorial )*(?:proofs?|proving|derivation|deriving|justification)\b|\bproofs? (?:of|that|for|by|using)\b|\bproof\)?$|\bderivation of\b/;
const TITLE_EXAMPLE =
  /\bexamples?\b|counter-?examples?\b|^calculat\w+ |^comput\w+ |^finding |^(?:table|list|values) of\b/;
const TITLE_PROBLEM = /\b(?:exercise|problem)s?\b/;
const TITLE_THEOREM =
  /\b(?:theorem|lemma|inequalit(?:y|ies)|identit(?:y|ies)|laws?|formulae?|formulas|corollary|propositions?|criteri(?:on|a)|principle|tests?|paradox|rules?|conjecture|propert(?:y|ies) of|characteri[sz]ations? of|equivalen(?:t|ce) (?:conditions|definitions|statements)|existence|uniqueness|classification of|relations? between)\b/;
/** A verb makes the title a sentence: `every vector space has a basis`. */
const TITLE_VERB =
  /\b(?:is|are|has|have|iff|if|implies|imply|divides?|equals?|contains?|commutes?|exists?|preserves?|determines?|converges?|can|does|do|need|needs|admits?|becomes?|lies?|satisf(?:y|ies)|holds?|generates?|extends?|coincides?|intersects?|splits?|vanishes|must|cannot|there|every|any)\b/;
const STATEMENT =
  /\\begin\{(?:thm|theorem|prop|lemma|lem|cor|proposition|corollary|theo|satz|claim)\w*\*?\}|\\(?:textbf|emph|textsc|PMlinkescapetext|paragraph|section|subsection)\*?\s*\{\s*(?:Theorem|Proposition|Lemma|Corollary|Claim)\b|\{\\(?:bf|em|sc)\s+(?:Theorem|Proposition|Lemma|Corollary|Claim)\b|^(?:Theorem|Proposition|Lemma|Corollary)\b/i;
const DEFINITION =
  /\\begin\{(?:def|defn|definition|dfn|de)\w*\*?\}|\b(?:is|are|be)\s+(?:\w+\s+)?(?:called|said to|termed|known as|defined)\b|\b(?:definition|we call|we say)\b/i;
const PROOF =
  /^\W*(?:proof\b|we (?:will |shall |want to |wish to |now |first )*(?:show|prove|derive)\b|(?:let us|let's) (?:show|prove|derive)\b)/i;
const HAS_PROOF = /\\begin\{(?:proof|pf|prf)\}|[{*]\s*(?:\\(?:bf|em|it|sc)\s+)?Proof\b|\bthis proves\b/i;
const EMPHASIS =
  /\\(?:emph|textbf|textit|defn|defnterm|underline)\s*\{([^{}]*)\}|\{\\(?:em|bf|it|sl)\s+([^{}]*)\}|``([^']*)''|\*\*?([^*\n]+)\*\*?/g;

/** The class of an article by its title and its LaTeX or Markdown; null without a title. */
export function articleClass(title: string, statement: string): GuessedClass | null {
  if (title.trim() === '') return null;
  const name = title.toLowerCase();
  if (TITLE_PROOF.test(name)) return { name: 'proof', confidence: 0.95 };
  if (TITLE_EXAMPLE.test(name)) return { name: 'example', confidence: 0.9 };
  if (TITLE_PROBLEM.test(name)) return { name: 'problem', confidence: 0.6 };
  if (TITLE_THEOREM.test(name)) return { name: 'theorem', confidence: 0.85 };
  const head = statement.slice(0, MAX_HEAD);
  const words = maskMarkup(head).replaceAll(/\s+/g, ' ').trim();
  const isSentence = TITLE_VERB.test(name);
  if (PROOF.test(words)) return { name: isSentence || /^\W*proof/i.test(words) ? 'proof' : 'theorem', confidence: 0.6 };
  const claimAt = head.search(STATEMENT);
  const definitionAt = head.search(DEFINITION);
  const isDefined = emphasises(head, title) || (definitionAt >= 0 && (claimAt < 0 || definitionAt < claimAt));
  if (isSentence) return { name: 'theorem', confidence: 0.85 };
  if (isDefined) return { name: 'definition', confidence: 0.9 };
  if (claimAt >= 0 || HAS_PROOF.test(statement)) return { name: 'theorem', confidence: 0.75 };
  return { name: 'definition', confidence: 0.7 };
}

const MAX_HEAD = 900;

const stemsOf = (text: string): string => (text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem).join(' ');

/** Whether the text emphasises its own title, as a definition does. */
function emphasises(text: string, title: string): boolean {
  const name = stemsOf(title.replace(/\(.*\)/, ''));
  return [...text.matchAll(EMPHASIS)].some((found) => stemsOf(found.slice(1).find(Boolean) ?? '') === name);
}

const BY_KIND: Partial<Record<EntryKind, EntityType>> = {
  definition: 'definition',
  concept: 'definition',
  theorem: 'theorem',
  problem: 'problem',
};
const BY_CLASS: Record<ArticleClass, EntityType> = {
  definition: 'definition',
  theorem: 'theorem',
  problem: 'problem',
  proof: 'other',
  example: 'other',
};

/** The type by the kind of the entry, otherwise by its title and text. Confidence null: its source says so. */
export function entityType(entry: { kind: EntryKind; title: string; statement: string }): {
  type: EntityType;
  confidence: number | null;
} {
  const given = BY_KIND[entry.kind];
  if (given !== undefined) return { type: given, confidence: null };
  // Examples and remarks are marked as such.
  const guess = entry.kind === 'passage' ? articleClass(entry.title, entry.statement) : null;
  return guess === null
    ? { type: 'other', confidence: null }
    : { type: BY_CLASS[guess.name], confidence: guess.confidence };
}
