/**
 * A model server for tests, on loopback: Anthropic's messages and OpenAI's chat completions as server-sent events,
 * `/v1/models`, `/v1/embeddings`. It sends scripted replies, valid or invalid.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface SeenRequest {
  /** Without a query. */
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  /** The body as JSON. */
  body: any;
}

export interface ServedUsage {
  input: unknown;
  output: unknown;
  /** Further fields of the usage report. */
  more?: Record<string, unknown>;
}

/** An answer of the model. All fields except `text` simulate faults or variants. */
export interface ServedCall {
  id?: string;
  name: string;
  /** JSON text. */
  input: string;
  /** Of OpenAI's format, instead of its place. */
  index?: number | null;
}

export interface ServedAnswer {
  text: string;
  /** Calls of tools after the text. */
  calls?: readonly ServedCall[];
  /** The provider's finish reason: `end_turn`, `stop`; null leaves it out. */
  finish?: string | null;
  /** Copied unchanged into the provider's fields; null leaves the report out. */
  usage?: ServedUsage | null;
  snapshot?: string;
  /** Omits the end of the answer: no `message_stop`, no `finish_reason`, no `[DONE]`. */
  withoutEnd?: boolean;
  /** Size of the body's pieces in bytes; by default one piece. */
  pieceBytes?: number;
  /** Milliseconds before each piece. */
  slowMs?: number;
  /** Closes the connection after that many bytes of the body, or after the first byte of this text. */
  cutAfter?: number | string;
  /** Sends nothing after that many bytes, and keeps the connection open. */
  hangAfter?: number;
  /** Lines sent before the events. */
  before?: string;
}

export interface ServedError {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** `cut`: closes the connection without a response. `hang`: never responds. */
export type Reply = ServedAnswer | ServedError | 'cut' | 'hang';

export interface ModelServer {
  /** `http://127.0.0.1:PORT/v1`. */
  baseUrl: string;
  /** All requests in order. */
  seen: SeenRequest[];
  /** Maximum number of concurrent chat requests. */
  maxConcurrent: () => number;
  close: () => Promise<void>;
}

type Script = readonly Reply[] | ((request: SeenRequest, number: number) => Reply);

/** The n-th chat request gets the n-th reply of the script; further requests get the last one. */
export async function startModelServer(script: Script): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  let requestCount = 0;
  let running = 0;
  let maximum = 0;
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await readRequest(incoming);
      seen.push(request);
      if (request.path.endsWith('/models')) return sendModels(response);
      if (request.path.endsWith('/embeddings')) return sendEmbeddings(request, response, script);
      running++;
      maximum = Math.max(maximum, running);
      response.on('close', () => running--);
      const number = requestCount++;
      const reply =
        typeof script === 'function' ? script(request, number) : script[Math.min(number, script.length - 1)]!;
      await send(reply, request, response);
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    maxConcurrent: () => maximum,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString('utf8');
  return {
    path: (incoming.url ?? '').replace(/\?.*/, ''),
    headers: incoming.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

async function send(reply: Reply, request: SeenRequest, response: ServerResponse): Promise<void> {
  if (reply === 'hang') return;
  if (reply === 'cut') return void response.destroy();
  if ('status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? '');
    return;
  }
  const body = Buffer.from((reply.before ?? '') + eventsFor(reply, request));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const cutAfter = typeof reply.cutAfter === 'string' ? body.indexOf(reply.cutAfter) + 1 : reply.cutAfter;
  const end = Math.min(cutAfter ?? reply.hangAfter ?? body.length, body.length);
  const step = reply.pieceBytes ?? body.length;
  for (let at = 0; at < end && !response.destroyed; at += step) {
    if (reply.slowMs !== undefined) await pause(reply.slowMs);
    const piece = body.subarray(at, Math.min(at + step, end));
    // Each piece must be sent separately.
    await new Promise((resolve) => response.write(piece, resolve));
    if (reply.pieceBytes !== undefined) await new Promise(setImmediate);
  }
  if (reply.hangAfter !== undefined) return;
  if (cutAfter !== undefined) response.destroy();
  else response.end();
}

function eventsFor(reply: ServedAnswer, request: SeenRequest): string {
  return request.path.endsWith('/messages') ? anthropicEvents(reply, request) : openAiEvents(reply, request);
}

/** Pieces of up to five characters, like those of models. */
function deltas(text: string): string[] {
  return text.match(/[^]{1,5}/gu) ?? [];
}

function anthropicEvents(
  { text, calls = [], finish, usage, snapshot, withoutEnd }: ServedAnswer,
  { body }: SeenRequest,
): string {
  const event = (data: { type: string } & Record<string, unknown>): string =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const counts = usage === undefined ? guessUsage(body, text) : usage;
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: snapshot ?? body.model,
    content: [],
    stop_reason: null,
    ...(counts === null ? {} : { usage: { input_tokens: counts.input, output_tokens: 1, ...counts.more } }),
  };
  const parts = [
    event({ type: 'message_start', message }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'ping' }),
    ...deltas(text).map((piece) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }),
    ),
    event({ type: 'content_block_stop', index: 0 }),
    ...calls.flatMap(({ id, name, input }, at) => [
      event({
        type: 'content_block_start',
        index: at + 1,
        content_block: { type: 'tool_use', id: id ?? `toolu_${at + 1}`, name, input: {} },
      }),
      ...deltas(input).map((piece) =>
        event({ type: 'content_block_delta', index: at + 1, delta: { type: 'input_json_delta', partial_json: piece } }),
      ),
      event({ type: 'content_block_stop', index: at + 1 }),
    ]),
  ];
  if (withoutEnd !== true) {
    const delta = { stop_reason: finish === undefined ? (calls.length > 0 ? 'tool_use' : 'end_turn') : finish };
    const end = counts === null ? {} : { usage: { output_tokens: counts.output } };
    parts.push(event({ type: 'message_delta', delta, ...end }), event({ type: 'message_stop' }));
  }
  return parts.join('');
}

