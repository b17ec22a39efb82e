import { expect, test } from 'vitest';
import { firstLine, onOneLine } from '../../src/base/one-line.ts';

test.each([
  ['', '', ''],
  ['one', 'one', 'one'],
  ['one\ntwo', 'one', 'one two'],
  ['\n  one\t two\r\n', '', ' one two '],
])('%j: the first line is %j, all on one %j', (text, first, all) => {
  expect(firstLine(text)).toBe(first);
  expect(onOneLine(text)).toBe(all);
});
