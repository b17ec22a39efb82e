/** End-to-end tests of the informal strategies, with a model server on loopback, a library and the fake Lean. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BINARY } from '../../binary.ts';
import { openLibrary } from '../../../src/library/library.ts';
import { refreshWords } from '../../../src/library/word-rows.ts';
import { entryReader } from '../../../src/search/library/entry-words.ts';
import { lemmaheadMeanwhile } from '../../cli/spawn.ts';
import { documentOf, piece } from '../../library/made-document.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../../llm/model-server.ts';
import { fakeLean } from '../../verify/fake-lean.ts';
import { trustLean } from '../../verify/trusted-lean.ts';

const SLOW = { timeout: 240_000 };
const SENTINEL = 'XYZZY-ONLY-HUMAN-GUIDED-MAY-SEE-THIS';
const STATEMENT = 'Show that the sum of two even numbers that are divisible by four is divisible by four as well.';

let folder: string;
let env: Record<string, string>;
let server: ModelServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-pipelines-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_API_KEY: 'a-key' };
  await trustLean(env['LEMMAHEAD_HOME']!, folder, env);
  const library = openLibrary(join(folder, 'home', 'library.sqlite'), { writable: true });
  const pieces = [
    piece('sums', { body: 'A sum of multiples of a number is a multiple of it; divisible terms, divisible sum.' }),
    piece('parity', { body: 'Every number is even or odd.' }),
    piece('itself', { kind: 'problem', body: STATEMENT, proof: 'Here is how.' }),
  ];
  library.addDocument(documentOf(pieces), { source: 'books', name: 'book', path: '/books/book.tex', readBy: 'test' });
  await refreshWords(library.database, entryReader());
  library.close();
  writeSet(['one', 'two'], ['three']);
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

function writeSet(valid: string[], test: string[]): void {
  const line = (name: string, split: string): string =>
    JSON.stringify({
      ...{ name, split, header: '-- needs right\n', formal_statement: `theorem ${name} : 1 = 1 := by sorry` },
      ...{ informal_statement: `${STATEMENT} (${name})`, informal_proof: `${SENTINEL} of ${name}` },
    });
  const lines = [...valid.map((name) => line(name, 'valid')), ...test.map((name) => line(name, 'test'))];
  writeFileSync(join(folder, 'set.jsonl'), `${lines.join('\n')}\n`);
}

const USAGE = { input: 100, output: 10 };

/** Answers with a correct Lean proof if the informal proof in the prompt was refined. */
function reply({ body }: SeenRequest): Reply {
  const prompt: string = body.messages.at(-1).content;
  const last = prompt.slice(prompt.lastIndexOf('\n\n'));
  if (last.includes('Lean proof block')) {
    return { text: `\`\`\`lean\nby exact ${prompt.includes('BETTER') ? 'right' : 'wrong'}\n\`\`\``, usage: USAGE };
  }
  if (last.includes('JSON'))
    return { text: '{"theorems": ["sum of multiples"], "concepts": ["parity"]}', usage: USAGE };
  const text = prompt.includes('# Proof so far') ? 'A BETTER proof.' : 'A first proof.';
  return { text, usage: USAGE };
}

const ALL = ['baseline', 'informal-baseline', 'informal-rag', 'eqg', 'ipa', 'human-guided'];
const flagsOf = (strategies: string[]): string[] => strategies.flatMap((name) => ['--strategy', name]);
const BENCH = ['bench', 'prove', '--dataset', 'set.jsonl', '--mode', 'cold', '--jobs', '2', '--iterations', '1'];

async function withServer(script: (request: SeenRequest, number: number) => Reply = reply): Promise<string[]> {
  server ??= await startModelServer(script);
  return ['--model', 'scripted/prover', '--base-url', server.baseUrl];
}

const run = (args: string[], more: Record<string, string> = {}) =>
  lemmaheadMeanwhile(args, { cwd: folder, env: { ...env, ...more } });

async function runJson(args: string[]): Promise<{ status: number | null; json: any }> {
  const { status, stdout, stderr } = await run([...args, '--json']);
  expect(stdout, stderr).not.toBe('');
  return { status, json: JSON.parse(stdout) };
}

const read = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

/** All recorded prompts under a folder, with the folder name of their system. */
function promptsBelow(out: string): { system: string; text: string }[] {
  const paths = readdirSync(join(folder, out, 'runs'), { recursive: true }) as string[];
  return paths
    .filter((path) => /\/prompts\/[0-9a-f]{64}\.json$/.test(path))
    .map((path) => ({ system: path.replace(/\/.*/, ''), text: read(out, 'runs', path) }));
}

