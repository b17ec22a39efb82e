/** `solve` and `bench solve` as a user types them, with a scripted model on loopback. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solverOf } from '../../bench/pipelines/scripted-solver.ts';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { lemmahead, lemmaheadJson, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';
import { KNOWN, QUESTIONS, SEEDS } from './known-questions.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-solve-'));
const env = { LEMMAHEAD_HOME: home };
let server: ModelServer;
const model = () => ['--model', 'local/script', '--base-url', server.baseUrl];
const { problem, answer } = KNOWN[0]!;

/** While the server of this process answers. */
const json = async (...args: string[]) => {
  const { status, stdout, stderr } = await lemmaheadMeanwhile([...args, '--json'], { env, cwd: home });
  return { status, stderr, json: JSON.parse(stdout) };
};

beforeAll(async () => {
  server = await startModelServer(solverOf(KNOWN));
  expect(lemmahead(['templates', 'build', SEEDS, '--from', 'labelled'], { env }).status).toBe(0);
}, 60_000);

afterAll(() => server.close());

describe('an embedder', () => {
  test('is used by templates search, solve and bench solve once each problem has a vector', async () => {
    const embeddings = await startEmbeddingServer();
    try {
      const embedder = ['--embedder', 'local/x', '--embedder-url', embeddings.baseUrl];
      const before = await json('templates', 'search', problem, ...embedder);
      expect([before.json.by, before.json.notices[0]]).toEqual([
        'words',
        expect.stringContaining('lemmahead templates embed --graph templates'),
      ]);
      const embedded = await json('templates', 'embed', ...embedder);
      expect(embedded.json).toMatchObject({ what: 'problems', missing: embedded.json.embedded, without: 0 });
      expect((await json('templates', 'embed', ...embedder)).json.missing).toBe(0);
      const after = await json('templates', 'search', problem, ...embedder);
      expect([after.json.by, after.json.notices, after.json.hits[0].similarity > 0.6]).toEqual(['vectors', [], true]);
      const solved = await json('solve', problem, ...embedder);
      expect([solved.json.context.by, solved.json.notices]).toEqual(['vectors', []]);
      const other = await json('solve', problem, '--embedder', 'local/y', '--embedder-url', embeddings.baseUrl);
      expect([other.json.context.by, other.json.notices[0]]).toEqual(['words', expect.stringContaining('local/x')]);
    } finally {
      await embeddings.close();
    }
  }, 60_000);
});

describe('solve without a model', () => {
  test('prints the nearest problems, their theorems, and that no model was asked', () => {
    const { stdout, status } = lemmahead(['solve', problem], { env });
    expect(status).toBe(0);
    expect(stdout).toContain('sum-odd');
    expect(stdout).toContain('sum of odd numbers');
    expect(stdout).toContain('No model was asked');
  });

  test.each([
    ['\\boxed{900}', 0, 'right'],
    ['The answer is 901.', 1, 'wrong'],
    ['The answer is \\boxed{\\int_0^x e^{t^2}}.', 3, 'undecided'],
  ])('checks the answer %j from stdin: exit %i', (input, status, word) => {
    const result = lemmahead(['solve', problem, '--method', 'zero-shot', '--answer', answer], { env, input });
    expect(result.stdout).toContain(word);
    expect(result.status).toBe(status);
  });

  test('an answer from stdin is compared without a graph', () => {
    const none = { LEMMAHEAD_HOME: join(home, 'nothing') };
    const { stdout, status } = lemmahead(['solve', problem, '--answer', '900'], { env: none, input: '\\boxed{900}' });
    expect([status, stdout.includes('template')]).toEqual([0, false]);
    expect(lemmahead(['solve', problem], { env: none }).status).toBe(3);
  });

  test('takes a problem from a file, and one that is too long for the name of a file', () => {
    writeFileSync(join(home, 'problem.txt'), problem);
    for (const given of ['problem.txt', 'Add the odd numbers. '.repeat(30)])
      expect(lemmahead(['solve', given], { env, cwd: home }).stdout).toContain('sum-odd');
  });

  test.each([
    [['solve', 'missing.txt'], 'missing.txt cannot be read'],
    [['solve', './'], 'cannot be read'],
    [['solve', '-'], 'next: lemmahead solve --help'],
    [['solve', ' '], 'The problem is empty'],
    [['solve', problem, '--method', 'all'], "'all' is no method"],
    [['solve', problem, '--graph', 'other'], 'no graph of templates named other'],
    [['solve', problem, '--samples', '3'], '--samples needs a model'],
    [['solve', problem, '--method', 'few-shot', '--shots', QUESTIONS.replace('.jsonl', '.txt')], 'cannot be read'],
  ])('%j is an error that says why', (args, message) => {
    const result = lemmahead(args, { env });
    expect(result.status).toBeGreaterThan(1);
    expect(result.stderr).toContain(message);
  });
});

