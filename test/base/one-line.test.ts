import { expect, test } from 'vitest';
import { firstLine, firstNonEmptyLine, collapseWhitespace } from '../../src/base/one-line.ts';

test.each([
  ['', '', '', ''],
  [' \n', ' ', ' ', ''],
  ['one', 'one', 'one', 'one'],
  ['one\ntwo', 'one', 'one two', 'one'],
  ['\n  one\t two\r\n', '', ' one two ', 'one\t two'],
])('%j has the first line %j, collapses to %j, and has the first non-blank line %j', (text, first, all, words) => {
  expect(firstLine(text)).toBe(first);
  expect(collapseWhitespace(text)).toBe(all);
  expect(firstNonEmptyLine(text)).toBe(words);
});
