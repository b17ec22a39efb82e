import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/index/digest.ts';

test.each([[[]], [['one']], [['one', 'two']], [['𝓝'.repeat(9_000_000), 'two', 'a'.repeat(17_000_000), 'three']]])(
  'a digest is that of the lines together, however long they are',
  (parts) => {
    const whole = createHash('sha256');
    for (const part of parts) whole.update(`${part}\x1e`);
    expect(digestOf(parts)).toBe(whole.digest('hex').slice(0, 32));
  },
);