describe('bench prove with informal strategies', SLOW, () => {
  it('reports every strategy by split, marks scripted answers, and shows the human proof only to human-guided', async () => {
    const model = await withServer();
    const { status, json } = await runJson([
      ...BENCH,
      ...flagsOf(ALL),
      ...model,
      '--record',
      'answers.jsonl',
      '--out',
      'out',
    ]);
    expect(status).toBe(0);
    expect(json).toMatchObject({ scripted: true, checked: true, complete: true, published: null });
    expect(json.systems.map(({ id, solved, questions }: any) => [id, solved, questions])).toEqual([
      ['baseline@scripted/prover', 0, 3],
      ['informal-baseline@scripted/prover', 0, 6],
      ['informal-rag@scripted/prover', 0, 6],
      ['eqg@scripted/prover', 0, 9],
      ['ipa@scripted/prover', 3, 15],
      ['human-guided@scripted/prover', 0, 3],
    ]);
    expect(json.splits.map(({ split, problems }: any) => [split, problems])).toEqual([
      ['valid', 2],
      ['test', 1],
    ]);
    expect(json.splits[1].systems[4]).toMatchObject({ solved: 1, counted: 1, input_tokens: 500, output_tokens: 50 });
    expect(json.statements).toEqual({ dataset: 15 });
    // The problem itself is in the library, and the search used its statement.
    expect(json.passages).toMatchObject({ channels: { words: 9 } });
    expect(json.passages.hidden_from).toBeGreaterThanOrEqual(3);

    const prompts = promptsBelow('out');
    expect(prompts.length).toBe(42);
    const guided = prompts.filter(({ text }) => text.includes(SENTINEL));
    expect(new Set(guided.map(({ system }) => system))).toEqual(new Set(['human-guided@scripted%2Fprover']));
    expect(guided).toHaveLength(3);
    expect(prompts.filter(({ text }) => text.includes('Here is how.'))).toEqual([]);
    expect(prompts.filter(({ text }) => text.includes('divisible terms, divisible sum')).length).toBeGreaterThan(5);

    const markdown = read('out', 'report.md');
    expect(markdown).toMatch(/^# SCRIPTED ANSWERS: /);
    const rows = markdown.split('\n').filter((line) => /^\| (?:baseline|informal|eqg|ipa|human)/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((line) => !line.includes('scripted'))).toEqual([]);
    expect(read('out', 'report.html')).toContain('<h1>SCRIPTED ANSWERS: ');
    expect(JSON.parse(read('out', 'baseline.json')).scripted).toHaveLength(6);

    // A replay of the recording keeps the mark, even under another model name.
    await server?.close();
    const again = await runJson([...BENCH, ...flagsOf(ALL), '--model', 'replay:answers.jsonl', '--out', 'again']);
    expect(again.json).toMatchObject({ scripted: true });
    expect(read('again', 'report.md')).toContain('| ipa@replay:answers.jsonl (scripted) |');
    expect(again.json.systems.map(({ solved, scripted }: any) => [solved, scripted])).toEqual(
      json.systems.map(({ solved }: any) => [solved, true]),
    );
    expect(read('again', 'report.md')).toMatch(/^# SCRIPTED ANSWERS: /);
    const { stdout } = await run(['bench', 'compare', 'out/report.json', 'out/report.json']);
    expect(stdout).toContain('were scripted');
  });

  it('runs one system per σ, with a table and plots', async () => {
    const model = await withServer();
    const args = ['--strategy', 'ipa', '--iterations', '0,1,2', '--limit', '1', ...model, '--out', 'out'];
    const { json } = await runJson([...BENCH.slice(0, -2), ...args]);
    expect(json.systems.map(({ id, solved, questions }: any) => [id, solved, questions])).toEqual([
      ['ipa:iterations=0@scripted/prover', 0, 3],
      ['ipa:iterations=1@scripted/prover', 1, 5],
      ['ipa:iterations=2@scripted/prover', 1, 7],
    ]);
    expect(read('out', 'report.md')).toContain('## Iterations of ipa@scripted/prover');
    expect(read('out', 'report.html')).toContain('Pass@1 over σ');
  });
});

describe('bench prove with missing prerequisites', SLOW, () => {
  it('exits 3 with a next step if there is no library', async () => {
    rmSync(join(folder, 'home', 'library.sqlite'));
    const model = await withServer();
    const { status, stderr } = await run([...BENCH, '--strategy', 'eqg', ...model, '--out', 'out']);
    expect([status, stderr]).toEqual([3, expect.stringContaining('next: lemmahead library add FILE')]);
    expect(server?.seen).toEqual([]);
  });

  it('reports a usage error if the dataset has no human proofs', async () => {
    writeFileSync(join(folder, 'One.lean'), 'theorem one : 1 = 1 := by\n  sorry\n');
    const args = ['bench', 'prove', '--dataset', 'One.lean', '--strategy', 'human-guided', ...(await withServer())];
    const { status, stderr } = await run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining('the dataset has none')]);
  });

  it('records answers without Lean under --no-check; nothing counts and the report says so', async () => {
    const model = await withServer();
    const args = [...BENCH, ...flagsOf(['eqg', 'ipa']), ...model, '--no-check', '--out', 'out', '--json'];
    const { status, stdout } = await run(args, { PATH: '/nowhere' });
    const json = JSON.parse(stdout);
    expect(status).toBe(0);
    expect(json).toMatchObject({ checked: false, scripted: true, systems: [{ counted: 0 }, { counted: 0 }] });
    expect(json.systems.map(({ states }: any) => states.unchecked)).toEqual([3, 3]);
    expect(read('out', 'report.md')).toMatch(/^# SCRIPTED ANSWERS, UNCHECKED: /);
    expect(server?.seen).toHaveLength(3 * 3 + 3 * 5);
  });

  const DRY = ['--model', 'openai/gpt-5-mini', '--dry-run', '--json'];

  it('counts the questions of each strategy with --dry-run, without a key, Lean or requests', async () => {
    const args = ['--dataset', 'set.jsonl', ...flagsOf([...ALL, 'agent:turns=4']), ...DRY];
    const { status, stdout } = await run(['bench', 'prove', ...args], { PATH: '/nowhere' });
    expect(status).toBe(0);
    const { systems } = JSON.parse(stdout);
    expect(systems.map(({ questions }: any) => questions / 3)).toEqual([1, 2, 2, 3, 13, 1, 4]);
    expect(systems[4].steps).toMatchObject({ 'informal-improve@1': 15, 'formal-propose@2': 3 });
    for (const { cost, worst_cost: worst, input_tokens: input, output_tokens: output } of systems) {
      expect(cost).toBeCloseTo((input * 0.25 + output * 2) / 1e6, 9);
      expect(worst).toBeGreaterThan(cost);
    }
  });

  it('counts the steps of sketches with --dry-run', async () => {
    const by = ['portfolio', 'rag', 'portfolio+rag', 'agent'].map((strategies) => `decompose:steps-by=${strategies}`);
    const args = ['--dataset', 'set.jsonl', ...flagsOf([...by, 'decompose']), ...DRY];
    const { status, stdout } = await run(['bench', 'prove', ...args], { PATH: '/nowhere' });
    expect(status).toBe(0);
    const { systems, assumed } = JSON.parse(stdout);
    expect(assumed.sketch_steps).toBe(4);
    // Words and a sketch; then for each step these two, four answers, or one call.
    expect(systems.map(({ questions }: any) => questions / 3)).toEqual([2 + 8, 2 + 16, 2 + 16, 2 + 4, 2 + 16]);
    expect(systems[1].steps).toMatchObject({ 'decompose-sketch@2': 3, 'rag-propose@2': 48 });
  });

  it('charges every question to the budget of a run', async () => {
    const usage = { input: 900, output: 90 };
    const model = await withServer((request) => ({ ...(reply(request) as { text: string }), usage }));
    // Enough only for the first of the thirteen questions.
    const args = ['--strategy', 'ipa:iterations=5', '--problem-tokens', '12000'];
    writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nmax_output_tokens = 500\n');
    const { json } = await runJson([...BENCH, ...args, ...model, '--limit', '1', '--out', 'out']);
    expect(json.systems[0].states.stopped).toBe(1);
    const { questions } = json.systems[0];
    expect(questions).toBeGreaterThan(1);
    expect(questions).toBeLessThan(13);
    expect(json.systems[0].input_tokens + json.systems[0].output_tokens).toBe(990 * questions);
  });
});

describe('bench prove with ipa that is killed', SLOW, () => {
  it('resumes from the last finished step', async () => {
    const model = await withServer((request) => ({ ...(reply(request) as { text: string }), slowMs: 30 }));
    const args = [...BENCH.slice(0, -2), '--strategy', 'ipa:iterations=4', ...model, '--jobs', '1', '--out', 'out'];
    const child = spawn(process.execPath, [BINARY, ...args], {
      cwd: folder,
      env: { ...process.env, ...env, HOME: folder },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while ((server?.seen.length ?? 0) < 7 && child.exitCode === null) await pause(5);
    child.kill('SIGKILL');
    await ended;
    const before = server!.seen.length;
    expect(before).toBeLessThan(33);
    const { json } = await runJson(args);
    expect(json).toMatchObject({ complete: true, systems: [{ solved: 3, questions: 33 }] });
    // One request was in flight at the kill and may have been sent twice.
    expect(server!.seen.length).toBeGreaterThanOrEqual(33);
    expect(server!.seen.length).toBeLessThanOrEqual(34);
  });
});

describe('prove with an informal strategy', SLOW, () => {
  const PROVE = ['prove', 'File.lean', '--mode', 'cold', '--no-portfolio', '--no-cache'];
  const FILE = '-- needs right\ntheorem one : 1 = 1 := by\n  sorry\n';

  it('records each step and replays the same run from the record', async () => {
    writeFileSync(join(folder, 'File.lean'), FILE);
    writeFileSync(join(folder, 'words.tex'), 'Show that one is one.\n');
    const model = await withServer();
    const flags = ['--strategy', 'ipa', '--iterations', '1', '--informal', 'words.tex'];
    const { status, stdout } = await run([...PROVE, ...flags, ...model, '--json-stream']);
    expect(status).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.flatMap(({ event, step, from }) => (event === 'step' ? [[step, from]] : []))).toEqual([
      ['statement', 'given'],
      ['keywords', 'model'],
      ['proof', 'model'],
      ['keywords', 'model'],
      ['proof', 'model'],
    ]);
    const found = events.filter(({ event }) => event === 'passages');
    expect(found).toMatchObject([
      { reason: 'keywords', channels: ['words'], from: 'search' },
      { reason: 'keywords_again', channels: ['words'] },
    ]);
    expect(found[0].ids.length).toBe(found[0].similarities.length);
    await server?.close();
    const replayed = await runJson(['runs', 'replay', 'last']);
    expect(replayed).toMatchObject({ status: 0, json: { differs: [] } });
  });

  it('also searches the library by vectors if an embedder is given, and reports the channels used', async () => {
    writeFileSync(join(folder, 'File.lean'), FILE);
    const model = await withServer();
    const embedder = ['--embedder', 'local/embedder', '--embedder-url', server!.baseUrl];
    const embedded = await run(['library', 'embed', ...embedder]);
    expect([embedded.status, embedded.stderr]).toEqual([0, expect.anything()]);
    const args = [...PROVE, '--strategy', 'eqg', '--informal', 'Show that one is one.', '--json-stream', ...model];
    const channelsOf = ({ stdout }: { stdout: string }): unknown[] =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .flatMap(({ event, channels }) => (event === 'passages' ? [channels] : []));
    expect(channelsOf(await run([...args, ...embedder]))).toEqual([['words', 'vectors']]);
    expect(channelsOf(await run(args))).toEqual([['words']]);
    // An unreachable embedder disables the vector channel and does not fail the run.
    const unreachable = await run([...args, '--embedder', 'local/embedder', '--embedder-url', 'http://127.0.0.1:9/v1']);
    expect(channelsOf(unreachable)).toEqual([['words']]);
    expect(unreachable.stderr).toContain('Searched by words alone');
  });

  it('shows the first question with --dry-run and the number of further questions', async () => {
    writeFileSync(join(folder, 'File.lean'), FILE);
    const args = [...PROVE, '--strategy', 'ipa', '--iterations', '2', '--dry-run', ...(await withServer())];
    const { status, stdout } = await run([...args, '--informal', 'Show that one is one.']);
    expect([status, server?.seen.length]).toEqual([0, 0]);
    expect(stdout).toContain('prompt informal-keywords@1, once');
    expect(stdout).toContain('6 more depend on its answer');
  });

  it.each([
    [['--strategy', 'human-guided'], 'needs an informal proof by a human'],
    [['--strategy', 'eqg', '--informal', 'nothing.tex'], 'There is no such file'],
    [['--strategy', 'eqg', '--informal', 'All of it.'], 'The informal text describes one declaration'],
  ])('reports a usage error for %j', async (args, message) => {
    writeFileSync(join(folder, 'File.lean'), `${FILE}\ntheorem two : 2 = 2 := by\n  sorry\n`);
    const { status, stderr } = await run([...PROVE, ...args, ...(await withServer())]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
