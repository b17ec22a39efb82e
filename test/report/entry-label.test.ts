/** Labels and positions of entries. */
import { expect, test } from 'vitest';
import { copyNames, placeSuffix } from '../../src/report/entry-label.ts';

test.each([
  [12, null, ':12'],
  [null, 3, ', page 3'],
  [12, 3, ', page 3'],
  [null, null, ''],
])('line %s, page %s', (line, page, suffix) => {
  expect(placeSuffix({ line, page })).toBe(suffix);
});

test('copies are listed by key, with the source if it differs', () => {
  const at = (source: string, key: string) => ({ id: 1, source, key, path: null, line: null, page: null });
  const copies = [at('analysis', 'second#bw'), at('notes', 'week\u001b3#bw')];
  const [own, other] = copyNames({ source: 'analysis', also_in: copies });
  expect(own).toBe('second#bw');
  expect(other).toMatch(/^notes \/ week.?3#bw$/u);
});