describe('solve with a model', () => {
  test('asks for the class, the table, the choice and the answer, and keeps the answers', async () => {
    const first = await json('solve', problem, '--answer', answer, '--show-context', ...model());
    expect(first.status).toBe(0);
    expect(first.json).toMatchObject({ answer, method: 'both', verdict: { checker: 'same', correct: true } });
    expect(first.json.context.wordings).toHaveLength(3);
    expect(first.json.context.template.title).toBe('sum-odd');
    expect(first.json.prompt).toContain('# Template');
    expect(first.json.models[0]).toMatchObject({ answers: 4, reused: 0, scripted: true });
    const again = await json('solve', problem, '--answer', answer, ...model());
    expect(again.json.models[0]).toMatchObject({ answers: 4, reused: 4, tokens: 0 });
  });

  test('without templates it has no context, and the script does not know the answer', async () => {
    const { status, json: report } = await json(
      'solve',
      problem,
      '--method',
      'zero-shot',
      '--answer',
      answer,
      ...model(),
    );
    expect(status).toBe(1);
    expect(report).toMatchObject({ context: null, graph: null, verdict: { checker: 'different', correct: false } });
  });

  test('asks the judge about an answer from stdin, too', () => {
    const args = ['solve', problem, '--answer', answer, '--judge-model', 'dummy', '--json'];
    const { stdout } = lemmahead(args, { env, input: 'It is 901.' });
    expect(JSON.parse(stdout).models).toMatchObject([{ model: 'dummy', tokens: expect.any(Number) }]);
  });

  test('asks the judge where the checker does not say the same', async () => {
    const args = [
      'solve',
      problem,
      '--method',
      'zero-shot',
      '--answer',
      answer,
      '--judge-model',
      'local/judge',
      ...model(),
    ];
    const { json: report } = await json(...args);
    expect(report.verdict).toEqual({ checker: 'different', judge: false, correct: false });
    expect(report.models).toHaveLength(2);
  });

  test('takes the judge and its numbers from the configuration', async () => {
    const own = mkdtempSync(join(tmpdir(), 'lemmahead-solve-'));
    const run = (...args: string[]) =>
      lemmaheadMeanwhile([...args, '--json'], { env: { LEMMAHEAD_HOME: own }, cwd: own });
    expect((await run('templates', 'build', SEEDS, '--from', 'labelled')).status).toBe(0);
    const answered = (await run('solve', problem, '--answer', '1', ...model())).stdout;
    expect(JSON.parse(answered).context.hits.length).toBeGreaterThan(1);
    writeFileSync(join(own, 'config.toml'), '[solve]\nk = 1\ndistil = 2\n[judge]\nname = "local/judge"\n');
    const report = JSON.parse((await run('solve', problem, '--answer', '1', ...model())).stdout);
    expect(report.context.hits).toHaveLength(1);
    expect(report.context.wordings).toHaveLength(2);
    expect(report.models.map((each: any) => each.model)).toEqual(['local/script', 'local/judge']);
    // A judge without a right answer would not be asked.
    const unjudged = JSON.parse((await run('solve', problem, ...model())).stdout);
    expect(unjudged.models).toHaveLength(1);
  }, 60_000);

  test('--distil-model asks another model for the class of the problem, and for nothing else', async () => {
    const asked = server.seen.length;
    const args = ['solve', problem, '--method', 'both:distil=2', ...model(), '--distil-model', 'local/distiller'];
    const { json: report } = await json(...args);
    expect(report.models.map(({ model: name, answers }: any) => [name, answers])).toEqual([
      ['local/script', 3],
      ['local/distiller', 1],
    ]);
    const distilled = server.seen.slice(asked).filter(({ body }) => body.model === 'distiller');
    expect(distilled.length).toBeGreaterThan(0);
    expect(distilled.every(({ body }) => JSON.stringify(body.messages).includes('State the class'))).toBe(true);
    const alone = lemmahead(['solve', problem, '--distil-model', 'local/x'], { env });
    expect([alone.status, alone.stderr]).toEqual([2, expect.stringContaining('--distil-model needs a model')]);
  }, 60_000);

  test('takes the largest class of several answers', async () => {
    const { json: report } = await json('solve', problem, '--samples', '3', ...model());
    expect(report).toMatchObject({ answer, samples: [answer, answer, answer], votes: 3 });
  });

  test('reports an answer that is cut off: exit 1', async () => {
    const cut = await startModelServer([{ text: 'We reason for', finish: 'length' }]);
    try {
      const { status, json: report } = await json(
        ...['solve', 'Another problem.', '--method', 'zero-shot', '--answer', '1', '--model', 'local/cut'],
        ...['--base-url', cut.baseUrl],
      );
      expect(status).toBe(1);
      expect(report).toMatchObject({ answer: null, text: null, verdict: null });
      expect(report.models[0].problems[0]).toContain('cut off');
    } finally {
      await cut.close();
    }
  });

  test('stops within the budget: exit 4', async () => {
    const { status, json: report } = await json(
      'solve',
      'A new problem on 7 things.',
      '--max-tokens',
      '10',
      ...model(),
    );
    expect(status).toBe(4);
    expect(report).toMatchObject({ answer: null, models: [{ stopped_by: 'tokens' }] });
  });

  test('--dry-run sends nothing', async () => {
    const before = server.seen.length;
    const { json: report } = await json('solve', problem, '--dry-run', ...model());
    expect(report.planned.by_template.map(({ template }: any) => template)).toContain('solve-answer@1');
    expect(server.seen).toHaveLength(before);
  });
});

