/** The HTTP application: the guard, bounds, and the endpoints as routes. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Failure } from '../../base/errors.ts';
import type { Log } from '../../ui/log.ts';
import { MOST_BYTES } from '../requests.ts';
import { aboutToEnd, errorAnswer, jsonAnswer, logBug, methodNotAllowed, notFound, tooLarge } from './answers.ts';
import { type Asked, type Endpoint, ENDPOINTS, type Parts } from './endpoints.ts';
import type { Guard } from './guard.ts';
import { openApiDocument } from './openapi.ts';

/** A query and its filters. */
const MOST_SEARCH_BYTES = 1_000_000;

export interface AppParts extends Parts {
  guard: Guard;
  log: Log;
  /** The page's own files; null where the path is none of them. */
  page: (path: string, ifNoneMatch?: string) => Response | null;
  mcp: { fetch: (request: Request) => Promise<Response> };
}

export function makeApp(parts: AppParts): Hono {
  const { guard, log, page, mcp, stopping } = parts;
  const app = new Hono();
  app.use(async (context, next) => {
    const { path, method } = context.req;
    const began = performance.now();
    const isEnding = stopping.aborted;
    try {
      guard.check({
        host: context.req.header('host'),
        origin: context.req.header('origin'),
        authorization: context.req.header('authorization'),
        isPublic: (method === 'GET' || method === 'HEAD') && isPublic(path),
      });
    } catch (error) {
      log.debug(`${method} ${path} refused: ${error instanceof Error ? error.message : ''}`);
      throw error;
    }
    if (isEnding && path !== '/health') throw aboutToEnd();
    await next();
    // What would come next over the same connection is not taken.
    if (stopping.aborted) context.res.headers.set('connection', 'close');
    log.debug(`${method} ${path} ${context.res.status} ${(performance.now() - began).toFixed(1)} ms`);
  });
  app.use('/search', bodyLimit({ maxSize: MOST_SEARCH_BYTES, onError: () => errorAnswer(tooLarge()) }));
  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: () => errorAnswer(tooLarge()) }));
  for (const endpoint of ENDPOINTS) addRoute(app, endpoint, parts);
  const document = openApiDocument();
  app.get('/openapi.json', () => jsonAnswer(document));
  app.all('/mcp', (context) => mcp.fetch(context.req.raw));
  app.get('*', (context) => page(context.req.path, context.req.header('if-none-match')) ?? wrongPath(context));
  app.notFound(wrongPath);
  app.onError((error, context) => {
    const answer = errorAnswer(error);
    // Whoever hung up in the middle of their request is no bug.
    if (answer.status === 500 && !context.req.raw.signal.aborted) logBug(log, error);
    if (stopping.aborted) answer.headers.set('connection', 'close');
    return answer;
  });
  return app;
}

const PUBLIC: ReadonlySet<string> = new Set(ENDPOINTS.filter(({ isPublic: is }) => is).map(({ path }) => path));

/** The page is what asks for the token. */
function isPublic(path: string): boolean {
  return PUBLIC.has(path) || path === '/' || path.startsWith('/page/');
}

function addRoute(app: Hono, endpoint: Endpoint, parts: Parts): void {
  const { method, path, request, handle } = endpoint;
  app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/gu, ':$1'), async (context) => {
    const asked: Asked = {
      body: request === undefined ? null : await readJson(context),
      part: Object.values<string>(context.req.param())[0] ?? '',
      lastEventId: context.req.header('last-event-id'),
      signal: context.req.raw.signal,
    };
    return handle(asked, parts);
  });
}

/** Only what says that it is JSON: a form of a stranger's page cannot say so. */
async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/iu.test(type)) {
    throw new Failure({
      exit: 'usage',
      code: 'unsupported-media-type',
      message: 'The request must be JSON.',
      next: 'Send it with Content-Type: application/json',
    });
  }
  const bytes = await context.req.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new Failure({
      exit: 'usage',
      code: 'bad-request',
      message: 'The request is not JSON.',
      reason: error instanceof Error ? error.message : String(error),
      next: `Such as {"query": "Nat.add_comm", "k": 10}`,
    });
  }
}

const KNOWN_PATHS = [
  ...ENDPOINTS.map(({ method, path }) => ({ method: method.toUpperCase(), path })),
  ...['/', '/openapi.json'].map((path) => ({ method: 'GET', path })),
].map(({ method, path }) => ({ method, known: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u') }));

function wrongPath(context: Context): Response {
  const { method, path } = context.req;
  const allowed = KNOWN_PATHS.filter(({ known }) => known.test(path)).map((each) => each.method);
  if (allowed.length === 0) return errorAnswer(notFound(path));
  const answer = errorAnswer(methodNotAllowed(method, path));
  answer.headers.set('allow', allowed.join(', '));
  return answer;
}
