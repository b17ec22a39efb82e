/** Finds the lemma of a proof that is one line and one step: `L a b`, `by exact L a b`, `by apply L`. */
import { wordSet } from '../../base/words.ts';
import { IDENTIFIER, NUMBER, SPACED, type Span, type Tokens } from '../../lean/tokens.ts';

/** Words that start a term or tactic of their own, so no application of a lemma starts or continues with them. */
const KEYWORDS = wordSet(`
  fun let have show from match if then else do where by with at calc suffices nomatch nofun open in set_option
  termination_by decreasing_by sorry`);
/** After these, everything belongs to the last argument. */
const LAST_ARGUMENTS = wordSet('fun λ <| $ by');
/** Projections that use a statement in another direction. Other fields are lemmas of their own. */
const DIRECTIONS = wordSet('mp mpr symm 1 2');

/** The lemma as written, without a direction such as `.mp`; null if `proof` (the part after `:=`) is not one step. */
export function lemmaOfProof(tokens: Tokens, proof: Span): string | null {
  let at = proof.from;
  if (at >= proof.to || tokens.line(at) !== tokens.line(proof.to - 1)) return null;
  if (tokens.is(at, 'by')) {
    if (!tokens.is(at + 1, 'exact') && !tokens.is(at + 1, 'apply')) return null;
    at += 2;
  }
  if (tokens.is(at, '@')) at++;
  if (at >= proof.to || tokens.kind(at) !== IDENTIFIER || KEYWORDS.has(tokens.word(at))) return null;
  const lemma = tokens.word(at++);
  if (tokens.is(at, '.{')) at = tokens.afterBracket(at, proof.to);
  if (tokens.is(at, '.') && !tokens.flag(at, SPACED)) {
    if (!DIRECTIONS.has(tokens.word(at + 1))) return null;
    at += 2;
  }
  return areArguments(tokens, { from: at, to: proof.to }) ? lemma : null;
}

function areArguments(tokens: Tokens, { from, to }: Span): boolean {
  for (let at = from; at < to;) {
    if (LAST_ARGUMENTS.has(tokens.word(at))) return true;
    const kind = tokens.kind(at);
    if (tokens.bracket(at) === 1) at = tokens.afterBracket(at, to);
    else if (kind === NUMBER || (kind === IDENTIFIER && !KEYWORDS.has(tokens.word(at)))) at++;
    else if (tokens.is(at, '@') || tokens.is(at, '?')) at++;
    else if (at > from && tokens.is(at, '.') && !tokens.flag(at, SPACED)) at++;
    else return false;
  }
  return true;
}

/** `foo_iff.mpr` → `foo_iff`. Null if no direction ends the name. */
export function withoutDirection(lemma: string): string | null {
  const dot = lemma.lastIndexOf('.');
  return dot > 0 && DIRECTIONS.has(lemma.slice(dot + 1)) ? lemma.slice(0, dot) : null;
}
