/** Tokenizes Lean text for highlighting. Fast, and accepts any text, because most texts are only part of a file. */

/**
 * @typedef {'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'tactic' | 'sort' | 'declared' | 'binder' | 'operator'
 *   | 'attribute' | 'hole'} TokenKind
 * @typedef {{ kind: TokenKind, text: string }} Token
 * @typedef {{ kind: 'space' | 'comment' | 'string' | 'number' | 'name' | 'symbol', text: string }} Lexeme
 */

const words = (/** @type {string} */ text) => new Set(text.trim().split(/\s+/u));

const DECLARING = words('theorem lemma def abbrev structure class inductive coinductive axiom opaque instance alias');
const KEYWORDS = words(`
  ${[...DECLARING].join(' ')} example namespace section end open variable variables universe universes import export
  private protected public noncomputable unsafe partial mutual meta nonrec scoped local attribute notation infix infixl
  infixr prefix postfix macro macro_rules syntax elab elab_rules set_option deriving extends where with in at using from
  by fun let have show suffices calc do if then else match return for while unless try catch finally mut forall exists
  termination_by decreasing_by initialize simproc prelude module hiding renaming include omit`);
const TACTICS = words(`
  simp simp_all simpa rw rwa erw exact apply refine intro intros rintro cases rcases obtain induction constructor rfl
  ring ring_nf linarith nlinarith omega norm_num norm_cast push_cast positivity field_simp aesop decide assumption trivial
  contradiction exfalso ext funext congr gcongr use exists left right split split_ifs by_cases by_contra push_neg
  specialize subst symm trans unfold change convert calc exact_mod_cast tauto grind bound fun_prop measurability
  continuity native_decide infer_instance dsimp conv revert generalize clear rename rename_i swap all_goals any_goals
  next case repeat first show have let suffices nth_rw simp_rw interval_cases`);
const SORTS = words('Type Prop Sort');
const HOLES = words('sorry admit sorryAx');
/** Tokens that bind the names after them. */
const BINDING = words('fun λ ∀ ∃ ∃! ∑ ∏ ⨆ ⨅ ⋃ ⋂ Σ Π let have intro intros rintro forall exists obtain');
/** A tactic can follow each of these. */
const BEFORE_TACTIC = words('by ; <;> · • => | ( first repeat try all_goals any_goals then else calc');