function openAiEvents(
  { text, calls = [], finish, usage, snapshot, withoutEnd }: ServedAnswer,
  { body }: SeenRequest,
): string {
  const chunk = (rest: Record<string, unknown>): string =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: snapshot ?? body.model, ...rest })}\n\n`;
  const choice = (delta: Record<string, unknown>, reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const parts = [
    choice({ role: 'assistant', content: '' }),
    ...deltas(text).map((piece) => choice({ content: piece })),
    ...calls.flatMap(({ id, name, input, index }, at) => {
      const place = index === null ? {} : { index: index ?? at };
      const first = { ...place, id: id ?? `call_${at + 1}`, type: 'function', function: { name, arguments: '' } };
      const rest = deltas(input).map((piece) => ({ ...place, function: { arguments: piece } }));
      return [first, ...rest].map((each) => choice({ tool_calls: [each] }));
    }),
  ];
  if (withoutEnd === true) return parts.join('');
  parts.push(choice({}, finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : finish));
  const counts = usage === undefined ? guessUsage(body, text) : usage;
  if (counts !== null && body.stream_options?.include_usage === true) {
    const report = { prompt_tokens: counts.input, completion_tokens: counts.output, ...counts.more };
    parts.push(chunk({ choices: [], usage: report }));
  }
  parts.push('data: [DONE]\n\n');
  return parts.join('');
}

/** About four characters per token, as in English; about 1,500 tokens per image. */
function guessUsage(body: unknown, text: string): ServedUsage {
  const tokens = (some: string): number => Math.ceil(some.length / 4) + 1;
  const json = JSON.stringify(body).replace(/[A-Za-z0-9+/=]{1000,}/g, 'x'.repeat(6000));
  return { input: tokens(json), output: tokens(text) };
}

function sendModels(response: ServerResponse): void {
  const data = ['prover-1', 'prover-2'].map((id) => ({
    id,
    object: 'model',
    type: 'model',
    created: 1,
    owned_by: 'test',
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data, has_more: false, first_id: 'prover-1', last_id: 'prover-2' }));
}

/** A text's vector is its length and its index in the batch; the list is in reverse order on purpose. */
function sendEmbeddings({ body }: SeenRequest, response: ServerResponse, script: Script): void {
  const reply = typeof script === 'function' ? undefined : script[0];
  if (reply !== undefined && typeof reply === 'object' && 'status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body ?? '');
    return;
  }
  const data = (body.input as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, index],
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      object: 'list',
      model: body.model,
      data: data.toReversed(),
      usage: { prompt_tokens: 5, total_tokens: 5 },
    }),
  );
}
