/** The official MCP client, connected to a `lemmahead mcp` process or to the HTTP handler, in an older and the newest protocol. */
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import { BINARY } from '../binary.ts';
import { OUTPUTS } from './mcp-output-schemas.ts';

export const PROTOCOLS = ['2025-06-18', '2026-07-28'] as const;
export type ProtocolVersion = (typeof PROTOCOLS)[number];

function makeClient(version: ProtocolVersion): Client {
  const info = { name: 'test', version: '1' };
  if (version === '2026-07-28') return new Client(info, { versionNegotiation: { mode: { pin: version } } });
  return new Client(info, { supportedProtocolVersions: [version] });
}

export interface Connected {
  client: Client;
  /** The stderr output of the server so far. */
  stderr: () => string;
  pid: number | null;
}

export interface StdioOptions {
  args?: string[];
  cwd?: string;
  env?: Record<string, string>;
}

export async function overStdio(
  version: ProtocolVersion,
  { args = [], cwd = tmpdir(), env = {} }: StdioOptions,
): Promise<Connected> {
  const home = env['LEMMAHEAD_HOME'] ?? mkdtempSync(join(tmpdir(), 'lemmahead-home-'));
  const bare = { PATH: dirname(process.execPath), NO_COLOR: '1', HOME: home, LEMMAHEAD_HOME: home };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'mcp', ...args],
    env: { ...bare, ...env },
    cwd,
    stderr: 'pipe',
  });
  let words = '';
  (transport.stderr as Readable).setEncoding('utf8').on('data', (chunk: string) => (words += chunk));
  const client = makeClient(version);
  await client.connect(transport);
  return { client, stderr: () => words, pid: transport.pid };
}

export interface OverHttp {
  client: Client;
  url: URL;
  close: () => Promise<void>;
}

/** Mounts `fetch` on a free port. */
export async function overHttp(
  version: ProtocolVersion,
  fetch: (request: Request) => Promise<Response>,
): Promise<OverHttp> {
  const server = createAdaptorServer({ fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const client = makeClient(version);
  await client.connect(new StreamableHTTPClientTransport(url));
  const close = async (): Promise<void> => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { client, url, close };
}

export interface CallResult {
  isError: boolean;
  text: string;
  structured: any;
}

export async function call(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  options: Parameters<Client['callTool']>[1] = {},
): Promise<CallResult> {
  const { content, structuredContent, isError } = await client.callTool(
    { name, arguments: input },
    { timeout: 120_000, ...options },
  );
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  expect(OUTPUTS[name]?.safeParse(structuredContent).error).toBeUndefined();
  return { isError: isError ?? false, text, structured: structuredContent };
}
