/** Which identifiers a stretch of Lean source binds: arguments, `intro h`, `fun x ↦`, `obtain ⟨y, hy⟩`. A rough reading. */
import { IDENTIFIER, LINE_FIRST, type Tokens } from '../lean/tokens.ts';

/** The names that follow are bound, up to one of these or the end of the line. */
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

/** Longest run of lines that one binder may take: patterns of `obtain` and `rintro` go over several. */
const MOST_LINES = 4;

/** Identifiers bound in tokens `from` up to before `to`. */
export function boundNames(tokens: Tokens, from: number, to: number): Set<string> {
  const names = new Set<string>(['this']);
  for (let at = from; at < to; at++) {
    const word = tokens.word(at);
    // A bar inside a line is an absolute value or divides a pattern that another word has started.
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
    // A new line ends the names, but not inside a pattern that a bracket or a bar carries on.
    if (tokens.flag(at, LINE_FIRST) && (tokens.kind(at) === IDENTIFIER || ++lines > MOST_LINES)) {
      if (!tokens.is(at - 1, ',') && !tokens.is(at - 1, '⟨')) return;
    }
    if (tokens.kind(at) === IDENTIFIER && !word.includes('.')) names.add(word);
  }
}

/** `(a b : T)`, `[inst : C]`: names between the bracket and the colon. */
function addArguments(tokens: Tokens, from: number, to: number, names: Set<string>): void {
  const found: string[] = [];
  for (let at = from; at < to && tokens.kind(at) === IDENTIFIER; at++) {
    found.push(tokens.word(at));
    if (tokens.is(at + 1, ':')) for (const name of found) names.add(name);
  }
}
