/** The HTTP application: access control, size limits, and routes for the endpoints. */
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Failure } from '../../base/errors.ts';
import type { Log } from '../../ui/log.ts';
import { MAX_REQUEST_BYTES } from '../requests.ts';
import {
  failureResponse,
  jsonResponse,
  logBug,
  methodNotAllowed,
  notFound,
  stopping as stoppingFailure,
  tooLarge,
} from './json-response.ts';
import { type Endpoint, type EndpointContext, type EndpointRequest, ENDPOINTS } from './endpoints.ts';
import type { Guard } from './guard.ts';
import { openApiDocument } from './openapi.ts';

/** Enough for a query and its filters. */
const MAX_SEARCH_BYTES = 1_000_000;

export interface AppOptions extends EndpointContext {
  guard: Guard;
  log: Log;
  /** Serves the files of the web page; null for other paths. */
  page: (path: string, ifNoneMatch?: string) => Response | null;
  mcp: { fetch: (request: Request) => Promise<Response> };
}

export function makeApp(options: AppOptions): Hono {
  const { guard, log, page, mcp, stopping } = options;
  const app = new Hono();
  app.use(async (context, next) => {
    const { path, method } = context.req;
    const started = performance.now();
    const isStopping = stopping.aborted;
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
    if (isStopping && path !== '/health') throw stoppingFailure();
    await next();
    // No further request is accepted on the same connection.
    if (stopping.aborted) context.res.headers.set('connection', 'close');
    log.debug(`${method} ${path} ${context.res.status} ${(performance.now() - started).toFixed(1)} ms`);
  });
  app.use('/search', bodyLimit({ maxSize: MAX_SEARCH_BYTES, onError: () => failureResponse(tooLarge()) }));
  app.use(bodyLimit({ maxSize: MAX_REQUEST_BYTES, onError: () => failureResponse(tooLarge()) }));
  for (const endpoint of ENDPOINTS) addRoute(app, endpoint, options);
  const document = openApiDocument();
  app.get('/openapi.json', () => jsonResponse(document));
  app.all('/mcp', (context) => mcp.fetch(context.req.raw));
  app.get('*', (context) => page(context.req.path, context.req.header('if-none-match')) ?? wrongPath(context));
  app.notFound(wrongPath);
  app.onError((error, context) => {
    const response = failureResponse(error);
    // A client that disconnects while sending its request is not a bug.
    if (response.status === 500 && !context.req.raw.signal.aborted) logBug(log, error);
    if (stopping.aborted) response.headers.set('connection', 'close');
    return response;
  });
  return app;
}

const PUBLIC: ReadonlySet<string> = new Set(ENDPOINTS.filter(({ isPublic: is }) => is).map(({ path }) => path));

/** The page is public because it contains the token form. */
function isPublic(path: string): boolean {
  return PUBLIC.has(path) || path === '/' || path === '/graph' || path.startsWith('/page/');
}

function addRoute(app: Hono, endpoint: Endpoint, endpointContext: EndpointContext): void {
  const { method, path, request: schema, handle } = endpoint;
  app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/gu, ':$1'), async (context) => {
    const request: EndpointRequest = {
      body: schema === undefined ? null : await readJson(context),
      query: endpoint.query === undefined ? {} : queryOf(context),
      pathParameter: Object.values<string>(context.req.param())[0] ?? '',
      header: (name) => context.req.header(name),
      signal: context.req.raw.signal,
    };
    return handle(request, endpointContext);
  });
}

/** A repeated parameter is a list. */
function queryOf(context: Context): Record<string, string | string[]> {
  const given = Object.entries(context.req.queries());
  return Object.fromEntries(given.map(([key, values]) => [key, values.length === 1 ? values[0]! : values]));
}

/** Requires the content type JSON, which a form on another site's page cannot set. */
async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/iu.test(type)) {
    throw new Failure('usage', 'unsupported-media-type', {
      message: 'The request must be JSON.',
      next: 'Send it with Content-Type: application/json',
    });
  }
  const bytes = await context.req.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw new Failure('usage', 'bad-request', {
      message: 'The request is not JSON.',
      reason: error instanceof Error ? error.message : String(error),
      next: 'Send an object such as {"name": "value"}; GET /openapi.json describes the requests.',
    });
  }
}

const KNOWN_PATHS = [
  ...ENDPOINTS.map(({ method, path }) => ({ method: method.toUpperCase(), path })),
  ...['/', '/graph', '/openapi.json'].map((path) => ({ method: 'GET', path })),
].map(({ method, path }) => ({ method, known: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u') }));

function wrongPath(context: Context): Response {
  const { method, path } = context.req;
  const allowed = KNOWN_PATHS.filter(({ known }) => known.test(path)).map((each) => each.method);
  if (allowed.length === 0) return failureResponse(notFound(path));
  const response = failureResponse(methodNotAllowed(method, path));
  response.headers.set('allow', allowed.join(', '));
  return response;
}
