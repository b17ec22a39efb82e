import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { searchPattern } from '../../src/search/pattern.ts';
import { openGarden } from './shape-fixture.ts';

let index: LibraryIndex;

beforeAll(async () => {
  index = await openGarden();
});

afterAll(() => index.close());

/** Short names of the hits, best first. */
function find(pattern: string): string[] {
  return searchPattern(index, pattern, { limit: 100, explain: false, allow: null }).map(({ id }) =>
    index.row(id)!.name.replace('Garden.', ''),
  );
}

function failure(pattern: string): Failure {
  try {
    find(pattern);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`${pattern} did not fail`);
}

describe('searchPattern', () => {
  it('finds statements that mention a constant, and the constant itself', () => {
    const found = find('Garden.yield');
    expect(found).toEqual(
      expect.arrayContaining(['yield', 'yield_join', 'exists_larger', 'double', 'yield_outside', 'club']),
    );
    expect(found).not.toContain('touches_symm');
  });

  it('distinguishes constants with the same last name by the namespaces in scope', () => {
    expect(find('Orchard.yield')).toEqual(expect.arrayContaining(['Orchard.yield', 'Orchard.yield_zero']));
    expect(find('Orchard.yield')).not.toContain('yield_join');
    expect(find('Garden.yield')).not.toContain('Orchard.yield_zero');
    expect(find('yield, "zero"')).toEqual(expect.arrayContaining(['Orchard.yield_zero', 'yield_ne_zero']));
  });

  it('matches the same variable with the same term', () => {
    expect(find('?a * ?a')).toContain('yield_self');
    expect(find('?a * ?a')).not.toContain('yield_mul');
    expect(find('?a * ?b = ?b * ?a')).toEqual(['yield_mul']);
  });

  it('parses precedence, heads and scoped notation', () => {
    expect(find('_ * _ = _ ^ _')).toEqual(['yield_self']);
    expect(find('HMul.hMul _ _ = HPow.hPow _ _')).toEqual(['yield_self']);
    expect(find('Garden.yield (_ ⋈ _)')).toEqual(['yield_join']);
    expect(find('♣ _ = _ * _')).toContain('club');
    expect(find('⟅_⟆ = _')).toEqual(['pace_eq']);
    expect(find('2 * _')).toEqual(['double']);
  });

  it('matches hypotheses in any order, as binders or arrows', () => {
    for (const pattern of ['Garden.Touches _ _ → _ ≤ _ → _', '_ ≤ _ → Garden.Touches _ _ → _'])
      expect(find(pattern)).toEqual(['yield_le_of_touches']);
    expect(find('Garden.Touches ?p ?q → Garden.Touches ?q ?p')).toEqual(
      expect.arrayContaining(['touches_symm', 'touches_flip']),
    );
    expect(find('Garden.Touches ?p ?q → Garden.Touches ?q ?p')).not.toContain('touches_trans');
  });

  it('matches a turnstile pattern with the conclusion, also with either side of ↔', () => {
    expect(find('⊢ Garden.Touches _ _')).toEqual(
      expect.arrayContaining(['touches_symm', 'touches_trans', 'touches_iff']),
    );
    expect(find('|- Garden.Touches _ _')).not.toContain('yield_le_of_touches');
    expect(find('⊢ _ ↔ _ = _')).toEqual(['touches_iff']);
    expect(find('⊢ 0 < Garden.yield _')).toEqual(['yield_pos']);
  });

  it('treats > as reversed <, and ≠ as a negation', () => {
    expect(find('⊢ 0 < _ → 0 < _ → 0 < _')).toEqual(['yield_pos']);
    expect(find('¬ (_ = _), Garden.yield')).toContain('yield_ne_zero');
    expect(find('⊢ ¬ Garden.Touches _ _')).toEqual(['not_touches']);
  });

  it('matches a coercion where the source may have one, from a compatible type', () => {
    for (const pattern of ['↑(_ + _)', 'Nat.cast (_ + _)']) {
      expect(find(pattern)).toEqual(expect.arrayContaining(['cast_width', 'arrow_sum']));
      expect(find(pattern)).not.toContain('plain_sum');
    }
    expect(find('Int.cast (_ + _)')).toEqual([]);
    expect(find('(_ + _ : Int) = _')).toEqual(expect.arrayContaining(['plain_sum', 'cast_width']));
    expect(find('(_ + _ : Int) = _')).not.toContain('yield_join');
  });

  it('finds aliases through their target, and each direction of an equivalence', () => {
    expect(find('⊢ Garden.Touches _ _, "of_width"')).toEqual(['touches_of_width']);
    expect(find('⊢ Garden.Touches _ _ → _ = _, "width_of"')).toEqual(['width_of_touches']);
  });

  it('supports exclusions and alternatives', () => {
    expect(find('Garden.yield, -(_ + _), -(_ * _), "yield_"')).not.toEqual(expect.arrayContaining(['yield_join']));
    expect(find('Garden.yield, -Garden.Touches, "le"')).not.toContain('yield_le_of_touches');
    expect(find('Garden.yield -"join"')).not.toContain('yield_join');
    expect(find('"yield_join" | "yield_mul", Garden.yield').sort()).toEqual(['yield_join', 'yield_mul']);
    expect(find('_ * _ = _ ^ _ | 2 * _').sort()).toEqual(['double', 'yield_self']);
  });

  it('matches instance binders of variables that the statement uses', () => {
    expect(find('Garden.Paced, _ ≤ _')).toContain('pace_le');
  });

  it('returns contributions that sum to the score, best hit first', () => {
    const found = searchPattern(index, 'Garden.yield _ + _ = _ + _', { limit: 10, explain: true, allow: null });
    expect(index.row(found[0]!.id)!.name).toBe('Garden.yield_comm');
    for (const { score, contributions } of found)
      expect(contributions!.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score);
  });

  it('omits rows that the filter does not allow', () => {
    expect(searchPattern(index, 'Garden.yield', { limit: 10, explain: false, allow: () => false })).toEqual([]);
  });

  it.each([
    ['Garden.yield (', 13, 'pattern-syntax'],
    ['_ + ]', 4, 'pattern-syntax'],
    ['Garden.yield, ', 14, 'pattern-syntax'],
    ['Garden.yeild _', 0, 'pattern-constant'],
    ['_ + x', 4, 'pattern-constant'],
    ['_ ⊛ _', 2, 'pattern-syntax'],
    ['Garden.yield, "abc', 14, 'pattern-syntax'],
  ])('points at the error in %s', (pattern, column, code) => {
    const { detail } = failure(pattern);
    expect(detail.code).toBe(code);
    expect(detail.reason).toBe(`${pattern}\n${' '.repeat(column)}^`);
  });

  it('suggests names similar to an unknown constant, and rejects a pattern without constants', () => {
    expect(failure('Garden.yeild _').detail.next).toContain('Garden.yield');
    expect(failure('_ → _').detail.code).toBe('pattern-too-general');
    expect(failure('-Garden.yield').detail.code).toBe('pattern-too-general');
  });

  it('returns hits or a Failure for any text', () => {
    const word = fc.constantFrom(
      '_',
      '?a',
      '+',
      '*',
      '=',
      '→',
      '⊢',
      '|-',
      ',',
      '|',
      '-',
      '"a"',
      '"',
      '(',
      ')',
      'Garden.yield',
      'Garden.Touches',
      '∀',
      'x',
      '∑',
      '2',
      '¬',
      '↔',
      '‖',
      '⋈',
      '{',
      '}',
      '-(',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 20 }),
          fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
        ),
        (pattern) => {
          try {
            find(pattern);
          } catch (error) {
            if (!(error instanceof Failure)) throw error;
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
