/** Recorded answers of a run with their texts, by prompt and sample. */
import { join } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { readTextOrNull } from '../../base/read-or-null.ts';
import type { ChatAnswer } from '../../llm/chat.ts';
import type { Answered } from '../events.ts';
import type { RecordedEvent } from './event-file.ts';

export class RecordedAnswers {
  readonly #folder: string;
  readonly #events = new Map<string, Answered>();

  constructor(folder: string, events: readonly RecordedEvent[]) {
    this.#folder = folder;
    for (const event of events) {
      if (event.event !== 'answer') continue;
      const { at, ...answered } = event;
      if (at !== '') this.#events.set(`${event.prompt}:${event.sample}`, answered);
    }
  }

  /** Returns the current text of the file, or null. Edited answers are allowed, because they are judged again. */
  find(prompt: string, sample: number): { event: Answered; answer: ChatAnswer } | null {
    const event = this.#events.get(`${prompt}:${sample}`);
    if (event === undefined) return null;
    const text = textOf(this.#folder, event);
    return text === null ? null : { event, answer: answerOf(event, text) };
  }

  /** Prompts whose answer file was changed after it was written. */
  get edited(): string[] {
    return [...this.#events.values()]
      .filter((event) => {
        const text = textOf(this.#folder, event);
        return text !== null && sha256(text) !== event.answer;
      })
      .map(({ prompt }) => prompt);
  }
}

const textOf = (folder: string, { answer }: Answered): string | null =>
  readTextOrNull(join(folder, 'answers', `${answer}.txt`));

/** The answer that an event reports. `text`: the file that it names. */
export function answerOf(event: Answered, text: string): ChatAnswer {
  const usage = { inputTokens: event.input_tokens, outputTokens: event.output_tokens };
  return {
    text,
    ...(event.calls === undefined ? {} : { calls: event.calls }),
    finish: event.finish,
    usage: event.bound === true ? { ...usage, isBound: true } : usage,
    snapshot: event.snapshot,
    retries: event.retries,
    unaccounted: event.unaccounted,
    seconds: event.seconds,
  };
}
