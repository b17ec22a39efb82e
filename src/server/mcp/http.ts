/** MCP over HTTP: a handler of fetch requests, for whatever server it is mounted in. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { MOST_BYTES } from '../requests.ts';
import type { Service } from '../service.ts';
import { mcpServer, type McpOptions } from './server.ts';

export interface McpHttpHandler {
  fetch: (request: Request) => Promise<Response>;
  /** Ends the calls that are under way. */
  close: () => Promise<void>;
}

/**
 * Who may ask (host, origin, token) is decided before. No sessions: each request stands for itself, in the protocol of
 * 2026-07-28 or one of 2025.
 */
export function mcpHttpHandler(service: Service, options: McpOptions): McpHttpHandler {
  const { fetch, close } = createMcpHandler(() => mcpServer(service, options), { maxRequestBodySize: MOST_BYTES });
  return { fetch: (request) => fetch(request), close };
}
