import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdentifierCounter } from '../../src/index/identifier-counts.ts';
import { packSkeletons, skeletonLines, unpackSkeletons } from '../../src/index/skeleton-lines.ts';
import { readLeanFile } from '../../src/lean/read-file.ts';

/** By line: skeleton and slots, after packing and unpacking. */
function skeletonsIn(source: string): Record<number, [string, string[]]> {
  const facts = readLeanFile(source, 'M');
  const { text, lineOf } = new IdentifierCounter().countFile(1, source, facts.identifiers);
  const identifiers = text.split('\n').map((line) => line.split(' ')[0]!);
  const skeletons = unpackSkeletons(packSkeletons(skeletonLines(facts, lineOf)), identifiers);
  return Object.fromEntries([...skeletons].map(([line, skeleton]) => [line, [skeleton.text, skeleton.slots]]));
}

test('skeletons and the names in their slots are the same after packing', () => {
  const source = `theorem one (hyp : P) : Q := by rw [foo.bar.symm, hyp.baz]; exact foo.bar hyp
theorem two : Q := foo.bar
def three := foo
theorem four : R := by exact (foo.bar.mp one).baz.mpr
`;
  expect(skeletonsIn(source)).toEqual({
    1: ['rw [ L.symm , H.L ] ; exact L H', ['foo.bar', '.baz', 'foo.bar']],
    2: ['exact L', ['foo.bar']],
    4: ['exact ( L.mp L ).L.mpr', ['foo.bar', 'one', '.baz']],
  });
  expect(skeletonsIn('def one := 1\n')).toEqual({});
});

test('any lists of lemmas are the same after packing', () => {
  const name = fc.stringMatching(/^[a-z]{3,9}$/u).map((word) => `${word}_x`);
  const proof = fc.record({ gap: fc.nat(300), names: fc.array(name, { minLength: 1, maxLength: 30 }) });
  fc.assert(
    fc.property(fc.array(proof, { maxLength: 12 }), (proofs) => {
      let source = '';
      const expected: Record<number, [string, string[]]> = {};
      for (const [at, { gap, names }] of proofs.entries()) {
        source += '\n'.repeat(gap);
        const text = `simp [ ${names.map(() => 'L').join(' , ')} ]`;
        expected[source.split('\n').length] = [text, names];
        source += `theorem t${at} : True := by simp [${names.join(', ')}]\n`;
      }
      expect(skeletonsIn(source)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
