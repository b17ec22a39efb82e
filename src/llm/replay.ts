/** The model `replay:FILE`: answers that were recorded, and no others. No network, no key, no money. */
import type { ChatAnswer, ChatModel, ChatRequest } from './chat.ts';
import { cancelled, ModelError } from './model-error.ts';
import { promptHash } from './prompt-hash.ts';
import { readRecording } from './recording.ts';

/**
 * An answer is found by the hash of the whole prompt and the sample; of several, the last one written. A request
 * without one is an error with the request in full.
 * @throws {Failure} if the file cannot be read as a recording
 */
export function replayModel(path: string): ChatModel {
  const answers = new Map<string, ChatAnswer>();
  for (const { prompt, request, answer } of readRecording(path)) {
    const { isBound, ...tokens } = answer.usage;
    answers.set(`${prompt} ${request.sample}`, { ...answer, usage: isBound ? { ...tokens, isBound } : tokens });
  }
  return answering(`replay:${path}`, `none: recorded answers in ${path}`, (request) => {
    const answer = answers.get(`${promptHash(request)} ${request.sample}`);
    if (answer === undefined) throw notRecorded(request, path, answers.size);
    return answer;
  });
}

/** A model that gives again what it gave. `find`: the answer to a request, or what it throws. No network, key or money. */
export function answering(name: string, endpoint: string, find: (request: ChatRequest) => ChatAnswer): ChatModel {
  return {
    name,
    endpoint,
    price: { input: 0, output: 0 },
    async ask(request, { signal, onTry }) {
      if (signal.aborted) throw cancelled('nothing');
      onTry?.(1, 0);
      // What was asked again then is not asked again now.
      return { ...find(request), retries: 0, unaccounted: 0 };
    },
  };
}

function notRecorded(request: ChatRequest, path: string, size: number): ModelError {
  const { messages, maxOutputTokens, temperature, sample } = request;
  const prompt = messages.map(({ role, text }) => `--- ${role} ---\n${text}`).join('\n');
  return new ModelError('notRecorded', {
    message: `None of the ${size} answers in ${path} is to this request.`,
    reason: `prompt ${promptHash(request)}, sample ${sample}, at most ${maxOutputTokens} tokens, temperature ${temperature ?? 'not set'}\n${prompt}`,
    next: 'Record it with the same input and options: lemmahead prove FILE --model PROVIDER/MODEL --record FILE.jsonl',
  });
}
