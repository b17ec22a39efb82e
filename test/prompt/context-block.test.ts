import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextBlock, type ContextEntry } from '../../src/prompt/context-block.ts';

function entry(name: string, signature: string, more: Partial<ContextEntry> = {}): ContextEntry {
  return { name, writeAs: name, signature, doc: '', filePath: 'Mathlib/Data/Nat/Basic.lean', ...more };
}

const COMM = entry('Nat.add_comm', '(a b : Nat) : a + b = b + a');
const ZERO = entry('Nat.zero_le', ': ∀ (n : ℕ), 0 ≤ n', { doc: 'Zero is least. There is more.' });

describe('contextBlock', () => {
  it('lists heading, exact names with statements, and files', () => {
    expect(contextBlock([COMM, ZERO], 202).text).toBe(`# Retrieved Declarations (top 2)
- Nat.add_comm : ∀ (a b : Nat), a + b = b + a
  file: Mathlib/Data/Nat/Basic.lean
- Nat.zero_le : ∀ (n : ℕ), 0 ≤ n
  file: Mathlib/Data/Nat/Basic.lean`);
  });

  it('adds docstrings if space is left after signatures', () => {
    expect(contextBlock([COMM, ZERO], 1500).text).toBe(`# Retrieved Declarations (top 2)
- Nat.add_comm : ∀ (a b : Nat), a + b = b + a
  file: Mathlib/Data/Nat/Basic.lean
- Nat.zero_le : ∀ (n : ℕ), 0 ≤ n
  file: Mathlib/Data/Nat/Basic.lean
  doc: Zero is least.`);
  });

  it('counts the listed entries in its heading and skips those that do not fit', () => {
    const long = entry('long', `: ${'x '.repeat(500)}`);
    const { text, listed } = contextBlock([long, COMM, ZERO], 150);
    expect(text).toMatch(/^# Retrieved Declarations \(top 1\)\n- Nat\.add_comm/);
    expect(listed).toEqual([COMM]);
  });

  it('writes (none) if nothing was found or fits', () => {
    const none = '# Retrieved Declarations (top 0)\n(none)';
    expect(contextBlock([], 1500)).toEqual({ text: none, listed: [] });
    expect(contextBlock([COMM], 10)).toEqual({ text: none, listed: [] });
  });

  it.each<[string, ContextEntry, string]>([
    [
      'binders of all kinds',
      entry('f', '{α : Type*} [Group α] (a : α) (h : p (q : Nat)) : a = a'),
      'f : ∀ [Group α] (a : α) (h : p (q : Nat)), a = a',
    ],
    ['inferred types', entry('f', '{α β : Type u} {γ : Sort _} : p'), 'f : p'],
    ['an alias', entry('f', ':= Iff.mp g'), 'f := Iff.mp g'],
    ['no statement', entry('f', ''), 'f'],
    ['no colon', entry('f', '(n)'), 'f (n)'],
    ['a quoted name', entry('A.at', ': p', { writeAs: 'A.«at»' }), 'A.«at» : p'],
    ['a name that resolves to another declaration', entry('A.b', ': p', { writeAs: '_root_.A.b' }), '_root_.A.b : p'],
    ['a name with a shorter form', entry('A.b', ': p', { writeAs: 'b' }), 'A.b : p'],
  ])('writes %s', (_what, one, line) => {
    expect(contextBlock([one], 1500).text.split('\n')[1]).toBe(`- ${line}`);
  });

  it('respects its limit and lists full entries in order, for any entries', () => {
    const any = fc.record({
      name: fc.string({ minLength: 1, maxLength: 30 }),
      writeAs: fc.string({ maxLength: 30 }),
      signature: fc.string({ maxLength: 300 }),
      doc: fc.string({ maxLength: 400 }),
      filePath: fc.string({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 15 }), fc.integer({ min: 60, max: 2000 }), (entries, room) => {
        const { text, listed } = contextBlock(entries, room);
        expect(text.length).toBeLessThanOrEqual(room);
        expect(text).toContain(`(top ${listed.length})`);
        expect(listed).toEqual(entries.filter((one) => listed.includes(one)));
        for (const { filePath } of listed) expect(text).toContain(`\n  file: ${filePath}`);
      }),
    );
  });
});
