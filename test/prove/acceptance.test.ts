import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lemmahead, lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { startModelServer, type SeenRequest } from '../llm/model-server.ts';
import { trustLean } from '../verify/trusted-lean.ts';

/** The acceptance cases of the proving loop: see the README beside the fixtures. */
const CASES = fileURLToPath(new URL('../../fixtures/prove/acceptance', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-acceptance-'));
  cpSync(CASES, folder, { recursive: true });
  const build = ['index', 'build', '--root', `Core=${folder}/core`, '--out'];
  expect(lemmahead([...build, join(folder, 'index.sqlite')]).status).toBe(0);
  expect(lemmahead([...build, join(folder, 'plain.sqlite'), '--no-vectors']).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function environment(context: TestContext): Promise<Record<string, string>> {
  const env = { ...oldLean(context), LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
  return env;
}

/** \`prove\` with the test's index and nothing that earlier runs found out. */
async function prove(file: string, args: string[], env: Record<string, string>): Promise<Spawned & { json: any }> {
  // A recording goes with one ranking, so it is made without that which is learned anew now and then.
  const index = join(folder, args.includes('--no-portfolio') ? 'plain.sqlite' : 'index.sqlite');
  const all = ['prove', file, '--index', index, '--no-cache', '--json', '-v', ...args];
  const done = await lemmaheadMeanwhile(all, { cwd: folder, env });
  return { ...done, json: JSON.parse(done.stdout) };
}

/** Of the latest run: its events. */
function lastRun(): Record<string, any>[] {
  const runs = join(folder, 'home', 'runs');
  const last = readdirSync(runs).toSorted().at(-1)!;
  return readFileSync(join(runs, last, 'run.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const RAG = ['--strategy', 'rag', '--no-portfolio', '-n', '1', '--rounds', '1'];
const INVENTED = 'by\n  rw [← h]\n  exact (Nat.mul_distrib a b c).symm';

/** Knows the right name only from a prompt that lists it after it was wrong. */
function forgetful({ body }: SeenRequest): { text: string } {
  const prompt = JSON.stringify(body);
  const knows = prompt.includes('- Nat.left_distrib : ') && prompt.includes("unknown constant 'Nat.mul_distrib'");
  return { text: knows ? INVENTED.replace('mul_distrib', 'left_distrib') : INVENTED };
}

/** The answers of the third case, but for what differs from one machine and run to the next. */
function withoutChance(recording: string): string {
  return recording
    .replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0')
    .replaceAll(/"(inputTokens|outputTokens)":\d+/g, '"$1":1');
}

describe('acceptance', () => {
  it.for([
    { file: 'SimpNeedsAName.lean', lemma: 'Nat.add_comm' },
    { file: 'ListLemma.lean', lemma: 'List.append_assoc' },
  ])('$file is closed by $lemma, which retrieval brings', { timeout: 120_000 }, async ({ file, lemma }, context) => {
    const env = await environment(context);
    const { status, json, stderr } = await prove(file, [], env);
    expect(stderr).toMatch(/^retrieval query: /m);
    expect([status, json.holes[0].lemmas]).toEqual([0, [lemma]]);
  });

  it('an unknown identifier leads to a second retrieval, whose results stand in the next prompt', async (context) => {
    const env = await environment(context);
    const server = await startModelServer(forgetful);
    const recording = join(folder, 'recording.jsonl');
    try {
      const model = ['--model', 'local/forgetful', '--base-url', server.baseUrl, '--record', recording];
      const { status, json, stderr } = await prove('UnknownName.lean', [...RAG, ...model], env);
      expect([status, json.holes[0].lemmas]).toEqual([0, ['Nat.left_distrib']]);
      expect(stderr).toMatch(/^retrieval query: Nat\.mul_distrib, after unknown_identifier$/m);
      const retrievals = lastRun().filter(({ event }) => event === 'retrieval');
      expect(retrievals.map(({ reason, as, query }) => [reason, as, query])).toEqual([
        ['start', 'goal', 'a b c d : Nat\nh : b + c = d\n⊢ a * b + a * c = a * d'],
        ['start', 'text', 'Nat add eq mul'],
        ['unknown_identifier', 'name', 'Nat.mul_distrib'],
        ['unknown_identifier', 'text', 'Nat mul distrib'],
      ]);
      expect(retrievals[2]!['names']).toContain('Nat.left_distrib');
      expect(server.seen).toHaveLength(2);
      const [, repair] = server.seen.map(({ body }) => body.messages.at(-1).content as string);
      expect(repair).toContain('# Retrieved Mathlib Declarations (top ');
      expect(repair).toContain('- Nat.left_distrib : ∀ (n m k : Nat), n * (m + k) = n * m + n * k\n');
    } finally {
      await server.close();
    }
    const text = withoutChance(readFileSync(recording, 'utf8'));
    await expect(text).toMatchFileSnapshot(join(CASES, 'UnknownName.recording.jsonl'));
  }, 120_000);

  it('that case is solved from its recording, and with --no-retrieval it fails', async (context) => {
    const env = await environment(context);
    const model = ['--model', `replay:${join(CASES, 'UnknownName.recording.jsonl')}`];
    const { status, json } = await prove('UnknownName.lean', [...RAG, ...model], env);
    expect([status, json.holes[0].state]).toEqual([0, 'filled']);
    const without = await startModelServer(forgetful);
    try {
      const asked = ['--model', 'local/forgetful', '--base-url', without.baseUrl, '--no-retrieval'];
      const none = await prove('UnknownName.lean', [...RAG, ...asked], env);
      expect([none.status, none.json.holes[0].state]).toEqual([1, 'open']);
      expect(none.stderr).not.toContain('retrieval query');
      expect(without.seen).toHaveLength(2);
    } finally {
      await without.close();
    }
  }, 120_000);
});
