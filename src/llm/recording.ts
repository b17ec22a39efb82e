/** Recordings of answers: JSON Lines, one answer a line. `record.ts` writes them, `replay.ts` answers from them. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { promptHash } from './prompt-hash.ts';

const SCHEMA = 'lemmahead/recording@1';

const tokens = z.number().min(0);

/** What identifies a picture: a page is some hundred thousand bytes, and nobody reads them out of a recording. */
const image = z.object({
  sha256: z.string(),
  mediaType: z.literal('image/png'),
  width: z.int().min(1),
  height: z.int().min(1),
});

const line = z.object({
  schema: z.literal(SCHEMA),
  /** As the user named it. For people: an answer is found without it. */
  model: z.string(),
  /** `promptHash` of the request. */
  prompt: z.string(),
  request: z.object({
    messages: z.array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        text: z.string(),
        images: z.array(image).optional(),
      }),
    ),
    maxOutputTokens: z.number(),
    temperature: z.number().nullable(),
    sample: z.int().min(0),
  }),
  answer: z.object({
    text: z.string(),
    finish: z.enum(['end', 'length', 'refused']),
    usage: z.object({ inputTokens: tokens, outputTokens: tokens, isBound: z.literal(true).optional() }),
    snapshot: z.string(),
    retries: z.int().min(0),
    unaccounted: z.int().min(0),
    seconds: z.number().min(0),
  }),
});

export type RecordedLine = z.infer<typeof line>;

export type RecordedMessage = RecordedLine['request']['messages'][number];

export function recordedText(entry: Omit<RecordedLine, 'schema' | 'prompt'>): string {
  const { model, request, answer } = entry;
  return `${JSON.stringify({ schema: SCHEMA, model, prompt: promptHash(request), request, answer })}\n`;
}

/**
 * Every answer of the recording at `path`, in its order. A last line without its end is what a killed process left, and
 * is not there.
 * @throws {Failure} if it cannot be read, or a line is none of a recording
 */
export function readRecording(path: string): RecordedLine[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure({
      exit: 'missing',
      code: 'recording-unreadable',
      message: `The recorded answers at ${path} cannot be read.`,
      reason: (error as Error).message,
      next: 'Record some: lemmahead prove FILE --model PROVIDER/MODEL --record FILE.jsonl',
    });
  }
  const lines = text.split('\n');
  if (isTorn(lines.at(-1) ?? '')) lines.pop();
  return lines.flatMap((each, at) => (each.trim() === '' ? [] : [readLine(each, `${path}:${at + 1}`)]));
}

const START = `{"schema":"${SCHEMA}"`;

/** Whether this text, which no line break follows, is the beginning of a line and no more. */
export function isTorn(text: string): boolean {
  if (!text.startsWith(START) && !START.startsWith(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

function readLine(text: string, where: string): RecordedLine {
  let entry: RecordedLine;
  try {
    entry = line.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(where, error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message);
  }
  if (entry.prompt === promptHash(entry.request)) return entry;
  throw damaged(where, 'The hash in "prompt" is not that of "request": one of them was edited.');
}

function damaged(where: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'recording-damaged',
    message: `${where} is no line of a recording of answers.`,
    reason,
    next: 'Take that line out, or name a file that --record wrote.',
  });
}
