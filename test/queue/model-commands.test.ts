/**
 * Every command that asks models, over the queue: it stores what it stores on one machine, and only workers ask. For
 * `concepts build` and `index embed`, see model-workers.test.ts.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, type TestContext } from 'vitest';
import { solverOf } from '../../bench/pipelines/scripted-solver.ts';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { CALCULUS, rightCompletions } from '../graph-by-model/calculus-book.ts';
import { HARBOUR, indexHarbour, rightLinks } from '../graph-by-model/harbour-book.ts';
import { BOOK, rightAnswers, systemOf } from '../graph-by-model/parity-book.ts';
import { graphDigest } from '../graph-by-model/run-graph.ts';
import { type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { KNOWN, KNOWN_SEEDS, SEEDS } from '../solve/known-questions.ts';
import { testQueue } from './postgres.ts';
import { type Machine, machine } from './worker-process.ts';

const HERE = { LEMMAHEAD_QUEUE: '' };
const KEY = 'key-of-the-workers-0123456789';
/** More than one unit of `embed`. */
const LEMMAS = Array.from(
  { length: 150 },
  (_, at) => String.raw`\begin{lemma}\label{lem:${at}} The number ${'next '.repeat(at)}is a number.\end{lemma}`,
);
const BOOKS = {
  parity: BOOK,
  calculus: CALCULUS,
  again: CALCULUS.replaceAll('some $c$', 'a point $c$'),
  harbour: HARBOUR,
  lemmas: String.raw`\newtheorem{lemma}{Lemma}` + LEMMAS.join('\n'),
};

const mergeAnswers = (request: SeenRequest): Reply => ({
  text: systemOf(request).includes('id number') ? '1' : 'yes',
  snapshot: 'script-1',
});

interface Case {
  command: [string, string];
  args: string[];
  /** Books of the library, whose graph is built. */
  books: (keyof typeof BOOKS)[];
  /** Answers of the model, if it is asked. The same prompt gets the same answer. */
  script?: (request: SeenRequest) => Reply;
  isEmbedding?: true;
  /** What else is prepared on the machine. */
  prepare?: (here: Machine) => unknown;
}

const CASES: Case[] = [
  { command: ['graph', 'augment'], args: ['--all'], books: ['parity'], script: rightAnswers },
  { command: ['graph', 'complete'], args: [], books: ['calculus'], script: rightCompletions },
  {
    ...{ command: ['graph', 'link'], args: ['--source', 'harbour', '--by', 'model'], books: ['harbour'] },
    ...{ script: rightLinks, prepare: (here) => indexHarbour({ ...here, library: libraryOf(homeOf(here)) }) },
  },
  {
    ...{ command: ['graph', 'merge'], args: ['--source', 'again', '--by', 'model'], books: ['calculus', 'again'] },
    script: mergeAnswers,
  },
  {
    ...{ command: ['templates', 'build'], args: [SEEDS, '--from', 'seeds', '--mixed', '4', '--variations', '1'] },
    ...{ books: ['parity'], script: solverOf([...KNOWN_SEEDS, ...KNOWN], { hasFaults: false }), isEmbedding: true },
    // A worker has no flag for the second model.
    prepare: (here) => here.write('home/config.toml', '[advanced]\nname = "scripted/advanced"\n'),
  },
  { command: ['library', 'embed'], args: [], books: ['lemmas', 'parity'], isEmbedding: true },
  { command: ['graph', 'embed'], args: ['--space', 'parts'], books: ['parity', 'calculus'], isEmbedding: true },
  {
    ...{ command: ['templates', 'embed'], args: [], books: [], isEmbedding: true },
    prepare: (here) => done(here, ['templates', 'build', SEEDS, '--from', 'labelled']),
  },
];

const homeOf = ({ env }: Machine): string => env['LEMMAHEAD_HOME']!;
const libraryOf = (home: string): string => join(home, 'library.sqlite');

async function done(here: Machine, args: string[]): Promise<void> {
  const { status, stderr } = await here.run(args, HERE);
  expect([args.join(' '), status, status === 0 ? '' : stderr]).toEqual([args.join(' '), 0, '']);
}

/** A machine without Lean, whose library is ready for the command, and a copy of its home. */
async function prepared(context: TestContext, { books, prepare }: Case): Promise<{ here: Machine; alone: string }> {
  const here = await machine(context, { lean: { PATH: '/nonexistent' }, isTrusted: false });
  mkdirSync(homeOf(here));
  for (const name of books) {
    here.write(`${name}.tex`, BOOKS[name]);
    await done(here, ['library', 'add', `${name}.tex`]);
  }
  if (books.length > 0) await done(here, ['graph', 'build']);
  await prepare?.(here);
  const alone = join(here.folder, 'alone');
  cpSync(homeOf(here), alone, { recursive: true });
  return { here, alone };
}

