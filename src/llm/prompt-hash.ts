/** What identifies a prompt: in a run, in a recording, in a report. */
import { sha256 } from '../base/hash.ts';
import type { ChatMessage, ChatRequest } from './chat.ts';
import type { ImageFacts } from './image.ts';

/** All of a request that a model sees. The sample is no part of it: samples of one prompt have one hash. */
export interface Prompt extends Pick<ChatRequest, 'maxOutputTokens' | 'temperature'> {
  /** A picture counts by its own hash, so that a recording need not hold it. */
  messages: readonly (Pick<ChatMessage, 'role' | 'text'> & {
    images?: readonly Pick<ImageFacts, 'sha256'>[] | undefined;
  })[];
}

/**
 * The SHA-256, in hexadecimal, of the prompt as canonical JSON: keys in alphabetical order, no blanks, text in UTF-8
 * as it stands. Runs and recordings on disk are found by it, so what it covers cannot change.
 */
export function promptHash({ messages, maxOutputTokens, temperature }: Prompt): string {
  const canonical = {
    maxOutputTokens,
    messages: messages.map(({ role, text, images = [] }) =>
      images.length === 0 ? { role, text } : { images: images.map((image) => image.sha256), role, text },
    ),
    temperature,
  };
  return sha256(JSON.stringify(canonical));
}
