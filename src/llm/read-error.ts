/** What an SDK, a server or the network throws, read as a `ModelError`: its kind, its words without the key, the next step. */
import { onOneLine } from '../base/one-line.ts';
import { ModelError, type ModelErrorFacts, type ModelErrorKind } from './model-error.ts';
import { retryAfter } from './retry.ts';

/** What the words of an error are made of. */
export interface Asked {
  /** As the user named it. */
  name: string;
  endpoint: string;
  key: string | null;
  /** The variable that the key is looked for in. */
  keyVariable: string;
  /** The server has answered before, so that it is there is known. */
  hasAnswered: boolean;
}

/** As much of an error's text as is shown: servers send whole pages. */
const LONGEST_WORDS = 600;

interface HttpError {
  status: number;
  headers: Headers | undefined;
  words: string;
}

/** A `ModelError`, or `error` itself where it is a bug of ours. */
export function readError(error: unknown, asked: Asked): unknown {
  if (error instanceof ModelError) return error;
  const { status, headers, message } = error as Partial<HttpError> & Error;
  const words = shownWords(message ?? '', asked.key);
  if (typeof status === 'number') return fromStatus({ status, headers, words }, asked);
  const code = codeOf(error);
  if (code !== null) return fromNetwork(code, asked);
  if (error instanceof SyntaxError) {
    return new ModelError('malformed', malformed(asked, 'A piece of the answer is no JSON.'), { isPassing: true });
  }
  if (!(error instanceof Error && 'status' in error)) return error;
  // The server sent it inside of its stream, after it had said that all is well.
  const kind = kindOfWords(words) ?? 'server';
  return new ModelError(kind, wordsFor(kind, words, asked, null), { spent: 'unknown' });
}

function fromStatus({ status, headers, words }: HttpError, asked: Asked): ModelError {
  const kind = kindOf(status, words);
  const facts: ModelErrorFacts = { retryAfterMs: headers === undefined ? null : retryAfter(headers, Date.now()) };
  // A refusal at the door costs nothing; after any other failure of the server, nobody knows how far it came.
  if (status < 500 || status === 529) facts.spent = 'nothing';
  const should = headers?.get('x-should-retry');
  if (should === 'true' || should === 'false') facts.isPassing = should === 'true';
  // The SDKs put the status before the server's words.
  const reason = `${status}: ${words.replace(new RegExp(`^${status}\\s+`), '')}`;
  return new ModelError(kind, wordsFor(kind, reason, asked, facts.retryAfterMs ?? null), facts);
}

const NO_CREDIT = /insufficient_quota|credit balance|billing|exceeded your current quota|spend limit|payment/i;
const TOO_LONG = /context.?length|context.?size|context.?window|maximum context|prompt is too long|too many tokens/i;
const UNKNOWN_MODEL =
  /model.*(?:not.?found|does not exist|not exist|unknown|not loaded)|(?:no such|unknown|invalid) model/i;

function kindOf(status: number, words: string): ModelErrorKind {
  if (status === 401 || status === 403) return 'keyRefused';
  if (status === 402) return 'noCredit';
  if (status === 413) return 'tooLong';
  if (status === 429) return NO_CREDIT.test(words) ? 'noCredit' : 'rateLimited';
  if (status === 408 || status === 409 || status >= 500) return 'server';
  return kindOfWords(words) ?? (status === 404 && /model/i.test(words) ? 'unknownModel' : 'badRequest');
}

function kindOfWords(words: string): ModelErrorKind | null {
  if (NO_CREDIT.test(words)) return 'noCredit';
  if (TOO_LONG.test(words)) return 'tooLong';
  return UNKNOWN_MODEL.test(words) ? 'unknownModel' : null;
}

