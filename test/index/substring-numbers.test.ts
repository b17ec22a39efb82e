import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeUnits } from '../../src/lean/code-units.ts';
import { SubstringNumbers } from '../../src/index/substring-numbers.ts';

describe('SubstringNumbers', () => {
  it('numbers substrings like a map of strings', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: fc.constantFrom('a', 'b') }));
    const part = fc.tuple(text, fc.nat(30), fc.nat(30));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const numbers = new SubstringNumbers();
        const source = new CodeUnits();
        const known = new Map<string, number>();
        for (const [string, a, b] of parts) {
          const start = Math.min(a, b, string.length);
          const end = Math.min(Math.max(a, b), string.length);
          const piece = string.slice(start, end);
          if (!known.has(piece)) known.set(piece, known.size);
          source.read(string);
          const number = numbers.numberOf(source.units, start, end);
          expect(number).toBe(known.get(piece));
          expect(numbers.text(number)).toBe(piece);
          expect(numbers.find(source.units, start, end)).toBe(number);
          source.read(`${piece}\0`);
          expect(numbers.find(source.units, 0, source.length)).toBe(known.get(`${piece}\0`) ?? -1);
        }
        expect(numbers.size).toBe(known.size);
        const { chars, ends } = numbers.packed();
        const packed = Array.from(ends, (end, i) => String.fromCharCode(...chars.subarray(ends[i - 1] ?? 0, end)));
        expect(packed).toEqual([...known.keys()]);
      }),
    );
  });

  it('keeps its numbers while the table grows', () => {
    const numbers = new SubstringNumbers();
    const source = new CodeUnits();
    const numberOf = (text: string): number => {
      source.read(text);
      return numbers.numberOf(source.units, 0, text.length);
    };
    const names = Array.from({ length: 30_000 }, (_, i) => `name${i}`);
    expect(names.every((name, i) => numberOf(name) === i)).toBe(true);
    expect(names.every((name, i) => numberOf(name) === i && numbers.text(i) === name)).toBe(true);
  });
});