describe('bench solve', () => {
  const out = join(home, 'out');
  const METHODS = ['zero-shot', 'few-shot', 'template', 'theorem', 'both'].flatMap((name) => ['--method', name]);

  test('compares all methods, and resumes', async () => {
    const args = ['bench', 'solve', '--dataset', QUESTIONS, '--out', out, ...METHODS, ...model()];
    const { status, json: report } = await json(...args);
    expect(status).toBe(0);
    const correct = Object.fromEntries(report.methods.map((each: any) => [each.method, each.correct]));
    // The script knows an answer only if the prompt names the theorem.
    expect(correct).toMatchObject({ 'zero-shot': 0, 'few-shot': 0 });
    expect(correct.both).toBeGreaterThanOrEqual(7);
    expect(report.scripted).toBe(true);
    expect(report.pairs.find(({ first, second }: any) => first === 'zero-shot' && second === 'both').lost).toEqual([]);
    const asked = server.seen.length;
    const again = await json(...args, '--method', 'both:no-reselect');
    expect(again.json.methods).toHaveLength(6);
    expect(again.json.methods.find(({ method }: any) => method === 'both')).toEqual(
      report.methods.find(({ method }: any) => method === 'both'),
    );
    // Only the prompts of the new method that no other one has are sent.
    expect(server.seen.length - asked).toBeLessThanOrEqual(8);
    const page = readFileSync(join(out, 'report.html'), 'utf8');
    expect(page).toContain('SCRIPTED');
    // These questions are none of the sets of the paper.
    expect(page).not.toContain('Published');
  }, 60_000);

  test('prints the figures of the paper if a dataset has the size of one of its sets', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({ problem: `What is ${at} + 1?`, answer: String(at + 1) }));
    writeFileSync(join(home, 'thirty.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const args = ['bench', 'solve', '--dataset', QUESTIONS, '--dataset', 'thirty.jsonl', '--limit', '2'];
    const { json: report } = await json(...args, '--method', 'zero-shot', '--out', 'thirty', ...model());
    expect(report.sets).toEqual([
      { dataset: QUESTIONS, problems: 8, published: null },
      { dataset: 'thirty.jsonl', problems: 30, published: 'AIME24' },
    ]);
    for (const file of ['report.html', 'report.md']) {
      const text = readFileSync(join(home, 'thirty', file), 'utf8');
      for (const published of [
        'Table 1',
        'Table 2',
        '86.23',
        '55.80',
        '76.2',
        'as AIME24 has; that it is this set was',
      ])
        expect(text).toContain(published);
    }
  }, 60_000);

  test('takes several models, and two folders are compared', async () => {
    const folder = (name: string) => ['bench', 'solve', '--dataset', QUESTIONS, '--out', join(home, name), ...model()];
    const two = [...folder('two'), '--model', 'local/other', '--method', 'zero-shot', '--method', 'both'];
    const { json: both } = await json(...two);
    expect(both.models).toEqual(['local/script', 'local/other']);
    expect(both.methods.map(({ method, model: name }: any) => `${method}@${name}`)).toEqual([
      ...['zero-shot@local/script', 'both@local/script', 'zero-shot@local/other', 'both@local/other'],
    ]);
    expect(both.pairs.map(({ model: name }: any) => name)).toEqual(['local/script', 'local/other']);
    expect(readFileSync(join(home, 'two', 'report.md'), 'utf8')).toContain('both @ local/other');
    expect(readFileSync(join(home, 'two', 'report.md'), 'utf8')).toMatch(/^- checker: Compute Engine \d+\./mu);
    await json(...folder('one'), '--method', 'zero-shot');
    // The only methods that both have are those of `local/script`.
    const same = lemmaheadJson(['bench', 'compare', 'two', join('one', 'baseline.json')], { env, cwd: home });
    expect(same.status).toBe(0);
    expect(same.json.systems).toMatchObject([{ first: 'zero-shot@local/script', won: [], lost: [], changed: [] }]);
    expect(lemmahead(['bench', 'compare', 'two', 'nothing'], { env, cwd: home }).status).toBe(2);
    const twice = lemmaheadJson([...two, '--model', 'local/other'], { env, cwd: home });
    expect(twice.json.message).toContain('The model local/other is given twice');
  }, 60_000);

  test('refuses another benchmark in the same folder', async () => {
    const args = ['bench', 'solve', '--dataset', QUESTIONS, '--limit', '2', '--out', out, ...model()];
    const { status, json: report } = await json(...args);
    expect(status).toBe(2);
    expect(report.message).toContain('different benchmark');
  });

  test('leaves out questions that the graph has as problems', async () => {
    const { status, json: report } = await json('bench', 'solve', '--dataset', SEEDS, ...model());
    expect(status).toBe(2);
    expect(report.reason).toContain('it is a problem of the graph');
    const lines = readFileSync(SEEDS, 'utf8').trim().split('\n');
    const changed = lines.map((line) => ({ ...JSON.parse(line), problem: `${JSON.parse(line).problem} !` }));
    writeFileSync(join(home, 'changed.jsonl'), changed.map((seed) => JSON.stringify(seed)).join('\n'));
    const near = await json(
      'bench',
      'solve',
      '--dataset',
      'changed.jsonl',
      '--method',
      'both',
      '--dry-run',
      ...model(),
    );
    expect([near.status, near.json.reason]).toEqual([2, expect.stringContaining('it is a problem of the graph')]);
  });

  test('counts the first questions with --dry-run, and writes nothing', async () => {
    const folder = join(home, 'dry');
    const { json: report } = await json(
      'bench',
      'solve',
      '--dataset',
      QUESTIONS,
      '--out',
      folder,
      '--dry-run',
      ...model(),
    );
    expect(report.planned[0].questions).toBeGreaterThanOrEqual(40);
    expect(existsSync(folder)).toBe(false);
  });

  test('says what is wrong', () => {
    const run = (...args: string[]) => lemmaheadJson(['bench', 'solve', ...args], { env, cwd: home }).json.message;
    expect(run('--dataset', 'nothing.jsonl')).toContain('nothing.jsonl cannot be read');
    expect(run('--dataset', QUESTIONS, '--method', 'both', '--method', 'both')).toContain('twice');
    expect(run('--dataset', QUESTIONS)).toContain('no model is configured');
  });
});