const LETTER = String.raw`(?![λΠΣ])[\p{L}_]`;
const PART = String.raw`(?:${LETTER}[\p{L}\p{N}_'!?]*|«[^»\n]{0,200}»)`;
/** Superscripts count as operators (`a⁻¹`), subscripts as parts of names. */
const SPACE = /\s+/uy;
const LINE_COMMENT = /--[^\n]*/uy;
const RAW_STRING = /r(?<hashes>#*)"/uy;
const STRING = /"(?:[^"\\]|\\[^])*"?/uy;
const CHARACTER = /'(?:[^'\\\n]|\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|[^\n]))'/uy;
const NUMBER = /(?:0[xX][\dA-Fa-f_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)/uy;
const NAME = new RegExp(String.raw`(?:${'`'}{0,2}${PART}(?:\.(?:${PART}))*|#[a-z_]+)`, 'uy');
const SYMBOL = /(?:@\[|:=|<;>|<\|>|=>|->|<-|\|>\.?|<\||∃!|⁻¹|\.\.\.?|\|\||&&|[^])/uy;

/**
 * The tokens of the text. Their concatenation is the text.
 *
 * @param {string} text
 * @returns {Token[]}
 */
export function leanTokens(text) {
  return classify(lexemes(text));
}

const OPENING = new Set('([{⟨⦃⟮');

/**
 * @param {string} text
 * @returns {Lexeme[]}
 */
function lexemes(text) {
  /** @type {Lexeme[]} */
  const found = [];
  for (let at = 0; at < text.length;) {
    const next = lexemeAt(text, at);
    found.push(next);
    at += next.text.length;
  }
  return found;
}

/** @type {readonly (readonly [Lexeme['kind'], RegExp])[]} */
const LEXEME_PATTERNS = [
  ['space', SPACE],
  ['comment', LINE_COMMENT],
  ['string', STRING],
  ['number', NUMBER],
  ['name', NAME],
  ['string', CHARACTER],
  ['symbol', SYMBOL],
];

/**
 * @param {string} text
 * @param {number} at
 * @returns {Lexeme}
 */
function lexemeAt(text, at) {
  if (text.startsWith('/-', at)) return { kind: 'comment', text: text.slice(at, endOfComment(text, at)) };
  RAW_STRING.lastIndex = at;
  const raw = RAW_STRING.exec(text);
  if (raw !== null) return { kind: 'string', text: text.slice(at, endOfRawString(text, raw)) };
  for (const [kind, pattern] of LEXEME_PATTERNS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) return { kind, text: match[0] };
  }
  // An unpaired surrogate.
  return { kind: 'symbol', text: text.charAt(at) };
}

/**
 * An unclosed string extends to the end of the text; otherwise repeated searches would take quadratic time.
 *
 * @param {string} text
 * @param {RegExpExecArray} opening
 */
function endOfRawString(text, { 0: opened, index, groups }) {
  const closing = `"${groups?.['hashes'] ?? ''}`;
  const end = text.indexOf(closing, index + opened.length);
  return end < 0 ? text.length : end + closing.length;
}

/**
 * Block comments nest. An unclosed one extends to the end of the text.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfComment(text, at) {
  const edge = /\/-|-\//gu;
  edge.lastIndex = at;
  let depth = 0;
  for (let match = edge.exec(text); match !== null; match = edge.exec(text)) {
    depth += match[0] === '/-' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return text.length;
}

/**
 * @param {Lexeme[]} all
 * @returns {Token[]}
 */
function classify(all) {
  const binders = boundNames(all);
  /** @type {Token[]} */
  const tokens = [];
  let before = '';
  let isLineFirst = true;
  let isInAttribute = false;
  all.forEach((lexeme, at) => {
    const { kind, text } = lexeme;
    if (text === '@[') isInAttribute = true;
    const place = { before, isLineFirst, isBinder: binders.has(at) };
    tokens.push({ kind: isInAttribute && kind !== 'comment' ? 'attribute' : kindOf(lexeme, place), text });
    if (text === ']') isInAttribute = false;
    if (kind === 'space') isLineFirst ||= text.includes('\n');
    else if (kind !== 'comment') [before, isLineFirst] = [text, false];
  });
  return tokens;
}

/**
 * @param {Lexeme} lexeme
 * @param {{ before: string, isLineFirst: boolean, isBinder: boolean }} place
 * @returns {TokenKind}
 */
function kindOf({ kind, text }, { before, isLineFirst, isBinder }) {
  if (kind === 'space') return 'plain';
  if (kind === 'symbol') return BINDING.has(text) ? 'keyword' : /[\p{P}\p{S}\p{N}]/u.test(text) ? 'operator' : 'plain';
  if (kind !== 'name') return kind;
  if (HOLES.has(text)) return 'hole';
  if (DECLARING.has(before) && !KEYWORDS.has(text)) return 'declared';
  if (TACTICS.has(text) && (isLineFirst || BEFORE_TACTIC.has(before))) return 'tactic';
  if (KEYWORDS.has(text) || text.startsWith('#')) return 'keyword';
  if (SORTS.has(text)) return 'sort';
  return isBinder ? 'binder' : 'plain';
}

/**
 * The indices of binding occurrences of names: `(x y : ℕ)`, `fun x y`, `∀ ε`.
 *
 * @param {Lexeme[]} all
 * @returns {Set<number>}
 */
function boundNames(all) {
  const bound = new Set();
  all.forEach(({ text }, at) => {
    const binds = BINDING.has(text);
    if (!binds && !OPENING.has(text)) return;
    const names = [];
    let next = at + 1;
    for (; next < all.length; next++) {
      const lexeme = all[next];
      if (lexeme?.kind === 'name' && !KEYWORDS.has(lexeme.text)) names.push(next);
      else if (lexeme?.kind !== 'space' && lexeme?.kind !== 'comment') break;
    }
    if (binds || all[next]?.text === ':') for (const name of names) bound.add(name);
  });
  return bound;
}
