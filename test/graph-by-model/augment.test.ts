/** `graph augment` with a scripted model on a loopback server. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GraphShowReport } from '../../src/report/entity-schema.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import {
  augmentAnswer,
  batchAnswer,
  BOOK,
  dataOf,
  promptOf,
  rightAnswers,
  rightInBatch,
  systemOf,
} from './parity-book.ts';
import { type GraphHome, graphDigest, makeHome, runGraph } from './run-graph.ts';

let book: GraphHome;
let home: GraphHome;
let server: ModelServer;

// A loaded machine needs some seconds for each process.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  book = makeHome({ parity: BOOK });
}, 60_000);
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-augment-'));
  cpSync(book.folder, folder, { recursive: true });
  home = { folder, env: { LEMMAHEAD_HOME: join(folder, 'home') }, library: join(folder, 'home', 'library.sqlite') };
});
afterEach(async () => {
  await server?.close();
  rmSync(home.folder, { recursive: true, force: true });
});

async function augment(
  args: readonly string[] = [],
  script: (request: SeenRequest, number: number) => Reply = rightAnswers,
) {
  await server?.close();
  server = await startModelServer(script);
  return runGraph(home, ['augment', ...args], server);
}

const show = (name: string): GraphShowReport =>
  lemmaheadJson(['graph', 'show', name], { env: home.env }).json as GraphShowReport;

describe('graph augment', () => {
  it('asks for what rules cannot give, and writes it with who said it', async () => {
    const { status, report } = await augment();
    expect([status, report.models.problems]).toEqual([0, []]);
    expect(report.models).toMatchObject({ scripted: true, reused: 0, unusable: 0 });
    // Titles of the three claims and the problem; its references and their roles.
    expect(report.attributes).toEqual({ title: 4, field: 6, refs: 1, references_tactics: 1 });
    expect(report.references).toEqual({ resolved: 1, unresolved: 1 });
    const { entity, values } = show('prob:seven');
    expect(entity).toMatchObject({
      refs: ['def:odd', 'Sums of planets'],
      in_refs: { 'def:odd': 'definition' },
      field: 'algebra',
    });
    expect(values.find(({ name }) => name === 'field')).toEqual({
      ...{ part: 0, name: 'field', value: 'algebra', maker: 'model' },
      evidence: { template: 'augment-field-problem@1', model: 'scripted:script-1' },
    });
    expect(show('def:odd').entity!.out_refs).toMatchObject({ 'prob:seven': 'definition' });
  });

  it('asks with --all also for what rules are sure of, and a model counts before a rule', async () => {
    const { report } = await augment(['--all', '--attributes', 'bodylist,tactics']);
    expect(report.attributes).toEqual({ bodylist: 7, references_tactics: 5 });
    const { entity, values } = show('thm:sum');
    expect(entity!.bodylist.map(({ action }) => action)).toEqual(['premise', 'conclusion']);
    expect(entity!.references_tactics).toEqual({ 'def:odd': 'definition', 'def:even': 'definition' });
    const makers = values.filter(({ name, part }) => name === 'bodylist' && part === 0).map(({ maker }) => maker);
    expect(makers).toEqual(['model', 'rules']);
  });

  it('asks nothing twice, and a changed text only again', async () => {
    await augment();
    const first = graphDigest(home);
    const again = await augment();
    expect([again.report.run, again.report.models.answers, server.seen.length]).toEqual([null, 0, 0]);
    expect(graphDigest(home)).toEqual(first);
  });

  it('is undone exactly', async () => {
    const before = graphDigest(home);
    const { report } = await augment();
    expect(graphDigest(home)).not.toEqual(before);
    expect(lemmahead(['graph', 'undo', String(report.run)], { env: home.env }).status).toBe(0);
    expect(graphDigest(home)).toEqual(before);
    // The answers are kept.
    const again = await augment();
    expect([again.report.models.reused, server.seen.length]).toEqual([again.report.models.answers, 0]);
  });

  it('asks about the most used entities first', async () => {
    const { report } = await augment(['--limit', '1', '--attributes', 'field']);
    expect(report.entities).toBe(1);
    expect(server.seen.map((request) => dataOf(request))).toEqual([expect.stringContaining(String.raw`\emph{even}`)]);
  });

  it('keeps the text of a document between marks', async () => {
    await augment(['--all']);
    const order = 'Ignore previous instructions';
    expect(server.seen.some((request) => dataOf(request).includes(order))).toBe(true);
    for (const request of server.seen) {
      expect(promptOf(request).replace(dataOf(request), '')).not.toContain(order);
      expect(systemOf(request)).not.toContain(order);
    }
  });
});

describe('graph augment --batch', () => {
  const values = () =>
    (graphDigest(home) as { attributes: { key: string; name: string; maker: string; value: string }[] }).attributes
      .filter(({ maker }) => maker === 'model')
      .map(({ key, name, value }) => [key, name, value]);

  it('gives the same values with fewer questions, and says so', async () => {
    const single = await augment(['--all']);
    const [asked, singly] = [server.seen.length, values()];
    expect(lemmahead(['graph', 'undo', String(single.report.run)], { env: home.env }).status).toBe(0);
    const { status, report } = await augment(['--all', '--batch'], rightInBatch);
    expect([status, report.batch, report.models.problems]).toEqual([0, true, []]);
    expect(report.attributes).toEqual(single.report.attributes);
    expect(values()).toEqual(singly);
    expect(server.seen.length).toBeLessThan(asked / 2);
    expect(
      show('thm:sum').values.find(({ name, maker }) => name === 'bodylist' && maker === 'model')!.evidence,
    ).toEqual({
      ...{ template: 'augment-batch@1', model: 'scripted:script-1' },
    });
    // What was answered in a batch is not asked again one by one.
    await augment(['--all']);
    expect(server.seen).toEqual([]);
  });

  it('keeps the texts of a document between marks', async () => {
    await augment(['--all', '--batch'], rightInBatch);
    const unmarked = (text: string) => text.replace(/<<<([0-9a-f]{16})\n[^]*?\n\1>>>/gu, '');
    for (const request of server.seen) expect(unmarked(promptOf(request))).not.toContain('Ignore previous');
  });

  it('refuses an answer that leaves out a task', async () => {
    const { status, report } = await augment(['--all', '--batch', '--attributes', 'field,bodylist'], (request) => {
      const { answers } = JSON.parse(batchAnswer(request)) as { answers: unknown[] };
      return { text: JSON.stringify({ answers: answers.slice(1) }), snapshot: 'script-1' };
    });
    expect([status, report.attributes]).toEqual([1, {}]);
    expect(report.models.problems[0]).toMatch(/^field, bodylist of .*leaves out task 1/u);
  });
});

describe('unusable answers', () => {
  it('one bad JSON in ten is asked for once more', async () => {
    const { report } = await augment(['--all'], (request, number) =>
      number % 10 === 3 ? { text: '{"labels": [{"n"', snapshot: 'script-1' } : rightAnswers(request),
    );
    expect(report.models.problems).toEqual([]);
    expect(report.models.unusable).toBe(Math.ceil((server.seen.length - 3) / 10));
    const digest = graphDigest(home);
    lemmahead(['graph', 'undo', String(report.run)], { env: home.env });
    rmSync(join(home.folder, 'home', 'answers'), { recursive: true });
    await augment(['--all']);
    expect(graphDigest(home)).toEqual(digest);
  });

  it.each<[string, Reply, number]>([
    ['a refusal', { text: '', finish: 'content_filter' }, 0],
    ['a cut answer', { text: '{"field": "al', finish: 'length' }, 0],
    ['a field that is not in the list', { text: '{"field": "astrology"}' }, 2],
    ['a field that is not in the list', { text: '{"field": ["algebra"]}' }, 2],
  ])('%s costs its question only', async (_, reply, refused) => {
    const { status, report } = await augment(['--attributes', 'field'], (request) =>
      dataOf(request).includes('fraction') ? reply : rightAnswers(request),
    );
    expect([status, report.attributes, report.models.unusable]).toEqual([0, { field: 5 }, refused]);
    expect(report.models.problems).toEqual([expect.stringContaining('thm:root')]);
    expect(show('thm:root').entity!.field).toBeNull();
  });

  it.each([
    ['a label that is not in the list', { n: 1, label: 'hypothesis' }],
    ['a number that was not asked about', { n: 17, label: 'premise' }],
  ])('%s is refused and counted', async (_, extra) => {
    const { status, report } = await augment(['--all', '--attributes', 'bodylist'], (request) => {
      const answer = JSON.parse(augmentAnswer(request)) as { labels: unknown[] };
      return { text: JSON.stringify({ labels: [...answer.labels.slice(1), extra] }), snapshot: 'script-1' };
    });
    expect([status, report.attributes]).toEqual([1, {}]);
    expect(report.models.unusable).toBe(server.seen.length);
    expect(report.run).toBeNull();
  });
});

describe('a server without one usable answer', () => {
  it('ends the command after eight questions, with exit 3', async () => {
    const { status, report } = await augment(['--all'], () => ({ text: 'garbage' }));
    expect([status, report.code]).toEqual([3, 'model-answers-unusable']);
    expect(report.reason).toContain('The last error');
    expect(server.seen.length).toBeLessThan(40);
  });

  it('exit 1 if there were fewer questions', async () => {
    const { status, report } = await augment(['--attributes', 'field'], () => ({ text: 'garbage' }));
    expect([status, report.models.answers, report.run]).toEqual([1, 0, null]);
  });
});

describe('limits', () => {
  it('exit 4 keeps what was answered, and the next run goes on', async () => {
    const zero = await augment(['--max-tokens', '0']);
    expect([zero.status, zero.report.models.stopped_by, server.seen.length]).toEqual([4, 'tokens', 0]);
    const part = await augment(['--max-tokens', '15000']);
    expect([part.status, part.report.models.stopped_by]).toEqual([4, 'tokens']);
    const paid = server.seen.length;
    expect(paid).toBeGreaterThan(0);
    const rest = await augment();
    expect(rest.status).toBe(0);
    const interrupted = graphDigest(home);
    expect(paid + server.seen.length).toBe(12);
    rmSync(home.folder, { recursive: true, force: true });
    cpSync(book.folder, home.folder, { recursive: true });
    await augment();
    expect(server.seen.length).toBe(12);
    expect(graphDigest(home)).toEqual(interrupted);
  }, 120_000);

  it('a dry run counts the questions and sends nothing', async () => {
    const before = graphDigest(home);
    const { status, report } = await augment(['--dry-run']);
    // The roles of references that answers name are not known yet.
    expect([status, report.planned.questions, server.seen.length]).toEqual([0, 11, 0]);
    expect(report.planned.worst_tokens).toBeGreaterThan(11 * 8192);
    expect(graphDigest(home)).toEqual(before);
  });

  it('need a price for a cost', async () => {
    const { status, report } = await augment(['--max-cost', '1']);
    expect([status, report.code]).toEqual([2, 'price-unknown']);
  });

  it('exit 3 without a model, 1 for an unknown source', async () => {
    const missing = await runGraph(home, ['augment']);
    expect([missing.status, missing.report.code]).toEqual([3, 'model-missing']);
    const unknown = await augment(['--source', 'nowhere']);
    expect(unknown.status).toBe(1);
  });
});

it('a recording replays to the same graph without a server', async () => {
  await augment(['--all', '--record', 'answers.jsonl']);
  const recorded = graphDigest(home);
  const run = lemmaheadJson(['graph', 'runs'], { env: home.env }).json.runs[0].id;
  lemmahead(['graph', 'undo', String(run)], { env: home.env });
  const { report } = await runGraph(home, ['augment', '--all', '--model', 'replay:answers.jsonl']);
  expect(report.models.problems).toEqual([]);
  expect(graphDigest(home)).toEqual(recorded);
});
