import { expect, test } from 'vitest';
import { firstLine, firstWords, onOneLine } from '../../src/base/one-line.ts';

test.each([
  ['', '', '', ''],
  [' \n', ' ', ' ', ''],
  ['one', 'one', 'one', 'one'],
  ['one\ntwo', 'one', 'one two', 'one'],
  ['\n  one\t two\r\n', '', ' one two ', 'one\t two'],
])('%j: the first line is %j, all on one %j, the first words %j', (text, first, all, words) => {
  expect(firstLine(text)).toBe(first);
  expect(onOneLine(text)).toBe(all);
  expect(firstWords(text)).toBe(words);
});
