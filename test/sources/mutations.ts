/** Test helper: texts with random changes. */
import fc from 'fast-check';

/** One of `texts`, with parts removed, doubled, or replaced by one of `parts` or by odd characters. */
export function mutations(texts: readonly string[], parts: readonly string[]): fc.Arbitrary<string> {
  const inserted = fc.constantFrom('', '\0', '\ud800', '\u202e', '\n', '\n\n', '\\', ...parts);
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), length: fc.nat(40), inserted });
  return fc.tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 8 })).map(([text, changes]) =>
    changes.reduce((now, { at, length, inserted: part }) => {
      const start = Math.floor(at * now.length);
      return `${now.slice(0, start)}${part}${now.slice(start + length)}`;
    }, text),
  );
}
