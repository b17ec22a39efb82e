import { describe, expect, it } from 'vitest';
import { nameFromPhrase } from '../../src/search/name-from-phrase.ts';

describe('nameFromPhrase', () => {
  it.each([
    ['commutativity of addition', 'comm add'],
    ['Addition is commutative', 'add comm'],
    ['the composition of continuous functions is continuous', 'comp continuous'],
    ['transitivity of divisibility', 'trans dvd'],
    ['multiplication distributes over addition', 'mul distrib add'],
    ['a bounded sum', 'bdd sum'],
  ])('%s gives the name parts %s', (query, parts) => expect(nameFromPhrase(query)).toBe(parts));

  it.each([
    ['a phrase with a single part', 'commutativity'],
    ['a phrase without abbreviated words', 'compact spaces are normal'],
    ['a phrase with too many parts', 'addition of natural numbers less than ten is commutative'],
    ['an empty phrase', ''],
  ])('%s gives null', (_what, query) => expect(nameFromPhrase(query)).toBeNull());
});
