import { describe, expect, it } from 'vitest';
import type { AnalysedDeclaration } from '../../src/index/analysis.ts';
import { emittedTokens } from './emitted-tokens.ts';
import { PREMISE, edgeToken } from '../../src/index/shape-tokens.ts';
import { makeShapeAnalyser } from '../../src/index/shapes.ts';

const analyse = emittedTokens(makeShapeAnalyser);

function tokens(type: string, rest: Partial<AnalysedDeclaration['declaration']> = {}): Map<string, number> {
  const signature = `theorem t ${type}`;
  const declaration: AnalysedDeclaration['declaration'] = {
    name: 't',
    kind: 'theorem',
    signature,
    typeAt: 10,
    doc: null,
    namespace: '',
    attributes: [],
    origin: 'written',
    variables: [],
    body: '',
    section: null,
    instanceOf: null,
    isApproximate: false,
    ...rest,
  };
  return new Map(analyse({ declaration, module: 'M', title: null, mentions: [] }));
}

describe('makeShapeAnalyser', () => {
  it('reports the constants of notation, fields and numerals, but no bound names', () => {
    const found = tokens('(s : Finset ℕ) (f : ℕ → ℕ) : ∑ i ∈ s, f i = s.card * 2');
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['s:c:Finset.sum', 's:c:Eq', 's:c:HMul.hMul', 's:c:Finset.card', 's:c:2', 's:c:Nat']),
    );
    for (const bound of ['s', 'f', 'i']) expect(found.has(`s:c:${bound}`)).toBe(false);
  });

  it('reports edges through functions and coercions, and from premises to their heads', () => {
    const found = tokens('(h : a ≤ b) : ∑ i ∈ s, (f i * (↑(n + 1) : ℝ)) = 0');
    for (const [parent, position, child] of [
      ['Eq', 0, 'sum'],
      ['sum', 1, 'hMul'],
      ['hMul', 1, 'hAdd'],
      ['Eq', 1, '0'],
      [PREMISE, 0, 'le'],
    ] as const) {
      expect(found.has(edgeToken(parent, position, child)), `${parent} ${position} ${child}`).toBe(true);
    }
    expect(found.has(edgeToken('hMul', 0, 'hAdd'))).toBe(false);
  });

  it('reports a receiver at each position where it may be an argument', () => {
    const found = tokens('(x : Foo) : (g y).map x = z');
    expect(found.has(edgeToken('map', 0, 'g'))).toBe(true);
    expect(found.has(edgeToken('map', 1, 'g'))).toBe(true);
  });

  it('reports the heads of the conclusion and its sides, and whether all arguments are variables', () => {
    expect([...tokens('(a b : α) : a ∣ b ↔ IsUnit a').keys()]).toEqual(
      expect.arrayContaining(['s:C:Iff', 's:C:dvd', 's:C:IsUnit', 's:R:dvd', 's:R:IsUnit', 's:V:dvd']),
    );
    expect(tokens('(a b : α) : a ∣ b * a').has('s:V:dvd')).toBe(false);
  });

  it('reports the namespaces in which names can be abbreviated', () => {
    const found = tokens(': True', { namespace: 'A.B', opens: ['Real', 'scoped Topology'] });
    expect([...found.keys()].filter((token) => /^s:[oz]:/.test(token)).sort()).toEqual([
      's:o:A',
      's:o:A.B',
      's:o:Real',
      's:z:Topology',
    ]);
  });

  it('includes the binders of variables', () => {
    const variables = ['{R : Type*}', '[Ring R]', '(x : R)'];
    expect(tokens(': x = x', { variables }).has('s:c:Ring')).toBe(true);
  });

  it('gives small statements larger weights', () => {
    expect(tokens('(a b : α) : a = b').get('s:c:Eq')!).toBeGreaterThan(
      tokens('(a b : α) (h : a + b = b * a) : a * b * a = b * b * b').get('s:c:Eq')!,
    );
  });
});
