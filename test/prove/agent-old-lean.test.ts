/** The strategy `agent` on a real Lean: a scripted model calls tools in both wire formats and in words. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { type ModelServer, type Reply, type ServedCall, startModelServer } from '../llm/model-server.ts';
import { trustLean } from '../verify/trusted-lean.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const USAGE = { input: 300, output: 20 };

let folder: string;
let env: Record<string, string>;
let server: ModelServer | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-agent-'));
  cpSync(GRID, folder, { recursive: true });
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function prepare(context: TestContext): Promise<void> {
  env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home'), ANTHROPIC_API_KEY: 'sk-test-123' };
  await trustLean(env['LEMMAHEAD_HOME']!, folder, env);
  const built = await run('index', 'build', '--quiet');
  expect(built.status, built.stderr).toBe(0);
}

async function run(...args: string[]) {
  const { status, stdout, stderr } = await lemmaheadMeanwhile(args, { cwd: folder, env, timeoutMs: 120_000 });
  return { status, stdout, stderr };
}

const AGENT = ['--strategy', 'agent', '--no-portfolio', '--decl', 'Grid.area_of_both', '--json'];
const asJson = (text: string): any => JSON.parse(text);

const call = (name: string, input: object): ServedCall => ({ name, input: JSON.stringify(input) });
const calls = (...made: ServedCall[]): Reply => ({ text: 'Let me see.', calls: made, usage: USAGE });
/** The texts of the results that a request has, of either format. */
const resultsIn = (body: any): string[] =>
  body.messages
    .flatMap(({ role, content }: any) => (role === 'tool' ? [content] : Array.isArray(content) ? content : []))
    .filter((part: any) => typeof part === 'string' || part.type === 'tool_result')
    .map((part: any) => (typeof part === 'string' ? part : JSON.stringify(part.content)));

/** Looks around, fails, and then submits the proof, whatever it is told. */
const SCRIPT: readonly Reply[] = [
  calls(call('search', { query: 'area turned' }), call('show', { name: 'Grid.area_turned' }), call('goal', {})),
  calls(call('try', { tactics: ['rfl', 'rw [no_such_lemma]'] }), call('goal', { after: 'show _ = _' })),
  calls(call('submit', { proof: 'by\n  rw [area_turned m n]' })),
];

const prove = async (model: string, script: readonly Reply[], ...args: string[]) => {
  server ??= await startModelServer(script);
  return run('prove', 'Grid.lean', '--model', model, '--base-url', server.baseUrl, ...AGENT, ...args);
};

describe('agent', () => {
  it.for(['local/m', 'anthropic/m'])('proves a goal by calling tools, with %s', async (model, context) => {
    await prepare(context);
    const { status, stdout, stderr } = await prove(model, SCRIPT);
    expect(status, stderr).toBe(0);
    expect(asJson(stdout)).toMatchObject({ holes: [{}, {}, { state: 'filled', strategy: 'agent' }] });
    expect(server!.seen).toHaveLength(3);
    const [, second, third] = server!.seen.map(({ body }) => resultsIn(body));
    expect(second![0]).toContain('Grid.area_turned');
    expect(second![1]).toMatch(/theorem Grid\.area_turned[^]*Nat\.mul_comm width height/u);
    expect(second![2]).toContain('area m n + area m n = area n m + area m n');
    expect(third![3]).toMatch(/1\. [^]*2\. Error \(unknown_identifier\)[^]*no_such_lemma/u);
    expect(third![4]).toContain('Goals left:');
  });
});
