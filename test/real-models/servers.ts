/**
 * Real model servers on loopback, installed by `.ci/install-models`: a chat model of 270 million parameters served by
 * llama.cpp, and an embedder. Tests are skipped without them. Nothing that they answer is scripted.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext } from 'vitest';
import type { ModelSettings } from '../../src/config/settings.ts';
import { afterEveryFile } from '../after-tests.ts';

const SCRIPT = fileURLToPath(new URL('serve.py', import.meta.url));
const PROJECTOR_SCRIPT = fileURLToPath(new URL('random_projector.py', import.meta.url));
const TOOL_TEMPLATE = fileURLToPath(new URL('tools.jinja', import.meta.url));

/** Tokens that the chat model reads and writes at most, in one request. */
export const CONTEXT_TOKENS = 2048;

/** For requests to it; a test sets `baseUrl`. */
export const SETTINGS: ModelSettings = {
  name: 'local/chat',
  baseUrl: null,
  keyFile: null,
  timeoutSeconds: 300,
  idleSeconds: 300,
  retries: 0,
  concurrency: 2,
  temperature: 0,
  topP: null,
  tools: 'auto',
  maxOutputTokens: 40,
  prices: {},
};

export interface RealServer {
  /** `http://127.0.0.1:PORT/v1`. */
  baseUrl: string;
  /** As a crash would end it. */
  kill: () => Promise<void>;
}

const running = new Map<string, Promise<RealServer>>();
const children = new Set<ChildProcess>();
afterEveryFile(() => {
  for (const child of children) child.kill('SIGKILL');
  running.clear();
});

/** The chat model as `local/chat`; the tests of a file share it. */
export async function chatServer(context: TestContext): Promise<RealServer> {
  return shared('chat', () => startChatServer(context));
}

/**
 * The chat model with a chat template for tools: its server makes calls of what the model writes. The model does not end
 * its answer after a call, so a proxy adds where to stop to each request, and passes on the rest unchanged.
 */
export async function toolServer(context: TestContext): Promise<string> {
  const { baseUrl } = await shared('tools', () => startChatServer(context, CONTEXT_TOKENS, [TOOL_TEMPLATE]));
  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = { ...((await json(asked)) as object), stop: ['</tool_call>'] };
    const headers = { 'content-type': 'application/json' };
    const url = new URL(asked.url!, baseUrl);
    const { status, body: stream } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    answer.writeHead(status, { 'content-type': 'text/event-stream' });
    await pipeline(stream!, answer);
  };
  const proxy = createServer((asked, answer) => void forward(asked, answer));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  context.onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`;
}

/** A server that only this test uses, and may kill. */
export async function startChatServer(
  context: TestContext,
  tokens = CONTEXT_TOKENS,
  template: readonly string[] = [],
): Promise<RealServer> {
  const folder = modelFolder(context);
  return start(folder, ['chat', join(folder, 'chat.gguf'), `${tokens}`, ...template]);
}

/** The chat model with a vision projector of random weights, which is written to `folder`: it takes images, and sees nothing. */
export async function visionServer(context: TestContext, folder: string): Promise<RealServer> {
  const models = modelFolder(context);
  const projector = join(folder, 'projector.gguf');
  const { status, stderr } = spawnSync(pythonOf(models), [PROJECTOR_SCRIPT, projector], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return start(models, ['see', join(models, 'chat.gguf'), `${CONTEXT_TOKENS}`, projector]);
}

/** The embedder as `local/e5`; its vectors have 384 numbers. */
export async function embeddingServer(context: TestContext): Promise<RealServer> {
  return shared('embed', () => start(modelFolder(context), ['embed']));
}

const pythonOf = (folder: string): string => join(folder, 'venv', 'bin', 'python');

function modelFolder(context: TestContext): string {
  const folder = process.env['TEST_MODELS'];
  if (folder && existsSync(join(folder, 'ready'))) return folder;
  return context.skip('needs real models: set TEST_MODELS to the folder that .ci/install-models prints');
}

async function shared(name: string, begin: () => Promise<RealServer>): Promise<RealServer> {
  const started = running.get(name) ?? begin();
  running.set(name, started);
  // A skipped test must not keep the next one from its own reason.
  started.catch(() => running.delete(name));
  return started;
}

async function start(folder: string, args: string[]): Promise<RealServer> {
  const child = spawn(pythonOf(folder), [SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-4000)));
  const ended = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/u.exec(output);
      if (found !== null) resolve(found[0]);
    });
    void ended.then(() => reject(new Error(`The model server did not start:\n${log}`)));
  });
  return {
    baseUrl: `${address}/v1`,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      children.delete(child);
    },
  };
}
