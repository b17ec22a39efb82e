/** `--record FILE`: writes down every answer of a model, so that `replay:FILE` can give it again. */
import { closeSync, ftruncateSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import type { ChatMessage, ChatModel } from './chat.ts';
import { isTorn, readRecording, recordedText, type RecordedMessage } from './recording.ts';

/**
 * `model`, but each answer is a line on the disk before anyone sees it. A recording that is there is gone on with. What
 * is written is the request and the answer; no key is in either.
 * @throws {Failure} if the file cannot be written, or is something else than a recording
 */
export function recorded(model: ChatModel, path: string): ChatModel {
  prepare(path);
  return {
    ...model,
    async ask(request, options) {
      const answer = await model.ask(request, options);
      const { messages, maxOutputTokens, temperature, sample } = request;
      append(
        path,
        recordedText({
          model: model.name,
          request: { messages: messages.map(withoutPictures), maxOutputTokens, temperature, sample },
          answer,
        }),
      );
      return answer;
    },
  };
}

function withoutPictures({ role, text, images }: ChatMessage): RecordedMessage {
  if (images === undefined) return { role, text };
  return { role, text, images: images.map(({ bytes: _, ...facts }) => facts) };
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

/** Makes the file, or takes off what a killed process left of a last line. Somebody's other file is left as it is. */
function prepare(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'a+');
  } catch (error) {
    throw new Failure({
      exit: 'usage',
      code: 'recording-unwritable',
      message: `Answers cannot be recorded at ${path}.`,
      reason: (error as Error).message,
      next: 'Name a file in a folder that can be written: --record FILE.jsonl',
    });
  }
  try {
    readRecording(path);
    mendEnd(file);
  } finally {
    closeSync(file);
  }
}

function mendEnd(file: number): void {
  const { size } = fstatSync(file);
  const bytes = Buffer.alloc(size);
  readSync(file, bytes, 0, size, 0);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole === size) return;
  if (isTorn(bytes.subarray(whole).toString('utf8'))) ftruncateSync(file, whole);
  else writeSync(file, '\n');
}
