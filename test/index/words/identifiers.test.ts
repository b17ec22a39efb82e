import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitIdentifier } from '../../../src/index/words/split-identifier.ts';

describe('splitIdentifier', () => {
  it.each([
    ['LinearMap', 'linear map'],
    ['CommRing', 'comm ring'],
    ['ENNReal', 'ennreal'],
    ['ENat', 'enat nat'],
    ['T2Space', 't2 space'],
    ['iSup', 'isup sup'],
    ['sInter', 'sinter inter'],
    ['tsum', 'tsum sum'],
    ['HasFDerivAt', 'has fderiv deriv at'],
    ['IsPGroup', 'is pgroup group'],
    ['map₂', 'map two'],
    ['T₂', 't2'],
    ['x₁', ''],
    ['Hölder', 'holder'],
    ['ofNat', 'of nat'],
    ['LSeries', 'lseries series'],
    ['CStarAlgebra', 'cstar star algebra'],
    ['HTTPServer2', 'http server two'],
    ['x', ''],
    ['α', ''],
    ['constructor', 'constructor'],
  ])('splits %s into "%s"', (segment, expected) => {
    expect(splitIdentifier(segment).join(' ')).toBe(expected);
  });

  it('returns lower-case words of letters and digits for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of splitIdentifier(text)) expect(word).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });
});
