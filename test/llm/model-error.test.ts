/** Every kind of model error is in docs/reference/models.md with its exit code, and states its possible cost. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/base/exit-codes.ts';
import { KINDS, ModelError, type ModelErrorKind } from '../../src/llm/model-error.ts';
import { ROOT } from '../architecture/source-files.ts';

const rows = readFileSync(join(ROOT, 'docs', 'reference', 'models.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `model-'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe.each(Object.keys(KINDS) as ModelErrorKind[])('%s', (kind) => {
  const error = new ModelError(kind, { message: 'It went wrong.' });

  test('is documented with exit code and retry', () => {
    const row = rows.find(([, codes]) => codes!.split(', ').includes(`\`${error.detail.code}\``));
    expect(row?.[2]).toBe(String(EXIT_CODES[error.detail.exit].code));
    if (!row![3]!.startsWith('if')) expect(row![3]).toBe(error.isTransient ? 'yes' : 'no');
  });

  test('counts as an unaccounted request exactly if its cost is unknown', () => {
    expect(error.unaccounted).toBe(error.spent === 'unknown' ? 1 : 0);
  });
});

test('docs/reference/models.md lists no unknown kinds of model errors', () => {
  expect(rows.flatMap(([, codes]) => codes!.split(', '))).toHaveLength(Object.keys(KINDS).length);
});

test('ModelError facts override those of its kind', () => {
  const error = new ModelError('cut', { message: 'x' }, { isTransient: false, spent: 'nothing', retryAfterMs: 5 });
  expect(error).toMatchObject({ isTransient: false, unaccounted: 0, retryAfterMs: 5 });
});