/** What the library has, by names and contents instead of ids. */
function storedIn(home: string): Record<string, unknown[]> {
  const library = libraryOf(home);
  const database = new Sqlite(library, { readonly: true });
  try {
    const entries = database
      .prepare(
        `SELECT s.name AS source, e.key, e.kind, e.called, e.title, e.body, e.proof, e.content_hash
         FROM entries e JOIN sources s ON s.id = e.source_id ORDER BY 1, 2`,
      )
      .all();
    const vectors = database
      .prepare(
        `SELECT s.space, s.embedder, s.snapshot, s.dimension, v.content_hash, hex(v.vector) AS vector, c.scale,
           hex(c.code) AS code
         FROM vectors v JOIN vector_spaces s ON s.id = v.space_id LEFT JOIN vector_codes c ON c.id = v.id
         ORDER BY 1, 5`,
      )
      .all();
    const texts = database
      .prepare(
        `SELECT e.key, t.space, t.part, t.text_hash FROM entry_texts t JOIN entries e ON e.id = t.entry_id
         ORDER BY 1, 2, 3`,
      )
      .all();
    const runs = database.prepare('SELECT command, options, counts FROM runs ORDER BY id').all() as {
      counts: string;
    }[];
    return {
      ...(graphDigest({ folder: home, env: {}, library }) as object),
      ...{ entries, vectors, texts, runs: runs.map(({ counts, ...run }) => ({ ...run, counts: JSON.parse(counts) })) },
    };
  } finally {
    database.close();
  }
}

const sizesOf = (stored: Record<string, unknown[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(stored).map(([name, rows]) => [name, rows.length]));

/** A report without times, and without the paths of one home. */
const timeless = (report: unknown, home: string): unknown =>
  JSON.parse(
    JSON.stringify(report, (key, value: unknown) => (key === 'seconds' ? undefined : value)).replaceAll(home, 'HOME'),
  );

/** The total of the budgets in the database. */
async function spentIn(context: TestContext, here: Machine): Promise<{ tokens: number; reserved: number }> {
  const queue = await testQueue(context, here.url);
  const [row] = await queue.sql<{ tokens: number; reserved: number }>(
    'SELECT sum(spent_tokens)::float AS tokens, sum(reserved_tokens)::float AS reserved FROM lemmahead.budget',
  );
  return row!;
}

test.for(CASES.map((each) => [each.command.join(' '), each] as const))(
  '%s --queue stores with two workers what one machine does, and only they ask',
  { timeout: 180_000 },
  async ([, each], context) => {
    const { command, args, script, isEmbedding = false } = each;
    const { here, alone } = await prepared(context, each);
    const model = await startModelServer(script ?? []);
    const embeddings = await startEmbeddingServer();
    context.onTestFinished(async () => {
      await model.close();
      await embeddings.close();
    });
    const asking = [
      ...(script === undefined ? [] : ['--model', 'scripted/m', '--base-url', model.baseUrl]),
      ...(isEmbedding ? ['--embedder', 'local/e', '--embedder-url', embeddings.baseUrl] : []),
    ];
    here.env['LEMMAHEAD_API_KEY'] = KEY;
    const kinds = [...(script === undefined ? [] : ['chat']), ...(isEmbedding ? ['embed'] : [])];
    const worker = ['--only', kinds.join(','), '--jobs', '2', ...asking];
    await Promise.all([here.worker(worker), here.worker(worker)]);
    delete here.env['LEMMAHEAD_API_KEY'];
    const before = storedIn(homeOf(here));
    const run = [...command, ...args, ...asking, '--max-tokens', '10000000'];
    const remote = await here.json(run);
    expect([remote.status, remote.json.code]).toEqual([0, undefined]);
    const stored = storedIn(homeOf(here));
    expect(stored).not.toEqual(before);
    const keys = [...model.seen.map(({ headers }) => headers['authorization']), ...embeddings.authorizations];
    expect(new Set(keys)).toEqual(new Set([`Bearer ${KEY}`]));
    // Which texts are in a request together, depends on the time.
    const requests = (): string[] =>
      [...model.seen.map(({ body }) => body), ...embeddings.seen.flat()].map((sent) => JSON.stringify(sent)).toSorted();
    const asked = requests();
    expect([model.seen.length > 0, embeddings.seen.length > 0]).toEqual([script !== undefined, isEmbedding]);
    model.seen.length = 0;
    embeddings.seen.length = 0;
    const { tokens, reserved } = await spentIn(context, here);
    expect([tokens > 0, reserved]).toEqual([true, 0]);

    const local = await here.json(run, { ...HERE, LEMMAHEAD_HOME: alone });
    expect(timeless(remote.json, homeOf(here))).toEqual(timeless(local.json, alone));
    expect(local.status).toBe(0);
    expect([sizesOf(stored), stored]).toEqual([sizesOf(storedIn(alone)), storedIn(alone)]);
    expect(requests()).toEqual(asked);
    expect((await here.json(['queue', 'status'])).json).toMatchObject({ waiting: 0, running: 0, dead: [] });
  },
);
