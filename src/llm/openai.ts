/** OpenAI's chat completions API, for OpenAI and compatible servers: Ollama, llama.cpp, vLLM, LM Studio. */
import OpenAI from 'openai';
import type { ChatAnswer, ChatMessage, ChatRequest } from './chat.ts';
import { base64Of } from './image.ts';
import { ModelError } from './model-error.ts';
import { PLACEHOLDER_KEY, NO_TIMEOUT_MS, watchedFetch } from './transport.ts';
import type { ChatTool } from './chat-tools.ts';
import type { ReportedUsage } from './usage.ts';
import { asObject, requireJson, textIn, type Wire, type WirePiece, type WireTarget } from './wire.ts';

/** Which request fields a server supports, learned from its errors. */
interface Dialect {
  /** Field of the output limit. OpenAI's newer models refuse `max_tokens`; most other servers know only that. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** The server's error named the right field. */
  isLimitConfirmed: boolean;
  knowsStreamOptions: boolean;
  knowsTools: boolean;
}

/** `isOpenAi`: OpenAI's own API, or an exact equivalent. */
export function openAiWire({ model, baseUrl, key }: WireTarget, isOpenAi: boolean): Wire {
  const limit = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
  const dialect: Dialect = { limit, isLimitConfirmed: false, knowsStreamOptions: true, knowsTools: true };
  const client = openAiClient(baseUrl, key);
  return {
    endpoint: `${baseUrl}/chat/completions`,
    takesTools: () => dialect.knowsTools,
    async *stream(request, signal, onBytes) {
      const params = { ...body(request, dialect), model, stream: true } as const;
      try {
        yield* pieces(await client(onBytes).chat.completions.create(params, { signal }));
      } catch (error) {
        throw learn(dialect, params, error) ?? error;
      }
    },
    async listModels(signal) {
      const names: string[] = [];
      const { data, response } = await client(() => undefined)
        .models.list({ signal })
        .withResponse();
      requireJson(response);
      for await (const { id } of data) names.push(id);
      return names;
    },
  };
}

/** Makes a client for one request. Sets everything that the SDK would otherwise read from the environment. */
export function openAiClient(server: string, key: string | null): (onBytes: (bytes: number) => void) => OpenAI {
  const secret = key === null ? null : { header: 'authorization', value: `Bearer ${key}` };
  return (onBytes) =>
    new OpenAI({
      baseURL: server,
      apiKey: PLACEHOLDER_KEY,
      timeout: NO_TIMEOUT_MS,
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: eventStreams(watchedFetch({ secret, onBytes })),
    });
}

const UNSUPPORTED_FIELD =
  /unsupported|not supported|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra|instead/i;

/** A complaint about tools: `does not support tools`, `tools param requires --jinja`, `"auto" tool choice requires …`. */
const TOOLS_REFUSED = /\btool|function.?call/i;

/** If the server rejected a request field, updates `dialect` and returns an error that is worth a retry; otherwise null. */
function learn(dialect: Dialect, sent: object, error: unknown): ModelError | null {
  if (!(error instanceof OpenAI.APIError)) return null;
  const errorText = `${error.param ?? ''} ${error.message}`;
  // Ollama and vLLM answer 400, llama.cpp 500, others 404 or 501: no code says that only tools are refused.
  if ('tools' in sent && TOOLS_REFUSED.test(errorText)) {
    dialect.knowsTools = false;
    return fieldUnknown('tools');
  }
  if ((error.status !== 400 && error.status !== 422) || !UNSUPPORTED_FIELD.test(errorText)) return null;
  if ('stream_options' in sent && errorText.includes('stream_options')) dialect.knowsStreamOptions = false;
  else if (!dialect.isLimitConfirmed && errorText.includes('max_completion_tokens')) {
    dialect.limit = 'max_tokens' in sent ? 'max_completion_tokens' : 'max_tokens';
    dialect.isLimitConfirmed = true;
  } else return null;
  return fieldUnknown('a field');
}

function fieldUnknown(field: string): ModelError {
  const message = `The server does not know ${field} of the request.`;
  const reason = 'A retry would leave it out.';
  return new ModelError('badRequest', { message, reason, next: 'Allow a retry: model.retries' }, { isTransient: true });
}

