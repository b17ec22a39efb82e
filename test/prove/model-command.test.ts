/** The command `prove` with a model: a loopback server instead of a provider, and a fake Lean. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

let folder: string;
let path: string;
let home: string;
let env: Record<string, string>;
let server: ModelServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-model-'));
  path = join(folder, 'File.lean');
  home = join(folder, 'home');
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: home };
  await trustLean(home, folder, env);
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Only `by good` fills the hole. */
const TWO = `-- needs good
theorem one : 1 = 1 := by
  sorry
`;
const PLAIN = ['--mode', 'cold', '--no-portfolio', '--strategy', 'baseline', '-n', '1', '--rounds', '0'];
const USAGE = { input: 300, output: 20 };
const GOOD: Reply = { text: 'Here it is.\n```lean\nby good\n```', usage: USAGE };

async function prove(
  text: string,
  script: readonly Reply[] | ((request: SeenRequest, n: number) => Reply),
  ...args: string[]
) {
  writeFileSync(path, text);
  server ??= await startModelServer(script);
  return run('prove', 'File.lean', '--model', 'local/m', '--base-url', server.baseUrl, ...args);
}

async function run(...args: string[]) {
  const { status, stdout, stderr } = await lemmaheadMeanwhile(args, { cwd: folder, env });
  return { status, stdout, stderr, lines: stdout.trimEnd().split('\n') };
}

const asJson = (text: string): any => JSON.parse(text);
const runIds = (): string[] => readdirSync(join(home, 'runs')).sort();

