/** Completes a declaration's statement with the `variable` binders that it mentions. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER, type Tokens } from '../../lean/tokens.ts';

/**
 * Puts before `type` (binders and type, as in the index) those groups of `variables` that it or another included group
 * mentions, reduced to the mentioned names. Omits instances, because Lean infers them.
 */
export function fullStatement(type: string, variables: readonly string[]): string {
  if (variables.length === 0 || type === '' || type.startsWith(':=')) return type;
  const tokens = tokenise(type, []);
  const mentioned = identifiers(tokens, 0, tokens.count);
  for (const name of boundBefore(tokens)) mentioned.delete(name);
  const included: string[] = [];
  for (const group of variables.toReversed()) {
    const words = tokenise(group, []);
    const colon = colonIn(words);
    if (words.is(0, '[') || colon < 0) continue;
    const names = namesIn(words, colon).filter((name) => mentioned.has(name));
    if (names.length === 0) continue;
    included.unshift(`${words.word(0)}${names.join(' ')} ${group.slice(words.start(colon))}`);
    // An earlier variable of the same name is a different variable.
    for (const name of names) mentioned.delete(name);
    for (const word of identifiers(words, colon + 1, words.count)) mentioned.add(word);
  }
  return [...included, type].join(' ');
}

/** The identifiers and their first components. */
function identifiers(tokens: Tokens, from: number, to: number): Set<string> {
  const found = new Set<string>();
  for (let at = from; at < to; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    found.add(word);
    found.add(word.split('.', 1)[0] ?? word);
  }
  return found;
}

/** Names bound by the statement's own binders. */
function boundBefore(tokens: Tokens): string[] {
  const names: string[] = [];
  for (let at = 0; at < tokens.count && tokens.bracket(at) === 1;) {
    const end = tokens.afterBracket(at, tokens.count);
    for (let k = at + 1; k < end && !tokens.is(k, ':'); k++) names.push(tokens.word(k));
    at = end;
  }
  return names;
}

function colonIn(tokens: Tokens): number {
  for (let at = 0; at < tokens.count; at++) if (tokens.is(at, ':')) return at;
  return -1;
}

function namesIn(tokens: Tokens, colon: number): string[] {
  const names: string[] = [];
  for (let at = 1; at < colon; at++) names.push(tokens.word(at));
  return names;
}
