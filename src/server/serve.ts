/** `lemmahead serve`: starts the service with HTTP, the web page and MCP, and runs until it is stopped. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import type { CommandContext } from '../session/command-context.ts';
import type { Command } from '../commands/command.ts';
import { indexPathFor } from '../config/paths.ts';
import { buildCommand } from '../index/build-command.ts';
import { makeApp } from './http/app.ts';
import { errorReportOf, logBug } from './http/json-response.ts';
import { Guard, isLoopback } from './http/guard.ts';
import { listen } from './http/listen.ts';
import { readPage } from './http/page-files.ts';
import { Jobs } from './jobs.ts';
import { mcpHttpHandler } from './mcp/http.ts';
import { Service, type ServiceOptions } from './service.ts';

export interface ServeOptions extends ServiceOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Additional host names of the server. */
  allowHosts: string[];
  /** `--token-file`, or null. */
  tokenFile: string | null;
  /** `LEMMAHEAD_TOKEN`, or null. */
  token: string | null;
}

/** How long running requests may take after a stop signal. */
const DRAIN_MS = 10_000;
const MCP_GRACE_MS = 1000;

/** Exit `done` after a stop signal. */
export const serve: Command<ServeOptions> = async (options, context) => {
  const { signal, log } = context;
  const token = options.tokenFile === null ? options.token : readToken(resolve(context.cwd, options.tokenFile));
  requireToken(options.host, token);
  const service = new Service(context, options);
  const mcp = mcpHttpHandler(service, { onBug: (error) => logBug(log, error) });
  try {
    const jobs = new Jobs(service, errorReportOf);
    const guard = new Guard({ host: options.host, allowedHosts: options.allowHosts, token });
    const app = makeApp({ service, jobs, guard, mcp, log, page: readPage(), started: Date.now(), stopping: signal });
    const server = await listen(app.fetch, options);
    announce(server.url, context);
    if (existsSync(indexPathFor(context.settings))) service.warmUp(signal);
    await aborted(signal);
    log.info('Stopping: running searches are answered, checks and proofs are stopped.');
    jobs.cancelAll();
    const drained = server.drain(DRAIN_MS);
    // An MCP client may keep a stream open without a request.
    await Promise.race([drained, setTimeout(MCP_GRACE_MS, undefined, { ref: false })]);
    await mcp.close();
    await drained;
    return { exit: 'done', data: { schema: 'lemmahead/serve@1', url: server.url }, render: () => '' };
  } finally {
    await mcp.close();
    await service.close();
  }
};

/** Programs learn the port from the event. */
function announce(url: string, { stream, log, settings }: CommandContext): void {
  stream?.({ event: 'listening', url });
  log.info(`${url}  web page; /search, /check, /prove, /openapi.json; MCP at /mcp`);
  const path = indexPathFor(settings);
  if (existsSync(path)) log.info(`Index: ${path}`);
  else log.warn(`No index at ${path} yet: run ${buildCommand(settings)}. The server uses it as soon as it exists.`);
  log.info('Press Ctrl-C to stop.');
}

function readToken(path: string): string {
  let token: string;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw tokenUnreadable(path, (error as Error).message);
  }
  if (!/^\S+$/u.test(token)) throw tokenUnreadable(path, 'The file must contain one word.');
  return token;
}

function tokenUnreadable(path: string, reason: string): Failure {
  return new Failure('usage', 'token-unreadable', {
    message: `${path} contains no token.`,
    reason,
    next: 'head -c 24 /dev/urandom | base64 > token; lemmahead serve --token-file token',
  });
}

/** Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 16;

function requireToken(host: string, token: string | null): void {
  if (token !== null && token.length < MIN_TOKEN_LENGTH) {
    throw new Failure('usage', 'token-short', {
      message: `The token has ${token.length} characters; it must have at least ${MIN_TOKEN_LENGTH}.`,
      next: 'head -c 24 /dev/urandom | base64 > token; lemmahead serve --token-file token',
    });
  }
  if (isLoopback(host) || token !== null) return;
  throw new Failure('usage', 'token-missing', {
    message: `Every machine that reaches ${host} could run Lean here. Requests from other machines need a token.`,
    next: 'Set LEMMAHEAD_TOKEN or --token-file FILE, or omit --host.',
  });
}
