/** Reads what stands between `@[` and `]`. */
import type { Span } from './commands.ts';
import type { AttributeUse, Deprecation } from './declaration.ts';
import { docText } from './docs.ts';
import { DOC, IDENTIFIER, STRING, type Tokens } from './tokens.ts';

/** One attribute and where it stands. */
export interface ReadAttribute {
  use: AttributeUse;
  /** Its arguments. */
  span: Span;
}

export function readAttributes(tokens: Tokens, block: Span): ReadAttribute[] {
  const attributes: ReadAttribute[] = [];
  let from = block.from;
  let depth = 0;
  for (let at = block.from; at <= block.to; at++) {
    if (at < block.to) {
      depth += tokens.bracket(at);
      if (depth > 0 || !tokens.is(at, ',')) continue;
    }
    const attribute = readAttribute(tokens, from, at);
    if (attribute !== null) attributes.push(attribute);
    from = at + 1;
  }
  return attributes;
}

function readAttribute(tokens: Tokens, from: number, to: number): ReadAttribute | null {
  let at = from;
  let scope: AttributeUse['scope'] = 'global';
  if (tokens.is(at, 'local') || tokens.is(at, 'scoped')) {
    scope = tokens.is(at, 'local') ? 'local' : 'scoped';
    at++;
  }
  let sign = '';
  while (at < to && tokens.kind(at) !== IDENTIFIER) {
    // `-simp` takes an attribute away; a docstring may stand first by mistake.
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
      const behind = tokens.behindBracket(at, span.to);
      if (tokens.is(at + 1, 'since')) {
        for (let inside = at; inside < behind; inside++) {
          if (tokens.kind(inside) === STRING) deprecation.since = stringValue(tokens.word(inside));
        }
      }
      at = behind - 1;
    } else if (tokens.kind(at) === STRING) deprecation.note ??= stringValue(tokens.word(at));
    else if (tokens.kind(at) === IDENTIFIER) deprecation.replacement ??= tokens.word(at);
  }
  return deprecation;
}

/** What a string literal stands for; a backslash before a line break skips the white space behind it. */
export function stringValue(literal: string): string {
  const quote = literal.indexOf('"');
  const inside = literal.slice(quote + 1, literal.lastIndexOf('"'));
  if (literal.startsWith('r') || !inside.includes('\\')) return inside;
  return inside.replaceAll(/\\(?:\r?\n\s*|(.))/g, (_, escaped: string | undefined) =>
    escaped === undefined ? '' : escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped,
  );
}
