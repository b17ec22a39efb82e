/** The head of a type as written: the applied constant, or the outermost notation. */
import { numberByWord } from '../base/words.ts';
import { lastComponent } from './full-name.ts';
import { tokenise } from './lexer.ts';
import { IDENTIFIER, LINE_FIRST, NUMBER, SPACED, STRING, SYMBOL, type Span, type Tokens } from './tokens.ts';

export interface Head {
  /** `Foo.Bar`, or the symbol of a notation up to its first hole: `≃`, `→ₗ[`. */
  name: string;
  isConstant: boolean;
  at: number;
}

/** Binders before a result: the head is searched after their comma. */
const BINDERS = new Set(['∀', '∃', 'Π', 'Σ', 'λ']);

/** Maximum number of brackets around a type that are removed. More are not plausible, and each costs a pass. */
const MAX_LAYERS = 8;

/** Symbols that bind weaker than application and denote a constant; the weakest in a type is its head. */
const STRENGTHS = numberByWord({
  10: '≅ ⟶',
  20: '↔',
  25: '≃ ↪',
  26: '⥤ ⟹',
  30: '∨ ⊕',
  35: '∧ ×',
  50: '= ≠ ≤ < ≥ > ∣ ∈ ⊆',
});

/** The result of a function type: the part after `∀ …,` and after the last `→` outside brackets. */
export function resultSpan(tokens: Tokens, span: Span): Span {
  let { from } = span;
  let depth = 0;
  for (let at = from; at < span.to; at++) {
    depth += tokens.bracket(at);
    if (depth > 0 || tokens.kinds[at] !== SYMBOL) continue;
    const unit = tokens.unit(at);
    // `→` directly followed by a letter or bracket is another arrow: `→ₗ[R]`, `→+*`.
    if (unit === 0x2192 && (tokens.flag(at + 1, SPACED) || at + 1 >= span.to)) from = at + 1;
    else if (unit === 0x2200) {
      const comma = tokens.find(',', at + 1, span.to);
      if (comma < 0) break;
      at = comma;
      from = comma + 1;
    }
  }
  return from >= span.to ? span : { from, to: span.to };
}

/** Head of the type in `span`; null if it has none (`∀`, a literal). */
export function headOf(tokens: Tokens, span: Span): Head | null {
  let { from, to } = span;
  for (let layer = 0; layer < MAX_LAYERS && tokens.is(from, '(') && tokens.afterBracket(from, to) === to; layer++) {
    from++;
    to--;
  }
  from = skipLocalDefinitions(tokens, from, to);
  if (BINDERS.has(tokens.word(from))) return null;
  let depth = 0;
  let best: Head | null = null;
  let bestStrength = Infinity;
  for (let at = from; at < to; at++) {
    // The rest is one argument that extends to the right end, so the head is not in it.
    if (depth === 0 && at > from && (tokens.is(at, 'fun') || tokens.is(at, '<|') || tokens.is(at, 'λ'))) break;
    if (
      depth === 0 &&
      at > from &&
      tokens.kinds[at] === SYMBOL &&
      tokens.flag(at, SPACED) &&
      tokens.bracket(at) === 0
    ) {
      const symbol = symbolAt(tokens, at, to);
      const strength = symbol === '' ? Infinity : (STRENGTHS.get(symbol.charAt(0)) ?? 60);
      if (strength < bestStrength) {
        bestStrength = strength;
        best = { name: symbol, isConstant: false, at };
      }
    }
    depth = Math.max(0, depth + tokens.bracket(at));
  }
  if (best !== null) return best;
  const member = memberOfBracket(tokens, from, to);
  if (member >= 0) return { name: lastComponent(tokens.word(member)), isConstant: true, at: member };
  let at = from;
  while (tokens.is(at, '@') || tokens.is(at, '(')) at++;
  return tokens.kind(at) === IDENTIFIER ? { name: tokens.word(at), isConstant: true, at } : null;
}

const LOCAL_DEFINITION = /^(?:let|have)I?$/;

/** Index after `letI := x; `, or after `letI := x` on a line of its own. */
function skipLocalDefinitions(tokens: Tokens, from: number, to: number): number {
  if (!LOCAL_DEFINITION.test(tokens.word(from))) return from;
  let line = from;
  for (let at = to - 1, depth = 0; at > from; at--) {
    depth += tokens.bracket(at);
    if (depth !== 0) continue;
    if (tokens.is(at, ';')) return at + 1;
    if (line === from && tokens.flag(at, LINE_FIRST)) line = at;
  }
  return line;
}

/** Head of the result of a type given as text with binders: `(n : Nat) : Ordered (Fin n)` gives `Ordered`. */
export function headOfText(type: string): Head | null {
  const tokens = tokenise(type, []);
  const colon = tokens.find(':', 0, tokens.count);
  return colon < 0 ? null : headOf(tokens, resultSpan(tokens, { from: colon + 1, to: tokens.count }));
}

/** The `Foo` of `(…).Foo x`; -1 if the span does not start this way. */
export function memberOfBracket(tokens: Tokens, from: number, to: number): number {
  if (tokens.bracket(from) !== 1) return -1;
  const dot = tokens.afterBracket(from, to);
  if (dot + 1 >= to || !tokens.is(dot, '.') || tokens.flag(dot, SPACED)) return -1;
  return tokens.kind(dot + 1) === IDENTIFIER ? dot + 1 : -1;
}

/** The symbol at `at` with the adjacent tokens up to its first bracket; empty for punctuation. */
function symbolAt(tokens: Tokens, at: number, to: number): string {
  const unit = tokens.unit(at);
  if (unit < 0x80 && !'+-*/^<>=&%|~'.includes(String.fromCharCode(unit))) return '';
  if ('↑⇑↥·¬∀∃λ‖√∑∏⊥⊤∞∅‹'.includes(String.fromCodePoint(tokens.text.codePointAt(tokens.start(at)) ?? 0))) return '';
  let end = at + 1;
  while (end < to && !tokens.flag(end, SPACED) && tokens.kind(end) !== STRING && tokens.kind(end) !== NUMBER) {
    if (tokens.bracket(end) !== 0) {
      if (tokens.is(end, '[') || tokens.is(end, '⁅')) end++;
      break;
    }
    end++;
  }
  return tokens.text.slice(tokens.start(at), tokens.end(end - 1));
}
