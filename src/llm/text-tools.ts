/** Tools in words, for servers that do not know tools: the request explains them, and calls are blocks in the answer. */
import { withoutThinking } from '../base/without-thinking.ts';
import type { ChatMessage, ChatRequest } from './chat.ts';
import type { ChatTool, ToolCall } from './chat-tools.ts';

const EXPLANATION = `You can call tools. To call one, write a block like this, with the name of the tool and its input as one JSON object:

\`\`\`tool
{"name": "TOOL", "input": {}}
\`\`\`

Write a block for each call and then stop: the next message has the results. An answer without such a block is final.

Tools:`;

/** The request without tools, calls and results: all of them are texts. */
export function withTextTools({ tools = [], messages, ...rest }: ChatRequest): ChatRequest {
  const explanation = [EXPLANATION, ...tools.map(describe)].join('\n');
  const texts = messages.map(asText);
  const first = texts[0];
  const explained: ChatMessage[] =
    first?.role === 'system'
      ? [{ ...first, text: `${first.text}\n\n${explanation}` }, ...texts.slice(1)]
      : [{ role: 'system', text: explanation }, ...texts];
  return { ...rest, messages: explained };
}

const describe = ({ name, description, parameters }: ChatTool): string =>
  `- ${name}: ${description} Schema of the input: ${JSON.stringify(parameters)}`;

function asText({ calls = [], results = [], text, ...rest }: ChatMessage): ChatMessage {
  const blocks = calls.map(
    ({ name, input }) => `\`\`\`tool\n{"name": ${JSON.stringify(name)}, "input": ${input}}\n\`\`\``,
  );
  const answers = results.map(({ text: result }, at) => `Result of call ${at + 1}:\n${result}`);
  return { ...rest, text: [...answers, ...(text === '' ? [] : [text]), ...blocks].join('\n\n') };
}

/** Our blocks, and those that models are trained to write (Hermes, Qwen): `<tool_call>{…}</tool_call>`. */
const BLOCKS = /```tool[ \t]*\n([^]*?)(?:```|$)|<tool_call>([^]*?)(?:<\/tool_call>|$)/gu;

/** Separates the calls from the text of an answer. A block that is no call has an empty name. */
export function readTextCalls(answer: string): { text: string; calls: ToolCall[] } {
  const calls: ToolCall[] = [];
  // What a model thinks of calling is not called.
  const text = withoutThinking(answer).replaceAll(BLOCKS, (_, own?: string, trained?: string) => {
    calls.push({ id: `call-${calls.length + 1}`, ...readCall((own ?? trained ?? '').trim()) });
    return '';
  });
  return calls.length === 0 ? { text: answer, calls } : { text: text.trim(), calls };
}

function readCall(block: string): Omit<ToolCall, 'id'> {
  try {
    const value = JSON.parse(block) as { name?: unknown; input?: unknown; arguments?: unknown } | null;
    const input = value?.input ?? value?.arguments ?? {};
    if (typeof value?.name === 'string')
      return { name: value.name, input: typeof input === 'string' ? input : JSON.stringify(input) };
  } catch {
    // It is reported to the model as a call without a name.
  }
  return { name: '', input: block };
}
