/** An embedding server for tests, on loopback: a text's vector counts its words by hash. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingServer {
  /** `http://127.0.0.1:PORT/v1`. */
  baseUrl: string;
  /** The texts of each request, in order. */
  seen: string[][];
  /** The header `authorization` of each request. */
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** Deviations of a response from vectors of `DIMENSION` numbers by the requested model. */
export interface Oddity {
  status?: number;
  dimension?: number;
  snapshot?: string;
  hang?: boolean;
}

export const DIMENSION = 64;

export function wordVector(text: string, dimension = DIMENSION): number[] {
  const vector = Array<number>(dimension).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]+/gu) ?? []) {
    let hash = 7;
    for (const letter of word) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    vector[hash % dimension]! += 1;
  }
  return vector;
}

/** `odd` returns the deviation of the n-th response, from 0. */
export async function startEmbeddingServer(odd: (number: number) => Oddity = () => ({})): Promise<EmbeddingServer> {
  const seen: string[][] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { input, model } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { input: string[]; model: string };
      const { status = 200, dimension, snapshot = model, hang = false } = odd(seen.length);
      seen.push(input);
      authorizations.push(request.headers.authorization);
      if (hang) return;
      const data = input.map((text, index) => ({ index, embedding: wordVector(text, dimension) }));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(status === 200 ? { object: 'list', model: snapshot, data } : { error: { message: 'no' } }),
      );
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    ...{ seen, authorizations },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
