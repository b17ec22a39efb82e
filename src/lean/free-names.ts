/** Names without a binder, which Lean binds implicitly if `autoImplicit` is on: `theorem foo (xs : List α)`. */
import { INFERRED, nameOfFreeBinder } from './free-binder.ts';
import { IDENTIFIER, type Span, type Tokens } from './tokens.ts';
import { MAX_BINDER_TOKENS, type StatementSpan, variablesUsed } from './variables-used.ts';
import { bindsName, type Variable, type VariableScope, variableScope } from './variables.ts';

/**
 * Lean's rule for such names before options relax it: one Greek or lower-case letter, then digits and primes. `λ`, `Π`
 * and `Σ` are symbols.
 */
export const FREE_NAME = /^[a-zα-κμ-ωΑ-ΟΡ΢Τ-Ω][\d₀-₉_'!?]*$/u;

/** The free names in the tokens, in the order of the text. `isDeclared`: whether a declaration above has the name. */
export function freeNames(
  scope: VariableScope,
  tokens: Tokens,
  span: StatementSpan,
  isDeclared: (name: string) => boolean,
): string[] {
  const names = new Set<string>();
  addNames(tokens, span, names);
  const unbound = [...names].filter((name) => !bindsName(scope, name) && !isDeclared(name));
  if (unbound.length === 0) return [];
  const free = variableScope(unbound.map(freeVariable));
  return variablesUsed(free, tokens, { ...span, isIncluding: false }).map((text) => nameOfFreeBinder(text)!);
}

/** The variable that Lean adds for a free name. */
export const freeVariable = (name: string): Variable => ({
  name,
  bracket: '{',
  type: INFERRED,
  words: [],
  group: {},
  isIncluded: false,
});

/** Lean elaborates the type of `(e : T)` first, so its names come first. */
function addNames(tokens: Tokens, { from, to }: Span, names: Set<string>): void {
  for (let at = from; at < to; at++) {
    if (tokens.is(at, '(')) {
      const after = tokens.afterBracket(at, Math.min(to, at + MAX_BINDER_TOKENS));
      const colon = tokens.find(':', at + 1, after - 1);
      if (colon >= 0) {
        addNames(tokens, { from: colon + 1, to: after - 1 }, names);
        addNames(tokens, { from: at + 1, to: colon }, names);
        at = after - 1;
      }
    }
    if (tokens.kinds[at] !== IDENTIFIER) continue;
    if (tokens.is(at, 'Type') || tokens.is(at, 'Sort')) at = afterLevel(tokens, at, to);
    else if (tokens.is(at - 1, '.{')) at = tokens.afterBracket(at - 1, to) - 1;
    else {
      const [name = ''] = tokens.word(at).split('.', 1);
      if (FREE_NAME.test(name)) names.add(name);
    }
  }
}

/** The last token of the level after `Type`, which may be in brackets. */
function afterLevel(tokens: Tokens, at: number, to: number): number {
  if (tokens.is(at + 1, '(')) return tokens.afterBracket(at + 1, to) - 1;
  return tokens.kinds[at + 1] === IDENTIFIER ? at + 1 : at;
}
