import { expect, test } from 'vitest';
import { titlesAgree } from '../../../../src/builders/knowledge/fusion/title-key.ts';

test.each([
  ['Mean Value Theorem', 'The mean value theorem'],
  ["Rolle's theorem", 'Rolle’s Theorem'],
  ['H\\"older inequality', 'Hölder inequality'],
  ['Theorem of Fermat', "Fermat's theorem"],
  ['Finite groups', 'finite group'],
  ["Fermat's theorem (stationary points)", "Fermat's theorem"],
  ['Ring of $p$-adic integers', 'ring of p-adic integers'],
])('%s = %s', (one, other) => expect(titlesAgree(one, other)).toBe(true));

test.each([
  ['', ''],
  ['Mean Value Theorem', "Carathéodory's Theorem (Analysis)"],
  ["Fermat's theorem (stationary points)", "Fermat's theorem (sums of two squares)"],
  ['Open set', 'Closed set'],
  ['Basis', 'Base'],
])('%s ≠ %s', (one, other) => expect(titlesAgree(one, other)).toBe(false));