function wordsFor(kind: ModelErrorKind, reason: string, asked: Asked, waitMs: number | null) {
  const { name, endpoint, keyVariable } = asked;
  switch (kind) {
    case 'keyRefused':
      return asked.key === null
        ? { message: `${endpoint} wants a key.`, reason, next: `export ${keyVariable}=…` }
        : {
            message: `The key is refused at ${endpoint}.`,
            reason,
            next: `Set another: export ${keyVariable}=… (a key file goes before it: put it in there)`,
          };
    case 'noCredit':
      return {
        message: `The account behind ${name} has no credit left.`,
        reason,
        next: 'See to it with the provider.',
      };
    case 'unknownModel':
      return {
        message: `There is no model ${name} at ${endpoint}.`,
        reason,
        next: listing(asked),
      };
    case 'tooLong':
      return {
        message: `The prompt is too long for ${name}.`,
        reason,
        next: 'Ask for less context: --context-chars 800',
      };
    case 'rateLimited': {
      const asks = waitMs === null ? '' : ` It asks to be left alone for ${Math.ceil(waitMs / 1000)} s.`;
      const next = 'Wait, or ask less at once: [model] concurrency = 1 in config.toml';
      return { message: `${name} is asked too much.${asks}`, reason, next };
    }
    case 'server':
      return { message: `The server of ${name} fails.`, reason, next: 'Ask again in a while.' };
    default:
      return {
        message: `${endpoint} does not take the request.`,
        reason,
        next: 'If the reason names temperature, leave it out; else see whether --base-url ends with the version, as in /v1',
      };
  }
}

const NOT_THERE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|BAD_PORT|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|SSL|TLS|ALTNAME/;

function fromNetwork(code: string, asked: Asked): ModelError {
  const { name, endpoint, hasAnswered } = asked;
  if (code === 'REDIRECT') {
    return new ModelError('badRequest', {
      message: `${endpoint} leads elsewhere.`,
      reason: 'The server answers with a redirect; a prompt and a key go only to the address that was named.',
      next: 'Name the final address: --base-url URL',
    });
  }
  if (CERTIFICATE.test(code)) {
    const reason = `Its certificate is not accepted (${code}).`;
    const next = 'If it is yours: export NODE_EXTRA_CA_CERTS=<its authority>';
    return new ModelError(
      'unreachable',
      { message: `${endpoint} is not trusted.`, reason, next },
      { isPassing: false },
    );
  }
  if (NOT_THERE.test(code)) {
    const message = `Nothing answers at ${endpoint}.`;
    const words = { message, reason: code, next: 'Start the server, or name another: --base-url URL' };
    // One that never was there is more likely a wrong address than one that is just starting.
    return new ModelError('unreachable', words, { isPassing: hasAnswered });
  }
  if (/TIMEOUT/.test(code)) {
    return new ModelError('timedOut', {
      message: `${name} took too long.`,
      reason: code,
      next: 'Ask again in a while.',
    });
  }
  const message = `The connection to ${endpoint} broke.`;
  return new ModelError('cut', { message, reason: code, next: 'Ask again in a while.' });
}

/** The code of the error that lies beneath; null if this is no error of the network. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
    if (at.message === 'unexpected redirect') return 'REDIRECT';
    if (at.message === 'bad port') return 'BAD_PORT';
    if (at.message === 'terminated' || at.message === 'fetch failed') {
      if (at.cause === undefined) return 'ECONNRESET';
    }
  }
  return null;
}

/** On one line, without the key, and no longer than is read. */
function shownWords(text: string, key: string | null): string {
  const plain = onOneLine(withoutKey(text, key)).trim();
  return plain.length > LONGEST_WORDS ? `${plain.slice(0, LONGEST_WORDS)}…` : plain;
}

/** Servers that refuse a key like to repeat it, whole or in parts. */
function withoutKey(text: string, key: string | null): string {
  const whole = key === null ? text : text.replaceAll(key, '[key]');
  return whole.replace(/\b(?:sk|pk|key)-[\w-]{6,}[\w*.-]*/gi, '[key]').replace(/Bearer\s+[^\s"']+/gi, 'Bearer [key]');
}

export function malformed(asked: Pick<Asked, 'name' | 'endpoint'>, reason: string) {
  const { name } = asked;
  const next = `See whether the server is one for models: ${listing(asked)}`;
  return { message: `${name} answered something that is no answer.`, reason, next };
}

/** The command that lists what the server has; one of the user's own has to be named again. */
function listing({ name, endpoint }: Pick<Asked, 'name' | 'endpoint'>): string {
  const provider = name.split('/', 1)[0] ?? '';
  const server = provider === 'local' ? ` --base-url ${endpoint.replace(/\/chat\/completions$/, '')}` : '';
  return `lemmahead models ${provider}${server}`;
}
