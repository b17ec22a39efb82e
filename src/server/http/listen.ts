/** Listens for HTTP, and ends without cutting anyone off: what is under way is answered, what comes then is refused. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { Failure } from '../../base/errors.ts';
import { errorAnswer, unreadable } from './answers.ts';

export interface Listening {
  /** `http://127.0.0.1:5326` */
  url: string;
  /** Takes no further connection, waits for the answers under way, `graceMs` at most, and ends. */
  drain(graceMs: number): Promise<void>;
}

export interface Address {
  host: string;
  /** 0: any that is free. */
  port: number;
}

/** A client that sends its headers or its request a byte now and then holds a connection no longer than this. */
export interface RequestTimeout {
  headersTimeout: number;
  requestTimeout: number;
  /** How often it is looked whether one of them is over; Node's own half a minute would add to both. */
  connectionsCheckingInterval: number;
}

const PATIENCE: RequestTimeout = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 };
const MOST_CONNECTIONS = 1000;

/** @throws {Failure} `port-taken`, `cannot-listen` */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: Address,
  patience: RequestTimeout = PATIENCE,
): Promise<Listening> {
  const errorHandler = (error: unknown): Response =>
    errorAnswer(error instanceof RequestError ? unreadable(error.message) : error);
  const listener = getRequestListener(fetch, { errorHandler });
  const server = createServer(patience, (incoming, outgoing) => void listener(incoming, outgoing));
  server.maxConnections = MOST_CONNECTIONS;
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
    // One that was kept alive has nothing to do once it is answered.
    server.closeIdleConnections();
    // Node takes one for busy that has not said a word yet, as browsers open them beforehand.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  const idle = setInterval(closeIdle, IDLE_MS);
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(end);
}

/** How often a server that ends looks for connections without an answer under way. */
const IDLE_MS = 50;

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address): Failure {
  const isTaken = error.code === 'EADDRINUSE';
  return new Failure(
    {
      exit: isTaken ? 'missing' : 'usage',
      code: isTaken ? 'port-taken' : 'cannot-listen',
      message: `${host}:${port} ${isTaken ? 'is taken: another server listens there' : 'cannot be listened on'}.`,
      reason: error.message,
      next: isTaken ? 'lemmahead serve --port 0, for any port that is free' : '--host 127.0.0.1 --port 5326',
    },
    error,
  );
}
