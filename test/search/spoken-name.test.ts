import { describe, expect, it } from 'vitest';
import { spokenName } from '../../src/search/spoken-name.ts';

describe('a law as it is spoken', () => {
  it.each([
    ['commutativity of addition', 'comm add'],
    ['Addition is commutative', 'add comm'],
    ['the composition of continuous functions is continuous', 'comp continuous'],
    ['transitivity of divisibility', 'trans dvd'],
    ['multiplication distributes over addition', 'mul distrib add'],
    ['a bounded sum', 'bdd sum'],
  ])('%s has the parts %s', (query, parts) => expect(spokenName(query)).toBe(parts));

  it.each([
    ['of a single part', 'commutativity'],
    ['that no name shortens', 'compact spaces are normal'],
    ['with more than a name says', 'addition of natural numbers less than ten is commutative'],
    ['that is empty', ''],
  ])('%s is none', (_what, query) => expect(spokenName(query)).toBeNull());
});
