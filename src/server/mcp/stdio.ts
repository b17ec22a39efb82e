/** `lemmahead mcp`: serves one client over stdin and stdout, until it closes stdin or the process is stopped. */
import { type JSONRPCErrorResponse, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { aborted } from '../../base/aborted.ts';
import type { CommandContext } from '../../session/command-context.ts';
import type { Command } from '../../commands/command.ts';
import { indexPathFor } from '../../config/paths.ts';
import { logBug } from '../http/json-response.ts';
import { MAX_REQUEST_BYTES } from '../requests.ts';
import { Service, type ServiceOptions } from '../service.ts';
import { MessageLimit } from './message-limit.ts';
import { mcpServer } from './server.ts';

/** Exit `done` when stdin is closed or a signal arrives. stdout is used only for the protocol. */
export const mcp: Command<ServiceOptions> = async (options, context) => {
  const service = new Service(context, options);
  try {
    await serveClient(service, context);
  } finally {
    await service.close();
  }
  return { exit: 'done', data: { schema: 'lemmahead/mcp@1' }, render: () => '' };
};

async function serveClient(service: Service, { log, signal, settings }: CommandContext): Promise<void> {
  const messages = new MessageLimit(MAX_REQUEST_BYTES, (id, bytes) => {
    log.warn(`MCP: a message of ${bytes} bytes was dropped.`);
    // A message without an id expects no answer.
    if (id !== null) void transport.send(tooLarge(id, bytes)).catch(() => undefined);
  });
  process.stdin.pipe(messages);
  const transport = new ClosingTransport(messages, process.stdout, { maxBufferSize: MAX_REQUEST_BYTES + 1 });
  const handle = serveStdio(() => mcpServer(service, { onBug: (error) => logBug(log, error) }), {
    transport,
    onerror: ({ message }) => log.warn(`MCP: ${message}`),
  });
  // Normally an agent starts it. On a terminal, print what it waits for.
  log[process.stdin.isTTY ? 'info' : 'debug'](
    `MCP on stdin and stdout, for ${service.files.root} with the index ${indexPathFor(settings)}; Ctrl-D to stop.`,
  );
  await Promise.race([transport.closed, aborted(signal)]);
  await handle.close();
  // Otherwise an open stdin would keep the process running.
  process.stdin.unpipe(messages).pause();
}

function tooLarge(id: string | number, bytes: number): JSONRPCErrorResponse {
  const message = `The message has ${bytes} bytes; lemmahead reads at most ${MAX_REQUEST_BYTES}. Send less, or name a file instead of its text.`;
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
}

/** A transport with a promise that resolves when stdin has ended or stdout is closed. */
class ClosingTransport extends StdioServerTransport {
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#closed.resolve();
  }
}
