/** `solve --tools python,lean`: programs of a model in the real sandbox, what is missing, and recordings. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { programsUnavailable, runProgram } from '../../src/lean/process/run-program.ts';
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import type { LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';
import type { AskFor } from '../../src/prompt/ask-for.ts';
import { answerPrompt } from '../../src/prompt/solve-prompts.ts';
import { askForAnswer } from '../../src/solve/ask-with-tools.ts';
import { openEvaluation } from '../../src/solve/evaluate-term.ts';
import { leanTool, pythonTool, type SolveTool, solveTools } from '../../src/solve/solve-tools.ts';
import { BINARY } from '../binary.ts';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { needsSandbox } from '../lean/needs-sandbox.ts';
import { oldInstallation } from '../lean/old-installation.ts';
import { oldLean } from '../lean/old-lean.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';

const { signal } = new AbortController();
const PROBLEM = 'How many primes are below 100?';
const PROMPT = answerPrompt({ problem: PROBLEM, options: [] }, { examples: [], table: [], template: null }, true);

const noPython = await programsUnavailable(signal);
const needsPython = (context: TestContext): void => {
  if (noPython !== null) context.skip(`needs Python in a sandbox: ${noPython}`);
};

/** The outcomes of calls of the only tool, one message each, and what the model is told last. */
async function called(tool: SolveTool, texts: readonly string[]) {
  let turn = 0;
  let told = '';
  const ask: AskFor = (prompt, read) => {
    told = prompt.messages.at(-1)!.results?.at(-1)?.text ?? told;
    const text = texts[turn++];
    const call = { id: 'c', name: tool.name, input: JSON.stringify({ [tool.field]: text }) };
    return Promise.resolve({ value: text === undefined ? read('\\boxed{1}', []) : read('', [call]) });
  };
  const { calls } = await askForAnswer(PROMPT, ask, { sample: 0, tools: solveTools([tool]) });
  return { outcomes: calls.map(({ text, isError }) => ({ text, isError })), told };
}

const python = (timeoutMs = 10_000) =>
  pythonTool(() => Promise.resolve((program) => runProgram(program, signal, timeoutMs)));

describe('python', () => {
  test('returns what a program prints, between marks', async (context) => {
    needsPython(context);
    const { outcomes, told } = await called(python(), [
      'print(sum(all(n % d for d in range(2, n)) for n in range(2, 100)))',
    ]);
    expect(outcomes).toEqual([{ text: '25', isError: false }]);
    expect(told).toMatch(/^<<<(\w+)\n25\n\1>>>$/u);
  });

  test('ends an endless loop at the limit', async (context) => {
    needsPython(context);
    const { outcomes } = await called(python(1000), ['print(7, flush=True)\nwhile True: pass']);
    expect(outcomes).toEqual([{ text: '7\nIt failed: it ran longer than 1 s', isError: true }]);
  });

  test('cuts the output', async (context) => {
    needsPython(context);
    const { outcomes } = await called(python(), ['while True: print("x" * 999)']);
    expect(outcomes).toMatchObject([{ text: expect.stringMatching(/It failed: it printed more than 65536 bytes$/u) }]);
    expect(outcomes[0]!.text.length).toBeLessThanOrEqual(65_536 + 100);
    expect(outcomes[0]!.text.length).toBeGreaterThan(65_000);
  });

  test('reaches no network and no file of the home', async (context) => {
    needsPython(context);
    let connections = 0;
    const server = createServer(() => connections++).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { outcomes } = await called(python(), [
      `import socket\nsocket.create_connection(("127.0.0.1", ${port}), 2)`,
      `import os\nprint(os.listdir(${JSON.stringify(homedir())}))`,
      `open(${JSON.stringify(join(tmpdir(), 'lemmahead-written'))}, "w")`,
    ]);
    server.close();
    expect(outcomes.map(({ isError }) => isError)).toEqual([true, true, true]);
    expect(outcomes.map(({ text }) => text)).toEqual(Array(3).fill(expect.stringMatching(/^It failed: \w+Error: /u)));
    expect(connections).toBe(0);
  });

  test('knows the sizes of types, as SymPy asks for them, and calls no foreign code', async (context) => {
    needsPython(context);
    const { outcomes } = await called(python(), [
      'import ctypes\nprint(ctypes.sizeof(ctypes.c_long) > 3)\nctypes.CDLL(None).getpid()',
      'import ctypes\nctypes.CDLL("libc.so.6")',
      'import ctypes\nctypes.string_at(id(1))',
    ]);
    const failure = 'It failed: ImportError: ctypes can call nothing here';
    expect(outcomes.map(({ text }) => text)).toEqual([`True\n${failure}`, failure, failure]);
  });

  test('refuses a fourth call for one answer', async (context) => {
    needsPython(context);
    const { outcomes } = await called(python(), ['print(1)', 'print(2)', 'raise ValueError', 'print(4)']);
    expect(outcomes.map(({ text }) => text)).toEqual([
      ...['1', '2', 'It failed: ValueError'],
      'At most 3 calls of python are possible.',
    ]);
  });

  test('says that a program printed nothing', async (context) => {
    needsPython(context);
    expect((await called(python(), ['1 + 1'])).outcomes).toEqual([{ text: 'It printed nothing.', isError: false }]);
  });
});

