/** Finds the identifiers that a range of Lean tokens binds: arguments, `intro h`, `fun x ↦`, `obtain ⟨y, hy⟩`. Heuristic. */
import { IDENTIFIER, LINE_FIRST, type Tokens } from '../src/lean/tokens.ts';

/** By keyword: the tokens that end its list of bound names. The end of the line ends it too. */
const BINDERS = new Map<string, ReadonlySet<string>>();

function binder(words: string, ends: string): void {
  for (const word of words.split(' ')) BINDERS.set(word, new Set(ends.split(' ')));
}

binder('fun λ', '↦ =>');
binder("∀ ∃ ∃! Σ Π ∑ ∏ ⨆ ⨅ ⋃ ⋂ ∫ ∫⁻ Σ' ×", ', : ∈ ≤ < ≥ > ⊆ ∉ ≠');
binder(
  'intro intros rintro rintros ext ext1 funext rename_i by_contra by_contra! push_cast peel choose introv',
  '; <;> · using :',
);
binder('have haveI let letI set suffices replace obtain generalize by_cases wlog rsuffices', ':= : ↦ => from');
binder('with', '; <;> · at [ only');
binder('case next', '=> :=');
binder('|', '=> :=');

/** Most lines that one binder may span. Patterns of `obtain` and `rintro` span several. */
const MOST_LINES = 4;

/** Returns the identifiers bound in the tokens from `from` (inclusive) to `to` (exclusive). */
export function boundNames(tokens: Tokens, from: number, to: number): Set<string> {
  const names = new Set<string>(['this']);
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    // A bar inside a line is an absolute value, or separates parts of a pattern that another keyword started.
    const ends = word === '|' && !tokens.flag(at, LINE_FIRST) ? undefined : BINDERS.get(word);
    if ((word === 'if' || word === 'match') && tokens.is(at + 2, ':')) names.add(tokens.word(at + 1));
    if (ends !== undefined) addUntil(tokens, at + 1, to, ends, names);
    else if (tokens.bracket(at) > 0) addArguments(tokens, at + 1, to, names);
  }
  return names;
}

function addUntil(tokens: Tokens, from: number, to: number, ends: ReadonlySet<string>, names: Set<string>): void {
  let lines = 0;
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    if (ends.has(word)) return;
    // A new line ends the names, except inside a pattern that continues after a bracket or a bar.
    if (tokens.flag(at, LINE_FIRST) && (tokens.kind(at) === IDENTIFIER || ++lines > MOST_LINES)) {
      if (!tokens.is(at - 1, ',') && !tokens.is(at - 1, '⟨')) return;
    }
    if (tokens.kind(at) === IDENTIFIER && !word.includes('.')) names.add(word);
  }
}

/** Adds the names between the bracket and the colon: `(a b : T)`, `[inst : C]`. */
function addArguments(tokens: Tokens, from: number, to: number, names: Set<string>): void {
  const found: string[] = [];
  for (let at = from; at < to && tokens.kind(at) === IDENTIFIER; at++) {
    found.push(tokens.word(at));
    if (tokens.is(at + 1, ':')) for (const name of found) names.add(name);
  }
}
