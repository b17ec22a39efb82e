/** `prove --strategy templates-informal`: with a graph of templates, a scripted model on loopback, and a fake Lean. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const USAGE = { input: 300, output: 20 };
/** Only `by good` fills the hole. */
const FILE = `-- needs good
import Lib
theorem seats : 1 = 1 := by
  sorry
`;
const STATEMENT = 'In how many ways can 9 people sit around a round table, if only neighbours matter?';
const TABLE = '{"rows": [{"name": "circular permutations", "statement": "(n-1)!", "when": "round tables"}]}';

let folder: string;
let home: string;
let env: Record<string, string>;
let server: ModelServer;

/** The whole conversation of a request. */
const textOf = ({ body }: SeenRequest): string =>
  body.messages.map(({ content }: { content: string }) => content).join('\n');

/** `answers`: replaces the answer to a prompt with this text. */
function answering(answers: Record<string, string> = {}) {
  return (request: SeenRequest) => {
    const prompt = textOf(request);
    const known = {
      'Do not solve the problem': '{"templates": ["Count the seatings around a round table."]}',
      'make a table for one problem': TABLE,
      'Which one of the templates fits': '{"template": 1}',
      'Output only the proof, in LaTeX': 'Fix one person, then permute the others.',
      ...answers,
    };
    const [, text = '```lean\nby good\n```'] = Object.entries(known).find(([part]) => prompt.includes(part)) ?? [];
    return { text, usage: USAGE };
  };
}

const run = (...args: string[]) => lemmaheadMeanwhile(args, { cwd: folder, env });
const prove = (...args: string[]) =>
  run(
    ...['prove', 'File.lean', '--model', 'local/m', '--base-url', server.baseUrl, '--mode', 'cold', '--no-portfolio'],
    ...['--strategy', 'templates-informal', '--informal', STATEMENT, '--json-stream', ...args],
  );
const events = (stdout: string): any[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-templates-informal-'));
  home = join(folder, 'home');
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: home };
  await trustLean(home, folder, env);
  writeFileSync(join(folder, 'File.lean'), FILE);
  const build = ['templates', 'build', join(import.meta.dirname, '../../fixtures/problems/labelled.jsonl')];
  expect(lemmahead([...build, '--from', 'labelled'], { cwd: folder, env }).status).toBe(0);
  server = await startModelServer(answering());
}, 60_000);
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('prove --strategy templates-informal', () => {
  it('asks for the class, the table, the choice, the proof, and Lean, and is replayed without the model', async () => {
    const { stdout, status } = await prove();
    expect(status).toBe(0);
    const prompts = server.seen.map(textOf);
    expect(prompts).toHaveLength(5);
    expect(prompts[3]).toContain('circular permutations: (n-1)! (use: round tables)');
    expect(prompts[3]).toContain('Five people sit down around a round table.');
    expect(prompts[4]).toContain('# Proof in words\n\nFix one person');
    const steps = events(stdout).filter(({ event }) => event === 'step');
    expect(steps.map(({ step, from }) => [step, from])).toEqual([
      ['statement', 'given'],
      ['template', 'dataset'],
      ['proof', 'model'],
    ]);
    expect(steps[1].text).toContain('circular permutations');

    await server.close();
    const [id = ''] = readdirSync(join(home, 'runs'));
    const replayed = await run('runs', 'replay', id, '--json');
    expect([replayed.status, JSON.parse(replayed.stdout).open]).toEqual([0, 0]);
    expect(server.seen).toHaveLength(5);
  }, 60_000);

  it('falls back to rules if the model gives no usable answer, and counts every request', async () => {
    await server.close();
    server = await startModelServer(
      answering({
        'Do not solve the problem': 'no',
        'make a table for one problem': 'no',
        'Which one of the templates fits': '{"template": 99}',
      }),
    );
    const { stdout, status } = await prove();
    expect(status).toBe(0);
    // Each of the three questions is asked twice.
    expect(server.seen).toHaveLength(8);
    expect(textOf(server.seen[6]!)).toContain('circular permutations');
    expect(events(stdout).at(-1).tokens).toBe(8 * 320);
  }, 60_000);

  it('writes the proof without a template if the model chooses none', async () => {
    await server.close();
    server = await startModelServer(answering({ 'Which one of the templates fits': '{"template": 0}' }));
    const { stdout } = await prove();
    expect(textOf(server.seen[3]!)).not.toContain('# Template');
    expect(events(stdout).find(({ event }) => event === 'remark')?.text).toBe(
      'No template of the graph fits; the proof is written without one.',
    );
  }, 60_000);

  it('shows Lean declarations that state theorems of the table, if the file reaches them', async () => {
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'lib/Lib.lean'), 'theorem Circle.card (n : Nat) : n = n := rfl\n');
    writeFileSync(join(folder, 'lib/Other.lean'), 'theorem Far.away (n : Nat) : n = n := rfl\n');
    const index = ['--index', join(folder, 'index.sqlite')];
    expect((await run('index', 'build', '--root', `Lib=${join(folder, 'lib')}`, ...index)).status).toBe(0);
    const out = join(folder, 'graph.jsonl');
    expect((await run('templates', 'export', '--out', out)).status).toBe(0);
    const declaration = (name: string) => ({ package: 'Lib', name, statement_hash: '', similarity: 1 });
    const lines = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((record) =>
        record.record === 'theorem' && /circular/iu.test(record.name)
          ? { ...record, declarations: [declaration('Circle.card'), declaration('Far.away')] }
          : record,
      );
    writeFileSync(out, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    expect((await run('templates', 'import', out, '--replace')).status).toBe(0);
    const { status, stderr } = await prove(...index);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const formal = textOf(server.seen.at(-1)!);
    expect(formal).toContain('Circle.card');
    expect(formal).not.toContain('Far.away');
  }, 60_000);

  it.each([
    [['--graph', 'other'], 'other'],
    [['--library', 'none.sqlite'], 'none.sqlite'],
  ])(
    'needs a graph of templates: %j',
    async (args, name) => {
      const { status, stderr, stdout } = await prove(...args);
      expect(status).toBe(3);
      expect(`${stdout}${stderr}`).toContain(name);
      expect(server.seen).toEqual([]);
    },
    60_000,
  );

  it('in bench prove, results with two graphs are not mixed', async () => {
    const bench = (...args: string[]) => run('bench', 'prove', ...args, '--json');
    const made = await bench(
      ...['--dataset', 'File.lean', '--strategy', 'templates-informal', '--no-check', '--out', 'bench'],
      ...['--model', 'local/m', '--base-url', server.baseUrl],
    );
    expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
    expect(server.seen.map(textOf).some((prompt) => prompt.includes('Which one of the templates fits'))).toBe(true);
    const problem = { name: 'new', problem: 'How many hats?', answer: '2', theorem: 'hats' };
    writeFileSync(join(folder, 'more.jsonl'), `${JSON.stringify(problem)}\n`);
    expect((await run('templates', 'build', 'more.jsonl', '--from', 'labelled', '--replace')).status).toBe(0);
    const resumed = await bench('--resume', 'bench');
    expect(resumed.status).toBe(2);
    expect(`${resumed.stdout}${resumed.stderr}`).toContain('templates');
  }, 60_000);

  it('shows the first prompt in a dry run', async () => {
    const { stdout, status } = await prove('--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('solve-distil@1');
    expect(server.seen).toEqual([]);
  }, 60_000);
});
