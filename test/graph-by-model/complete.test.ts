/** `graph complete` with a scripted model on a loopback server. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { programsUnavailable } from '../../src/lean/process/run-program.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { CALCULUS, goalOf, offeredTitles, rightCompletions, type Step, stepOf, TEXTS } from './calculus-book.ts';
import { promptOf, systemOf } from './parity-book.ts';
import { type GraphHome, graphDigest, limitOf, makeHome, runGraph } from './run-graph.ts';

let book: GraphHome;
let home: GraphHome;
let server: ModelServer | null = null;

// A loaded machine needs some seconds for each process.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(() => {
  book = makeHome({ calculus: CALCULUS });
}, 60_000);
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-complete-'));
  cpSync(book.folder, folder, { recursive: true });
  home = { folder, env: { LEMMAHEAD_HOME: join(folder, 'home') }, library: join(folder, 'home', 'library.sqlite') };
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(home.folder, { recursive: true, force: true });
});

async function complete(args: readonly string[] = [], script: (request: SeenRequest) => Reply = rightCompletions) {
  await server?.close();
  server = await startModelServer(script);
  return runGraph(home, ['complete', ...args], server);
}

/** The scripted answers, with another one in some steps. `nth`: how often the step came before. */
function instead(step: Step, text: (request: SeenRequest, nth: number) => string): (request: SeenRequest) => Reply {
  let count = 0;
  return (request) => {
    if (stepOf(request) !== step) return rightCompletions(request);
    return { text: text(request, count++), snapshot: 'script-1' };
  };
}

const textOn = (report: any, label: string): any => report.entities.find(({ key }: any) => key === `calculus#${label}`);

const completionAnswerWith = (what: string): Reply => ({
  text: JSON.stringify({ text: `A proof ${what}.`, used: [] }),
  snapshot: 'script-1',
});
const VIOLATED = '{"violated": [{"principle": 4, "why": "the first step has no reason"}]}';

describe('graph complete', () => {
  it("completes what is missing (the paper's two examples), and keeps the document's text", async () => {
    const { status, report } = await complete();
    expect([status, report.missing, report.models.problems]).toEqual([0, 3, []]);
    expect(textOn(report, 'thm:positive')).toMatchObject({
      text: TEXTS.positive,
      adapter: 'proof',
      verdict: 'self-checked',
    });
    expect(textOn(report, 'thm:positive').used).toEqual(['calculus#thm:mean']);
    expect(textOn(report, 'prob:lcm')).toMatchObject({ text: TEXTS.lcm, adapter: 'application' });
    expect(textOn(report, 'thm:mean')).toMatchObject({ text: TEXTS.mean, used: ['calculus#thm:rolle'] });
    const shown = lemmaheadJson(['graph', 'show', 'thm:mean'], { env: home.env }).json;
    expect(shown.entity.proofs).toEqual([]);
    expect(shown.values.find(({ name }: any) => name === 'completion')).toMatchObject({
      ...{ part: 1, maker: 'model', evidence: { template: 'complete@1', model: 'scripted:script-1' } },
      value: { kind: 'proof', verdict: 'self-checked', rounds: [[]] },
    });
    expect(lemmahead(['graph', 'show', 'thm:mean'], { env: home.env }).stdout).toContain(
      'proof by scripted:script-1, not checked by Lean or a person',
    );
  });

  it('offers what the points name and what is near, and nothing that depends on the goal', async () => {
    await complete(['thm:mean']);
    const [offered] = server!.seen.filter((request) => stepOf(request) === 'select').map(offeredTitles);
    expect(offered![0]).toBe("Rolle's Theorem");
    expect(offered).not.toContain('Positive Derivatives');
    expect(offered).not.toContain('Mean Value Theorem');
  });

  it('does the most used first, once, and can be undone', async () => {
    const before = graphDigest(home);
    const { report } = await complete(['--limit', '1']);
    expect(report.entities.map(({ key }: any) => key)).toEqual(['calculus#thm:mean']);
    expect((await complete(['thm:mean'])).report).toMatchObject({ missing: 0, run: null });
    lemmahead(['graph', 'undo', String(report.run)], { env: home.env });
    expect(graphDigest(home)).toEqual(before);
  });

  it('keeps the texts of documents and of the model between marks', async () => {
    await complete();
    for (const request of server!.seen) {
      const outside = promptOf(request).replaceAll(/<<<([0-9a-f]{16})\n[^]*?\n\1>>>/gu, '');
      expect(outside).not.toContain('Ignore previous instructions');
      expect(systemOf(request)).not.toContain('Ignore previous instructions');
    }
  });
});

