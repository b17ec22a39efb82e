/** Detection of paragraphs that start statements, and decoding of bytes to text. */
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/sources/decode.ts';
import { parseStart } from '../../src/sources/marked-blocks.ts';

describe('parseStart', () => {
  test.each([
    ['Theorem 3. All of it.', 'theorem|Theorem|3||All of it.'],
    ['Theorem 3 (Euclid). All of it.', 'theorem|Theorem|3|Euclid|All of it.'],
    ['**Theorem 2.1** (Gauss). x', 'theorem|Theorem|2.1|Gauss|x'],
    ['**Theorem 2.1 (Gauss).** x', 'theorem|Theorem|2.1|Gauss|x'],
    ['\\textbf{Lemma~A.4.} x', 'theorem|Lemma|A.4||x'],
    ['\\noindent{\\bf Problem 4:} x', 'problem|Problem|4||x'],
    ['Open Problem 7. x', 'problem|Open Problem|7||x'],
    ['Proof. x', 'proof|Proof|||x'],
    ['*Proof.* x', 'proof|Proof|||x'],
    ['SOLUTION: x', 'solution|SOLUTION|||x'],
    ['Second solution. x', 'solution|Second solution|||x'],
    ['Another solution. x', 'solution|Another solution|||x'],
    ['Satz 1.2. x', 'theorem|Satz|1.2||x'],
    ['Übung 3. x', 'problem|Übung|3||x'],
    ['Theorem 3 says that.', null],
    ['Proof of this is hard.', null],
    ['The theorem. x', null],
    ['theorem 3. x', null],
    ['Examples are easy. x', null],
    ['Definitions', 'definition|Definitions|||'],
  ])('recognises the start of a statement in %j', (text, expected) => {
    const start = parseStart(text);
    const found = start && [start.role, start.called, start.number ?? '', start.title, start.rest].join('|');
    expect(found).toBe(expected);
  });
});

describe('decodeText', () => {
  test.each<[string, Uint8Array, string | null]>([
    ['UTF-8', new TextEncoder().encode('é'), 'é'],
    ['UTF-8 with a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'a'],
    ['Latin-1', Uint8Array.of(0x61, 0xe9), 'aé'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'a'],
    ['binary data', Uint8Array.of(0x61, 0), null],
  ])('handles %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toBe(text);
  });
});
