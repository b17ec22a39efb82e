import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeUnits, codeUnits } from '../../src/lean/code-units.ts';

const units = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

describe('CodeUnits and codeUnits', () => {
  it('return the UTF-16 units of a text, followed by zeros', () => {
    const source = new CodeUnits(8);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(10), (full, from) => {
        // The engine stores a slice differently from a separate string.
        const text = full.slice(from);
        source.read(text);
        expect(source.length).toBe(text.length);
        expect([...source.units.subarray(0, text.length + 4)]).toEqual([...units(text), 0, 0, 0, 0]);
        expect([...codeUnits(text).subarray(0, text.length)]).toEqual(units(text));
      }),
    );
  });
});
