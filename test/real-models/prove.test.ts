/**
 * `prove` with a real chat model, on a real Lean. A model this small proves little: what is tested is that each strategy
 * reads answers that nobody wrote for it, stays within its budget, and ends with what the judge confirmed.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { chatServer } from './servers.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
/** Few enough to end soon; an agent asks only if a whole answer is affordable. */
const MAX_TOKENS: Readonly<Record<string, number>> = { rag: 5000, agent: 12_000, decompose: 12_000 };
/** On a busy machine the model writes a few words in a second. */
const TIMEOUT_MS = 480_000;

let folder: string;
/** Outside of the project, whose files are indexed. */
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-real-model-'));
  cpSync(GRID, folder, { recursive: true });
  home = mkdtempSync(join(tmpdir(), 'lemmahead-real-model-home-'));
});
afterEach(() => {
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

test.for(['rag', 'agent', 'decompose'])(
  'prove --strategy %s with a real model ends within its budget, and replays to the same result',
  { timeout: TIMEOUT_MS },
  async (strategy, context) => {
    const maxTokens = MAX_TOKENS[strategy]!;
    const { baseUrl } = await chatServer(context);
    const env = { ...oldLean(context), LEMMAHEAD_HOME: home };
    await trustLean(home, folder, env);
    // An answer's limit counts against the budget before it is asked for.
    writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nmax_output_tokens = 64\n');
    const run = (...args: string[]) => lemmaheadMeanwhile(args, { cwd: folder, env });
    expect((await run('index', 'build', '--quiet')).status).toBe(0);
    const args = ['prove', 'Grid.lean', '--strategy', strategy, '--no-portfolio', '--decl', 'Grid.area_of_both'];
    const record = join(home, 'answers.jsonl');
    const asked = ['--model', 'local/chat', '--base-url', baseUrl, '--record', record];
    const { status, stdout, stderr } = await run(...args, ...asked, '--max-tokens', `${maxTokens}`, '--json');
    // Filled, left open, or at the limit of its budget; nothing else.
    expect([0, 1, 4], stderr).toContain(status);
    const result = JSON.parse(stdout);
    expect(result.tokens, stderr).toBeGreaterThan(0);
    expect(result.tokens).toBeLessThanOrEqual(maxTokens);
    expect(result.model_failure).toBeNull();
    expect(result.filled + result.open).toBe(1);
    expect(result.filled === 1).toBe(status === 0);
    // Without the server: the recorded answers alone lead to the same end.
    const again = await run(...args, '--model', `replay:${record}`, '--max-tokens', `${maxTokens}`, '--json');
    const { holes, attempts, tokens, stopped_by } = result;
    expect([again.status, JSON.parse(again.stdout)]).toMatchObject([status, { holes, attempts, tokens, stopped_by }]);
  },
);
