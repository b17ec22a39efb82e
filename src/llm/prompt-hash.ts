/** The hash that identifies a prompt in runs, recordings and reports. */
import { sha256 } from '../base/hash.ts';
import type { ChatMessage, ChatRequest } from './chat.ts';
import type { ImageFacts } from './image.ts';

/** The parts of a request that the model sees. All samples of a prompt have the same hash. */
export interface Prompt extends Pick<ChatRequest, 'maxOutputTokens' | 'temperature' | 'topP' | 'tools'> {
  /** An image counts by its hash, so recordings need not contain it. */
  messages: readonly (Pick<ChatMessage, 'role' | 'text' | 'calls' | 'results'> & {
    images?: readonly Pick<ImageFacts, 'sha256'>[] | undefined;
  })[];
}

/**
 * The SHA-256, in hexadecimal, of the prompt as canonical JSON: keys in alphabetical order, no whitespace, unchanged
 * text in UTF-8. Runs and recordings on disk use it as a key, so its input must not change.
 */
export function promptHash({ messages, maxOutputTokens, temperature, topP, tools }: Prompt): string {
  const canonical = {
    maxOutputTokens,
    messages: messages.map(({ role, text, images = [], calls = [], results = [] }) => ({
      // The names that a server gives to calls are different each time.
      ...(calls.length === 0 ? {} : { calls: calls.map(({ input, name }) => ({ input, name })) }),
      ...(images.length === 0 ? {} : { images: images.map((image) => image.sha256) }),
      ...(results.length === 0 ? {} : { results: results.map((each) => ({ isError: each.isError, text: each.text })) }),
      role,
      text,
    })),
    temperature,
    ...(tools === undefined
      ? {}
      : { tools: tools.map(({ description, name, parameters }) => ({ description, name, parameters })) }),
    // Older keys have none.
    ...(topP === undefined ? {} : { topP }),
  };
  return sha256(JSON.stringify(canonical));
}
