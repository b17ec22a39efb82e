import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lemmahead, lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { startModelServer, type SeenRequest } from '../llm/model-server.ts';
import { trustLean } from '../verify/trusted-lean.ts';

/** Acceptance cases of `prove`: see the README next to the fixtures. */
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

/** Runs `prove` with the test's index and without the proof cache. */
async function prove(file: string, args: string[], env: Record<string, string>): Promise<Spawned & { json: any }> {
  // A recording needs a fixed ranking, so it uses an index without the learned one, which changes now and then.
  const index = join(folder, args.includes('--no-portfolio') ? 'plain.sqlite' : 'index.sqlite');
  const all = ['prove', file, '--index', index, '--no-cache', '--json', '-v', ...args];
  const done = await lemmaheadMeanwhile(all, { cwd: folder, env });
  return { ...done, json: JSON.parse(done.stdout) };
}

/** Events of the latest run. */
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

/** Answers with the right name only if the prompt lists it after the error. */
function needsRepair({ body }: SeenRequest): { text: string } {
  const prompt = JSON.stringify(body);
  const isListed = prompt.includes('- Nat.left_distrib : ') && prompt.includes("unknown constant 'Nat.mul_distrib'");
  return { text: isListed ? INVENTED.replace('mul_distrib', 'left_distrib') : INVENTED };
}

/** The recording without values that differ between machines and runs. */
function withoutChance(recording: string): string {
  return recording
    .replaceAll(/"seconds":[\d.e-]+/g, '"seconds":0')
    .replaceAll(/"(inputTokens|outputTokens)":\d+/g, '"$1":1');
}

describe('prove acceptance cases', () => {
  it.for([
    { file: 'SimpNeedsAName.lean', lemma: 'Nat.add_comm' },
    { file: 'ListLemma.lean', lemma: 'List.append_assoc' },
  ])('$file is proved with the retrieved $lemma', { timeout: 120_000 }, async ({ file, lemma }, context) => {
    const env = await environment(context);
    const { status, json, stderr } = await prove(file, [], env);
    expect(stderr).toMatch(/^retrieval query: /m);
    expect([status, json.holes[0].candidate]).toEqual([0, expect.stringContaining(lemma)]);
  });

  it('an unknown identifier causes a second retrieval, whose results are in the next prompt', async (context) => {
    const env = await environment(context);
    const server = await startModelServer(needsRepair);
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
      expect(repair).toContain('# Project\n\nLean 4.0.0 of 2021, with Core.');
      expect(repair).toContain('# Retrieved Declarations (top ');
      // The goal that Lean shows for the lines before the unknown name.
      expect(repair).toContain(
        'Goal before that line:\n```\na b c d : Nat\nh : b + c = d\n⊢ a * b + a * c = a * (b + c)\n```',
      );
      expect(repair).toContain('- Nat.left_distrib : ∀ (n m k : Nat), n * (m + k) = n * m + n * k\n');
    } finally {
      await server.close();
    }
    const text = withoutChance(readFileSync(recording, 'utf8'));
    await expect(text).toMatchFileSnapshot(join(CASES, 'UnknownName.recording.jsonl'));
  }, 120_000);

  it('the unknown identifier is solved from the recording, and not with --no-retrieval', async (context) => {
    const env = await environment(context);
    const model = ['--model', `replay:${join(CASES, 'UnknownName.recording.jsonl')}`];
    const { status, json } = await prove('UnknownName.lean', [...RAG, ...model], env);
    expect([status, json.holes[0].state]).toEqual([0, 'filled']);
    const without = await startModelServer(needsRepair);
    try {
      const args = ['--model', 'local/forgetful', '--base-url', without.baseUrl, '--no-retrieval'];
      const none = await prove('UnknownName.lean', [...RAG, ...args], env);
      expect([none.status, none.json.holes[0].state]).toEqual([1, 'open']);
      expect(none.stderr).not.toContain('retrieval query');
      expect(without.seen).toHaveLength(2);
    } finally {
      await without.close();
    }
  }, 120_000);
});
