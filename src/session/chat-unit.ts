/** The unit `chat` of a queue: one request to a model, sent once by a worker that has the key. */
import { z } from 'zod';
import type { ChatAnswer, ChatMessage, ChatModel, ChatRequest } from '../llm/chat.ts';
import { base64Of, type ChatImage, pngImage } from '../llm/image.ts';
import { ModelError } from '../llm/model-error.ts';
import { countUsage } from '../llm/usage.ts';
import type { UnitKind } from '../queue/unit-kind.ts';
import { failureOf, MODEL_REQUEST, modelFailure } from './model-unit.ts';

const MAX_TEXT = 4_000_000;
const text = z.string().max(MAX_TEXT);
const short = z.string().max(1000);
const count = z.int().min(0).max(1_000_000_000);

const call = z.strictObject({ id: short, name: short, input: text });

const message = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  text,
  images: z
    .array(
      z.strictObject({
        base64: z.string().max(30_000_000),
        width: z.int().min(1).max(100_000),
        height: z.int().min(1).max(100_000),
      }),
    )
    .max(32)
    .exactOptional(),
  calls: z.array(call).max(1000).exactOptional(),
  results: z
    .array(z.strictObject({ call: short, text, isError: z.literal(true).exactOptional() }))
    .max(1000)
    .exactOptional(),
});

const chatPayload = z.strictObject({
  model: short,
  messages: z.array(message).max(1000),
  max_output_tokens: z.int().min(1).max(1_000_000),
  temperature: z.number().min(0).max(10).nullable(),
  top_p: z.number().min(0).max(1).nullable(),
  tools: z
    .array(z.strictObject({ name: short, description: text, parameters: z.record(z.string(), z.unknown()) }))
    .max(1000)
    .nullable(),
  sample: count,
});

const chatResult = z.union([
  z.strictObject({
    answer: z.strictObject({
      text: z.string().max(20_000_000),
      calls: z.array(call).max(1000).exactOptional(),
      finish: z.enum(['end', 'length', 'refused']),
      input_tokens: count,
      output_tokens: count,
      bound: z.boolean(),
      snapshot: short,
      seconds: z.number().min(0),
    }),
  }),
  z.strictObject({ error: modelFailure }),
]);

export type ChatPayload = z.infer<typeof chatPayload>;
export type ChatResult = z.infer<typeof chatResult>;

export const CHAT_UNIT: UnitKind<ChatPayload, ChatResult> = {
  name: 'chat',
  payload: chatPayload,
  result: chatResult,
  ...MODEL_REQUEST,
};

export function chatPayloadOf(model: string, request: ChatRequest): ChatPayload {
  const { messages, maxOutputTokens, temperature, topP, tools, sample } = request;
  return {
    ...{ model, messages: messages.map(withBase64), max_output_tokens: maxOutputTokens, temperature },
    ...{ top_p: topP ?? null, tools: tools?.map((tool) => ({ ...tool })) ?? null, sample },
  };
}

function withBase64({ images, calls, results, ...rest }: ChatMessage): ChatPayload['messages'][number] {
  return {
    ...rest,
    ...(images === undefined
      ? {}
      : { images: images.map((image) => ({ base64: base64Of(image), width: image.width, height: image.height })) }),
    ...(calls === undefined ? {} : { calls: [...calls] }),
    ...(results === undefined ? {} : { results: [...results] }),
  };
}

function requestOf({
  messages,
  max_output_tokens: maxOutputTokens,
  top_p: topP,
  tools,
  ...rest
}: ChatPayload): ChatRequest {
  const { temperature, sample } = rest;
  return {
    messages: messages.map(({ images, ...said }) => ({
      ...said,
      ...(images === undefined ? {} : { images: images.map(imageOf) }),
    })),
    ...{ maxOutputTokens, temperature, sample },
    ...(topP === null ? {} : { topP }),
    ...(tools === null ? {} : { tools }),
  };
}

const imageOf = ({ base64, width, height }: { base64: string; width: number; height: number }): ChatImage =>
  pngImage(Buffer.from(base64, 'base64'), width, height);

/**
 * Sends the request as the machine that asks would. An error of the model is a result.
 * @throws {Error} if this worker does not have the model, or `signal` is aborted
 */
export async function runChat(
  payload: ChatPayload,
  models: ReadonlyMap<string, ChatModel>,
  signal: AbortSignal,
): Promise<ChatResult> {
  const model = models.get(payload.model);
  if (model === undefined) throw new Error(`This worker does not have ${payload.model}.`);
  try {
    const { text: said, calls, finish, usage, snapshot, seconds } = await model.ask(requestOf(payload), { signal });
    return {
      answer: {
        ...{ text: said, finish, snapshot: snapshot.slice(0, 1000), seconds },
        ...(calls === undefined ? {} : { calls: [...calls] }),
        ...{ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens, bound: usage.isBound ?? false },
      },
    };
  } catch (error) {
    if (!(error instanceof ModelError) || signal.aborted) throw error;
    return { error: failureOf(error) };
  }
}

/** A worker can report what it likes, so the counts are checked again. */
export function chatAnswerOf(
  result: Extract<ChatResult, { answer: unknown }>,
  request: ChatRequest,
): Omit<ChatAnswer, 'retries' | 'unaccounted'> {
  const { text: said, calls, finish, input_tokens: input, output_tokens: output, bound, ...rest } = result.answer;
  const received = [said, ...(calls ?? []).map((each) => `${each.name}${each.input}`)].join('');
  const usage = countUsage(request, received, { input, output });
  return {
    ...{ text: said, finish, ...rest, usage: bound ? { ...usage, isBound: true } : usage },
    ...(calls === undefined ? {} : { calls }),
  };
}
