import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/index/digest.ts';

test.each([[[]], [['one']], [['one', 'two']], [['𝓝'.repeat(9_000_000), 'two', 'a'.repeat(17_000_000), 'three']]])(
  'the digest of lines is that of the joined text, for any length',
  (parts) => {
    const expected = createHash('sha256');
    for (const part of parts) expected.update(`${part}\x1e`);
    expect(digestOf(parts)).toBe(expected.digest('hex').slice(0, 32));
  },
);
