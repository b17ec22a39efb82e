/** MCP over HTTP: a handler of fetch requests, for whatever server it is mounted in. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Service } from '../service.ts';
import { mcpServer, type McpOptions } from './server.ts';

export interface McpHttpHandler {
  fetch: (request: Request) => Promise<Response>;
  /** Ends the calls that are under way. */
  close: () => Promise<void>;
}

/** As much as HTTP takes at its other doors: two of the longest Lean texts, each character escaped. */
const MOST_BYTES = 20_000_000;

/**
 * Who may ask (host, origin, token) is decided before. No sessions: each request stands for itself, in the protocol of
 * 2026-07-28 or one of 2025.
 */
export function mcpHttpHandler(service: Service, options: McpOptions): McpHttpHandler {
  const { fetch, close } = createMcpHandler(() => mcpServer(service, options), { maxRequestBodySize: MOST_BYTES });
  return { fetch: (request) => fetch(request), close };
}
