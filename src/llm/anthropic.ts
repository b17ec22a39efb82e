/** Anthropic's Messages API. */
import Anthropic from '@anthropic-ai/sdk';
import type { ChatAnswer, ChatMessage, ChatRequest } from './chat.ts';
import { base64Of } from './image.ts';
import { KEY_STAND_IN, LONGEST_MS, watchedFetch } from './transport.ts';
import type { ReportedUsage } from './usage.ts';
import { asObject, textIn, type Wire, type WirePiece, type WireTarget } from './wire.ts';

const SERVER = 'https://api.anthropic.com';

/** A prompt that is put into the cache for an hour costs twice as much: the dearest that there is. */
const CACHE_WRITE = 2;

export function anthropicWire({ model, baseUrl, key }: WireTarget): Wire {
  // The API's own addresses begin with /v1, and people give a base URL as far as that.
  const server = (baseUrl ?? SERVER).replace(/\/v1$/, '');
  const secret = key === null ? null : { header: 'x-api-key', value: key };
  /** A client for one request. Everything that it would else take from the environment is given. */
  const client = (onBytes: (bytes: number) => void): Anthropic =>
    new Anthropic({
      baseURL: server,
      apiKey: KEY_STAND_IN,
      timeout: LONGEST_MS,
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
      for await (const { id } of client(() => undefined).models.list({ limit: 1000 }, { signal })) names.push(id);
      return names;
    },
  };
}

function body({ messages, maxOutputTokens, temperature }: ChatRequest) {
  const system = messages.filter(({ role }) => role === 'system').map(({ text }) => text);
  const turns = messages.flatMap((message) => turnOf(message) ?? []);
  return {
    max_tokens: maxOutputTokens,
    messages: turns,
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    ...(temperature === null ? {} : { temperature }),
  };
}

/** Null for a system message, which stands elsewhere. */
function turnOf({ role, text, images }: ChatMessage): Anthropic.MessageParam | null {
  if (role === 'system') return null;
  if (images === undefined || images.length === 0) return { role, content: text };
  const shown = images.map((image) => {
    const source = { type: 'base64', media_type: image.mediaType, data: base64Of(image) } as const;
    return { type: 'image', source } as const;
  });
  return { role, content: [...shown, { type: 'text', text }] };
}

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
        break;
      case 'content_block_delta':
        // What the model thinks before it answers is paid for, and is no part of the answer.
        if (event.delta?.type === 'text_delta') yield { text: textIn(event.delta.text) };
        break;
      case 'message_delta': {
        finish = finishOf(event.delta?.stop_reason);
        // Counts here are of the whole message; older servers give the output's only.
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

/** Input tokens as they are billed at most: those out of the cache in full, those put into it twice. */
function billedInput(counts: Counts | undefined): unknown {
  const { input_tokens: input, cache_creation_input_tokens: written, cache_read_input_tokens: read } = counts ?? {};
  if (typeof input !== 'number') return input;
  return input + CACHE_WRITE * Number(written ?? 0) + Number(read ?? 0);
}

function finishOf(reason: Anthropic.StopReason | null): ChatAnswer['finish'] {
  if (reason === 'refusal') return 'refused';
  return reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'length' : 'end';
}
