import { expect, test } from 'vitest';
import { TitleIndex, titlesAgree } from '../../../../src/builders/knowledge/fusion/title-key.ts';

test.each([
  ['Mean Value Theorem', 'The mean value theorem'],
  ["Rolle's theorem", 'Rolle’s Theorem'],
  ['H\\"older inequality', 'Hölder inequality'],
  ['Theorem of Fermat', "Fermat's theorem"],
  ['Finite groups', 'finite group'],
  ["Fermat's theorem (stationary points)", "Fermat's theorem"],
  ['Ring of $p$-adic integers', 'ring of p-adic integers'],
  ['ring of fractions', 'fraction ring'],
  ['nonabelian group', 'non-abelian group'],
  ['Serret-Frenet formulas', 'Frenet–Serret formula'],
  ['The Well-Ordering Theorem', 'well-ordering theorem'],
  ['σ-algebra', 'sigma-algebra'],
  ['$\\sigma$-algebra', 'sigma algebra'],
  ['Möbius transformation', 'Moebius transformations'],
  ['tubular neighbourhood of a fibre', 'tubular neighborhood of a fiber'],
  ['localisation', 'localization'],
  ['Klein 4-group', 'Klein four-group'],
  ['orthogonal matrices', 'orthogonal matrix'],
  ['conformal mapping', 'conformal map'],
  ['minor (of a graph)', 'graph minor'],
  ['tensor product (vector spaces)', 'tensor product of vector spaces'],
  ['Euler, Leonhard', 'Leonhard Euler'],
])('%s = %s', (one, other) => expect(titlesAgree(one, other)).toBe(true));

test.each([
  ['', ''],
  ['Mean Value Theorem', "Carathéodory's Theorem (Analysis)"],
  ["Fermat's theorem (stationary points)", "Fermat's theorem (sums of two squares)"],
  ['Open set', 'Closed set'],
  ['Basis', 'Base'],
  ['group cohomology', 'cohomology group'],
  ['group', 'A-group'],
  ['matrix', 'S-matrix'],
  ['Axiom A', 'axiom'],
  ['statistic', 'statistics'],
  ['', '(topology)'],
])('%s ≠ %s', (one, other) => expect(titlesAgree(one, other)).toBe(false));

test('of several titles, those that agree also in the remark are the same', () => {
  const index = new TitleIndex(
    ['lattice (physics)', 'Lattices', 'lattice (order)', 'field (physics)'],
    (title) => title,
  );
  expect(index.matches('lattice')).toEqual(['Lattices']);
  expect(index.matches('Lattice (Order)')).toEqual(['lattice (order)']);
  expect(index.matches('Lattice (cryptography)')).toEqual(['Lattices']);
  expect(index.matches('field')).toEqual(['field (physics)']);
  expect(index.matches('ring')).toEqual([]);
});
