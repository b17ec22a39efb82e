/** Converts errors of SDKs, servers and the network into a `ModelError`, without the key. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { ModelError, type ModelErrorFacts, type ModelErrorKind } from './model-error.ts';
import { retryAfter } from './retry.ts';

/** Request details for error messages. */
export interface RequestContext {
  /** The model's name as the user gave it. */
  name: string;
  endpoint: string;
  key: string | null;
  /** The environment variable of the key. */
  keyVariable: string;
  /** The server has answered before, so it is known to exist. */
  hasAnswered: boolean;
}

/** Maximum length of a displayed error text: some servers send full pages. */
const MAX_TEXT_CHARS = 600;

interface HttpError {
  status: number;
  headers: Headers | undefined;
  text: string;
}

/** Returns a `ModelError`, or `error` itself if it is a bug in this program. */
export function readError(error: unknown, context: RequestContext): unknown {
  if (error instanceof ModelError) return error;
  const { status, headers, message } = error as Partial<HttpError> & Error;
  const text = displayText(message ?? '', context.key);
  if (typeof status === 'number') return fromStatus({ status, headers, text }, context);
  const inStream = streamErrorCode(error);
  const code = inStream === null ? codeOf(error) : null;
  if (code !== null) return fromNetwork(code, context);
  if (error instanceof SyntaxError) {
    return new ModelError('malformed', malformed(context, 'A part of the answer is not valid JSON.'), {
      isTransient: true,
    });
  }
  if (!(error instanceof Error && 'status' in error)) return error;
  // The server sent the error inside its stream, after a successful status.
  const kind = kindOfText(`${text} ${inStream ?? ''}`) ?? 'server';
  return new ModelError(kind, errorText(kind, text, context, null), { spent: 'unknown' });
}

function fromStatus({ status, headers, text }: HttpError, context: RequestContext): ModelError {
  const kind = kindOf(status, text);
  const facts: ModelErrorFacts = { retryAfterMs: headers === undefined ? null : retryAfter(headers, Date.now()) };
  // A refused request costs nothing; after any other server failure the cost is unknown.
  if (status < 500 || status === 529) facts.spent = 'nothing';
  const should = headers?.get('x-should-retry');
  if (should === 'true' || should === 'false') facts.isTransient = should === 'true';
  // The SDKs put the status before the server's message.
  const reason = `${status}: ${text.replace(new RegExp(`^${status}\\s+`), '')}`;
  return new ModelError(kind, errorText(kind, reason, context, facts.retryAfterMs ?? null), facts);
}

const NO_CREDIT = /insufficient_quota|credit balance|billing|exceeded your current quota|spend limit|payment/i;
const TOO_LONG = /context.?length|context.?size|context.?window|maximum context|prompt is too long|too many tokens/i;
const UNKNOWN_MODEL =
  /model.*(?:not.?found|does not exist|not exist|unknown|not loaded)|(?:no such|unknown|invalid) model/i;

function kindOf(status: number, text: string): ModelErrorKind {
  if (status === 401 || status === 403) return 'keyRefused';
  if (status === 402) return 'noCredit';
  if (status === 413) return 'tooLong';
  if (status === 429) return NO_CREDIT.test(text) ? 'noCredit' : 'rateLimited';
  if (status === 408 || status === 409 || status >= 500) return 'server';
  return kindOfText(text) ?? (status === 404 && /model/i.test(text) ? 'unknownModel' : 'badRequest');
}

function kindOfText(text: string): ModelErrorKind | null {
  if (NO_CREDIT.test(text)) return 'noCredit';
  if (TOO_LONG.test(text)) return 'tooLong';
  return UNKNOWN_MODEL.test(text) ? 'unknownModel' : null;
}

function errorText(kind: ModelErrorKind, reason: string, context: RequestContext, waitMs: number | null) {
  const [message, next] = messageAndNext(kind, context, waitMs);
  return { message, reason, next };
}

