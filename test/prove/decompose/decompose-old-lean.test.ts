/** The strategy `decompose` on a real Lean with a scripted model: nested sketches, kept steps, replay, and kills. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lemmaheadMeanwhile, startLemmahead } from '../../cli/spawn.ts';
import { oldLean } from '../../lean/old-lean.ts';
import { type ModelServer, type SeenRequest, startModelServer } from '../../llm/model-server.ts';
import { trustLean } from '../../verify/trusted-lean.ts';
import { eventsOf, killAtRandom } from '../killed-runs.ts';

/** Use `LEMMAHEAD_KILLS=100` for the full test: some minutes. */
const KILLS = Number(process.env['LEMMAHEAD_KILLS'] ?? 2);

const FILE = `def rev {α : Type} : List α → List α
  | [] => []
  | x :: xs => rev xs ++ [x]

theorem rev_both {α : Type} (xs ys : List α) : rev (rev xs ++ ys) = rev ys ++ xs := by
  sorry
`;

/** By the target of the goal: the first sketch, and that after a failed one. */
const SKETCHES: [target: RegExp, first: string, again: string][] = [
  [
    /^rev \(rev xs \+\+ ys\)/u,
    `by
  have twice : rev (rev xs) = xs := by sorry
  have false_step : rev (rev xs ++ ys) = rev ys ++ rev (rev xs) ∧ xs = ys := by sorry
  rw [false_step.1, twice]`,
    `by
  have unused : 1 + 1 = 2 := by sorry
  have appended : ∀ a b : List α, rev (a ++ b) = rev b ++ rev a := by sorry
  have twice : rev (rev xs) = xs := by sorry
  rw [appended, twice]`,
  ],
  [
    /^∀ \(?a b : List α\)?, rev \(a \+\+ b\) = rev b \+\+ rev a/u,
    'by\n  intro a b\n  induction a with\n  | nil => sorry\n  | cons x xs ih => sorry',
    'by sorry',
  ],
  [
    /^rev \(rev xs\) = xs/u,
    `by
  have last : ∀ (l : List α) (x : α), rev (l ++ [x]) = x :: rev l := by sorry
  induction xs with
  | nil => rfl
  | cons x xs ih => sorry`,
    'by sorry',
  ],
];

/** Proofs of the innermost steps. */
const PROOFS: [target: RegExp, proof: string][] = [
  [/^1 \+ 1 = 2/u, 'rfl'],
  [/^rev \(\[\] \+\+ b\)/u, 'simp [rev]'],
  [/^rev \(x :: xs \+\+ b\)/u, 'simp [rev, ih, List.append_assoc]'],
  [
    /^∀ \(?l : List α\)? \(?x : α\)?, rev/u,
    'intro l x\n  induction l with\n  | nil => rfl\n  | cons y ys ih =>\n    simp [rev]\n    simp_all',
  ],
  [/^rev \(rev \(x :: xs\)\)/u, 'show rev (rev xs ++ [x]) = x :: xs\n  rw [last, ih]'],
];

let folder: string;
let home: string;
let env: Record<string, string>;
let server: ModelServer;

