import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/lean/declaration.ts';
import { tokenise } from '../../src/lean/lexer.ts';
import { AFTER_BLANK, CHARACTER, COLUMN_ZERO, DOC, IDENTIFIER, LINE_FIRST, STRING } from '../../src/lean/tokens.ts';
import { leanText } from './lean-text.ts';

function words(text: string): string[] {
  const tokens = tokenise(text, []);
  return Array.from({ length: tokens.count }, (_, at) => tokens.word(at));
}

describe('tokenise splits into tokens', () => {
  test.each([
    ['foo.bar.«a b».c₁', ['foo.bar.«a b».c₁']],
    ['x.{u} x.1 .foo x..y', ['x', '.{', 'u', '}', 'x', '.', '1', '.', 'foo', 'x', '..', 'y']],
    ["h' 'h' f ⁻¹' s ''", ["h'", "'h'", 'f', '⁻', '¹', "'", 's', "'", "'"]],
    ["'\\'' '\"' '\\u03bb' '𝓝'", ["'\\''", "'\"'", "'\\u03bb'", "'𝓝'"]],
    ['"a\\"b" r"\\" r##"x"#y"##', ['"a\\"b"', 'r"\\"', 'r##"x"#y"##']],
    ['a := b => c |> d || e <|> f', ['a', ':=', 'b', '=>', 'c', '|>', 'd', '||', 'e', '<|>', 'f']],
    ['λ x, 𝕜 𝓝 ∀y', ['λ', 'x', ',', '𝕜', '𝓝', '∀', 'y']],
    ['a/- x /- y -/ z -/b--c\nd', ['a', 'b', 'd']],
    ['/-/- -/-/ x /--/ y /-- z -/', ['x', 'y', '/-- z -/']],
    ['1.5 0x1f 2.foo', ['1.5', '0x1f', '2', '.', 'foo']],
    ['@[simp] @foo #check', ['@[', 'simp', ']', '@', 'foo', '#', 'check']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('records position flags, line and column', () => {
    const tokens = tokenise('a b\n  c\n\n\nd /- e\n-/ f\r\n\r\ng', []);
    const flagged = (bit: number) =>
      Array.from({ length: tokens.count }, (_, at) => at)
        .filter((at) => tokens.flag(at, bit))
        .map((at) => tokens.word(at));
    expect(flagged(LINE_FIRST)).toEqual(['a', 'c', 'd', 'g']);
    expect(flagged(COLUMN_ZERO)).toEqual(['a', 'd', 'g']);
    expect(flagged(AFTER_BLANK)).toEqual(['d', 'g']);
    expect(tokens.line(3)).toBe(5);
    expect(tokens.column(2)).toBe(2);
  });

  test('a high surrogate without its low one takes no character after it', () => {
    const tokens = tokenise("\ud835\n'\ud835' 𝓝 😀", []);
    expect(Array.from({ length: tokens.count }, (_, at) => tokens.word(at))).toEqual(['\ud835', "'\ud835'", '𝓝', '😀']);
  });

  test('reports unclosed strings and comments; an unclosed string is a one-character symbol', () => {
    const problems: Problem[] = [];
    const tokens = tokenise('a\n"b c\nd', problems);
    expect(problems).toEqual([{ line: 2, message: 'string is not closed' }]);
    expect(tokens.count).toBe(5);
    tokenise('x /- y', problems);
    expect(problems[1]).toEqual({ line: 1, message: 'comment is not closed' });
  });
});

describe('tokenise for any text', () => {
  /** Whether the text contains only white space and comments, checked independently of the lexer. */
  function isGap(gap: string): boolean {
    let rest = gap;
    for (;;) {
      rest = rest.trimStart();
      if (rest === '') return true;
      if (rest.startsWith('--')) rest = rest.replace(/^--[^\n]*/, '');
      else if (rest.startsWith('/-')) {
        let depth = 0;
        let at = 0;
        do {
          if (rest.startsWith('/-', at)) {
            depth++;
            at += 2;
          } else if (rest.startsWith('-/', at)) {
            depth--;
            at += 2;
          } else at++;
        } while (depth > 0 && at < rest.length);
        rest = rest.slice(at);
      } else return false;
    }
  }

  test('gives tokens in order, separated only by white space and comments', () => {
    fc.assert(
      fc.property(fc.oneof(leanText(), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const tokens = tokenise(text, []);
        let lastEnd = 0;
        for (let at = 0; at < tokens.count; at++) {
          expect(tokens.start(at)).toBeGreaterThanOrEqual(lastEnd);
          expect(tokens.end(at)).toBeGreaterThan(tokens.start(at));
          expect(isGap(text.slice(lastEnd, tokens.start(at)))).toBe(true);
          lastEnd = tokens.end(at);
        }
        expect(isGap(text.slice(lastEnd))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('gives the same token for a word read on its own', () => {
    fc.assert(
      fc.property(leanText(), (text) => {
        const tokens = tokenise(text, []);
        for (let at = 0; at < tokens.count; at++) {
          const kind = tokens.kind(at);
          if (![IDENTIFIER, STRING, CHARACTER, DOC].includes(kind)) continue;
          const again = tokenise(tokens.word(at), []);
          expect([again.count, again.kind(0), again.word(0)]).toEqual([1, kind, tokens.word(at)]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
