/** A model behind a network: turns, tries, limits and counts around any wire format. */
import type { AskOptions, ChatAnswer, ChatModel, ChatRequest, Price } from './chat.ts';
import { ModelError } from './model-error.ts';
import type { Limits } from './request-timeout.ts';
import { visionUnsupported } from './vision-unsupported.ts';
import { malformed, type Asked } from './read-error.ts';
import { askAgain, type RetryPolicy } from './retry.ts';
import { sendOnce } from './send-once.ts';
import { Turns } from './turns.ts';
import { countUsage, type ReportedUsage } from './usage.ts';
import type { Wire } from './wire.ts';

export interface RemoteOptions {
  /** `provider/model`. */
  name: string;
  wire: Wire;
  key: string | null;
  /** The variable that the key is looked for in. */
  keyVariable: string;
  price: Price | null;
  limits: Limits;
  retry: RetryPolicy;
  /** Requests under way at once. */
  concurrency: number;
}

/** No text of so many bytes for each token that was allowed is an answer; it is no longer listened to. */
const MOST_BYTES_PER_TOKEN = 128;
const MOST_BYTES_OVER = 65_536;

/** The same for all that comes over the wire: a token may have an event of its own, with much around it. */
const MOST_WIRE_BYTES_PER_TOKEN = 4096;
const MOST_WIRE_BYTES_OVER = 1_048_576;

/** A shorter key (`none`, `x`) is no secret, and may well stand in a proof. */
const SHORTEST_SECRET = 12;

export function remoteModel(options: RemoteOptions): ChatModel {
  const { name, wire, key, keyVariable, price, retry } = options;
  const turns = new Turns(options.concurrency);
  const asked: Asked = { name, endpoint: wire.endpoint, key, keyVariable, hasAnswered: false };
  return {
    name,
    endpoint: wire.endpoint,
    price,
    ask: (request, askOptions) =>
      turns.take(async () => {
        const { answer, retries, unaccounted } = await askAgain(
          () => askOnce(request, askOptions, options, asked),
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
  { wire, limits }: RemoteOptions,
  asked: Asked,
): Promise<Answered> {
  const start = performance.now();
  try {
    const heard = await sendOnce(asked, limits, signal, (inner, onBytes) =>
      listen(wire, request, inner, onBytes, asked),
    );
    return { ...whole(heard, request, asked), seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    throw visionUnsupported(error, request, asked) ?? error;
  }
}

interface Heard {
  text: string;
  finish: ChatAnswer['finish'] | null;
  usage: ReportedUsage | null;
  snapshot: string | null;
  pieces: number;
}

async function listen(
  wire: Wire,
  request: ChatRequest,
  signal: AbortSignal,
  onBytes: () => void,
  asked: Asked,
): Promise<Heard> {
  const heard: Heard = { text: '', finish: null, usage: null, snapshot: null, pieces: 0 };
  const mostBytes = request.maxOutputTokens * MOST_BYTES_PER_TOKEN + MOST_BYTES_OVER;
  const mostWireBytes = request.maxOutputTokens * MOST_WIRE_BYTES_PER_TOKEN + MOST_WIRE_BYTES_OVER;
  const endless = (): ModelError => new ModelError('malformed', malformed(asked, 'It does not end where it has to.'));
  let bytes = 0;
  let wireBytes = 0;
  // A line without an end is never a piece.
  const onPiece = (more: number): void => {
    wireBytes += more;
    if (wireBytes > mostWireBytes) throw endless();
    onBytes();
  };
  for await (const { text, finish, usage, snapshot } of wire.stream(request, signal, onPiece)) {
    heard.pieces++;
    heard.text += text ?? '';
    heard.finish = finish ?? heard.finish;
    heard.usage = usage ?? heard.usage;
    heard.snapshot = snapshot ?? heard.snapshot;
    bytes += Buffer.byteLength(text ?? '');
    if (bytes > mostBytes) throw endless();
  }
  return heard;
}

function whole(heard: Heard, request: ChatRequest, asked: Asked): Omit<Answered, 'seconds'> {
  const { text, finish, usage: reported, snapshot, pieces } = heard;
  if (pieces === 0) throw new ModelError('malformed', malformed(asked, 'The response is no stream of events.'));
  if (finish === null) {
    throw new ModelError('cut', {
      message: `The answer of ${asked.name} has no end.`,
      reason: `It broke off after ${text.length} characters, without a word on why.`,
      next: 'Ask again in a while.',
    });
  }
  const { key } = asked;
  // What a model says is kept and shown, and no server is to get the key written down by saying it.
  const isSecret = key !== null && key.length >= SHORTEST_SECRET;
  const kept = (said: string): string => (isSecret ? said.replaceAll(key, '[key]') : said);
  const usage = countUsage(request, text, reported);
  return { text: kept(text), finish, usage, snapshot: kept(snapshot || asked.name) };
}
