/** Format of recorded answers: JSON Lines, one answer per line. See `record-answers.ts` and `replay.ts`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { valueOr } from '../base/read-or-null.ts';
import { promptHash } from './prompt-hash.ts';
import { toolCallSchema, toolResultSchema, toolSchema } from './tool-schemas.ts';

const SCHEMA = 'lemmahead/recording@1';

const tokens = z.number().min(0);

/** Identity of an image. The image itself is not stored: a page has some hundred thousand bytes. */
const image = z.object({
  sha256: z.string(),
  mediaType: z.literal('image/png'),
  width: z.int().min(1),
  height: z.int().min(1),
});

const line = z.object({
  schema: z.literal(SCHEMA),
  /** The name as the user gave it. For people: lookups do not use it. */
  model: z.string(),
  /** `promptHash` of the request. */
  prompt: z.string(),
  request: z.object({
    messages: z.array(
      z.object({
        role: z.enum(['system', 'user', 'assistant']),
        text: z.string(),
        images: z.array(image).optional(),
        calls: z.array(toolCallSchema).exactOptional(),
        results: z.array(toolResultSchema).exactOptional(),
      }),
    ),
    maxOutputTokens: z.number(),
    temperature: z.number().nullable(),
    topP: z.number().exactOptional(),
    tools: z.array(toolSchema).exactOptional(),
    sample: z.int().min(0),
  }),
  answer: z.object({
    text: z.string(),
    calls: z.array(toolCallSchema).exactOptional(),
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
 * Reads all answers of the recording at `path`, in file order. Ignores a torn last line of a killed process.
 * @throws {Failure} if the file cannot be read, or a line is invalid
 */
export function readRecording(path: string): RecordedLine[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure('missing', 'recording-unreadable', {
      message: `The recorded answers at ${path} cannot be read.`,
      reason: (error as Error).message,
      next: 'Record some: lemmahead prove FILE --model PROVIDER/MODEL --record FILE.jsonl',
    });
  }
  const lines = text.split('\n');
  if (isTorn(lines.at(-1) ?? '')) lines.pop();
  return lines.flatMap((each, at) => (each.trim() === '' ? [] : [readLine(each, `${path}:${at + 1}`)]));
}

/**
 * A request whose JSON was stored without its sample, as in the record of a run. Null if it is not the request with this
 * hash.
 */
export function readRequest(text: string, hash: string, sample: number): RecordedLine['request'] | null {
  const read = line.shape.request.safeParse({ ...valueOr(null, () => JSON.parse(text) as object), sample });
  return read.success && promptHash(read.data) === hash ? read.data : null;
}

const START = `{"schema":"${SCHEMA}"`;

/** Whether `text`, which no line break follows, is an incomplete line of a recording. */
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
  throw damaged(where, 'The hash in "prompt" does not match "request": one of them was edited.');
}

function damaged(where: string, reason: string): Failure {
  return new Failure('usage', 'recording-damaged', {
    message: `${where} is not a valid line of a recording.`,
    reason,
    next: 'Remove that line, or give a file that --record wrote.',
  });
}
