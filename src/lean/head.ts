/** The head of a type as written: the constant that is applied, or the notation that stands on top. */
import type { Span } from './commands.ts';
import { lastComponent } from './full-name.ts';
import { tokenise } from './lexer.ts';
import { IDENTIFIER, LINE_FIRST, NUMBER, SPACED, STRING, SYMBOL, type Tokens } from './tokens.ts';

export interface Head {
  /** `Foo.Bar`, or a notation's symbol up to its first hole: `≃`, `→ₗ[`. */
  name: string;
  isConstant: boolean;
  at: number;
}

/** Binding words that stand before a result: what follows their comma is looked at. */
const BINDERS = new Set(['∀', '∃', 'Π', 'Σ', 'λ']);

/** Brackets around a whole type that are looked through; more are nonsense, and each costs a pass. */
const MOST_LAYERS = 8;

/** Symbols that bind weaker than application and stand for a constant; the weakest of a type is its head. */
const STRENGTHS = new Map<string, number>([
  ['↔', 20],
  ['∨', 30],
  ['∧', 35],
  ['=', 50],
  ['≠', 50],
  ['≤', 50],
  ['<', 50],
  ['≥', 50],
  ['>', 50],
  ['∣', 50],
  ['∈', 50],
  ['⊆', 50],
  ['≅', 10],
  ['≃', 25],
  ['⟶', 10],
  ['⥤', 26],
  ['⟹', 26],
  ['×', 35],
  ['⊕', 30],
  ['↪', 25],
]);

/** Behind `∀ …,` and the last `→` outside brackets: the result of a function type. */
export function resultSpan(tokens: Tokens, span: Span): Span {
  let { from } = span;
  let depth = 0;
  for (let at = from; at < span.to; at++) {
    depth += tokens.bracket(at);
    if (depth > 0 || tokens.kinds[at] !== SYMBOL) continue;
    const unit = tokens.unit(at);
    // `→` with a letter or bracket stuck to it is another arrow: `→ₗ[R]`, `→+*`.
    if (unit === 0x2192 && (tokens.flag(at + 1, SPACED) || at + 1 >= span.to)) from = at + 1;
    else if (unit === 0x2200) {
      const comma = topComma(tokens, at + 1, span.to);
      if (comma < 0) break;
      at = comma;
      from = comma + 1;
    }
  }
  return from >= span.to ? span : { from, to: span.to };
}

function topComma(tokens: Tokens, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    depth += tokens.bracket(at);
    if (depth === 0 && tokens.is(at, ',')) return at;
  }
  return -1;
}

/** Head of the type in `span`; null if it has none (`∀`, a literal). */
export function headOf(tokens: Tokens, span: Span): Head | null {
  let { from, to } = span;
  for (let layer = 0; layer < MOST_LAYERS && tokens.is(from, '(') && tokens.behindBracket(from, to) === to; layer++) {
    from++;
    to--;
  }
  from = behindLocalDefinitions(tokens, from, to);
  if (BINDERS.has(tokens.word(from))) return null;
  let depth = 0;
  let best: Head | null = null;
  let bestStrength = Infinity;
  for (let at = from; at < to; at++) {
    // What stands behind is one argument to the right end: it cannot be the head.
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

/** Behind `letI := x; ` or `letI := x` with a line of its own. */
function behindLocalDefinitions(tokens: Tokens, from: number, to: number): number {
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

/** Head of the result of a type given as text, binders and all: `(n : Nat) : Ordered (Fin n)` gives `Ordered`. */
export function headOfText(type: string): Head | null {
  const tokens = tokenise(type, []);
  let depth = 0;
  for (let at = 0; at < tokens.count; at++) {
    depth += tokens.bracket(at);
    if (depth > 0 || !tokens.is(at, ':')) continue;
    return headOf(tokens, resultSpan(tokens, { from: at + 1, to: tokens.count }));
  }
  return null;
}

/** The `Foo` of `(…).Foo x`, -1 if the span does not start so. */
export function memberOfBracket(tokens: Tokens, from: number, to: number): number {
  if (tokens.bracket(from) !== 1) return -1;
  const dot = tokens.behindBracket(from, to);
  if (dot + 1 >= to || !tokens.is(dot, '.') || tokens.flag(dot, SPACED)) return -1;
  return tokens.kind(dot + 1) === IDENTIFIER ? dot + 1 : -1;
}

/** The symbol at `at` with all that sticks to it up to its first bracket; empty for punctuation. */
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