const project = mkdtempSync(join(tmpdir(), 'lemmahead-eval-'));
const toolchain = mkdtempSync(join(tmpdir(), 'lemmahead-fake-lean-'));
const FAKE_LEAN = `#!/bin/sh
if [ "$1" = --version ]; then echo 'Lean (version 4.33.0, x86_64-unknown-linux-gnu, commit 0, Release)'; exit 0; fi
for file; do :; done
say() { printf '{"severity":"%s","pos":{"line":1,"column":0},"data":"%s"}\\n' "$1" "$2"; }
case $(cat "$file") in
*project*) say information "$(cat ${project}/lean-toolchain 2>/dev/null || echo unreadable)" ;;
*loop*) exec sleep 60 ;;
*long*) say information "$(printf '%070000d' 0)" ;;
*wrong*) say error 'unknown identifier'; exit 1 ;;
*) say information "$(tr '\\n' ' ' < "$file")in $PWD" ;;
esac
`;

beforeAll(() => {
  mkdirSync(join(toolchain, 'bin'));
  writeFileSync(join(toolchain, 'bin/lean'), FAKE_LEAN);
  chmodSync(join(toolchain, 'bin/lean'), 0o755);
  writeFileSync(join(project, 'lean-toolchain'), 'the text of a file of the project');
});

