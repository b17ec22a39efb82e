/** Reads the attributes between `@[` and `]`. */
import type { AttributeUse, Deprecation } from './declaration.ts';
import { docText } from './docs.ts';
import { DOC, IDENTIFIER, STRING, type Span, type Tokens } from './tokens.ts';

/** One attribute and its position. */
export interface ReadAttribute {
  use: AttributeUse;
  /** The attribute's arguments. */
  span: Span;
}

export function readAttributes(tokens: Tokens, block: Span): ReadAttribute[] {
  return tokens.split(block).flatMap((part) => readAttribute(tokens, part) ?? []);
}

function readAttribute(tokens: Tokens, { from, to }: Span): ReadAttribute | null {
  let at = from;
  let scope: AttributeUse['scope'] = 'global';
  if (tokens.is(at, 'local') || tokens.is(at, 'scoped')) {
    scope = tokens.is(at, 'local') ? 'local' : 'scoped';
    at++;
  }
  let sign = '';
  while (at < to && tokens.kind(at) !== IDENTIFIER) {
    // `-simp` removes an attribute; a docstring may precede the name by mistake.
    if (tokens.is(at, '-')) sign = '-';
    at++;
  }
  if (at >= to) return null;
  let doc: string | null = null;
  for (let inside = at + 1; inside < to; inside++) if (tokens.kind(inside) === DOC) doc = docText(tokens.word(inside));
  const name = sign + tokens.word(at);
  return { use: { name, args: tokens.fold(at + 1, to), doc, scope }, span: { from: at + 1, to } };
}

/** `deprecated foo "why" (since := "2024-01-01")`; the replacement is as written. */
export function readDeprecation(tokens: Tokens, span: Span): Deprecation {
  const deprecation: Deprecation = { replacement: null, since: null, note: null };
  for (let at = span.from; at < span.to; at++) {
    if (tokens.bracket(at) === 1) {
      const after = tokens.afterBracket(at, span.to);
      if (tokens.is(at + 1, 'since')) {
        for (let inside = at; inside < after; inside++) {
          if (tokens.kind(inside) === STRING) deprecation.since = stringValue(tokens.word(inside));
        }
      }
      at = after - 1;
    } else if (tokens.kind(at) === STRING) deprecation.note ??= stringValue(tokens.word(at));
    else if (tokens.kind(at) === IDENTIFIER) deprecation.replacement ??= tokens.word(at);
  }
  return deprecation;
}

/** Value of a string literal. A backslash before a line break skips the white space after it. */
export function stringValue(literal: string): string {
  const quote = literal.indexOf('"');
  const inside = literal.slice(quote + 1, literal.lastIndexOf('"'));
  if (literal.startsWith('r') || !inside.includes('\\')) return inside;
  return inside.replaceAll(/\\(?:\r?\n\s*|(.))/g, (_, escaped: string | undefined) =>
    escaped === undefined ? '' : escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped,
  );
}
