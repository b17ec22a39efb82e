/** Listens for HTTP, and ends without cutting anyone off: what is under way is answered, what comes then is refused. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Failure } from '../../base/errors.ts';

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
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
const MOST_CONNECTIONS = 1000;

/** @throws {Failure} `port-taken`, `cannot-listen` */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: Address,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch,
    serverOptions: { requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS },
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, drain: (graceMs) => drain(server, graceMs) };
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

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