describe('prove with a model', () => {
  it('streams all events and ends with the result', async () => {
    const { status, lines, stderr } = await prove(TWO, [GOOD], '--json-stream', ...PLAIN);
    expect([status, server?.seen.length]).toEqual([0, 1]);
    const events = lines.map(asJson);
    expect(events.map(({ event }) => event)).toEqual([
      'run_asked',
      'run_started',
      'hole_started',
      'prompt',
      'answer',
      'attempt',
      'hole_ended',
      'file_judged',
      'result',
    ]);
    expect(events.at(-1)).toMatchObject({
      event: 'result',
      exit: 'done',
      exit_code: 0,
      schema: 'lemmahead/prove@1',
      strategy: 'baseline',
      tokens: 320,
      cost: null,
      holes: [{ candidate: 'good', strategy: 'baseline' }],
    });
    // No strategy in use needs an index.
    expect(stderr).not.toContain('index');
  });

  it('counts an answer without a candidate separately', async () => {
    const { status, stdout } = await prove(TWO, [{ text: 'I am sorry.', usage: USAGE }], '--json', ...PLAIN);
    expect(status).toBe(1);
    expect(asJson(stdout)).toMatchObject({ open: 1, holes: [{ attempts: 0, no_candidate: 1 }] });
  });

  it('stops requests after a refused key and exits 3 with the next step', async () => {
    const both = `${TWO}\ntheorem two : 2 = 2 := sorry\n`;
    const refused: Reply = { status: 401, body: '{"error":{"message":"no such key"}}' };
    const { status, stdout } = await prove(both, [refused], ...PLAIN, '-j', '1');
    expect([status, server?.seen.length]).toEqual([3, 1]);
    expect(stdout).toMatch(/No more requests were sent to the model: .*\n(?:.*\n)? +next: /);
    expect(readFileSync(path, 'utf8')).toBe(both);
  });

  it('reports an unreachable server and exits 3', async () => {
    writeFileSync(path, TWO);
    writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nretries = 0\n');
    const args = ['--model', 'local/m', '--base-url', 'http://127.0.0.1:9/v1', '--json'];
    const { status, stdout } = await run('prove', 'File.lean', ...args, ...PLAIN);
    expect(status).toBe(3);
    expect(asJson(stdout)).toMatchObject({ open: 1, model_failure: { code: 'model-unreachable' } });
  });

  it('sends nothing that exceeds the budget and exits 4', async () => {
    const none = await prove(TWO, [GOOD], '--json', '--max-time', '0', ...PLAIN);
    expect([none.status, asJson(none.stdout).stopped_by, server?.seen.length]).toEqual([4, 'time', 0]);
    for (const limit of [
      ['--max-tokens', '0'],
      ['--max-tokens', '2000'],
    ]) {
      const { status, stdout } = await prove(TWO, [GOOD], '--json', ...limit, ...PLAIN);
      expect([status, server?.seen.length]).toEqual([4, 0]);
      expect(asJson(stdout)).toMatchObject({ stopped_by: 'tokens', tokens: 0, open: 1 });
    }
  });

  it('requires a price for --max-cost and shows how to set it', async () => {
    const without = await prove(TWO, [GOOD], '--max-cost', '1', '--json', ...PLAIN);
    expect([without.status, asJson(without.stdout).code]).toEqual([2, 'price-unknown']);
    expect(asJson(without.stdout).next).toContain('[model.prices."local/m"]');
    writeFileSync(join(home, 'config.toml'), '[model.prices."local/m"]\ninput = 10.0\noutput = 100.0\n');
    const priced = await prove(TWO, [GOOD], '--max-cost', '1', '--json', ...PLAIN);
    expect(priced.status).toBe(0);
    expect(asJson(priced.stdout).cost).toBeCloseTo((300 * 10 + 20 * 100) / 1e6, 9);
    const dear = await prove(TWO, [GOOD], '--max-cost', '0.1', '--json', ...PLAIN);
    expect([dear.status, server?.seen.length]).toEqual([4, 1]);
  });

  it('shows the requests with --dry-run and sends nothing', async () => {
    const { status, stdout } = await prove(TWO, [GOOD], '--dry-run', ...PLAIN, '-n', '2');
    expect([status, server?.seen.length]).toEqual([0, 0]);
    expect(stdout).toContain(`Would be sent to local/m (${server?.baseUrl ?? ''}`);
    expect(stdout).toMatch(/prompt baseline-propose@2, 2 times: at most [\d,]+ tokens, price unknown each/);
    expect(stdout).toContain('theorem one : 1 = 1 := by\n    sorry /- the hole -/');
    const { stdout: json } = await run('prove', 'File.lean', '--dry-run', '--json', '--mode', 'cold');
    expect(asJson(json)).toMatchObject({ schema: 'lemmahead/prove-dry-run@1', model: null, worst_tokens: 0 });
    expect(asJson(json).holes[0].candidates[0]).toBe('rfl');
  });
});

describe('prove rejects', () => {
  it.each<[string, string[], number, string]>([
    ['a model strategy without a model', ['--strategy', 'baseline'], 2, 'model-missing'],
    ['a missing declaration', ['--decl', 'two'], 2, 'no-such-hole'],
    ['a missing hole', ['--hole', '2'], 2, 'no-such-hole'],
    ['rag without an index', ['--strategy', 'rag', '--model', 'dummy'], 3, 'index-missing'],
    ['an unknown provider', ['--model', 'acme/x'], 2, 'model-name'],
    ['a folder as output file', ['--out', 'bin'], 2, 'file-unwritable'],
    ['a file that is not Lean as output file', ['--out', 'notes.tex'], 2, 'out-taken'],
    ['an empty list of strategies', ['--no-portfolio'], 2, 'usage'],
  ])('%s', async (_what, args, code, name) => {
    writeFileSync(path, TWO);
    writeFileSync(join(folder, 'notes.tex'), 'my notes');
    const { status, lines } = await run('prove', 'File.lean', '--mode', 'cold', '--json-stream', ...args);
    expect(readFileSync(join(folder, 'notes.tex'), 'utf8')).toBe('my notes');
    expect([status, asJson(lines.at(-1)!)]).toMatchObject([code, { event: 'result', code: name, exit_code: code }]);
    // Only resumable runs stay recorded.
    expect(asJson((await run('runs', 'list', '--json')).stdout).runs).toHaveLength(code === 2 ? 0 : 1);
  });

  it.each<[string, string[]]>([
    ['model-missing', ['--strategy', 'rag']],
    ['usage', ['--no-portfolio']],
    ['usage', ['--no-portfolio', '--dry-run']],
    ['lean-missing', []],
  ])('%s without Lean: prove %j', async (code, args) => {
    writeFileSync(path, TWO);
    env = { ...env, PATH: folder, ELAN_HOME: join(folder, 'elan') };
    const { stdout } = await run('prove', 'File.lean', '--json', ...args);
    expect(asJson(stdout).code).toBe(code);
  });

  it('an unwritable home folder with exit code 3', async () => {
    writeFileSync(path, TWO);
    env = { ...env, LEMMAHEAD_HOME: join(path, 'home') };
    const { status, stdout } = await run('prove', 'File.lean', '--mode', 'cold', '--json');
    expect([status, asJson(stdout).code]).toEqual([3, 'home-unwritable']);
  });

  it('a wrong flag with a result event', async () => {
    const { status, stdout } = await run('prove', 'File.lean', '--json-stream', '--max-time', 'never');
    expect([status, asJson(stdout)]).toMatchObject([2, { event: 'result', code: 'usage' }]);
  });
});

