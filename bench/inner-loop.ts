/**
 * Compares the tools of the inner loop with those of lean-lsp-mcp, side by side in one run on the same project with the
 * Lean of 2021: goals, ten attempts, search, messages, hover, a snippet. Calls of both alternate. Also compares `try` with
 * checks. Usage: OLD_LEAN=BINARY node bench/inner-loop.ts [--peer lean-lsp-mcp] [--runs 20] [--json FILE] [--markdown FILE].
 * Build dist/ first. Without `--peer`, only lemmahead is measured. `--peer` is a command without arguments.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  BIN,
  machine,
  oldLeanBinary,
  quantile,
  readFlags,
  REPORT_FLAGS,
  table,
  timed,
  writeReport,
} from './harness.ts';

const values = readFlags({ peer: { type: 'string' }, runs: { type: 'string', default: '20' }, ...REPORT_FLAGS });
const runs = Number(values.runs);
const SHIM = join(import.meta.dirname, '..', 'fixtures', 'lean-shim');
const AROUND = 30;

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-inner-loop-'));
const env: Record<string, string> = {
  OLD_LEAN: oldLeanBinary(),
  PATH: [SHIM, dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: folder,
  LEMMAHEAD_HOME: join(folder, 'home'),
  LEAN_PROJECT_PATH: folder,
  LEAN_LOG_LEVEL: 'ERROR',
};
const FILE = join(folder, 'Loop.lean');

/** A theorem in the middle of a file of others. `salt` changes its proof, as an edit does. */
function textWith(salt: string): { text: string; line: number } {
  const lemma = (at: number): string => `theorem step_${at} (m n : Nat) : m + n = n + m := by\n  rw [Nat.add_comm]\n`;
  const before = Array.from({ length: AROUND }, (_, at) => lemma(at));
  const after = Array.from({ length: AROUND }, (_, at) => lemma(AROUND + at));
  const middle = `theorem middle (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  have h${salt} : p := hp\n  exact sorry\n`;
  const head = `import Lean\n\n${before.join('\n')}\n`;
  return { text: `${head}${middle}\n${after.join('\n')}`, line: head.split('\n').length + 2 };
}

const ATTEMPTS = [
  ...['exact ⟨hp, hq⟩', 'constructor', 'skip', 'exact hp', 'assumption', 'simp', 'apply And.intro', 'rfl'],
  ...['exact And.intro hp hq', 'exact foo'],
];

interface Server {
  name: string;
  tools: number;
  characters: number;
  call: (tool: string, input: Record<string, unknown>) => Promise<string>;
  close: () => Promise<void>;
}

