/** A message between lemmahead and a model as text, with calls of tools and their results. */
import type { ChatMessage } from '../llm/chat.ts';
import type { RecordedMessage } from '../prove/run/conversations.ts';

export function messageText({
  text,
  calls = [],
  results = [],
}: Pick<ChatMessage, 'text' | 'calls' | 'results'>): string {
  const parts = [
    ...results.map((result) => (result.isError === true ? `invalid call: ${result.text}` : result.text)),
    ...(text === '' ? [] : [text]),
    ...calls.map(({ name, input }) => `call ${name} ${input}`),
  ];
  return parts.join('\n');
}

/** A message with arrays that a report may own. */
export function reportMessage({ calls, results, ...message }: ChatMessage): RecordedMessage {
  return {
    ...message,
    ...(calls === undefined ? {} : { calls: [...calls] }),
    ...(results === undefined ? {} : { results: [...results] }),
  };
}