describe('output of prove', () => {
  it('goes to another file or is only a diff', async () => {
    const out = await prove(TWO, [GOOD], '--out', 'Other.lean', ...PLAIN);
    expect([out.status, readFileSync(path, 'utf8')]).toEqual([0, TWO]);
    expect(readFileSync(join(folder, 'Other.lean'), 'utf8')).toBe(TWO.replace('sorry', 'good'));
    const { stdout } = await prove(TWO, [GOOD], '--diff', ...PLAIN);
    expect(stdout).toMatch(/^--- a\/File.lean\n\+\+\+ b\/File.lean\n@@[^]*\+ {2}good\n$/);
  });
});

describe('a recorded run', () => {
  it('is listed, shown, exported and replayed without the server; an edited answer changes the verdict', async () => {
    await prove(TWO, [GOOD], ...PLAIN);
    const [id] = runIds();
    await server?.close();
    server = null;
    expect((await run('runs', 'list')).stdout).toMatch(
      new RegExp(`^${id ?? ''}  proved {8}1 of 1 filled  baseline, local/m  price unknown  `),
    );
    const shown = await run('runs', 'show', 'last', '--prompts');
    expect(shown.stdout).toContain('Here it is.');
    expect(shown.stdout).toContain('hole 1, line 3, one: filled by good');
    const exported = asJson((await run('runs', 'export', id!.slice(0, -2))).stdout);
    expect(exported).toMatchObject({ schema: 'lemmahead/run-export@1', id, original: TWO });
    const again = await run('runs', 'replay', id!, '--json');
    expect([again.status, asJson(again.stdout)]).toMatchObject([0, { replay_of: id, differs: [], filled: 1 }]);
    const resumed = await run('runs', 'resume', 'last', '--json');
    expect([resumed.status, asJson(resumed.stdout)]).toMatchObject([2, { next: `lemmahead runs replay ${id ?? ''}` }]);
    const answers = join(home, 'runs', id!, 'answers');
    const [answer] = readdirSync(answers);
    writeFileSync(join(answers, answer!), '```lean\nby bad\n```');
    const edited = await run('runs', 'replay', id!, '--json');
    expect([edited.status, asJson(edited.stdout)]).toMatchObject([1, { replay_of: id, differs: [1], open: 1 }]);
    expect(edited.stderr).toContain('were changed after they were recorded');
  });

  it('is resumed with a higher limit and repeats no paid request', async () => {
    const reply = (_request: SeenRequest, n: number): Reply =>
      n === 0 ? { text: '```lean\nby bad\n```', usage: USAGE } : GOOD;
    const args = ['--max-attempts', '1', '--json', ...PLAIN, '--rounds', '1'];
    const first = await prove(TWO, reply, ...args);
    expect([first.status, server?.seen.length]).toEqual([4, 2]);
    const same = await run('runs', 'resume', 'last', '--json');
    expect([same.status, asJson(same.stdout).attempts, server?.seen.length]).toEqual([4, 1, 2]);
    const more = await run('runs', 'resume', 'last', '--max-attempts', '5', '--json');
    expect([more.status, asJson(more.stdout)]).toMatchObject([0, { attempts: 2, tokens: 640, filled: 1 }]);
    expect(server?.seen.length).toBe(2);
  });

  it('reports a written file only if it contains the proved text', async () => {
    const { status } = await prove(TWO, [GOOD], '--in-place', ...PLAIN);
    expect(status).toBe(0);
    expect((await run('runs', 'resume', 'last')).stdout).toContain('Written to File.lean.');
    const lie = 'axiom bad : False\n';
    writeFileSync(path, lie);
    const [id = ''] = runIds();
    const hash = createHash('sha256').update(lie).digest('hex');
    appendFileSync(join(home, 'runs', id, 'run.jsonl'), `${JSON.stringify({ event: 'writing', path, hash })}\n`);
    const resumed = await run('runs', 'resume', 'last');
    expect([resumed.status, resumed.stderr]).toEqual([1, expect.stringContaining('differs from the present result')]);
    expect(readFileSync(path, 'utf8')).toBe(lie);
  });

  it('is not resumed for a changed file or while another process runs it', async () => {
    await prove(TWO, [GOOD], ...PLAIN);
    writeFileSync(path, `${TWO}\n`);
    const changed = await run('runs', 'resume', 'last', '--json');
    expect([changed.status, asJson(changed.stdout).code]).toEqual([2, 'file-changed']);
    writeFileSync(path, TWO);
    const holder = { pid: process.pid, since: '', host: (await import('node:os')).hostname(), began: '' };
    writeFileSync(join(home, 'runs', runIds()[0]!, 'lock'), JSON.stringify(holder));
    const busy = await run('runs', 'resume', 'last', '--json');
    expect([busy.status, asJson(busy.stdout).code]).toEqual([3, 'run-busy']);
    expect((await run('runs', 'show', 'none', '--json')).status).toBe(2);
  });

  it('is resumed if the last line of its record is torn', async () => {
    await prove(TWO, [GOOD], ...PLAIN);
    const events = join(home, 'runs', runIds()[0]!, 'run.jsonl');
    const text = readFileSync(events, 'utf8');
    writeFileSync(events, text.slice(0, text.lastIndexOf('"hole_ended"')));
    const { status } = await run('runs', 'resume', 'last');
    expect([status, server?.seen.length]).toEqual([0, 1]);
    for (const line of readFileSync(events, 'utf8').trimEnd().split('\n')) asJson(line);
  });
});

describe('proof cache of prove', () => {
  it('reuses rejections, never acceptances, and may be damaged', async () => {
    const text = `-- when bad: error\n${TWO}`;
    const reply = (): Reply => ({ text: '```lean\nby bad\n```', usage: USAGE });
    const first = await prove(text, reply, '--json-stream', ...PLAIN);
    const attemptOf = (lines: string[]): any => lines.map(asJson).find(({ event }) => event === 'attempt');
    expect(attemptOf(first.lines).from).toBe('lean');
    expect(attemptOf((await prove(text, reply, '--json-stream', ...PLAIN)).lines).from).toBe('cache');
    expect(attemptOf((await prove(text, reply, '--json-stream', '--no-cache', ...PLAIN)).lines).from).toBe('lean');
    writeFileSync(
      join(home, 'cache', 'prove.sqlite'),
      'no database at all, but long enough to be looked at'.repeat(99),
    );
    const broken = await prove(text, reply, '--json-stream', ...PLAIN);
    expect([broken.status, attemptOf(broken.lines).from]).toEqual([1, 'lean']);
    expect(broken.stderr).toContain('was damaged and has been recreated');
  });
});
