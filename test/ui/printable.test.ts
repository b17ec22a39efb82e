import { PassThrough } from 'node:stream';
import { styleText } from 'node:util';
import { expect, it } from 'vitest';
import { createLog } from '../../src/ui/log.ts';
import { printable, printableJson } from '../../src/ui/printable.ts';

it.each([
  ['a terminal title', '\u001b]0;OWNED\u0007', '�]0;OWNED�'],
  ['a style', '\u001b[31mred', '�[31mred'],
  ['an eight-bit command', '\u009b2J', '�2J'],
  ['a carriage return and a backspace', 'good\rbad\b', 'good�bad�'],
  ['a change of text direction', 'a\u202eb\u2066', 'a�b�'],
])('printable replaces %s', (_what, text, shown) => {
  expect(printable(text, false)).toBe(shown);
});

it('printableJson writes control characters as escapes, so that the value stays the same', () => {
  const value = { title: 'a\u009b2J\u202eb\u200f\u007f é\u0007' };
  const json = printableJson(value, 2);
  expect(json).toBe('{\n  "title": "a\\u009b2J\\u202eb\\u200f\\u007f é\\u0007"\n}\n');
  expect(JSON.parse(json)).toEqual(value);
});

it('printable keeps ordinary text', () => {
  const text = '⊢ ∀ x : α, x = x\t-- ok\r\n«é»\n';
  expect([printable(text, false), printable(text, true)]).toEqual([text, text]);
});

it('printable keeps styles, but no sequence that hides or moves text', () => {
  const own = styleText(['bold', 'dim', 'italic', 'underline', 'cyan'], 'own', { validateStream: false });
  expect(printable(`${own}\u001b[8mhidden\u001b[2J`, true)).toBe(`${own}�[8mhidden�[2J`);
});

it('printable keeps hyperlinks with the id of this process, and no others', () => {
  const link = (id: string, url: string): string => `\u001b]8;id=${id};${url}\u001b\\here`;
  const own = `${link('k', 'file:///a%20b')}\u001b]8;;\u001b\\`;
  expect(printable(own, true, 'k')).toBe(own);
  for (const other of [link('x', 'https://a'), link('k', 'javascript:a'), link('k', 'https://a\u0007')])
    expect(printable(other, true, 'k')).not.toContain('\u001b]');
  expect(printable(own, true)).not.toContain('\u001b');
});

it('the log prints only printable text', () => {
  const stream = new PassThrough();
  createLog({ quiet: false, verbose: true, color: false }, stream).debug('attempt \u001b[2J');
  expect(String(stream.read())).toBe('attempt �[2J\n');
});
