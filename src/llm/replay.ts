/** The model `replay:FILE`: returns recorded answers only, without network, key or cost. */
import type { ChatAnswer, ChatModel, ChatRequest } from './chat.ts';
import { cancelled, ModelError } from './model-error.ts';
import type { ToolResult } from './chat-tools.ts';
import { type Prompt, promptHash } from './prompt-hash.ts';
import { readRecording } from './recording.ts';

/**
 * Looks up answers by prompt hash and sample; the last recorded one counts. A request without a recorded answer is an
 * error that contains the full request.
 * @throws {Failure} if the file is not a readable recording
 */
export function replayModel(path: string): ChatModel {
  const answers = new Map<string, ChatAnswer>();
  const results = new Map<string, readonly ToolResult[]>();
  for (const { prompt, request, answer } of readRecording(path)) {
    const { isBound, ...tokens } = answer.usage;
    answers.set(`${prompt} ${request.sample}`, { ...answer, usage: isBound ? { ...tokens, isBound } : tokens });
    const last = request.messages.at(-1)?.results;
    if (last !== undefined) results.set(keyOf(request.messages.slice(0, -1), request.sample), last);
  }
  const model = storedAnswersModel(`replay:${path}`, `none: recorded answers in ${path}`, (request) => {
    const answer = answers.get(`${promptHash(request)} ${request.sample}`);
    if (answer === undefined) throw notRecorded(request, path, answers.size);
    return answer;
  });
  return { ...model, recordedResults: (messages, sample) => results.get(keyOf(messages, sample)) ?? null };
}

/** What was said before a result, by any model. */
const keyOf = (messages: Prompt['messages'], sample: number): string =>
  `${promptHash({ messages, maxOutputTokens: 0, temperature: null })} ${sample}`;

/** A model that returns stored answers. `find` returns the answer to a request or throws. */
export function storedAnswersModel(
  name: string,
  endpoint: string,
  find: (request: ChatRequest) => ChatAnswer,
): ChatModel {
  return {
    name,
    endpoint,
    price: { input: 0, output: 0 },
    async ask(request, { signal, onTry }) {
      if (signal.aborted) throw cancelled('nothing');
      await onTry?.(1, 0);
      // Retries of the recording are not repeated.
      return { ...find(request), retries: 0, unaccounted: 0 };
    },
  };
}

function notRecorded(request: ChatRequest, path: string, size: number): ModelError {
  const { messages, maxOutputTokens, temperature, topP, sample } = request;
  const prompt = messages.map(({ role, text }) => `--- ${role} ---\n${text}`).join('\n');
  return new ModelError('notRecorded', {
    message: `None of the ${size} answers in ${path} matches this request.`,
    reason: `prompt ${promptHash(request)}, sample ${sample}, at most ${maxOutputTokens} tokens, temperature ${temperature ?? 'default'}, top-p ${topP ?? 'default'}\n${prompt}`,
    next: 'Record it with the same input and options: lemmahead prove FILE --model PROVIDER/MODEL --record FILE.jsonl',
  });
}
