/** The HTTP listener, with a graceful shutdown: running requests are answered, new ones are refused. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Failure } from '../../base/errors.ts';
import { failureResponse, malformedRequest } from './json-response.ts';

export interface Listening {
  /** `http://127.0.0.1:5326` */
  url: string;
  /** Accepts no new connections, waits at most `graceMs` for the running requests, and stops. */
  drain(graceMs: number): Promise<void>;
}

export interface Address {
  host: string;
  /** 0: any free port. */
  port: number;
}

/** How long a client may take to send its headers and its request, in milliseconds. */
export interface RequestTimeouts {
  headersTimeout: number;
  requestTimeout: number;
  /** How often the timeouts are checked; Node's default of 30 s would add to both. */
  connectionsCheckingInterval: number;
}

const TIMEOUTS: RequestTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 };
const MAX_CONNECTIONS = 1000;

/** @throws {Failure} `port-taken`, `cannot-listen` */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: Address,
  timeouts: RequestTimeouts = TIMEOUTS,
): Promise<Listening> {
  const errorHandler = (error: unknown): Response =>
    failureResponse(error instanceof RequestError ? malformedRequest(error.message) : error);
  const listener = getRequestListener(fetch, { errorHandler });
  const server = createServer(timeouts, (incoming, outgoing) => void listener(incoming, outgoing));
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, drain: (graceMs) => drain(server, sockets, graceMs) };
}

async function drain(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node counts a connection without any data as active; browsers open such connections in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const idle = setInterval(closeIdle, IDLE_MS);
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
}

/** How often a stopping server closes idle connections. */
const IDLE_MS = 50;

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address): Failure {
  const isTaken = error.code === 'EADDRINUSE';
  return new Failure(isTaken ? 'missing' : 'usage', isTaken ? 'port-taken' : 'cannot-listen', {
    message: isTaken
      ? `${host}:${port} is in use: another server listens there.`
      : `The server cannot listen on ${host}:${port}.`,
    reason: error.message,
    next: isTaken ? 'lemmahead serve --port 0, for any free port' : '--host 127.0.0.1 --port 5326',
    cause: error,
  });
}
