/** Chunking by a model that returns line numbers: nothing is lost or invented, and an invalid answer does no harm. */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readChunks } from '../../src/builders/chunks/chunk-answer.ts';
import { chunkByModel } from '../../src/builders/chunks/chunk-by-model.ts';
import { BadAnswer } from '../../src/llm/bad-answer.ts';
import { Budget, BudgetSpent, NO_LIMITS } from '../../src/llm/budget.ts';
import type { ChatAnswer, ChatModel } from '../../src/llm/chat.ts';
import { AnswerCache } from '../../src/llm/answer-cache.ts';
import { ModelClient } from '../../src/llm/model-client.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';
import type { Document, Piece } from '../../src/sources/document.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { startModelServer, type ModelServer } from '../llm/model-server.ts';

let folder: string;
let server: ModelServer | null;
beforeEach(() => {
  folder = temporaryFolder();
  server = null;
});
afterEach(() => server?.close());

const LONG = 'which is said in so many words that nobody would take it for a single unit of text. '.repeat(4).trim();

function passage(key: string, body: string, more: Partial<Piece> = {}): Piece {
  return {
    ...{ key, kind: 'passage', called: '', number: null, title: '', headings: ['Exercises'], body, proof: null },
    ...{ labels: [], references: [], place: { file: 'a.txt', line: 1, page: null } },
    ...more,
  };
}

const documentOf = (...pieces: Piece[]): Document => ({
  ...{ title: 'a', format: 'text', files: [], externals: [], problems: [] },
  pieces,
});

const chunk = (first: number, last: number, more: object = {}): object => ({
  ...{ first, last, kind: 'passage', called: '', number: null, title: '', solution: null },
  ...more,
});

const fenced = (chunks: unknown): string => `\`\`\`json\n${JSON.stringify(chunks)}\n\`\`\``;

function clientFor(model: ChatModel, tokens: number | null = null): ModelClient {
  return new ModelClient({
    model,
    budget: new Budget({ ...NO_LIMITS, tokens }),
    questions: { cache: new AnswerCache(join(folder, 'answers')), maxOutputTokens: 1000, temperature: null },
    signal: new AbortController().signal,
  });
}

/** A real server that returns these texts in order, then the last one repeatedly. */
async function answers(...texts: string[]): Promise<ChatModel> {
  server = await startModelServer(texts.map((text) => ({ text })));
  return openModelFrom(
    {
      ...{ name: 'local/cuts', baseUrl: server.baseUrl, keyFile: null, timeoutSeconds: 60, idleSeconds: 60 },
      ...{
        retries: 0,
        concurrency: 1,
        temperature: null,
        topP: null,
        tools: 'auto',
        maxOutputTokens: 1000,
        prices: {},
      },
    },
    { record: null },
  );
}

const cut = (document: Document, model: ChatModel, tokens: number | null = null): Promise<Document> =>
  chunkByModel(document, { client: clientFor(model, tokens), concurrency: 2, onText: () => undefined });

const words = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap(({ body, proof }) => `${body}\n${proof ?? ''}`.split(/\s+/)).filter((word) => word !== '');

const TEXT = [
  `Here numbers are talked about, ${LONG}`,
  'Show that two is prime.',
  `Its divisors are found by trial, ${LONG}`,
];

describe('chunking by line numbers', () => {
  test('returns pieces with unchanged text and keeps a problem with its solution', async () => {
    const model = await answers(
      fenced([chunk(1, 2), chunk(3, 5, { kind: 'problem', called: 'Exercise', number: 3, solution: 5 })]),
    );
    const page = { file: 'a.txt', line: 9, page: null };
    const { pieces, problems } = await cut(
      documentOf(
        passage('p1', TEXT[0]!, { labels: ['sec:one'] }),
        passage('p2', `${TEXT[1]}\n\n${TEXT[2]}`, { place: page, references: [{ kind: 'refers', label: 'x' }] }),
      ),
      model,
    );
    expect(problems).toEqual([]);
    expect(pieces).toMatchObject([
      { key: 'sec:one', kind: 'passage', body: TEXT[0], proof: null, headings: ['Exercises'] },
      { kind: 'problem', called: 'Exercise', number: '3', body: TEXT[1], proof: TEXT[2], references: [{ label: 'x' }] },
    ]);
    const [{ messages }] = server!.seen.map(({ body }) => body);
    expect(messages[1].content).toContain('The text stands under: Exercises');
    expect(messages[1].content).toContain('3| Show that two is prime.');
  });

  test('requests long passages only and leaves marked pieces unchanged', async () => {
    const model = await answers(fenced([chunk(1, 1)]));
    const theorem = passage('t', LONG.repeat(3), { kind: 'theorem', labels: ['thm:t'] });
    const before = [passage('p1', LONG.repeat(3)), theorem, passage('p2', 'Short.')];
    const { pieces } = await cut(documentOf(...before), model);
    expect(server!.seen).toHaveLength(1);
    expect(pieces.map(({ kind, body }) => [kind, body])).toEqual(before.map(({ kind, body }) => [kind, body]));
    expect(pieces[1]?.key).toBe('thm:t');
  });

  test('caches the answer and does not request it again', async () => {
    const model = await answers(fenced([chunk(1, 1)]), 'nothing more');
    const document = documentOf(passage('p', LONG.repeat(3)));
    expect(await cut(document, model)).toEqual(await cut(document, model));
    expect(server!.seen).toHaveLength(1);
  });
});

