/** A reranking server for tests, on loopback: a passage's score is the number of words that it shares with the query. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RerankServer {
  /** `http://127.0.0.1:PORT/v1`. */
  baseUrl: string;
  /** The bodies of the requests, in order. */
  seen: { query: string; documents?: string[]; texts?: string[]; model?: string }[];
  close(): Promise<void>;
}

/** `jina`: also vLLM and llama.cpp. `tei`: Hugging Face's, which refuses a request without `texts`. */
export type RerankFormat = 'jina' | 'tei';

/** `answer` replaces the response. */
export async function startRerankServer(
  format: RerankFormat = 'jina',
  answer: ((number: number) => { status: number; body: unknown } | null) | null = null,
): Promise<RerankServer> {
  const seen: RerankServer['seen'] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as RerankServer['seen'][number];
      seen.push(body);
      const { status, body: sent } = answer?.(seen.length - 1) ?? respond(format, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function respond(format: RerankFormat, { query, documents, texts, model }: RerankServer['seen'][number]) {
  const words = new Set(query.toLowerCase().match(/[a-z]+/gu));
  const score = (text: string): number =>
    (text.toLowerCase().match(/[a-z]+/gu) ?? []).filter((word) => words.has(word)).length;
  if (format === 'tei') {
    if (texts === undefined) return { status: 422, body: 'Failed to deserialize: missing field `texts` at line 1' };
    const scores = texts.map((text, index) => ({ index, score: score(text) }));
    return { status: 200, body: scores.toSorted((a, b) => b.score - a.score) };
  }
  const results = documents!.map((text, index) => ({ index, relevance_score: score(text), document: { text } }));
  return { status: 200, body: { model, results: results.toSorted((a, b) => b.relevance_score - a.relevance_score) } };
}
