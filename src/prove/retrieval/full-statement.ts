/** A declaration's statement with those of the `variable` binders around it that it speaks of. */
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER, type Tokens } from '../../lean/tokens.ts';

/**
 * `type` (binders and type, as the index has it) with the groups of `variables` that it or another one of them mentions
 * put before it, cut down to the names that are mentioned. Instances are left out: Lean finds them.
 */
export function fullStatement(type: string, variables: readonly string[]): string {
  if (variables.length === 0 || type === '' || type.startsWith(':=')) return type;
  const tokens = tokenise(type, []);
  const mentioned = identifiers(tokens, 0, tokens.count);
  for (const name of boundBefore(tokens)) mentioned.delete(name);
  const kept: string[] = [];
  for (const group of variables.toReversed()) {
    const words = tokenise(group, []);
    const colon = colonIn(words);
    if (words.is(0, '[') || colon < 0) continue;
    const names = namesIn(words, colon).filter((name) => mentioned.has(name));
    if (names.length === 0) continue;
    kept.unshift(`${words.word(0)}${names.join(' ')} ${group.slice(words.start(colon))}`);
    // One of the same name further up is another variable.
    for (const name of names) mentioned.delete(name);
    for (const word of identifiers(words, colon + 1, words.count)) mentioned.add(word);
  }
  return [...kept, type].join(' ');
}

/** First components of the identifiers. */
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

/** Names that the statement's own binders bind. */
function boundBefore(tokens: Tokens): string[] {
  const names: string[] = [];
  for (let at = 0; at < tokens.count && tokens.bracket(at) === 1;) {
    const behind = tokens.afterBracket(at, tokens.count);
    for (let k = at + 1; k < behind && !tokens.is(k, ':'); k++) names.push(tokens.word(k));
    at = behind;
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
