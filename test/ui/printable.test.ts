import { PassThrough } from 'node:stream';
import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { createLog } from '../../src/ui/log.ts';
import { printable } from '../../src/ui/printable.ts';

it.each([
  ['a terminal title', '\u001b]0;OWNED\u0007', '�]0;OWNED�'],
  ['a style', '\u001b[31mred', '�[31mred'],
  ['an eight-bit command', '\u009b2J', '�2J'],
  ['a carriage return and a backspace', 'good\rbad\b', 'good�bad�'],
  ['a change of text direction', 'a\u202eb\u2066', 'a�b�'],
])('printable replaces %s', (_what, text, shown) => {
  expect(printable(text, false)).toBe(shown);
});

it('printable keeps ordinary text', () => {
  const text = '⊢ ∀ x : α, x = x\t-- ok\r\n«é»\n';
  expect([printable(text, false), printable(text, true)]).toEqual([text, text]);
});

it('printable keeps styles, but no sequence that hides or moves text', () => {
  const own = styleText(['bold', 'dim', 'italic', 'underline', 'cyan'], 'own', { validateStream: false });
  expect(printable(`${own}\u001b[8mhidden\u001b[2J`, true)).toBe(`${own}�[8mhidden�[2J`);
});

it('the log prints only printable text', () => {
  const stream = new PassThrough();
  createLog({ quiet: false, verbose: true, color: false }, stream).debug('attempt \u001b[2J');
  expect(String(stream.read())).toBe('attempt �[2J\n');
});
