import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, frameOf } from '../../src/lean/server/lsp-frames.ts';

const MESSAGE = fc.record({ id: fc.integer(), text: fc.string({ unit: 'grapheme' }), list: fc.array(fc.integer()) });

describe('LSP messages', () => {
  it('are reassembled from chunks that end anywhere', () => {
    fc.assert(
      fc.property(fc.array(MESSAGE), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sent, sizes) => {
        const bytes = Buffer.concat(sent.map(frameOf));
        const reader = new FrameReader();
        const received: unknown[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          received.push(...reader.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(received).toEqual(sent);
      }),
    );
  });

  it('are measured in bytes, with any other header fields', () => {
    const body = '{"goal":"⊢ 𝓝"}';
    const header = `Content-Type: application/vscode-jsonrpc\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    expect(new FrameReader().push(Buffer.from(header + body))).toEqual([{ goal: '⊢ 𝓝' }]);
  });

  it.each([
    'PANIC at Lean.Expr.appFn!\r\n\r\n',
    'Content-Length: many\r\n\r\n{}',
    'Content-Length: 999999999999\r\n\r\n{}',
    'Content-Length: 3\r\n\r\n{]}',
    'x'.repeat(5000),
  ])('are rejected if malformed: %.40j', (text) => {
    expect(() => new FrameReader().push(Buffer.from(text))).toThrow();
  });
});
