/** OpenAI's chat completions, as OpenAI and every compatible server speak them: Ollama, llama.cpp, vLLM, LM Studio. */
import OpenAI from 'openai';
import type { ChatAnswer, ChatMessage, ChatRequest } from './chat.ts';
import { base64Of } from './image.ts';
import { ModelError } from './model-error.ts';
import { KEY_STAND_IN, LONGEST_MS, watchedFetch } from './transport.ts';
import type { ReportedUsage } from './usage.ts';
import { asObject, textIn, type Wire, type WirePiece, type WireTarget } from './wire.ts';

export const OPENAI_SERVER = 'https://api.openai.com/v1';

/** What a server turned out not to know, so that it is not sent again. */
interface Dialect {
  /** The field for the most output: OpenAI's newer models refuse the old name, most other servers know no other. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** The server has said which it wants. */
  isLimitSure: boolean;
  knowsStreamOptions: boolean;
}

/** `isOpenAi`: it is OpenAI's own API, or one that follows it to the letter. */
export function openAiWire({ model, baseUrl, key }: WireTarget, isOpenAi: boolean): Wire {
  const server = baseUrl ?? OPENAI_SERVER;
  const limit = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
  const dialect: Dialect = { limit, isLimitSure: false, knowsStreamOptions: true };
  const client = openAiClient(server, key);
  return {
    endpoint: `${server}/chat/completions`,
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
      for await (const { id } of client(() => undefined).models.list({ signal })) names.push(id);
      return names;
    },
  };
}

/** Makes a client for one request. Everything that it would else take from the environment is given. */
export function openAiClient(server: string, key: string | null): (onBytes: (bytes: number) => void) => OpenAI {
  const secret = key === null ? null : { header: 'authorization', value: `Bearer ${key}` };
  return (onBytes) =>
    new OpenAI({
      baseURL: server,
      apiKey: KEY_STAND_IN,
      timeout: LONGEST_MS,
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      logLevel: 'off',
      fetch: watchedFetch({ secret, onBytes }),
    });
}

const NOT_KNOWN =
  /unsupported|not supported|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra|instead/i;

/** Puts down what the server refused to know, if that is what is wrong: the request, written anew, may go well. */
function learn(dialect: Dialect, sent: object, error: unknown): ModelError | null {
  if (!(error instanceof OpenAI.APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const words = `${error.param ?? ''} ${error.message}`;
  if (!NOT_KNOWN.test(words)) return null;
  if ('stream_options' in sent && words.includes('stream_options')) dialect.knowsStreamOptions = false;
  else if (!dialect.isLimitSure && words.includes('max_completion_tokens')) {
    dialect.limit = 'max_tokens' in sent ? 'max_completion_tokens' : 'max_tokens';
    dialect.isLimitSure = true;
  } else return null;
  const message = 'The server does not know a field of the request.';
  const reason = 'Another request, without it, would go out next.';
  return new ModelError('badRequest', { message, reason, next: 'Allow a retry: model.retries' }, { isPassing: true });
}

function body({ messages, maxOutputTokens, temperature }: ChatRequest, dialect: Dialect) {
  return {
    messages: messages.map(messageOf),
    [dialect.limit]: maxOutputTokens,
    ...(dialect.knowsStreamOptions ? { stream_options: { include_usage: true } } : {}),
    ...(temperature === null ? {} : { temperature }),
  };
}

function messageOf({ role, text, images }: ChatMessage): OpenAI.ChatCompletionMessageParam {
  // Servers that know no pictures know no list of parts either, so a text alone stays a string.
  if (role !== 'user' || images === undefined || images.length === 0) return { role, content: text };
  const shown = images.map((image) => {
    const url = `data:${image.mediaType};base64,${base64Of(image)}`;
    return { type: 'image_url', image_url: { url, detail: 'high' } } as const;
  });
  return { role, content: [...shown, { type: 'text', text }] };
}

async function* pieces(chunks: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<WirePiece> {
  for await (const chunk of chunks) {
    const { model, choices, usage } = asObject(chunk);
    const piece: WirePiece = {};
    if (model) piece.snapshot = textIn(model);
    if (usage) piece.usage = billed(usage);
    // The last chunk has none, and servers differ on whether it is an empty list.
    const choice = choices?.[0];
    if (choice?.delta?.content) piece.text = textIn(choice.delta.content);
    if (choice?.delta?.refusal) piece.finish = 'refused';
    if (choice?.finish_reason) piece.finish = finishOf(choice.finish_reason);
    yield piece;
  }
}

/** What a provider puts into its cache unasked is billed at one and a quarter; what it takes from there counts in full. */
function billed({ prompt_tokens, completion_tokens, prompt_tokens_details }: OpenAI.CompletionUsage): ReportedUsage {
  const written = prompt_tokens_details?.cache_write_tokens ?? 0;
  const input = written > 0 ? Math.ceil(prompt_tokens + written / 4) : prompt_tokens;
  return { input, output: completion_tokens };
}

function finishOf(reason: string): ChatAnswer['finish'] {
  if (reason === 'content_filter') return 'refused';
  return reason === 'length' ? 'length' : 'end';
}