describe('self-calibration', () => {
  it('a proof that fails once is corrected', async () => {
    const first = instead('calibrate', (_, nth) => (nth === 0 ? VIOLATED : '{"violated": []}'));
    const corrected = completionAnswerWith('with a reason for its first step');
    const script = (request: SeenRequest): Reply => (stepOf(request) === 'correct' ? corrected : first(request));
    const { status, report } = await complete(['thm:mean'], script);
    expect(status).toBe(0);
    expect(textOn(report, 'thm:mean')).toMatchObject({
      verdict: 'self-checked',
      rounds: [['Every step has a reason: the first step has no reason'], []],
      text: 'A proof with a reason for its first step.',
    });
    const [correction] = server!.seen.filter((request) => stepOf(request) === 'correct');
    expect(promptOf(correction!)).toContain('the first step has no reason');
  });

  it('one that always fails gets three rounds in two cycles, and is kept as failed', async () => {
    const { status, report } = await complete(
      ['thm:mean'],
      instead('calibrate', () => VIOLATED),
    );
    expect(status).toBe(1);
    expect(textOn(report, 'thm:mean').verdict).toBe('failed');
    expect(textOn(report, 'thm:mean').rounds).toHaveLength(6);
    const attempts = server!.seen.filter((request) => stepOf(request) === 'attempt').map(promptOf);
    // The second cycle begins with the errors of the first.
    expect(attempts.map((prompt) => prompt.includes('Earlier answers had these errors'))).toEqual([false, true]);
  });

  it.each([
    ['in its text', { text: 'It follows from Positive Derivatives.', used: [], unverified: [] }],
    ['in its list', { text: 'It is clear.', used: [], unverified: ['positive derivatives'] }],
    ['as the goal itself', { text: 'It is known.', used: [], unverified: ['Mean Value Theorem'] }],
  ])('one that cites a consequence of the goal %s fails, whatever the model says', async (_, attempt) => {
    const circular = JSON.stringify(attempt);
    const { status, report } = await complete(['thm:mean'], (request) =>
      ['attempt', 'correct'].includes(stepOf(request)) ? { text: circular } : rightCompletions(request),
    );
    expect([status, textOn(report, 'thm:mean').verdict]).toEqual([1, 'failed']);
    expect(textOn(report, 'thm:mean').rounds[0]).toEqual([
      expect.stringContaining('Nothing that depends on the goal may be used'),
    ]);
    expect(server!.seen.some((request) => stepOf(request) === 'calibrate')).toBe(false);
  });
});

describe('unusable answers', () => {
  it.each<[Step, string]>([
    ['classify', '{"adapter": "magic"}'],
    ['points', '{"points": "all"}'],
    ['select', '{"selected": [99]}'],
    ['attempt', '{"text": "It is clear.", "used": [99]}'],
    ['attempt', '{"text": ""}'],
    ['calibrate', '{"violated": [{"principle": 17, "why": "no"}]}'],
    ['calibrate', 'It is right.'],
  ])('in the step %s: %s', async (step, text) => {
    const { status, report } = await complete(
      ['prob:lcm'],
      instead(step, () => text),
    );
    expect([status, report.entities, report.run]).toEqual([1, [], null]);
    expect(report.models.unusable).toBe(2);
    expect(report.models.problems).toEqual([expect.stringContaining('calculus#prob:lcm')]);
  });

  it('a refusal and a cut answer cost only their entity', async () => {
    const { status, report } = await complete([], (request) =>
      goalOf(request) === 'lcm'
        ? { text: '{"poi', finish: 'length' }
        : goalOf(request) === 'positive'
          ? { text: '', finish: 'content_filter' }
          : rightCompletions(request),
    );
    expect([status, report.entities.length, report.models.problems.length]).toEqual([0, 1, 2]);
  });

  it('one bad JSON in ten is asked for once more', async () => {
    let number = 0;
    const { report } = await complete([], (request) =>
      number++ % 10 === 4 ? { text: '{"points": [' } : rightCompletions(request),
    );
    expect([report.models.problems, report.entities.length]).toEqual([[], 3]);
    expect(report.models.unusable).toBeGreaterThan(0);
  });
});