function messageAndNext(
  kind: ModelErrorKind,
  context: RequestContext,
  waitMs: number | null,
): [message: string, next: string] {
  const { name, endpoint, keyVariable } = context;
  switch (kind) {
    case 'keyRefused':
      if (context.key === null) return [`${endpoint} requires a key.`, `export ${keyVariable}=…`];
      return [
        `${endpoint} refused the key.`,
        `Set another key: export ${keyVariable}=…, or put it into the key file, which takes precedence`,
      ];
    case 'noCredit':
      return [`The account of ${name} has no credit left.`, 'Add credit or raise the limit with the provider.'];
    case 'unknownModel':
      return [`The model ${name} does not exist at ${endpoint}.`, listCommand(context)];
    case 'tooLong':
      return [`The prompt is too long for ${name}.`, 'Use less context: --context-chars 800'];
    case 'rateLimited': {
      const delay = waitMs === null ? '' : ` The server asks to wait ${Math.ceil(waitMs / 1000)} s.`;
      const next = 'Wait, or send fewer requests at once: [model] concurrency = 1 in config.toml';
      return [`${name} received too many requests.${delay}`, next];
    }
    case 'server':
      return [`The server of ${name} failed.`, 'Try again later.'];
    default:
      return [
        `${endpoint} rejected the request.`,
        'If the reason names temperature, leave it out; otherwise check that --base-url ends with the version, as in /v1',
      ];
  }
}

const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|BAD_PORT|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/;
const CERTIFICATE = /CERT|SSL|TLS|ALTNAME/;

function fromNetwork(code: string, context: RequestContext): ModelError {
  const { name, endpoint, hasAnswered } = context;
  if (code === 'REDIRECT') {
    return new ModelError('badRequest', {
      message: `${endpoint} redirects to another address.`,
      reason: 'Prompts and keys are sent only to the given address.',
      next: 'Give the final address: --base-url URL',
    });
  }
  if (CERTIFICATE.test(code)) {
    const reason = `Its certificate is not accepted (${code}).`;
    const next = 'If the server is yours: export NODE_EXTRA_CA_CERTS=<certificate of its authority>';
    return new ModelError(
      'unreachable',
      { message: `${endpoint} is not trusted.`, reason, next },
      { isTransient: false },
    );
  }
  if (UNREACHABLE.test(code)) {
    const message = `Nothing answers at ${endpoint}.`;
    const text = { message, reason: code, next: 'Start the server, or give another address: --base-url URL' };
    // A server that never answered is more likely a wrong address than one that is starting.
    return new ModelError('unreachable', text, { isTransient: hasAnswered });
  }
  if (/TIMEOUT/.test(code)) {
    const message = `${name} took too long.`;
    return new ModelError('timedOut', { message, reason: code, next: 'Try again later.' });
  }
  const message = `The connection to ${endpoint} broke.`;
  return new ModelError('cut', { message, reason: code, next: 'Try again later.' });
}

/** The code of an error that a server sent within its stream, such as `context_length_exceeded`; null for other errors. */
function streamErrorCode(error: unknown): string | null {
  const { error: sent } = error as { error?: unknown };
  if (!(error instanceof Error) || typeof sent !== 'object' || sent === null) return null;
  const { code } = sent as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** The code of the underlying error; null if it is not a network error. */
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

/** On one line, without the key, truncated. */
function displayText(text: string, key: string | null): string {
  return ellipsis(collapseWhitespace(withoutKey(text, key)).trim(), MAX_TEXT_CHARS);
}

/** Servers that refuse a key often repeat it, in full or in part. */
function withoutKey(text: string, key: string | null): string {
  const withoutExactKey = key === null ? text : text.replaceAll(key, '[key]');
  return withoutExactKey
    .replace(/\b(?:sk|pk|key)-[\w-]{6,}[\w*.-]*/gi, '[key]')
    .replace(/Bearer\s+[^\s"']+/gi, 'Bearer [key]');
}

export function malformed(context: Pick<RequestContext, 'name' | 'endpoint'>, reason: string) {
  const { name } = context;
  const next = `Check that the server provides models: ${listCommand(context)}`;
  return { message: `The response of ${name} is not a valid answer.`, reason, next };
}

/** The command that lists the server's models; a local server needs its address. */
function listCommand({ name, endpoint }: Pick<RequestContext, 'name' | 'endpoint'>): string {
  const provider = name.split('/', 1)[0] ?? '';
  const server = provider === 'local' ? ` --base-url ${endpoint.replace(/\/chat\/completions$/, '')}` : '';
  return `lemmahead models ${provider}${server}`;
}
