import { describe, expect, it } from 'vitest';
import { cautionsOf } from '../../src/verify/audit/cautions.ts';

describe('cautionsOf', () => {
  it('reports each word once, at its first occurrence', () => {
    const text = [
      'theorem a : True := trivial',
      'macro_rules | `($a + $b) => `(0)',
      'local notation "p" => 3',
      'notation "q" => 4',
      '#eval 1',
    ].join('\n');
    expect(cautionsOf(text)).toEqual([
      { line: 2, word: 'macro_rules' },
      { line: 3, word: 'notation' },
      { line: 5, word: '#eval' },
    ]);
  });

  it('reports attributes that extend Lean, and the end of what Lean reads', () => {
    const text =
      '@[simp, commandElab x] def a := b\nattribute [macro y] a\n@[extern "f", reducible] def c := d\n#exit\n';
    expect(cautionsOf(text)).toEqual([
      { line: 1, word: 'commandElab' },
      { line: 2, word: 'macro' },
      { line: 4, word: '#exit' },
    ]);
  });

  it('finds nothing in comments, strings, names, or an empty file', () => {
    const text =
      '/- macro -/\ndef Lean.macro.x := "notation"\n-- elab\ntheorem «macro» (syntax_ : Nat) : True := trivial\n';
    expect(cautionsOf(text)).toEqual([]);
    expect(cautionsOf('')).toEqual([]);
  });
});
