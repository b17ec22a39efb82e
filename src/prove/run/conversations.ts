/** The prompts of a run with their answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatMessage } from '../../llm/chat.ts';
import type { ToolCall, ToolResult } from '../../llm/chat-tools.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import type { RunSummary } from './summary.ts';

/** A message as its file has it. */
export interface RecordedMessage extends Omit<ChatMessage, 'calls' | 'results'> {
  calls?: ToolCall[];
  results?: ToolResult[];
}

export interface Conversation {
  prompt: string;
  /** Null in a run of `formalize`. */
  hole: number | null;
  /** The step of a sketch; null for the hole itself. */
  node: string | null;
  /** Null in a run of `prove`. */
  problem: number | null;
  template: string;
  messages: RecordedMessage[];
  answers: {
    sample: number;
    finish: string;
    tokens: number;
    snapshot: string;
    text: string;
    calls?: ToolCall[];
  }[];
}

/** In the order of the first request. A prompt whose file is missing has no messages. */
export function conversationsOf({ folder, events }: Pick<RunSummary, 'folder' | 'events'>): Conversation[] {
  const answers = new RecordedAnswers(folder, events);
  const conversations = new Map<string, Conversation>();
  for (const event of events) {
    if (event.event === 'prompt' && !conversations.has(event.prompt)) {
      const { prompt, hole = null, node = null, problem = null, template } = event;
      const messages = messagesOf(folder, prompt);
      conversations.set(prompt, { prompt, hole, node, problem, template, messages, answers: [] });
    } else if (event.event === 'answer') {
      const { sample, finish, input_tokens, output_tokens, snapshot, calls } = event;
      const text = answers.find(event.prompt, sample)?.answer.text ?? '';
      const tokens = input_tokens + output_tokens;
      conversations.get(event.prompt)?.answers.push({
        ...{ sample, finish, tokens, snapshot, text },
        ...(calls === undefined ? {} : { calls }),
      });
    }
  }
  return [...conversations.values()];
}

function messagesOf(folder: string, prompt: string): RecordedMessage[] {
  try {
    const { messages } = JSON.parse(readFileSync(join(folder, 'prompts', `${prompt}.json`), 'utf8')) as {
      messages: RecordedMessage[];
    };
    return messages;
  } catch {
    return [];
  }
}
