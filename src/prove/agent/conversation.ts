/** The messages between an agent and its tools. Old results are dropped, so that prompts do not grow without limit. */
import { withoutThinking } from '../../base/without-thinking.ts';
import type { ChatAnswer, ChatMessage } from '../../llm/chat.ts';
import type { ToolCall, ToolResult } from '../../llm/chat-tools.ts';
import { clip } from '../../prompt/fitting.ts';

/** Maximum length of what a model writes beside its calls, in characters. */
const LONGEST_TEXT = 4000;
const DROPPED = '(This result was dropped to save space. Call again if you need it.)';

export class Conversation {
  readonly #start: readonly ChatMessage[];
  readonly #maxResultChars: number;
  #turns: ChatMessage[] = [];
  /** The results of so many first messages are dropped. */
  #dropped = 0;

  /** `maxResultChars`: characters of all results in one prompt; the newest results are always in it. */
  constructor(start: readonly ChatMessage[], maxResultChars: number) {
    this.#start = start;
    this.#maxResultChars = maxResultChars;
  }

  get messages(): ChatMessage[] {
    return [...this.#start, ...this.#turns];
  }

  /** Adds an answer, with the calls that get a result. */
  addAnswer({ text }: Pick<ChatAnswer, 'text'>, calls: readonly ToolCall[]): void {
    const said = clip(withoutThinking(text).trim(), LONGEST_TEXT);
    this.#turns.push({ role: 'assistant', text: said, ...(calls.length === 0 ? {} : { calls }) });
  }

  addResults(results: readonly ToolResult[]): void {
    this.#turns.push({ role: 'user', text: '', results });
    this.#dropOldResults();
  }

  addText(text: string): void {
    this.#turns.push({ role: 'user', text });
  }

  /** Drops half of them at once: a provider's cache of the prompt stays valid for some turns. */
  #dropOldResults(): void {
    const sizes = this.#turns.map(({ results = [] }, at) => (at < this.#dropped ? 0 : sizeOf(results)));
    let total = sizes.reduce((sum, size) => sum + size, 0);
    if (total <= this.#maxResultChars) return;
    for (let at = this.#dropped; at < this.#turns.length - 1 && total > this.#maxResultChars / 2; at++) {
      total -= sizes[at]!;
      this.#dropped = at + 1;
    }
    this.#turns = this.#turns.map((turn, at) => (at < this.#dropped ? withoutResults(turn) : turn));
  }
}

const sizeOf = (results: readonly ToolResult[]): number => results.reduce((sum, { text }) => sum + text.length, 0);

function withoutResults(message: ChatMessage): ChatMessage {
  if (message.results === undefined) return message;
  return { ...message, results: message.results.map((result) => ({ ...result, text: DROPPED })) };
}
