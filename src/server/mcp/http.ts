/** MCP over HTTP: a handler of fetch requests that a server can mount. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { MAX_REQUEST_BYTES } from '../requests.ts';
import type { Service } from '../service.ts';
import { mcpServer, type McpOptions } from './server.ts';

export interface McpHttpHandler {
  fetch: (request: Request) => Promise<Response>;
  /** Ends the running calls. */
  close: () => Promise<void>;
}

/**
 * Access control (host, origin, token) happens before. Stateless: each request is independent, in the protocol version
 * 2026-07-28 or one of 2025.
 */
export function mcpHttpHandler(service: Service, options: McpOptions): McpHttpHandler {
  const { fetch, close } = createMcpHandler(() => mcpServer(service, options), {
    maxRequestBodySize: MAX_REQUEST_BYTES,
  });
  return { fetch: (request) => fetch(request), close };
}
