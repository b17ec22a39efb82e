/** What identifies a prompt: in a run, in a recording, in a report. */
import { sha256 } from '../base/hash.ts';
import type { ChatRequest } from './chat.ts';

/** All of a request that a model sees. The sample is no part of it: samples of one prompt have one hash. */
export type Prompt = Pick<ChatRequest, 'messages' | 'maxOutputTokens' | 'temperature'>;

/**
 * The SHA-256, in hexadecimal, of the prompt as canonical JSON: keys in alphabetical order, no blanks, text in UTF-8
 * as it stands. Runs and recordings on disk are found by it, so what it covers cannot change.
 */
export function promptHash({ messages, maxOutputTokens, temperature }: Prompt): string {
  const canonical = { maxOutputTokens, messages: messages.map(({ role, text }) => ({ role, text })), temperature };
  return sha256(JSON.stringify(canonical));
}