describe('lean', () => {
  /** A stand-in for Lean in the real sandbox. */
  const fake = (): LeanInstallation => ({
    ...{ lean: join(toolchain, 'bin/lean'), lake: null, toolchain: null, options: ['-DmaxRecDepth=9'] },
    version: { text: 'Lean', major: 4, minor: 33, patch: 0, generation: 'current' },
    ...{ environment: { PATH: '/usr/bin:/bin' }, projectRoot: project, searchPath: [join(toolchain, 'lib/lean')] },
    readable: [join(toolchain, 'bin/lean'), project, toolchain],
  });
  const evaluated = async (installation: LeanInstallation, terms: readonly string[], memoryBytes: number) => {
    const { level: sandbox } = await detectSandbox();
    const { evaluate, close } = await openEvaluation({ installation, sandbox, memoryBytes, signal });
    try {
      return (
        await called(
          leanTool(() => Promise.resolve(evaluate)),
          terms,
        )
      ).outcomes;
    } finally {
      await close();
    }
  };

  test('evaluates a term outside the project, reads no file of it, and refuses a fourth call', async (context) => {
    await needsSandbox(context, 'namespaces');
    const outcomes = await evaluated(fake(), ['1 + 1', 'project', 'wrong', '4'], 1024 ** 3);
    expect(outcomes).toEqual([
      { text: expect.stringMatching(/^#eval \(1 \+ 1 \) in \S*lemmahead-try-/u), isError: false },
      { text: 'unreadable', isError: false },
      { text: 'It failed: unknown identifier', isError: true },
      { text: 'At most 3 calls of lean are possible.', isError: true },
    ]);
  });

  test('ends at the limits of time and output', async (context) => {
    await needsSandbox(context, 'namespaces');
    const outcomes = await evaluated(fake(), ['long', 'loop'], 1024 ** 3);
    expect(outcomes).toEqual([
      { text: expect.stringMatching(/^0{65536}\nIt failed: it printed more than 65536 bytes$/u), isError: true },
      { text: 'It failed: no answer in 10 s', isError: true },
    ]);
  }, 30_000);

  test('of 2021 gives values and errors', async (context) => {
    const { OLD_LEAN } = oldLean(context);
    await needsSandbox(context, 'namespaces');
    const outcomes = await evaluated(await oldInstallation(OLD_LEAN), ['Nat.gcd 12 18 -- six', 'x'], 8 * 1024 ** 3);
    expect(outcomes).toMatchObject([{ text: '6', isError: false }, { isError: true }]);
  }, 60_000);
});

describe('solve --tools', () => {
  const SOLVE = ['solve', PROBLEM, '--method', 'zero-shot', '--json', '--tools'];
  const NO_MODEL = ['--model', 'local/m', '--base-url', 'http://127.0.0.1:9/v1'];
  const servers: ModelServer[] = [];
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  test('replays a recording with neither Python nor Lean', async (context) => {
    needsPython(context);
    const calls = [
      { id: 'p', name: 'python', input: JSON.stringify({ code: 'import os\nprint(os.urandom(16).hex())' }) },
      { id: 'l', name: 'lean', input: JSON.stringify({ term: '2 + 2' }) },
    ];
    const server = await startModelServer((_, number) =>
      number === 0 ? { text: '', calls } : { text: 'It is \\boxed{25}.' },
    );
    servers.push(server);
    const home = mkdtempSync(join(tmpdir(), 'lemmahead-tools-'));
    const run = async (env: Record<string, string>, ...model: string[]) => {
      const args = [...SOLVE, 'lean,python', '--record', 'out.jsonl', '--model', ...model];
      const { status, stdout } = await lemmaheadMeanwhile(args, { env: { LEMMAHEAD_HOME: home, ...env }, cwd: home });
      return { status, json: JSON.parse(stdout) };
    };
    const PATH = [join(toolchain, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
    const recorded = await run({ PATH }, 'local/m', '--base-url', server.baseUrl);
    expect([recorded.status, recorded.json.answer]).toEqual([0, '25']);
    expect(recorded.json.calls).toMatchObject([
      { tool: 'python', text: expect.stringMatching(/^[0-9a-f]{32}$/u), is_error: false },
      { tool: 'lean', text: expect.stringContaining('#eval (2 + 2 )'), is_error: false },
    ]);
    // Without a Lean. A program that ran again would print another number.
    const replayed = await run({ LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-tools-')) }, 'replay:out.jsonl');
    expect([replayed.status, replayed.json.calls]).toEqual([0, recorded.json.calls]);
    expect(server.seen).toHaveLength(2);
  }, 60_000);

  test('without a Lean: exit 3 before anything is asked; a dry run needs none', async (context) => {
    await needsSandbox(context, 'namespaces');
    const { status, stdout } = lemmahead([...SOLVE, 'lean', ...NO_MODEL]);
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'lean-missing',
      next: expect.stringContaining('leave lean out of --tools'),
    });
    expect(lemmahead([...SOLVE, 'lean,python', ...NO_MODEL, '--dry-run']).status).toBe(0);
  }, 60_000);

  /** Runs lemmahead where these programs are empty files. */
  const without = (context: TestContext, hidden: readonly string[], args: readonly string[]) => {
    const hide = hidden.map((each) => `mount --bind /dev/null ${realpathSync(each)} || exit 99`).join('\n');
    const inside = [process.execPath, BINARY, ...args];
    const unshare = ['--user', '--map-root-user', '--mount', '--', '/bin/sh', '-c', `${hide}\nexec "$@"`, 'sh'];
    const home = mkdtempSync(join(tmpdir(), 'lemmahead-tools-'));
    const env = { HOME: home, LEMMAHEAD_HOME: home, PATH: '/usr/bin:/bin', NO_COLOR: '1' };
    const { status, stdout } = spawnSync('/usr/bin/unshare', [...unshare, ...inside], {
      env,
      cwd: home,
      encoding: 'utf8',
    });
    if (status === 99 || status === null) return context.skip('needs permission to mount over a program');
    return { status, json: JSON.parse(stdout) };
  };

  test('without Python in a folder of the system: exit 3', (context) => {
    needsPython(context);
    const { status, json } = without(context, ['/usr/bin/python3'], [...SOLVE, 'calc,python', ...NO_MODEL]);
    expect([status, json.code]).toEqual([3, 'python-missing']);
    expect(json.next).toMatch(/apt install python3[^]*leave python out of --tools/u);
  }, 60_000);

  test.for(['python', 'lean'])('%s without a sandbox: exit 3', { timeout: 60_000 }, async (tool, context) => {
    await needsSandbox(context, 'namespaces');
    const hidden = ['/usr/bin/unshare', '/usr/bin/bwrap'].filter((path) => existsSync(path));
    const { status, json } = without(context, hidden, [...SOLVE, tool, ...NO_MODEL]);
    expect([status, json.code]).toEqual([3, 'sandbox-too-weak']);
    expect(json.next).toMatch(new RegExp(`bubblewrap[^]*leave ${tool} out of --tools`, 'u'));
  });

  test('--require-sandbox asks for more', async (context) => {
    const { level } = await detectSandbox();
    if (level === 'bubblewrap') return context.skip('needs a machine without bubblewrap');
    const { status, stdout } = lemmahead([...SOLVE, 'python', '--require-sandbox', 'bubblewrap', ...NO_MODEL]);
    expect([status, JSON.parse(stdout).code]).toEqual([3, 'sandbox-too-weak']);
  }, 60_000);

  test('bench solve refuses as well', () => {
    const home = mkdtempSync(join(tmpdir(), 'lemmahead-tools-'));
    writeFileSync(join(home, 'q.jsonl'), JSON.stringify({ name: 'primes', problem: PROBLEM, answer: '25' }));
    const bench = ['bench', 'solve', '--dataset', 'q.jsonl', '--method', 'zero-shot', '--out', 'out', '--json'];
    const { status, stdout } = lemmahead([...bench, '--tools', 'lean', ...NO_MODEL], { cwd: home });
    expect(status).toBe(3);
    expect(JSON.parse(stdout).next).toContain('leave lean out of --tools');
    expect(existsSync(join(home, 'out'))).toBe(false);
  }, 60_000);
});
