/** Every kind of failure is on the page with its exit code, and says what it may have cost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/base/exit-codes.ts';
import { KINDS, ModelError, type ModelErrorKind } from '../../src/llm/model-error.ts';
import { ROOT } from '../architecture/source-files.ts';

const rows = readFileSync(join(ROOT, 'docs', 'models.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `model-'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe.each(Object.keys(KINDS) as ModelErrorKind[])('%s', (kind) => {
  const error = new ModelError(kind, { message: 'It went wrong.' });

  test('is on the page', () => {
    const row = rows.find(([, codes]) => codes!.split(', ').includes(`\`${error.detail.code}\``));
    expect(row?.[2]).toBe(String(EXIT_CODES[error.detail.exit].code));
    if (!row![3]!.startsWith('if')) expect(row![3]).toBe(error.isPassing ? 'yes' : 'no');
  });

  test('counts as one request that may have cost something, or none', () => {
    expect(error.unaccounted).toBe(error.spent === 'unknown' ? 1 : 0);
  });
});

test('the page has no kind that there is not', () => {
  expect(rows.flatMap(([, codes]) => codes!.split(', '))).toHaveLength(Object.keys(KINDS).length);
});

test('what is known better than by the kind stands', () => {
  const error = new ModelError('cut', { message: 'x' }, { isPassing: false, spent: 'nothing', retryAfterMs: 5 });
  expect(error).toMatchObject({ isPassing: false, unaccounted: 0, retryAfterMs: 5 });
});