function body({ messages, maxOutputTokens, temperature, topP, tools }: ChatRequest, dialect: Dialect) {
  return {
    messages: messages.flatMap(messagesOf),
    [dialect.limit]: maxOutputTokens,
    ...(dialect.knowsStreamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(tools === undefined ? {} : { tools: tools.map(toolOf) }),
  };
}

const toolOf = ({ name, description, parameters }: ChatTool) =>
  ({ type: 'function', function: { name, description, parameters } }) as const;

/** Each result is a message of its own. */
function messagesOf({ calls = [], results = [], ...message }: ChatMessage): OpenAI.ChatCompletionMessageParam[] {
  const answered = results.map(({ call, text }) => ({ role: 'tool', tool_call_id: call, content: text }) as const);
  if (calls.length > 0) {
    const tools = calls.map(({ id, name, input }) => ({
      ...({ id, type: 'function', function: { name, arguments: input || '{}' } } as const),
    }));
    return [...answered, { role: 'assistant', content: message.text || null, tool_calls: tools }];
  }
  return message.text === '' && results.length > 0 ? answered : [...answered, messageOf(message)];
}

function messageOf({ role, text, images }: ChatMessage): OpenAI.ChatCompletionMessageParam {
  // Servers without image support do not accept a list of parts, so plain text is sent as a string.
  if (role !== 'user' || images === undefined || images.length === 0) return { role, content: text };
  const parts = images.map((image) => {
    const url = `data:${image.mediaType};base64,${base64Of(image)}`;
    return { type: 'image_url', image_url: { url, detail: 'high' } } as const;
  });
  return { role, content: [...parts, { type: 'text', text }] };
}

/** `message`: of a server that sends the complete answer at once. */
interface StreamedChoice extends OpenAI.ChatCompletionChunk.Choice {
  message?: OpenAI.ChatCompletionChunk.Choice.Delta;
}

/** Some servers answer a request for a stream with plain JSON: makes it a stream with one event. */
function eventStreams(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { status, statusText, headers, body: sent } = response;
    const isJson = /^application\/json\b/iu.test(headers.get('content-type') ?? '');
    const isStreamed = typeof init?.body === 'string' && init.body.includes('"stream":true');
    if (!response.ok || !isJson || !isStreamed || sent === null) return response;
    const event = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('data: ')),
      // A line break ends a field of an event. In JSON it is white space.
      transform: (bytes, controller) =>
        controller.enqueue(bytes.map((byte) => (byte === 10 || byte === 13 ? 32 : byte))),
      flush: (controller) => controller.enqueue(Buffer.from('\n\ndata: [DONE]\n\n')),
    });
    const type = { 'content-type': 'text/event-stream' };
    return new Response(sent.pipeThrough(event), { status, statusText, headers: type });
  };
}

async function* pieces(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<WirePiece> {
  const calls = new CallPlaces();
  for await (const chunk of chunks) {
    const { model, choices, usage } = asObject(chunk);
    const piece: WirePiece = {};
    if (model) piece.snapshot = textIn(model);
    if (usage) piece.usage = billed(usage);
    // The last chunk has no choice; some servers send an empty list, others none.
    const choice: StreamedChoice | undefined = choices?.[0];
    const said = choice?.delta ?? choice?.message;
    if (said?.content) piece.text = textIn(said.content);
    else if (said !== undefined && hasThought(said)) piece.isThought = true;
    if (said?.refusal) piece.finish = 'refused';
    if (choice?.finish_reason) piece.finish = finishOf(choice.finish_reason);
    yield piece;
    const parts: unknown = said?.tool_calls;
    if (Array.isArray(parts)) for (const part of parts) yield { call: calls.pieceOf(asObject(part)) };
  }
}

/** Servers call the field `reasoning`, `reasoning_content` or `thinking`. */
function hasThought(said: object): boolean {
  const texts = Object.entries(said) as [string, unknown][];
  return texts.some(([field, value]) => /^(?:reasoning|thinking)/u.test(field) && textIn(value) !== '');
}

/** Which call a piece belongs to. Some servers send no index, or 0 for every call; another id is another call. */
class CallPlaces {
  readonly #calls: { index: unknown; id: string }[] = [];

  pieceOf({
    index,
    id,
    function: called,
  }: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): NonNullable<WirePiece['call']> {
    const own = textIn(id);
    const at = this.#calls.findLastIndex((call) => call.index === index && (own === '' || own === call.id));
    const place = at >= 0 ? at : this.#calls.push({ index, id: own }) - 1;
    return { at: place, id: own, name: textIn(called?.name), input: textIn(called?.arguments) };
  }
}

/** Automatic cache writes are billed at 1.25 times the price; cache reads count in full. */
function billed({ prompt_tokens, completion_tokens, prompt_tokens_details }: OpenAI.CompletionUsage): ReportedUsage {
  const written = prompt_tokens_details?.cache_write_tokens ?? 0;
  const input = written > 0 ? Math.ceil(prompt_tokens + written / 4) : prompt_tokens;
  return { input, output: completion_tokens };
}

function finishOf(reason: string): ChatAnswer['finish'] {
  if (reason === 'content_filter') return 'refused';
  return reason === 'length' ? 'length' : 'end';
}
