/** Anthropic's Messages API. */
import Anthropic from '@anthropic-ai/sdk';
import type { ChatAnswer, ChatMessage, ChatRequest } from './chat.ts';
import { base64Of } from './image.ts';
import { PLACEHOLDER_KEY, NO_TIMEOUT_MS, watchedFetch } from './transport.ts';
import { type ChatTool, inputOf, type ToolResult } from './chat-tools.ts';
import type { ReportedUsage } from './usage.ts';
import { asObject, requireJson, textIn, type Wire, type WirePiece, type WireTarget } from './wire.ts';

/** Price factor of the most expensive cache write, a prompt cached for an hour. */
const CACHE_WRITE = 2;

export function anthropicWire({ model, baseUrl, key }: WireTarget): Wire {
  // The SDK's paths begin with /v1, but users often give a base URL that ends in /v1.
  const server = baseUrl.replace(/\/v1$/, '');
  const secret = key === null ? null : { header: 'x-api-key', value: key };
  /** A client for one request. Sets everything that the SDK would otherwise read from the environment. */
  const client = (onBytes: (bytes: number) => void): Anthropic =>
    new Anthropic({
      baseURL: server,
      apiKey: PLACEHOLDER_KEY,
      timeout: NO_TIMEOUT_MS,
      webhookKey: null,
      maxRetries: 0,
      logLevel: 'off',
      openTelemetry: false,
      fetch: watchedFetch({ secret, onBytes }),
    });
  return {
    endpoint: `${server}/v1/messages`,
    async *stream(request, signal, onBytes) {
      const events = await client(onBytes).messages.create({ ...body(request), model, stream: true }, { signal });
      yield* pieces(events);
    },
    async listModels(signal) {
      const names: string[] = [];
      const { data, response } = await client(() => undefined)
        .models.list({ limit: 1000 }, { signal })
        .withResponse();
      requireJson(response);
      for await (const { id } of data) names.push(id);
      return names;
    },
  };
}

function body({ messages, maxOutputTokens, temperature, topP, tools }: ChatRequest) {
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const turns = messages.flatMap((message) => turnOf(message) ?? []);
  return {
    max_tokens: maxOutputTokens,
    messages: turns,
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(tools === undefined ? {} : { tools: tools.map(toolOf) }),
  };
}

/** Returns null for a system message: `body` puts it in its own field. */
function turnOf({ role, text, images = [], calls = [], results = [] }: ChatMessage): Anthropic.MessageParam | null {
  if (role === 'system') return null;
  if (images.length + calls.length + results.length === 0) return { role, content: text };
  const pictures = images.map((image) => {
    const source = { type: 'base64', media_type: image.mediaType, data: base64Of(image) } as const;
    return { type: 'image', source } as const;
  });
  return {
    role,
    content: [
      ...results.map(resultOf),
      ...pictures,
      // An empty text is refused.
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: inputOf({ input }) ?? {} }) as const),
    ],
  };
}

const resultOf = ({ call, text, isError }: ToolResult): Anthropic.ToolResultBlockParam => ({
  ...{ type: 'tool_result', tool_use_id: call, content: text },
  ...(isError === true ? { is_error: true } : {}),
});

const toolOf = ({ name, description, parameters }: ChatTool): Anthropic.Tool => ({
  ...{ name, description, input_schema: { ...parameters, type: 'object' } },
});

type Counts = Partial<Record<'input_tokens' | 'cache_creation_input_tokens' | 'cache_read_input_tokens', unknown>>;

async function* pieces(events: AsyncIterable<Anthropic.RawMessageStreamEvent>): AsyncGenerator<WirePiece> {
  let finish: ChatAnswer['finish'] = 'end';
  let input: unknown;
  for await (const each of events) {
    const event = asObject(each);
    switch (event.type) {
      case 'message_start':
        input = billedInput(event.message?.usage);
        yield { snapshot: textIn(event.message?.model), usage: { input, output: event.message?.usage?.output_tokens } };
        break;
      case 'content_block_start':
        if (event.content_block?.type === 'text') yield { text: textIn(event.content_block.text) };
        if (event.content_block?.type === 'tool_use')
          yield {
            call: { at: event.index, id: textIn(event.content_block.id), name: textIn(event.content_block.name) },
          };
        break;
      case 'content_block_delta':
        // Thinking is billed, but is not part of the answer.
        if (event.delta?.type === 'thinking_delta') yield { isThought: true };
        if (event.delta?.type === 'text_delta') yield { text: textIn(event.delta.text) };
        if (event.delta?.type === 'input_json_delta')
          yield { call: { at: event.index, input: textIn(event.delta.partial_json) } };
        break;
      case 'message_delta': {
        finish = finishOf(event.delta?.stop_reason);
        // These counts cover the full message; older servers report only the output tokens.
        if (event.usage?.input_tokens !== undefined && event.usage.input_tokens !== null) {
          input = billedInput(event.usage);
        }
        const usage: ReportedUsage = { input, output: event.usage?.output_tokens };
        yield { usage };
        break;
      }
      case 'message_stop':
        yield { finish };
        break;
      case 'content_block_stop':
        break;
    }
  }
}

/** Upper bound of the billed input tokens: cache reads count in full, cache writes twice. */
function billedInput(counts: Counts | undefined): unknown {
  const { input_tokens: input, cache_creation_input_tokens: written, cache_read_input_tokens: read } = counts ?? {};
  if (typeof input !== 'number') return input;
  return input + CACHE_WRITE * Number(written ?? 0) + Number(read ?? 0);
}

function finishOf(reason: Anthropic.StopReason | null): ChatAnswer['finish'] {
  if (reason === 'refusal') return 'refused';
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'end';
}