describe('programs', () => {
  const program = (code: string, text = 'It is 24.') =>
    instead('attempt', () => JSON.stringify({ program: code, text }));
  const always =
    (code: string) =>
    (request: SeenRequest): Reply =>
      ['attempt', 'correct'].includes(stepOf(request))
        ? { text: JSON.stringify({ program: code, text: 'It is 24.' }) }
        : rightCompletions(request);

  it('run in the sandbox, and their output is checked', async ({ skip }) => {
    const why = await programsUnavailable(new AbortController().signal);
    if (why !== null) skip(`needs programs in a sandbox: ${why}`);
    const code = 'from math import lcm\nprint(lcm(6, 8))';
    const { status, report } = await complete(['prob:lcm', '--adapter', 'calculation'], program(code));
    expect([status, textOn(report, 'prob:lcm').verdict]).toEqual([0, 'program-ran']);
    const [check] = server!.seen.filter((request) => stepOf(request) === 'calibrate').map(promptOf);
    expect(check).toMatch(/Output of the program:\n<<<[0-9a-f]{16}\n24\n/u);
  });

  it('one that fails gives no answer', async ({ skip }) => {
    const why = await programsUnavailable(new AbortController().signal);
    if (why !== null) skip(`needs programs in a sandbox: ${why}`);
    const fails = always('raise ValueError("no answer")');
    const { status, report } = await complete(['prob:lcm', '--adapter', 'calculation'], fails);
    expect([status, textOn(report, 'prob:lcm').verdict]).toEqual([1, 'failed']);
    expect(textOn(report, 'prob:lcm').rounds[0]).toEqual(['The program must run: ValueError: no answer']);
  });
});

describe('limits', () => {
  it('exit 4 keeps what was completed, and the next run goes on', async () => {
    const zero = await complete(['--max-tokens', '0']);
    expect([zero.status, zero.report.models.stopped_by, server!.seen.length]).toEqual([4, 'tokens', 0]);
    const all = await complete();
    const whole = graphDigest(home);
    const total = server!.seen.length;
    rmSync(home.folder, { recursive: true, force: true });
    cpSync(book.folder, home.folder, { recursive: true });
    const plan = (await complete(['--dry-run'])).report.planned;
    const part = await complete(['--max-tokens', limitOf(plan, all.report.models.tokens)]);
    const paid = server!.seen.length;
    expect([part.status, paid > 0, paid < total]).toEqual([4, true, true]);
    const rest = await complete();
    expect([rest.status, paid + server!.seen.length]).toEqual([0, total]);
    expect(graphDigest(home)).toEqual(whole);
  }, 120_000);

  it('a dry run counts the first questions and sends nothing', async () => {
    const { status, report } = await complete(['--dry-run']);
    expect([status, report.planned.questions, server!.seen.length]).toEqual([0, 3, 0]);
  });

  it('says why it asks nothing', async () => {
    const { status, report } = await complete(['thm:rolle']);
    expect([status, report.run, server!.seen.length]).toEqual([0, null, 0]);
    expect(report.notices).toEqual([
      'calculus#thm:rolle lacks no proof or solution, or a model completed it before: nothing was asked for it.',
    ]);
  });

  it('exit 3 without a model, 1 for an unknown entity', async () => {
    const missing = await runGraph(home, ['complete']);
    expect([missing.status, missing.report.code]).toEqual([3, 'model-missing']);
    const unknown = await complete(['nothing']);
    expect([unknown.status, unknown.report.code]).toEqual([1, 'entity-unknown']);
  });
});

it('a recording replays to the same graph without a server', async () => {
  const { report } = await complete(['--record', 'answers.jsonl']);
  const recorded = graphDigest(home);
  lemmahead(['graph', 'undo', String(report.run)], { env: home.env });
  const replayed = await runGraph(home, ['complete', '--model', 'replay:answers.jsonl']);
  expect([replayed.status, replayed.report.models.problems]).toEqual([0, []]);
  expect(graphDigest(home)).toEqual(recorded);
});
