import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeUnits, codeUnits } from '../../src/lean/code-units.ts';

const units = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

describe('the units of a text', () => {
  it('are what its characters are one by one, with zeros behind', () => {
    const source = new CodeUnits(8);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(10), (whole, from) => {
        // A slice is kept differently from a string of its own.
        const text = whole.slice(from);
        source.read(text);
        expect(source.length).toBe(text.length);
        expect([...source.units.subarray(0, text.length + 4)]).toEqual([...units(text), 0, 0, 0, 0]);
        expect([...codeUnits(text).subarray(0, text.length)]).toEqual(units(text));
      }),
    );
  });
});
