/** A model on a server: concurrency, retries, timeouts and token counts for any wire format. */
import type { AskOptions, ChatAnswer, ChatModel, ChatRequest, Price } from './chat.ts';
import { ModelError } from './model-error.ts';
import type { TimeoutLimits } from './request-timeout.ts';
import { markAsScripted } from './scripted.ts';
import { visionUnsupported } from './vision-unsupported.ts';
import { malformed, type RequestContext } from './read-error.ts';
import { withRetries, type RetryPolicy } from './retry.ts';
import { type Heard, sendOnce } from './send-once.ts';
import { RequestQueue } from './request-queue.ts';
import { countUsage, type ReportedUsage } from './usage.ts';
import { readTextCalls, withTextTools } from './text-tools.ts';
import type { ToolCall } from './chat-tools.ts';
import type { Wire, WirePiece } from './wire.ts';

export interface RemoteOptions {
  /** `provider/model`. */
  name: string;
  wire: Wire;
  key: string | null;
  /** The environment variable of the key. */
  keyVariable: string;
  price: Price | null;
  limits: TimeoutLimits;
  retry: RetryPolicy;
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** The server imitates a model: its answers are marked. */
  isScripted?: boolean;
  /** Tools are explained in words also if the server takes them. */
  hasTextTools?: boolean;
}

/** Text size limit: allowed tokens times the first number plus the second. A longer text ends the request. */
const MAX_BYTES_PER_TOKEN = 128;
const EXTRA_BYTES = 65_536;

/** The same limit for all received bytes: each token may have its own event with much overhead. */
const MAX_WIRE_BYTES_PER_TOKEN = 4096;
const EXTRA_WIRE_BYTES = 1_048_576;

/** A shorter key (`none`, `x`) is not a secret and may occur in a proof. */
const MIN_SECRET_CHARS = 12;

export function remoteModel(options: RemoteOptions): ChatModel {
  const { name, wire, key, keyVariable, price, retry } = options;
  const queue = new RequestQueue(options.concurrency);
  const context: RequestContext = { name, endpoint: wire.endpoint, key, keyVariable, hasAnswered: false };
  return {
    name,
    endpoint: wire.endpoint,
    price,
    ask: (request, askOptions) =>
      queue.run(async () => {
        const { answer, retries, unaccounted } = await withRetries(
          () => askOnce(request, askOptions, options, context),
          retry,
          askOptions,
        );
        return { ...answer, retries, unaccounted };
      }, askOptions.signal),
  };
}

type Answered = Omit<ChatAnswer, 'retries' | 'unaccounted'>;

async function askOnce(
  request: ChatRequest,
  { signal }: AskOptions,
  { wire, limits, isScripted = false, hasTextTools = false }: RemoteOptions,
  context: RequestContext,
): Promise<Answered> {
  const start = performance.now();
  const isText = request.tools !== undefined && (hasTextTools || wire.takesTools?.() === false);
  try {
    const streamed = await sendOnce(context, limits, signal, (inner, heard) =>
      receive(wire, isText ? withTextTools(request) : request, inner, heard, context),
    );
    const complete = completeAnswer(streamed, request, context);
    const answer = isText ? withCallsOfText(complete) : complete;
    const snapshot = isScripted ? markAsScripted(answer.snapshot) : answer.snapshot;
    return { ...answer, snapshot, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    throw visionUnsupported(error, request, context) ?? error;
  }
}

/** A refused or incomplete answer has no calls. */
function withCallsOfText(answer: Omit<Answered, 'seconds'>): Omit<Answered, 'seconds'> {
  const { text, calls } = readTextCalls(answer.text);
  return answer.finish !== 'end' || calls.length === 0 ? answer : { ...answer, text, calls };
}

interface StreamedAnswer {
  text: string;
  calls: Map<number, ToolCall>;
  finish: ChatAnswer['finish'] | null;
  usage: ReportedUsage | null;
  snapshot: string | null;
  pieces: number;
}

async function receive(
  wire: Wire,
  request: ChatRequest,
  signal: AbortSignal,
  { onBytes, onProgress }: Heard,
  context: RequestContext,
): Promise<StreamedAnswer> {
  const streamed: StreamedAnswer = { text: '', calls: new Map(), finish: null, usage: null, snapshot: null, pieces: 0 };
  const maxBytes = request.maxOutputTokens * MAX_BYTES_PER_TOKEN + EXTRA_BYTES;
  const maxWireBytes = request.maxOutputTokens * MAX_WIRE_BYTES_PER_TOKEN + EXTRA_WIRE_BYTES;
  const overlong = (): ModelError =>
    new ModelError('malformed', {
      ...malformed(context, 'It is longer than the request allows.'),
      next: 'Use a server that keeps to the limit of a request, or raise model.max_output_tokens.',
    });
  let bytes = 0;
  let wireBytes = 0;
  // Also counts a line without an end, which never becomes a piece.
  const onPiece = (more: number): void => {
    wireBytes += more;
    if (wireBytes > maxWireBytes) throw overlong();
    onBytes();
  };
  for await (const { text, call, isThought, finish, usage, snapshot } of wire.stream(request, signal, onPiece)) {
    streamed.pieces++;
    if (text || call !== undefined || isThought === true || finish !== undefined) onProgress();
    streamed.text += text ?? '';
    if (call !== undefined) addToCall(streamed.calls, call);
    streamed.finish = finish ?? streamed.finish;
    streamed.usage = usage ?? streamed.usage;
    streamed.snapshot = snapshot ?? streamed.snapshot;
    bytes += Buffer.byteLength(`${text ?? ''}${call?.name ?? ''}${call?.input ?? ''}`);
    if (bytes > maxBytes) throw overlong();
  }
  return streamed;
}

function addToCall(calls: Map<number, ToolCall>, { at, id, name, input }: NonNullable<WirePiece['call']>): void {
  const known = calls.get(at) ?? { id: `call-${at + 1}`, name: '', input: '' };
  calls.set(at, { id: id || known.id, name: name || known.name, input: known.input + (input ?? '') });
}

function completeAnswer(
  streamed: StreamedAnswer,
  request: ChatRequest,
  context: RequestContext,
): Omit<Answered, 'seconds'> {
  const { text, finish, usage: reported, snapshot, pieces } = streamed;
  const calls = [...streamed.calls.values()];
  if (pieces === 0) throw new ModelError('malformed', malformed(context, 'The response is not an event stream.'));
  if (finish === null) {
    throw new ModelError('cut', {
      message: `The answer of ${context.name} is incomplete.`,
      reason: `It ended after ${text.length} characters without a finish reason.`,
      next: 'Try again later.',
    });
  }
  const { key } = context;
  // Answers are stored and shown, so a server must not be able to make us write down the key.
  const isSecret = key !== null && key.length >= MIN_SECRET_CHARS;
  const withoutKey = (output: string): string => (isSecret ? output.replaceAll(key, '[key]') : output);
  const received = [text, ...calls.map(({ name, input }) => `${name}${input}`)].join('');
  const usage = countUsage(request, received, reported);
  const safe = calls.map(({ id, name, input }) => ({
    ...{ id: withoutKey(id), name: withoutKey(name), input: withoutKey(input) },
  }));
  return {
    ...{ text: withoutKey(text), finish, usage, snapshot: withoutKey(snapshot || context.name) },
    // A call that is cut off must not be made.
    ...(finish === 'end' && safe.length > 0 ? { calls: safe } : {}),
  };
}
