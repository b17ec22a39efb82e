import { describe, expect, it } from 'vitest';
import { guessShape } from '../../src/search/shape.ts';

describe('shape of a query', () => {
  it.each([
    ['Nat.add_comm', 'name', null],
    ["foo'", 'name', null],
    ['Nat.*_comm', 'name', null],
    ['a * b = b * a', 'goal', null],
    ['a * b', 'text', null],
    ['n ∣ m - say', 'text', null],
    ['a p-adic x = y', 'text', null],
    ['Set.«term_∪_»', 'name', null],
    ['lattice', 'name', 'text'],
    ['IsOpen iff', 'name', 'text'],
    ['add comm', 'text', 'name'],
    ['continuous comp', 'text', 'name'],
    ["Urysohn's lemma", 'text', null],
    ['sum of two even numbers is even', 'text', 'name'],
    ['what is the Euler–Mascheroni constant?', 'text', null],
    ['$\\sqrt{2}$ is irrational', 'text', null],
    ['a poset with `⊔` and `⊓`', 'text', null],
    ['groups, rings', 'text', null],
    ['∀ x, x = x', 'text', null],
    ['Real.sin, "two", _ * (_ ^ _), |- _ < _ → _', 'pattern', null],
    ['?a + ?b = ?b + ?a', 'pattern', null],
    ['List.map _ _', 'pattern', null],
    ['|- tsum _ = _ * tsum _', 'pattern', null],
    ['Real.sin, Real.cos', 'pattern', null],
    ['Finset.sum | Finset.prod', 'pattern', null],
    ['Real.sin -Real.cos', 'pattern', null],
    ['Real.sin, -Real.cos', 'pattern', null],
    ['join -swap', 'pattern', null],
    ['-foo', 'pattern', null],
    ['-"foo"', 'pattern', null],
    ['-1', 'text', null],
    ['p-adic numbers', 'text', null],
    ['mul_comm.{u, v}', 'name', null],
    ['"two"', 'pattern', null],
    ['⊢ a ∣ b', 'goal', null],
    ['h : a ∣ b\n⊢ a ∣ b * c', 'goal', null],
    ['case inl\nx : ℕ\nhx : x = 2\n⊢ x < 3', 'goal', null],
    ['*', 'text', null],
    ['"', 'text', null],
    ['NEAR(', 'text', null],
  ])('%j is detected as %s', (query, shape, also) => {
    expect(guessShape(query)).toEqual({ shape, also });
  });
});
