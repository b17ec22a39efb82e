/** Detects the query type (name, pattern, plain words or goal) from its text only, without an index. */
import type { QueryShape } from './channels.ts';

/** `also`: a second query type to search as well, as for `add comm`. */
export interface ShapeGuess {
  shape: QueryShape;
  also: QueryShape | null;
}

/** One identifier as it can be typed: `Nat.add_comm`, `foo'`, `get!`, `«term_+_»`, `@Nat.rec`, `ℝ`. */
const IDENTIFIER = /^@?(?:[\p{L}_«][\p{L}\p{M}\p{N}_'!?»₀-₉]*)(?:\.(?:[\p{L}\p{N}_«][^\s.,()]*))*\.?$/u;

/** What plain words do not have: an inner dot, an underscore, a capital after a small letter, a subscript digit. */
const LOOKS_LIKE_CODE = /[\p{L}\p{N}][._][\p{L}\p{N}]|\p{L}_|_\p{L}|\p{Ll}\p{Lu}|\p{L}[₀-₉]|\p{L}'(?!\p{L})/u;

const TURNSTILE = /⊢|\|-/u;
const HYPOTHESIS = /(?:^|[\n(\s])[\p{L}_][\p{L}\p{N}_'₀-₉✝]*(?:\s+[\p{L}_][\p{L}\p{N}_'₀-₉✝]*)*\s*:(?!=)/u;
/** `_` that is not part of an identifier. */
const HOLE = /(?<![\p{L}\p{N}_'.])_(?![\p{L}\p{N}_'])/u;
const METAVARIABLE = /(?<![\p{L}\p{N}_'.?])\?[\p{L}][\p{L}\p{N}_']*/u;
const LATEX = /\$|\\[A-Za-z]+|\\[([]/u;

/** Maximum words that may be the parts of a name: Mathlib's longest names have about twenty parts. */
const MAX_WORDS_OF_A_NAME = 20;

/** Maximum words that are primarily a name, if one of them looks like code. */
const MAX_WORDS_WITH_CODE = 4;

export function guessShape(query: string): ShapeGuess {
  const text = withPlainNames(query).trim();
  if (TURNSTILE.test(text)) return only(looksLikeGoal(text) ? 'goal' : 'pattern');
  if (LATEX.test(text)) return only('text');
  if (isFormula(text)) return only('goal');
  if (isSingleName(text)) return LOOKS_LIKE_CODE.test(text) ? only('name') : { shape: 'name', also: 'text' };
  if (looksLikePattern(text)) return only('pattern');
  const words = text.split(/\s+/u);
  if (words.length <= MAX_WORDS_OF_A_NAME && words.every(isSingleName) && !/\p{L}'s\b/u.test(text)) {
    const isCode = words.length <= MAX_WORDS_WITH_CODE && words.some((word) => LOOKS_LIKE_CODE.test(word));
    return isCode ? { shape: 'name', also: 'text' } : { shape: 'text', also: 'name' };
  }
  return only('text');
}

/** With a plain name for each `«a, b»`, which may contain anything. */
function withPlainNames(query: string): string {
  return query.replace(/«[^«»]*»/gu, 'x_y');
}

function only(shape: QueryShape): ShapeGuess {
  return { shape, also: null };
}

function isSingleName(text: string): boolean {
  // `Nat.*_comm`: a star between letters is a wildcard.
  const plain = text.replace(/^`|`$/gu, '').replace(/(?<=\S)\.\{[^{}]*\}$/u, '');
  const bare = plain.replace(/(?<=[\p{L}\p{N}_.'])\*|\*(?=[\p{L}\p{N}_])/gu, '');
  return IDENTIFIER.test(bare) && /[\p{L}\p{N}]/u.test(bare);
}

/** `a*b = b*a`: a statement about one-letter variables, without words. With holes it is a pattern. */
function isFormula(text: string): boolean {
  const isStatement = /[=≠≤≥<>∣∈⊆⊂↔]/u.test(text) && /\p{L}/u.test(text);
  return isStatement && !/\p{L}\p{M}*\p{L}|["`_?,|:;]|-\S*-/u.test(text) && !HOLE.test(text);
}

/** `∃ x ∈ s,` */
const BINDER = /[∀∃∑∏∫⋃⋂⨆⨅λ][^,∀∃∑∏∫⋃⋂⨆⨅λ]*,/gu;

/** A pasted goal has hypotheses, or a conclusion without holes that has variables (short, undotted names). */
function looksLikeGoal(text: string): boolean {
  const [before = '', after = ''] = [text.slice(0, text.search(TURNSTILE)), text.slice(text.search(TURNSTILE))];
  if (HOLE.test(text) || METAVARIABLE.test(text)) return HYPOTHESIS.test(before) && before.includes('\n');
  if (before.trim() !== '') return HYPOTHESIS.test(before) || /^case\s/u.test(before.trim());
  // Another comma separates the items of a pattern.
  const body = after.replace(BINDER, '');
  return !body.includes(',') && /(?<![\p{L}\p{N}_'.])\p{L}['₀-₉]?(?![\p{L}\p{N}_'.])/u.test(body);
}

/** An exclusion: `foo, -bar`, `foo -"bar"`. */
const EXCLUSION = /(?:^|[\s,|])-(?=["(⊢]|[\p{L}_«])/u;
const STRING = /"[^"]*"/u;
/** Three plain words in a row: prose, although a hole or a capital is near. */
const PROSE = /(?<![\p{L}\p{N}_'.])\p{Ll}{2,}(?:\s+\p{Ll}{2,}){2,}(?![\p{L}\p{N}_'.])/u;

/**
 * Whether a query that `guessShape` takes for a pattern or a goal cannot be meant as words: a fault in it is an error.
 * An exclusion in words would find the opposite.
 */
export function isCertainlyPattern(text: string): boolean {
  const query = withPlainNames(text);
  if (EXCLUSION.test(query)) return true;
  if (guessShape(query).shape !== 'pattern' || query.includes('`')) return false;
  if (TURNSTILE.test(query) || STRING.test(query)) return true;
  return !PROSE.test(query) && [HOLE, METAVARIABLE, LOOKS_LIKE_CODE].some((sign) => sign.test(query));
}

/** Loogle's syntax: comma-separated items, each a string, an identifier, an exclusion, or a term with holes. */
function looksLikePattern(text: string): boolean {
  if (METAVARIABLE.test(text) || HOLE.test(text)) return true;
  const items = text.split(/[,|]\s*|\s(?=-\S)/u).map((item) => item.trim());
  const isItem = (item: string) => /^-?"[^"]+"$/u.test(item) || IDENTIFIER.test(item.replace(/^-/u, ''));
  if (!items.every(isItem)) return false;
  return (
    items.some((item) => item.includes('"') || item.startsWith('-')) ||
    (items.length > 1 && items.some((item) => LOOKS_LIKE_CODE.test(item) || /^\p{Lu}/u.test(item)))
  );
}
