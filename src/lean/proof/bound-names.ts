/** The names that binders and quantifiers bind in a span of tokens. */
import { IDENTIFIER, type Span, SYMBOL, type Tokens } from '../tokens.ts';

/** By UTF-16 unit of a symbol. */
const BRACKET = 1;
const QUANTIFIER = 2;
const CLASSES = new Uint8Array(0x10000);
for (const bracket of '({⦃[') CLASSES[bracket.charCodeAt(0)] = BRACKET;
for (const quantifier of '∀∃∑∏⨆⨅⋃⋂∫λΣΠ') CLASSES[quantifier.charCodeAt(0)] = QUANTIFIER;

/** Adds the bound names to `names`. */
export function addBoundNames(tokens: Tokens, { from, to }: Span, names: Set<string>): void {
  for (let at = from; at < to; at++) {
    const kind = tokens.kinds[at];
    const isFun = kind === IDENTIFIER && tokens.is(at, 'fun');
    const found = isFun ? QUANTIFIER : kind === SYMBOL ? CLASSES[tokens.unit(at)]! : 0;
    if (found === 0) continue;
    let end = at + 1;
    // `∃! x`, `∑' x`
    if (found === QUANTIFIER && (tokens.is(end, '!') || tokens.is(end, "'"))) end++;
    const first = end;
    while (end < to && tokens.kinds[end] === IDENTIFIER) end++;
    if (found === BRACKET && !endsNames(tokens, end)) continue;
    for (let name = first; name < end; name++) names.add(tokens.word(name));
  }
}

/** After the names of a bracket: it is a binder, a set or a subtype. */
function endsNames(tokens: Tokens, at: number): boolean {
  return tokens.is(at, ':') || tokens.is(at, '|') || (tokens.is(at, '/') && tokens.is(at + 1, '/'));
}
