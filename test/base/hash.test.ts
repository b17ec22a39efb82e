import { expect, test } from 'vitest';
import { sha256 } from '../../src/base/hash.ts';

/** The first two are examples of FIPS 180-4. The names of runs and recordings on disk contain these digests. */
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['⊢ ∀', '026597a75aa4e4f878dcc06d2d5851fa63f7fc23028e2ddba214bf289c7bee66'],
])('sha256 returns the published digest of %j', (text, digits) => {
  expect(sha256(text)).toBe(digits);
  expect(sha256(Buffer.from(text, 'utf8'))).toBe(digits);
});
