/** `templates build --from seeds` as a user types it, with a scripted model on loopback. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solverOf } from '../../bench/pipelines/scripted-solver.ts';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { KNOWN, KNOWN_SEEDS, QUESTIONS, SEEDS } from './known-questions.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-model-graph-'));
const env = { LEMMAHEAD_HOME: home };
let server: ModelServer;

const json = async (args: string[], more: Record<string, string> = {}) => {
  const { status, stdout } = await lemmaheadMeanwhile([...args, '--json'], { env: { ...env, ...more }, cwd: home });
  return { status, json: JSON.parse(stdout) };
};
const build = (...args: string[]) => [
  ...['templates', 'build', SEEDS, '--from', 'seeds', '--model', 'local/base', '--base-url', server.baseUrl, ...args],
];
const MORE = ['--advanced-model', 'local/advanced', '--mixed', '5', '--variations', '1'];
/** The files of answers that the commands kept. */
const keptAnswers = (): { template: string; text: string }[] =>
  readdirSync(join(env.LEMMAHEAD_HOME, 'answers'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => JSON.parse(readFileSync(join(parentPath, name), 'utf8')));
const exported = async (graph: string): Promise<string> => {
  const { stdout } = await lemmaheadMeanwhile(['templates', 'export', '--graph', graph, '--with-rejected'], { env });
  return stdout.replace(`"graph":"${graph}"`, '"graph":""');
};

beforeAll(async () => {
  server = await startModelServer(solverOf([...KNOWN_SEEDS, ...KNOWN]));
});

afterAll(() => server.close());

describe('templates build --from seeds', () => {
  test('makes templates in three stages, and each rule rejects some', async () => {
    const { status, json: report } = await json(build('--graph', 'made', ...MORE));
    expect(status).toBe(0);
    const [base, mixed, variation] = report.stages;
    expect(base).toMatchObject({ stage: 'base', candidates: 35 });
    expect(base.rejected['wrong-answer']).toBeGreaterThan(0);
    expect(base.rejected.consistency).toBeGreaterThan(0);
    expect(base.kept).toBeGreaterThan(15);
    expect(mixed).toMatchObject({ stage: 'mixed', candidates: 5 });
    expect(variation.stage).toBe('variation');
    expect(report.plan).toMatchObject({
      builder: 'models',
      model: 'local/base',
      advanced: 'local/advanced',
      scripted: true,
    });
    expect(report.models.map(({ model }: any) => model)).toEqual(['local/base', 'local/advanced']);
    const sampling = server.seen.map(({ body }) => [body.model, body.temperature, body.top_p].join(' '));
    expect(new Set(sampling)).toEqual(new Set(['base  ', 'advanced 0.3 0.8']));
    expect(lemmahead(['templates', 'check', '--graph', 'made'], { env }).stdout).toContain('intact');
  }, 60_000);

  test('--json-stream prints an event for each unit, and last the result', async () => {
    const { stdout, status } = await lemmaheadMeanwhile(build('--graph', 'streamed', ...MORE, '--json-stream'), {
      ...{ env, cwd: home },
    });
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const result = lines.pop();
    expect(result).toMatchObject({ event: 'result', exit: 'done', schema: 'lemmahead/templates-build@1' });
    expect(new Set(lines.map(({ event }) => event))).toEqual(new Set(['template_unit']));
    for (const { stage, candidates, rejected } of result.stages) {
      const units = lines.filter((each) => each.stage === stage);
      expect(units.map(({ done }) => done)).toEqual(units.map((_, at) => at + 1));
      expect([units.length, units[0].of]).toEqual([candidates, candidates]);
      expect(units.filter(({ reason }) => reason === 'wrong-answer')).toHaveLength(rejected['wrong-answer'] ?? 0);
      expect(units.every(({ template, reason }) => (template === null) !== (reason === null))).toBe(true);
    }
  }, 60_000);

  test('compares theorems by vectors with an embedder, each text once', async () => {
    const embeddings = await startEmbeddingServer();
    const embedder = ['--embedder', 'local/e', '--embedder-url', embeddings.baseUrl];
    try {
      const { json: report } = await json(build('--graph', 'vectors', ...embedder));
      expect(report.plan.similarity).toBe('local/e');
      const texts = embeddings.seen.flat();
      expect(texts.length).toBeGreaterThan(20);
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.every((text) => text.includes('. '))).toBe(true);
      const failing = await json(build('--graph', 'other', ...embedder, '--max-tokens', '0'));
      expect(failing.status).not.toBe(0);
    } finally {
      await embeddings.close();
    }
  }, 60_000);

  test('again asks nothing and changes nothing', async () => {
    const [asked, before] = [server.seen.length, await exported('made')];
    const { json: report } = await json(build('--graph', 'made', ...MORE));
    expect(report.change).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(server.seen).toHaveLength(asked);
    expect(await exported('made')).toBe(before);
  }, 60_000);

  test('says where a template is from, and the numbers behind the rules', async () => {
    const { json: listed } = await json(['templates', 'list', '--stage', 'base', '--graph', 'made', '-k', '1']);
    const { key, level } = listed.items[0];
    const { json: shown } = await json(['templates', 'show', key, '--graph', 'made']);
    expect(shown.item).toMatchObject({
      ...{ stage: 'base', level, rejected: null, seed: key.replace('template/base/', 'problem/') },
      ...{ checks: { answer: 'right', consistency: { best: [1] } }, made_by: { model: 'local/base' } },
    });
    expect(shown.item.problem).not.toMatch(/\d/u);
    // Two templates may have got the same answer.
    const kept = keptAnswers().map(
      ({ template, text }) => `${template}: ${createHash('sha256').update(text).digest('hex')}`,
    );
    const { answers } = shown.item.made_by;
    expect(Object.keys(answers)).toHaveLength(4);
    const printed = lemmahead(['templates', 'show', key, '--graph', 'made'], { env }).stdout;
    for (const [template, hash] of Object.entries<string>(answers)) {
      expect(kept).toContain(`${template}: ${hash}`);
      expect(printed).toContain(`template answers ${template}: ${hash}`);
    }
    for (const [stage, prompt] of [
      ['mixed', 'graph-mixed@1'],
      ['variation', 'graph-vary@1'],
    ]) {
      const { json: others } = await json(['templates', 'list', '--stage', stage!, '--graph', 'made', '-k', '1']);
      const { json: other } = await json(['templates', 'show', String(others.items[0].id), '--graph', 'made']);
      expect(kept).toContain(`${prompt}: ${other.item.made_by.answers[prompt!]}`);
    }
    const { stdout } = lemmahead(['templates', 'list', '--rejected', '--graph', 'made'], { env });
    expect(stdout).toContain('base');
    const { json: rejected } = await json(['templates', 'list', '--rejected', '--graph', 'made']);
    for (const { id } of rejected.items)
      expect(lemmahead(['templates', 'show', String(id), '--graph', 'made'], { env }).stdout).toMatch(
        /\n {2}steps: \d+; at its level [\s\S]*\n {2}decision: rejected by the rule (?:consistency|steps)\n/u,
      );
  });

  test('stops at a limit before the first answer: exit 4, and nothing is stored', async () => {
    const other = { LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-limited-')) };
    const { status, json: report } = await json(build('--graph', 'made', '--max-tokens', '10'), other);
    expect([status, report.message]).toEqual([4, 'No question was answered. Nothing was changed.']);
  }, 60_000);

  test('stops at a limit, stores what it has, and goes on from there to the same graph', async () => {
    const other = { LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-limited-')) };
    const first = await json(build('--graph', 'made', ...MORE, '--max-tokens', '40000'), other);
    expect(first.status).toBe(4);
    expect(first.json.models[0].stopped_by).toBe('tokens');
    const second = await json(build('--graph', 'made', ...MORE), other);
    expect(second.status).toBe(0);
    expect(second.json.models[0].reused).toBeGreaterThan(0);
    const { stdout } = await lemmaheadMeanwhile(['templates', 'export', '--graph', 'made', '--with-rejected'], {
      env: other,
    });
    expect(stdout.replace('"graph":"made"', '"graph":""')).toBe(await exported('made'));
  }, 60_000);

  test('refuses another plan before it asks, and says what differs', async () => {
    const [asked, before] = [server.seen.length, await exported('made')];
    const { status, json: report } = await json(build('--graph', 'made', '--model', 'local/other', '--draw', '2'));
    expect([status, report.reason]).toEqual([
      2,
      'model was local/base and is local/other; draw was 1 and is 2; advanced was local/advanced and is none.',
    ]);
    const data = await json(['templates', 'build', QUESTIONS, ...build('--graph', 'made', ...MORE).slice(3)]);
    expect([data.status, data.json.reason]).toEqual([2, expect.stringMatching(/^data was \w+ and is \w+\.$/u)]);
    expect(server.seen).toHaveLength(asked);
    expect(await exported('made')).toBe(before);
  }, 60_000);

  test('check tells what thresholds would decide, and changes nothing without --apply', async () => {
    const [before, args] = [await exported('made'), ['templates', 'check', '--graph', 'made', '--spread']];
    const { json: tried } = await json([...args, '1']);
    expect(tried.applied).toBe(false);
    expect(tried.changed).toBeGreaterThan(0);
    expect(await exported('made')).toBe(before);
    expect(lemmahead([...args, '1'], { env }).stdout).toContain('nothing was changed: --apply stores it');
  });

  test('the plan has the thresholds that were applied last', async () => {
    const apply = (...args: string[]) => json(['templates', 'check', '--graph', 'made', '--apply', ...args]);
    const plan = async () => (await json(['templates', 'stats', '--graph', 'made'])).json.graphs[0].plan;
    const before = await plan();
    await apply('--match', '--match-alpha', '0.1', '--k', '0.79');
    expect(await plan()).toEqual({ ...before, match_alpha: 0.1, match_k: 0.7, k: 0.79 });
    await apply();
    expect(await plan()).toEqual(before);
  });

  test('decides again by other thresholds without asking', async () => {
    const asked = server.seen.length;
    const { json: strict } = await json([
      'templates',
      'check',
      '--graph',
      'made',
      '--apply',
      '--k',
      '0.99',
      '--spread',
      '8',
    ]);
    const { json: loose } = await json([
      'templates',
      'check',
      '--graph',
      'made',
      '--apply',
      '--alpha',
      '0',
      '--k',
      '0',
      '--spread',
      '1',
    ]);
    expect(strict.kept).toBeLessThan(loose.kept);
    expect(loose.changed).toBeGreaterThan(0);
    const { json: grid } = await json(['templates', 'calibrate', '--graph', 'made']);
    expect(grid.candidates).toBe(loose.templates);
    const best = [...(await exported('made')).matchAll(/"best":\[([^\]]*)\]/gu)].map(([, all]) => all!.split(','));
    const low = best.filter((all) => all.every((similarity) => Number(similarity) <= 0.5)).length;
    expect(grid.consistency.find(({ k, alpha }: any) => k === 0.5 && alpha === 0).kept).toBe(grid.candidates - low);
    expect(server.seen).toHaveLength(asked);
    await json(['templates', 'check', '--graph', 'made', '--apply']);
  });

  test('its templates solve problems', async () => {
    const args = [
      'bench',
      'solve',
      '--dataset',
      QUESTIONS,
      '--graph',
      'made',
      '--method',
      'zero-shot',
      '--method',
      'both',
    ];
    const { json: report } = await json([
      ...args,
      '--method',
      'both:no-generate',
      '--model',
      'local/base',
      '--base-url',
      server.baseUrl,
    ]);
    const [plain, both] = report.methods;
    expect([plain.correct, both.correct >= 4]).toEqual([0, true]);
    expect(report.scripted).toBe(true);
  }, 60_000);

  test.each<[string[], string]>([
    [['--mixed', '3'], 'need a second model'],
    [['--mixed', '3', '--advanced-model', 'local/base'], 'would make both'],
  ])('%j fails with a reason', async (args, message) => {
    const { status, json: report } = await json(build('--graph', 'other', ...args));
    expect(status).toBe(2);
    expect(report.message).toContain(message);
  });

  test('does not replace a graph that was built otherwise', async () => {
    const { json: report } = await json(['templates', 'build', SEEDS, '--from', 'labelled', '--graph', 'made']);
    expect(report.message).toContain('was built from models');
  });

  test('--dry-run counts the first questions, and those that depend on answers for each model; it sends nothing', async () => {
    const asked = server.seen.length;
    const priced = { LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-priced-')) };
    const prices = ['base', 'judge'].map((name) => `[model.prices."local/${name}"]\ninput = 3\noutput = 15\n`);
    writeFileSync(join(priced.LEMMAHEAD_HOME, 'config.toml'), prices.join(''));
    const args = build('--graph', 'dry', ...MORE, '--judge-model', 'local/judge', '--dry-run');
    const { json: report } = await json(args, priced);
    expect(report.planned.by_template).toMatchObject([{ template: 'graph-answer@1', questions: 35 }]);
    const [base, advanced, judge] = report.usual;
    expect(base).toMatchObject({ model: 'local/base', questions: 4 * 35 });
    expect(base.by_template).toEqual(
      Object.fromEntries(['answer', 'theorems', 'template', 'step-theorems'].map((name) => [`graph-${name}@1`, 35])),
    );
    expect(base.output_tokens).toBe(35 * (900 + 200 + 500 + 250));
    // Mixed templates are varied, too.
    expect(advanced.by_template).toEqual({ 'graph-mixed@1': 5, 'graph-vary@1': 35 + 5 });
    expect(advanced).toMatchObject({ cost: null, reasoning_cost: null });
    expect(judge).toMatchObject({ model: 'local/judge', questions: 35, output_tokens: 35 * 12 });
    for (const { cost, input_tokens: input, output_tokens: output } of [base, judge])
      expect(cost).toBeCloseTo((3 * input + 15 * output) / 1e6, 9);
    expect(base.reasoning_cost - base.cost).toBeCloseTo((35 * (4000 - 900) * 15) / 1e6, 9);
    const { stdout } = lemmahead(args, { env: priced });
    expect(stdout).toContain('All questions to local/base: at most 140 (graph-answer@1 35,');
    expect(server.seen).toHaveLength(asked);
  });

  test('needs answers', async () => {
    const { json: report } = await json([
      ...['templates', 'build', join(home, 'none.jsonl'), '--from', 'seeds', '--model', 'local/base'],
    ]);
    expect(report.message).toContain('cannot be read');
    expect(readFileSync(SEEDS, 'utf8')).toContain('"answer"');
  });
});
