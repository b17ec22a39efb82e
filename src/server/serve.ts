/** `lemmahead serve`: opens the service, lets the doors stand on it, and answers until it is told to stop. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aborted } from '../base/aborted.ts';
import { Failure } from '../base/errors.ts';
import type { Command, CommandContext } from '../commands/command.ts';
import { indexPathFor } from '../config/paths.ts';
import { makeApp } from './http/app.ts';
import { errorOf, logBug } from './http/answers.ts';
import { Guard, isLoopback } from './http/guard.ts';
import { listen } from './http/listen.ts';
import { readPage } from './http/page.ts';
import { Jobs } from './jobs.ts';
import { mcpHttpHandler } from './mcp/http.ts';
import { Service, type ServiceOptions } from './service.ts';

export interface ServeOptions extends ServiceOptions {
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Names besides, by which the server is known. */
  allowHosts: string[];
  /** `--token-file`, else null. */
  tokenFile: string | null;
  /** `LEMMAHEAD_TOKEN`, or null. */
  token: string | null;
}

/** What is under way when it is told to end has as long to be answered. */
const DRAIN_MS = 10_000;
const MCP_GRACE_MS = 1000;

/** Exit `done` when it is told to stop. */
export const serve: Command<ServeOptions> = async (options, context) => {
  const { signal, log } = context;
  const token = options.tokenFile === null ? options.token : readToken(resolve(context.cwd, options.tokenFile));
  requireToken(options.host, token);
  const service = new Service(context, options);
  const mcp = mcpHttpHandler(service, { onBug: (error) => logBug(log, error) });
  try {
    const jobs = new Jobs(service, errorOf);
    const guard = new Guard({ host: options.host, allowedHosts: options.allowHosts, token });
    const parts = { service, jobs, guard, mcp, log, page: readPage(), started: Date.now(), stopping: signal };
    const app = makeApp(parts);
    const server = await listen(app.fetch, options);
    announce(server.url, context);
    await aborted(signal);
    log.info('Stopping: searches under way are answered, checks and proofs are stopped.');
    jobs.cancelAll();
    const drained = server.drain(DRAIN_MS);
    // A client of MCP may hold a stream open without a question.
    await Promise.race([drained, setTimeout(MCP_GRACE_MS, undefined, { ref: false })]);
    await mcp.close();
    await drained;
    return { exit: 'done', data: { schema: 'lemmahead/serve@1', url: server.url }, render: () => '' };
  } finally {
    await mcp.close();
    await service.close();
  }
};

/** A machine learns the port from the event. */
function announce(url: string, { stream, log, settings }: CommandContext): void {
  stream?.({ event: 'listening', url });
  log.info(`${url}  the page; /search, /check, /prove, /openapi.json; MCP at /mcp`);
  const path = indexPathFor(settings);
  if (existsSync(path)) log.info(`Index: ${path}`);
  else log.warn(`There is no index at ${path} yet: lemmahead index build. It is used as soon as it is there.`);
  log.info('Ctrl-C ends it.');
}

function readToken(path: string): string {
  let token: string;
  try {
    token = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw tokenUnread(path, (error as Error).message);
  }
  if (!/^\S+$/u.test(token)) throw tokenUnread(path, 'It must hold one word.');
  return token;
}

function tokenUnread(path: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'token-unreadable',
    message: `${path} gives no token.`,
    reason,
    next: 'head -c 24 /dev/urandom | base64 > token; lemmahead serve --token-file token',
  });
}

/** Shorter ones are guessed. */
const LEAST_TOKEN = 16;

function requireToken(host: string, token: string | null): void {
  if (token !== null && token.length < LEAST_TOKEN) {
    throw new Failure({
      exit: 'usage',
      code: 'token-short',
      message: `The token has ${token.length} characters, and should have ${LEAST_TOKEN} at least.`,
      next: 'head -c 24 /dev/urandom | base64 > token; lemmahead serve --token-file token',
    });
  }
  if (isLoopback(host) || token !== null) return;
  throw new Failure({
    exit: 'usage',
    code: 'token-missing',
    message: `Whoever reaches ${host} could run Lean here: beyond this machine, a token is needed.`,
    next: 'Set LEMMAHEAD_TOKEN, or --token-file FILE; or leave out --host.',
  });
}
