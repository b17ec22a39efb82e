/**
 * Names that Lean makes up for anonymous instances, approximately: `inst`, the class, then the constants of its
 * arguments and of the instance's own binders, each once (specs/names.md 5.9).
 */
import type { Span } from './commands.ts';
import { capitalised, lastComponent } from './full-name.ts';
import { IDENTIFIER, type Tokens } from './tokens.ts';

/** Last component only; `namespace` is what surrounds it, `binders` and `type` the two parts of its statement. */
export function instanceName(
  tokens: Tokens,
  namespace: string,
  binders: Span,
  type: Span,
  bound: ReadonlySet<string>,
): string {
  const seen = new Set<string>(namespace.split('.'));
  let name = `inst${constantsOf(tokens, type, seen, bound)}`;
  for (let at = binders.from; at < binders.to;) {
    if (tokens.bracket(at) !== 1) {
      at++;
      continue;
    }
    const behind = tokens.behindBracket(at, binders.to);
    if (tokens.is(at, '[')) {
      const constants = constantsOf(tokens, { from: at + 1, to: behind - 1 }, seen, bound);
      if (constants !== '') name += `Of${constants}`;
    }
    at = behind;
  }
  return name;
}

function constantsOf(tokens: Tokens, span: Span, seen: Set<string>, bound: ReadonlySet<string>): string {
  let out = '';
  for (let at = span.from; at < span.to; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    if (bound.has(word) || isVariableLike(word)) continue;
    const last = lastComponent(word);
    if (seen.has(last)) continue;
    seen.add(last);
    out += capitalised(last);
  }
  return out;
}

/** Short names and those with a Greek or script letter are taken for variables that nobody declared. */
function isVariableLike(word: string): boolean {
  return /^[a-zα-ωA-Z𝒜-𝖟][₀-₉'!]*$/u.test(word) || word === 'fun' || word === 'Type' || word === 'Sort' || word === '_';
}