async function start(name: string, command: string, args: string[]): Promise<Server> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env, cwd: folder, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    name,
    tools: tools.length,
    characters: JSON.stringify(tools).length,
    call: async (tool, input) => {
      const { content, isError } = await client.callTool({ name: tool, arguments: input }, { timeout: 120_000 });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      if (isError === true) throw new Error(`${name} ${tool}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

/** `expected`: what each answer contains, so that no server is fast by doing nothing. */
interface Case {
  what: string;
  expected: RegExp;
  ours: [string, Record<string, unknown>];
  peers: [string, Record<string, unknown>];
  /** Changes the file before each call. */
  edits?: true;
}

function cases(line: number): Case[] {
  const place = { file: 'Loop.lean', line };
  const peersPlace = { file_path: FILE, line };
  return [
    {
      what: 'goal at a tactic',
      expected: /⊢ p ∧ q/u,
      ours: ['goal', { ...place, line: line - 1 }],
      peers: ['lean_goal', { ...peersPlace, line: line - 1 }],
    },
    { what: 'goal at a term', expected: /⊢ p ∧ q/u, ours: ['goal', place], peers: ['lean_goal', peersPlace] },
    {
      what: 'goal after an edit',
      expected: /⊢ p ∧ q/u,
      ours: ['goal', place],
      peers: ['lean_goal', peersPlace],
      edits: true,
    },
    {
      what: `${ATTEMPTS.length} attempts`,
      expected: /foo/u,
      ours: ['try', { ...place, attempts: ATTEMPTS }],
      peers: ['lean_multi_attempt', { ...peersPlace, snippets: ATTEMPTS }],
    },
    {
      what: 'search for a name',
      expected: /step_1/u,
      ours: ['search', { query: 'step_1', as: 'name', k: 10 }],
      peers: ['lean_local_search', { query: 'step_1', limit: 10 }],
    },
    {
      what: 'messages',
      expected: /sorry/u,
      ours: ['diagnostics', { file: 'Loop.lean' }],
      peers: ['lean_diagnostic_messages', { file_path: FILE }],
    },
    {
      what: 'hover',
      expected: /Prop|And/u,
      ours: ['hover', { file: 'Loop.lean', line: line - 2, column: 51 }],
      peers: ['lean_hover_info', { file_path: FILE, line: line - 2, column: 51 }],
    },
    {
      what: 'snippet',
      expected: /42/u,
      ours: ['run', { snippet: '#eval 6 * 7' }],
      peers: ['lean_run_code', { code: '#eval 6 * 7' }],
    },
  ];
}

/** Calls that end with an error are counted and not timed: the peer's first call on a changed text may fail. */
async function measure(servers: readonly Server[], each: Case): Promise<{ times: number[]; failures: number }[]> {
  const measured = servers.map(() => ({ times: [] as number[], failures: 0 }));
  for (let run = -2; run < runs; run++) {
    for (const [at, server] of servers.entries()) {
      if (each.edits === true) writeFileSync(FILE, textWith(`${run + 2}_${at}`).text);
      const [tool, input] = at === 0 ? each.ours : each.peers;
      const spent: number[] = [];
      const text = await timed(spent, () => server.call(tool, input)).catch((error: Error) => error);
      if (run < 0) continue;
      if (text instanceof Error) measured[at]!.failures++;
      else if (each.expected.test(text)) measured[at]!.times.push(spent[0]!);
      else throw new Error(`${server.name} ${tool} answered: ${text.slice(0, 500)}`);
    }
  }
  return measured;
}

const servers: Server[] = [];
try {
  writeFileSync(join(folder, 'lakefile.toml'), 'name = "loop"\n[[lean_lib]]\nname = "Loop"\n');
  // The peer refuses an older one; the shim ignores it.
  writeFileSync(join(folder, 'lean-toolchain'), 'leanprover/lean4:v4.24.0\n');
  const { text, line } = textWith('');
  writeFileSync(FILE, text);
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'index', 'build', '--quiet'], { cwd: folder, env });
  if (status !== 0) throw new Error(String(stderr));
  servers.push(await start('lemmahead', process.execPath, [BIN, 'mcp', '--require-sandbox', 'limits']));
  if (values.peer !== undefined) servers.push(await start(values.peer, values.peer, []));
  const results = [];
  for (const each of cases(line)) {
    const measured = await measure(servers, each);
    results.push({
      what: each.what,
      ms: measured.map(({ times, failures }, at) => ({
        ...{ server: servers[at]!.name, failures },
        ...{ median: quantile(times, 0.5), p95: quantile(times, 0.95) },
      })),
    });
  }
  const [ours] = servers;
  const one: number[] = [];
  const ten: number[] = [];
  for (let run = 0; run < runs; run++) {
    // An edit before the theorem makes the check of a warm file do what `try` does for each attempt.
    writeFileSync(FILE, textWith(`again_${run}`).text);
    await timed(one, () => ours!.call('diagnostics', { file: 'Loop.lean' }));
    await timed(ten, () => ours!.call('try', { file: 'Loop.lean', line, attempts: ATTEMPTS }));
  }
  const checks: number[] = [];
  for (const attempt of ATTEMPTS) {
    const filled = text.replace('exact sorry', attempt);
    await timed(checks, () => ours!.call('check', { text: filled, level: 'compile' }));
  }
  const sum = (all: readonly number[]): number => all.reduce((total, each) => total + each, 0);
  const tenChecks = Math.round(sum(checks));
  const [warm, tried] = [quantile(one, 0.5), quantile(ten, 0.5)];
  const markdown = [
    ...table(
      ['median ms (p95)', ...servers.map(({ name }) => name), 'times faster'],
      results.map(({ what, ms }) => [
        what,
        ...ms.map(({ median, p95, failures }) => `${median} (${p95})${failures === 0 ? '' : `, ${failures} failed`}`),
        ms[1] === undefined ? '' : (ms[1].median / ms[0]!.median).toFixed(1),
      ]),
    ),
    '',
    `tools/list: ${servers.map(({ name, tools, characters }) => `${name} ${tools} tools, ${characters} characters`).join('; ')}`,
    `try of ${ATTEMPTS.length}: ${tried} ms = ${(tried / warm).toFixed(1)} warm checks of ${warm} ms; ${ATTEMPTS.length} calls of check (compile): ${tenChecks} ms = ${(tenChecks / tried).toFixed(1)} times as long`,
  ].join('\n');
  const report = { machine: machine(), runs, results, warm_check: warm, try: tried, ten_checks: tenChecks };
  writeReport(values, report, markdown);
} finally {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
}