describe('invalid chunk answer', () => {
  const BAD: [string, string][] = [
    ['prose', 'I would cut it in two.'],
    ['a gap', fenced([chunk(1, 1), chunk(3, 3)])],
    ['an overlap', fenced([chunk(1, 2), chunk(2, 3)])],
    ['an end before the last line', fenced([chunk(1, 2)])],
    ['an end after the last line', fenced([chunk(1, 4)])],
    ['no chunks', fenced([])],
    ['chunks in wrong order', fenced([chunk(2, 3), chunk(1, 1)])],
    ['an unknown kind', fenced([chunk(1, 3, { kind: 'poem' })])],
    ['a solution at the first line', fenced([chunk(1, 3, { solution: 1 })])],
    ['fractional lines', fenced([chunk(1, 1.5), chunk(1.5, 3)])],
    ['an object instead of a list', fenced({ chunks: [chunk(1, 3)] })],
  ];

  test.each(BAD)('(%s) is rejected', (_, answer) => {
    expect(() => readChunks(answer, 3)).toThrow(BadAnswer);
  });

  test('is requested once more', async () => {
    const model = await answers('Hm.', fenced([chunk(1, 1), chunk(2, 3)]));
    const { pieces, problems } = await cut(documentOf(passage('p', `${TEXT[0]}\n${TEXT[1]}\n${TEXT[2]}`)), model);
    expect([pieces.length, problems, server!.seen.length]).toEqual([2, [], 2]);
  });

  test('leaves the passages unchanged after two tries and reports a problem', async () => {
    const model = await answers('Hm.');
    const before = [passage('p1', LONG.repeat(3)), passage('p2', LONG)];
    const { pieces, problems } = await cut(documentOf(...before), model);
    expect(pieces.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect(problems).toMatchObject([{ code: 'chunks-by-structure', place: { file: 'a.txt' } }]);
    expect(server!.seen).toHaveLength(2);
  });
});

test('chunking ends when the budget is used up', async () => {
  const model = await answers(fenced([chunk(1, 1)]));
  await expect(cut(documentOf(passage('p', LONG.repeat(3))), model, 100)).rejects.toBeInstanceOf(BudgetSpent);
  expect(server!.seen).toEqual([]);
});

test('chunking preserves all words in order for any text and any boundaries', async () => {
  /** Chunks each request at random lines. */
  const random = (seeds: readonly number[]): ChatModel => ({
    ...{ name: 'random/cuts', endpoint: 'here', price: null },
    ask: async ({ messages }): Promise<ChatAnswer> => {
      const lines = messages[1]!.text.split('\n').filter((line) => /^\d+\| ?/.test(line)).length;
      const ends = new Set([...seeds.map((seed) => 1 + (seed % lines)), lines]);
      const sorted = [...ends].sort((a, b) => a - b);
      const chunks = sorted.map((last, at) => chunk((sorted[at - 1] ?? 0) + 1, last));
      const usage = { inputTokens: 1, outputTokens: 1 };
      return { text: fenced(chunks), finish: 'end', usage, snapshot: 'r', retries: 0, unaccounted: 0, seconds: 0 };
    },
  });
  const line = fc
    .integer({ min: 0, max: 400 })
    .map((count) => Array.from({ length: count }, (_, at) => `w${at}`).join(' '));
  const body = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(body, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 1 }),
      async (bodies, seeds) => {
        folder = join(folder, String(seeds.length));
        const pieces = bodies.map((each, at) => passage(`p${at}`, `${at}\n${each}`));
        const after = await cut(documentOf(...pieces), random(seeds));
        expect(after.problems).toEqual([]);
        expect(words(after.pieces)).toEqual(words(pieces));
      },
    ),
    { numRuns: 25 },
  );
});
