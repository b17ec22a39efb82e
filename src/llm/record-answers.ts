/** `--record FILE`: records every answer of a model for `replay:FILE`. */
import { closeSync, ftruncateSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import type { ChatAnswer, ChatMessage, ChatModel } from './chat.ts';
import { isTorn, readRecording, type RecordedLine, recordedText, type RecordedMessage } from './recording.ts';

/** A file to which answers are appended. A line contains the request and the answer, and no key. */
export class Recording {
  readonly #path: string;

  /** Appends to an existing recording. @throws {Failure} if the file cannot be written, or is not a recording */
  constructor(path: string) {
    prepare(path);
    this.#path = path;
  }

  /** The answer is on disk when this returns. `model`: the name as the user gave it. */
  add(model: string, request: RecordedLine['request'], answer: ChatAnswer): void {
    const { calls, ...said } = answer;
    const recorded = { ...said, ...(calls === undefined ? {} : { calls: [...calls] }) };
    append(this.#path, recordedText({ model, request, answer: recorded }));
  }
}

/** Wraps `model` so that each answer is on disk before it is returned. @throws {Failure} as `Recording` */
export function recordingModel(model: ChatModel, path: string): ChatModel {
  const recording = new Recording(path);
  return {
    ...model,
    async ask(request, options) {
      const answer = await model.ask(request, options);
      const { messages, tools, ...parameters } = request;
      const shown = { messages: messages.map(withoutImages), ...parameters };
      recording.add(model.name, { ...shown, ...(tools === undefined ? {} : { tools: [...tools] }) }, answer);
      return answer;
    },
  };
}

function withoutImages({ images, calls, results, ...message }: ChatMessage): RecordedMessage {
  return {
    ...message,
    ...(images === undefined ? {} : { images: images.map(({ bytes: _, ...facts }) => facts) }),
    ...(calls === undefined ? {} : { calls: [...calls] }),
    ...(results === undefined ? {} : { results: [...results] }),
  };
}

function append(path: string, text: string): void {
  const file = openSync(path, 'a');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Creates the file, or removes a torn last line of a killed process. Leaves a file that is not a recording unchanged. */
function prepare(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'a+');
  } catch (error) {
    throw new Failure('usage', 'recording-unwritable', {
      message: `Answers cannot be recorded at ${path}.`,
      reason: (error as Error).message,
      next: 'Give a file in a writable folder: --record FILE.jsonl',
    });
  }
  try {
    readRecording(path);
    repairEnd(file);
  } finally {
    closeSync(file);
  }
}

function repairEnd(file: number): void {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(size);
  readSync(file, bytes, 0, size, 0);
  const complete = bytes.lastIndexOf(0x0a) + 1;
  if (complete === size) return;
  if (isTorn(bytes.subarray(complete).toString('utf8'))) ftruncateSync(file, complete);
  else writeSync(file, '\n');
}