/** Depends on nothing but the prompt. */
function reply({ body }: SeenRequest) {
  const [system, user] = body.messages.map(({ content }: { content: string }) => content);
  const usage = { input: 300, output: 20 };
  if (system.startsWith('You plan')) return { text: '1. rev reverses an append.\n2. Twice is nothing.', usage };
  const target = /# Goal\n\n```\n[^`]*⊢ ([^`]*)\n```/u.exec(user)?.[1] ?? '';
  if (!system.startsWith('You sketch')) {
    const proof = PROOFS.find(([pattern]) => pattern.test(target))?.[1] ?? 'exact no_idea';
    return { text: `by\n  ${proof}`, usage };
  }
  const [, first, again] = SKETCHES.find(([pattern]) => pattern.test(target)) ?? [null, 'by sorry', 'by sorry'];
  return { text: `\`\`\`lean\n${user.includes('# Earlier sketch') ? again : first}\n\`\`\``, usage };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-decompose-'));
  home = mkdtempSync(join(tmpdir(), 'lemmahead-decompose-home-'));
  mkdirSync(join(home, 'runs'));
  writeFileSync(join(folder, 'Rev.lean'), FILE);
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.close();
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

async function prepare(context: TestContext): Promise<void> {
  env = { ...oldLean(context), LEMMAHEAD_HOME: home, NO_COLOR: '1' };
  await trustLean(home, folder, env);
}

const start = (args: string[]) => startLemmahead(args, { cwd: folder, env });
const run = (...args: string[]) => lemmaheadMeanwhile(args, { cwd: folder, env, timeoutMs: 120_000 });
const asJson = (text: string): any => JSON.parse(text);

const prove = (): string[] => [
  ...['prove', 'Rev.lean', '--model', 'local/m', '--base-url', server.baseUrl, '--no-retrieval', '--no-cache'],
  ...['--strategy', 'decompose', '--no-portfolio', '--depth', '2', '--sketches', '2'],
  ...['--steps-by', 'rag', '-n', '1', '--rounds', '0', '--json'],
];

describe('decompose', () => {
  it('proves a theorem by sketches within sketches, after a false one', { timeout: 120_000 }, async (context) => {
    await prepare(context);
    const { status, stdout, stderr } = await run(...prove());
    expect(status, stderr + stdout).toBe(0);
    const { holes, run: id, diff } = asJson(stdout);
    expect(holes[0]).toMatchObject({ state: 'filled', strategy: 'decompose' });
    expect(holes[0].candidate).not.toContain('unused');
    const shown = asJson((await run('runs', 'show', id, '--json')).stdout);
    const steps = new Map(shown.holes[0].steps.map((step: any) => [step.node, step]));
    expect(steps.get('1.1')).toMatchObject({ state: 'filled', strategy: 'decompose' });
    expect(steps.get('1.2')).toMatchObject({ state: 'open' });
    expect(steps.get('2.1')).toMatchObject({ state: 'filled', strategy: 'rag', candidate: 'rfl' });
    expect(steps.get('2.2/1.1')).toMatchObject({ state: 'filled', candidate: 'simp [rev]' });
    // Kept from the first sketch.
    expect(steps.get('2.3')).toMatchObject({ state: 'filled', strategy: 'proved-steps' });
    const text = (await run('runs', 'show', id)).stdout;
    expect(text).toMatch(/ {4}step 2\.1 {2}⊢ 1 \+ 1 = 2\n {6}proved by rag, 1 attempt: rfl\n/u);
    const attempts = (events: any[]): unknown[] =>
      events.filter(({ event }) => event === 'attempt').map(({ node, key, verdict }) => [node, key, verdict]);
    const lean = env;
    env = { LEMMAHEAD_HOME: home, PATH: '/usr/bin:/bin' };
    const byRecord = await run('runs', 'replay', id, '--without-lean', '--json');
    expect([byRecord.status, asJson(byRecord.stdout)], byRecord.stderr).toMatchObject([0, { diff, differs: [] }]);
    expect(attempts(eventsOf(home, asJson(byRecord.stdout).run))).toEqual(attempts(eventsOf(home, id)));
    env = lean;
    const replayed = await run('runs', 'replay', id, '--json');
    expect([replayed.status, asJson(replayed.stdout)], replayed.stderr).toMatchObject([0, { diff, differs: [] }]);
  });

  it(
    `killed ${KILLS} times, it is resumed to the same result`,
    { timeout: 120_000 + KILLS * 30_000 },
    async (context) => {
      await prepare(context);
      const resume = (id: string): string[] => ['runs', 'resume', id, '--json'];
      await killAtRandom({ home, kills: KILLS, start, prove: prove(), resume, essence });
    },
  );
});

/** The result without the run's id, and the last result of every step. */
function essence(stdout: string, id: string) {
  const { diff, exit, attempts, holes } = asJson(stdout);
  const steps = new Map<string, string>();
  for (const { event, node, state, candidate, attempts: made } of eventsOf(home, id)) {
    if (event === 'node_ended') steps.set(node, `${state} ${candidate?.text} ${made}`);
  }
  return { diff, exit, attempts, steps: Object.fromEntries(steps), holes: holes.map(({ state }: any) => state) };
}
