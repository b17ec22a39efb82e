/** Finds the names that a proof binds, and their positions. Bound names are not premises. */
import { IDENTIFIER, LINE_FIRST, SPACED, type Span, type Tokens } from '../../../src/lean/tokens.ts';
import { withoutGuillemets } from '../../../src/lean/full-name.ts';
import { isKeyword } from './proof-keywords.ts';

/** Keywords followed by names and patterns. */
const BINDING = new Set(
  (
    'fun have haveI let letI let_fun set obtain rintro intro intros rename_i choose choose! ext ext1 funext case next ' +
    'with replace by_contra by_contra! introv rec'
  ).split(' '),
);
/** Keywords followed by a name only if a colon follows the name. */
const NAMING = new Set(['by_cases', 'if', 'match', 'generalize', 'suffices', 'rsuffices', 'wlog', 'unless', ',']);
const QUANTIFIERS = new Set(['∀', '∃', 'λ', 'Σ', 'Π', '∑', '∏', '⨆', '⨅', '⋃', '⋂', '∫', '∮', '⨁', '⨂', '∐', '∯', '⨍']);
const ENDS = new Set(
  ': := => ↦ , ∈ ∉ in < > ≤ ≥ ⊆ ⊂ ⊇ ≠ = using with at from by generalizing then ; · ⊢ <| |> $'.split(' '),
);
/** Tokens that may follow the variable in `{x | …}`. */
const SET_BUILDERS = new Set([':', '|', '∈', '/', '<', '≤', '>', '≥', '⊆']);

/** Returns for each bound name the token that binds it. A bound name is taken as bound to the end of the proof. */
export function boundNames(tokens: Tokens, { from, to }: Span): Map<string, number> {
  const bound = new Map<string, number>();
  const bind = (at: number): void => {
    const word = withoutGuillemets(tokens.word(at));
    if (!word.includes('.') && !isKeyword(word) && !bound.has(word)) bound.set(word, at);
  };
  for (let at = from; at < to; at++) {
    if (isFieldOfDot(tokens, at)) continue;
    const word = tokens.word(at);
    if (BINDING.has(word)) bindPattern(tokens, at + 1, { to, stopsAtLine: word !== 'fun' }, bind);
    else if (QUANTIFIERS.has(word)) bindPattern(tokens, at + 1, { to, stopsAtLine: false }, bind);
    else if (NAMING.has(word) && tokens.kind(at + 1) === IDENTIFIER && tokens.is(at + 2, ':')) bind(at + 1);
    else if (word === '{' && tokens.kind(at + 1) === IDENTIFIER && SET_BUILDERS.has(tokens.word(at + 2))) bind(at + 1);
    else if (word === '|') bindAlternative(tokens, at, to, bind);
    else if (isFieldStart(tokens, at, from)) bindParameters(tokens, at, { from, to }, bind);
  }
  return bound;
}

/** Binds identifiers without dots up to the end of a pattern, except those after a colon inside brackets. */
function bindPattern(
  tokens: Tokens,
  from: number,
  { to, stopsAtLine }: { to: number; stopsAtLine: boolean },
  bind: (at: number) => void,
): void {
  /** For each open bracket, whether a colon occurred in it. */
  const typed: boolean[] = [];
  for (let at = from; at < to; at++) {
    const bracket = tokens.bracket(at);
    const inside = typed.length > 0;
    if (bracket > 0) {
      // `[Foo α]` binds no name, `[inst : Foo α]` does.
      const isType = tokens.is(at, '[') && !tokens.is(at + 2, ':');
      typed.push(isType || (typed.at(-1) ?? false));
    } else if (bracket < 0) {
      if (!inside) return;
      typed.pop();
    } else if (inside) {
      const word = tokens.word(at);
      if (word === ':' || word === ':=') typed[typed.length - 1] = true;
      else if ((word === ',' || word === '|') && typed.at(-2) !== true) typed[typed.length - 1] = false;
      else if (tokens.kind(at) === IDENTIFIER && typed.at(-1) !== true) bind(at);
    } else {
      if (ENDS.has(tokens.word(at)) || (stopsAtLine && tokens.flag(at, LINE_FIRST))) return;
      if (tokens.kind(at) === IDENTIFIER) bind(at);
    }
  }
}

/** Binds the variables of `| pattern => …`. Does nothing if the bar does not start an alternative. */
function bindAlternative(tokens: Tokens, bar: number, to: number, bind: (at: number) => void): void {
  const names: number[] = [];
  let depth = 0;
  for (let at = bar + 1; at < to; at++) {
    depth += tokens.bracket(at);
    if (depth < 0 || tokens.is(at, ':=') || tokens.is(at, ';') || tokens.is(at, 'by')) return;
    if (tokens.is(at, '|') && tokens.flag(at, LINE_FIRST)) return;
    if (depth === 0 && tokens.is(at, '=>')) {
      for (const name of names) bind(name);
      return;
    }
    if (tokens.kind(at) === IDENTIFIER) names.push(at);
  }
}

/** Whether a field of a structure may start here: `foo := …`, `foo x (h : p) := …`. */
function isFieldStart(tokens: Tokens, at: number, from: number): boolean {
  if (tokens.kind(at) !== IDENTIFIER || isKeyword(tokens.word(at))) return false;
  if (tokens.flag(at, LINE_FIRST)) return true;
  if (at === from) return false;
  if (tokens.is(at - 1, ',')) return isInBraces(tokens, at - 1, from);
  return tokens.is(at - 1, '{') || tokens.is(at - 1, 'where');
}

/** Whether the innermost bracket around the token is `{`. */
function isInBraces(tokens: Tokens, at: number, from: number): boolean {
  let depth = 0;
  for (let before = at - 1; before >= from; before--) {
    depth += tokens.bracket(before);
    if (depth > 0) return tokens.is(before, '{');
  }
  return false;
}

/** Whether the token is a field `.foo`. */
export function isFieldOfDot(tokens: Tokens, at: number): boolean {
  return tokens.is(at - 1, '.') && tokens.kind(at) === IDENTIFIER && !tokens.flag(at, SPACED);
}

/** Token of the `:=` if the identifier at `at` is a field that is assigned here, otherwise -1. */
export function fieldValueAt(tokens: Tokens, at: number, { from, to }: Span): number {
  if (!isFieldStart(tokens, at, from) && !(tokens.is(at - 1, '(') || tokens.is(at - 1, 'with'))) return -1;
  if (tokens.is(at + 1, ':=')) return at + 1;
  if (!isFieldStart(tokens, at, from)) return -1;
  for (let next = at + 1; next < to;) {
    if (tokens.is(next, ':=')) return next;
    if (tokens.bracket(next) === 1) next = tokens.afterBracket(next, to);
    else if (tokens.kind(next) === IDENTIFIER && !isKeyword(tokens.word(next))) next++;
    else return -1;
  }
  return -1;
}

/** Binds the parameters of a field: `mul_assoc a b c := …`. */
function bindParameters(tokens: Tokens, at: number, span: Span, bind: (at: number) => void): void {
  const value = fieldValueAt(tokens, at, span);
  if (value >= 0) bindPattern(tokens, at + 1, { to: value, stopsAtLine: false }, bind);
}
