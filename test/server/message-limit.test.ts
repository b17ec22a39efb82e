/** Messages of an MCP client that are too long. */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { MessageLimit, type MessageId } from '../../src/server/mcp/message-limit.ts';

async function passed(
  chunks: string[],
  maxBytes: number,
): Promise<{ lines: string[]; dropped: [MessageId, number][] }> {
  const dropped: [MessageId, number][] = [];
  const limit = new MessageLimit(maxBytes, (id, bytes) => void dropped.push([id, bytes]));
  const lines: string[] = [];
  for await (const line of Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(limit))
    lines.push(String(line));
  return { lines, dropped };
}

it('passes on whole lines, whatever the chunks are', async () => {
  const { lines, dropped } = await passed(['{"a"', ':1}\n{"b":2}\n', '\n{"c', '":"é"}\nrest'], 12);
  expect(lines).toEqual(['{"a":1}\n', '{"b":2}\n', '\n', '{"c":"é"}\n']);
  expect(dropped).toEqual([]);
  expect((await passed(['12345678901\n', '123456789012\n'], 12)).lines).toEqual(['12345678901\n']);
});

it('drops a longer line, and says how long it was and which request it is', async () => {
  const long = 'x'.repeat(5000);
  const trap = String.raw`\"id\":99}`;
  const messages: [string, MessageId][] = [
    [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"text":"${long}"}}`, 7],
    [`{ "id" : "a b", "jsonrpc" : "2.0", "params": {"text":"${long}"} }`, 'a b'],
    [`{"method":"tools/call","params":{"text":"${long}${trap}"},"jsonrpc":"2.0","id":8}`, 8],
    [`{"params":{"id":99,"text":"${long}"},"id":9,"method":"tools/call"}`, 9],
    // Notifications have none.
    [`{"jsonrpc":"2.0","method":"note","params":{"id":1,"text":"${long}${trap}"}}`, null],
    [`{"jsonrpc":"2.0","params":{"text":"${long}","id":99}}`, null],
    [long, null],
  ];
  for (const [message, id] of messages) {
    // Split into pieces as a pipe does.
    const pieces = [...message.matchAll(/.{1,700}/gsu)].map(([piece]) => piece);
    const { lines, dropped } = await passed(['{"a":1}\n', ...pieces, '\n{"b":2}\n'], 3000);
    expect(lines).toEqual(['{"a":1}\n', '{"b":2}\n']);
    expect(dropped).toEqual([[id, message.length + 1]]);
  }
});
