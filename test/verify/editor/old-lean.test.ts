/** What an editor shows, with the Lean of 2021. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { type Editor, EDITOR_WORKERS, openEditor } from '../../../src/verify/editor/editor.ts';
import { oldInstallation } from '../../lean/old-installation.ts';
import { oldLean } from '../../lean/old-lean.ts';

const TEXT = `theorem one (n : Nat) : n + 0 = n := by
  sorry

theorem two (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  apply And.intro
  exact hp
  exact hq

/-- Adds one. -/
def f (n : Nat) : Nat := n + 1

theorem term (n : Nat) : f n = n + 1 := sorry

theorem wrong : 1 = 2 := by
  rfl
`;
/** With its default limit, Lean would stop by itself, on a fast machine before our timeout. */
const SPINNING = `set_option maxHeartbeats 0
def spin : Nat → Nat → Nat
  | 0, n => n
  | k + 1, n => spin k (spin k n)

${TEXT}`;
const { signal } = new AbortController();
let editor: Editor | null = null;

async function open(context: TestContext): Promise<Editor> {
  const { OLD_LEAN } = oldLean(context);
  return (editor ??= await openEditor({
    installation: await oldInstallation(OLD_LEAN),
    sandbox: 'limits',
    timeoutMs: 60_000,
    memoryBytes: null,
    workers: 1,
  }));
}
afterAll(() => editor?.close());

const at = (line: number, column: number | null = null): { line: number; column: number | null } => ({ line, column });

describe('the editor', () => {
  it('shows goals before and after a line, and the type that a term must have', async (context) => {
    const { goals } = await open(context);
    const hypotheses = 'p q : Prop\nhp : p\nhq : q';
    expect(await goals(TEXT, at(5), signal)).toEqual({
      before: [`${hypotheses}\n⊢ p ∧ q`],
      after: [`case left\n${hypotheses}\n⊢ p`, `case right\n${hypotheses}\n⊢ q`],
      expected: null,
      errors: [],
    });
    expect(await goals(TEXT, at(2), signal)).toMatchObject({ before: ['n : Nat\n⊢ n + 0 = n'], after: [] });
    expect(await goals(TEXT, at(12), signal)).toMatchObject({ before: null, expected: 'n : Nat\n⊢ f n = n + 1' });
    const exact = TEXT.replace('  sorry', '  exact sorry');
    expect(await goals(exact, at(2), signal)).toEqual({
      before: ['n : Nat\n⊢ n + 0 = n'],
      after: [],
      expected: 'n : Nat\n⊢ n + 0 = n',
      errors: [],
    });
    expect(await goals(TEXT, at(9), signal)).toEqual({ before: null, after: null, expected: null, errors: [] });
    const { errors } = await goals(TEXT, at(15), signal);
    expect(errors).toMatchObject([{ line: 15, severity: 'error' }]);
  }, 60_000);

  it('tries tactics and terms, each alone', async (context) => {
    const { tryAll } = await open(context);
    const limits = { signal, timeoutMs: 30_000 };
    const tactics = await tryAll(TEXT, at(2), ['rfl', 'skip', 'foo', 'exact hp', 'have : 1 = 1 := sorry'], limits);
    expect(tactics.before).toEqual(['n : Nat\n⊢ n + 0 = n']);
    expect(tactics.results.map(({ goals, errors }) => [goals, errors.map(({ text }) => text)])).toMatchObject([
      [[], []],
      [['n : Nat\n⊢ n + 0 = n'], []],
      [null, [expect.stringContaining('unknown tactic')]],
      [null, [expect.stringContaining("unknown identifier 'hp'")]],
      [['n : Nat\nthis : 1 = 1\n⊢ n + 0 = n'], []],
    ]);
    expect(tactics.results.map(({ hasSorry }) => hasSorry)).toEqual([false, false, false, false, true]);
    const middle = await tryAll(TEXT, at(6), ['assumption', 'exact hq'], limits);
    expect(middle.results[0]).toMatchObject({ goals: ['case right\np q : Prop\nhp : p\nhq : q\n⊢ q'], errors: [] });
    expect(middle.results[1]!.errors).toMatchObject([{ class: 'type_mismatch' }]);
    const terms = await tryAll(TEXT, at(12), ['rfl', 'by simp [f]', 'Nat.foo'], limits);
    expect(terms).toMatchObject({ before: null, expected: 'n : Nat\n⊢ f n = n + 1' });
    expect(terms.results.map(({ errors }) => errors.length)).toEqual([0, 0, 1]);
  }, 60_000);

  it('blames an attempt only for its own errors, and never says that a broken one closes the goal', async (context) => {
    const { tryAll } = await open(context);
    const limits = { signal, timeoutMs: 30_000 };
    const states = async (text: string, line: number, attempts: string[]): Promise<unknown[]> =>
      (await tryAll(text, at(line), attempts, limits)).results.map(({ goals, errors, refusal }) => [
        goals?.length ?? null,
        errors.map((each) => each.class),
        refusal !== null,
      ]);
    // The last tactic expects the goals that the attempt leaves.
    const text = 'theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  sorry\n  exact hp\n  exact hq\n';
    expect(await states(text, 2, ['apply And.intro', 'skip', 'exact ⟨hp, hq⟩'])).toEqual([
      [2, [], false],
      [1, [], false],
      [0, [], false],
    ]);
    expect(await states(text, 2, ['skip\n#exit', 'exact (hp', 'rw [', 'simp at', 'rfl\n#eval 1'])).toEqual([
      [null, [], true],
      [null, [], true],
      [null, [], true],
      [null, [expect.stringContaining('syntax_error')], false],
      [null, expect.any(Array), expect.any(Boolean)],
    ]);
    // The error is at another term than the attempt.
    const term = 'theorem t (f : Nat → Nat) (h : f = id) : f 1 = 1 := Eq.trans (congrFun h 1) (sorry)\n';
    expect(await states(term, 1, ['rfl', 'h', 'Nat.zero'])).toMatchObject([
      [null, [], false],
      [null, ['type_mismatch'], false],
      [null, ['type_mismatch'], false],
    ]);
  }, 60_000);

  it('tells an error of the attempt from the same one elsewhere, and goals that are left from those that Lean shows', async (context) => {
    const { tryAll } = await open(context);
    const limits = { signal, timeoutMs: 30_000 };
    const states = async (text: string, line: number, attempts: string[]): Promise<unknown[]> =>
      (await tryAll(text, at(line), attempts, limits)).results.map(({ goals, errors, doubt }) => [
        goals?.length ?? null,
        errors.length,
        doubt !== null,
      ]);
    const theorem = 'theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  apply And.intro\n';
    // After a `sorry` with nothing left, the next tactic has the same error.
    const done = 'theorem t (p : Prop) (hp : p) : p := by\n  sorry\n  exact hp\n';
    expect(await states(done, 2, ['exact hp', 'exact hp\nexact hp'])).toEqual([
      [0, 0, false],
      [null, 1, false],
    ]);
    expect(await states(`${theorem}  sorry\n  exact foo\n`, 3, ['exact hp', 'exact foo'])).toEqual([
      [1, 0, false],
      [null, 1, false],
    ]);
    // Its failure is caught, and the goal is left.
    const caught = 'theorem t : 1 = 2 := by\n  first\n  | sorry\n  | skip\n';
    expect(await states(caught, 3, ['done'])).toEqual([[null, 1, false]]);
    expect(await states(TEXT, 2, ['trivial', 'rfl', 'skip'])).toEqual([
      [0, 0, false],
      [0, 0, false],
      [1, 0, false],
    ]);
    // Lean hides an error that may result from the unknown name.
    const hidden = 'theorem t : 1 = 1 ∧ 2 = 3 := ⟨foo, sorry⟩\n';
    expect(await states(hidden, 1, ['rfl'])).toEqual([[null, 0, true]]);
    expect(await states(hidden.replace('foo', 'rfl'), 1, ['rfl'])).toEqual([[null, 1, false]]);
    const inTactic = 'theorem t : 1 = 1 ∧ 2 = 2 := by\n  refine ⟨sorry, ?x⟩\n  rfl\n';
    expect(await states(inTactic, 2, ['rfl', '?y'])).toEqual([
      [null, 0, false],
      [2, 0, false],
    ]);
  }, 60_000);

  it('never says that an attempt works which Lean does not read, or after a tactic that fails', async (context) => {
    const { tryAll } = await open(context);
    const tried = async (text: string, place: { line: number; column: number | null }, attempts: string[]) =>
      (await tryAll(text, place, attempts, { signal, timeoutMs: 30_000 })).results.map(({ errors, doubt }) => [
        errors.length,
        doubt !== null,
      ]);
    // Neither a binder nor the place of a pattern can be a proof.
    expect(await tried('theorem t (n : Nat) : n = n := rfl\n', at(1, 11), ['rfl', 'exact foo'])).toEqual([
      [1, false],
      [1, false],
    ]);
    const cases = 'theorem t (n : Nat) : n = n := by\n  cases n with\n  | zero => rfl\n  | succ n => rfl\n';
    expect(await tried(cases, at(3), ['exact foo', '| zero => rfl\n| succ n => rfl'])).toEqual([
      [0, true],
      [0, false],
    ]);
    expect(await tried(cases, at(4), ['skip'])).toEqual([[0, true]]);
    expect(await tried('theorem t : 1 = 1 := by\n  rfl\n\n', at(3), ['rfl', 'skip'])).toEqual([
      [1, false],
      [0, true],
    ]);
  }, 60_000);

  it('does not let what follows in the proof complete an attempt', async (context) => {
    const { tryAll } = await open(context);
    const states = async (text: string, line: number, attempts: string[]): Promise<unknown[]> =>
      (await tryAll(text, at(line), attempts, { signal, timeoutMs: 30_000 })).results.map(({ goals, errors }) => [
        goals?.length ?? null,
        errors.map((each) => each.class),
      ]);
    const cutOff = [null, ['syntax_error']];
    const text = 'theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := by\n  apply And.intro\n  sorry\n  exact hq\n';
    expect(await states(text, 3, ['exact hp', 'exact hp <;>', 'exact', 'have h : p := by', 'case'])).toEqual([
      [1, []],
      ...[cutOff, cutOff, cutOff, cutOff],
    ]);
    // The bracket is closed in the rest, so the attempt cannot be read without it.
    expect(await states(text.replace('sorry', '(sorry)'), 3, ['exact hp'])).toEqual([[expect.any(Number), []]]);
    const term = 'theorem t (p : Prop) (h : p → p) (hp : p) : p :=\n  sorry\n  hp\n';
    expect(await states(term, 2, ['h', 'h <|'])).toEqual([[null, []], cutOff]);
  }, 60_000);

  it('sees a sorry that a macro contains', async (context) => {
    const { tryAll } = await open(context);
    const macros = 'macro "cheat" : tactic => `(exact sorry)\n\n';
    const sorries = async (text: string, attempts: string[]): Promise<boolean[]> =>
      (await tryAll(text, at(4), attempts, { signal, timeoutMs: 30_000 })).results.map(({ hasSorry }) => hasSorry);
    const one = `${macros}theorem t : 1 = 1 := by\n  sorry\n`;
    expect(await sorries(one, ['cheat', 'exact sorryAx _', 'rfl'])).toEqual([true, true, false]);
    // Another `sorry` of the declaration is not the attempt's.
    const two = `${macros}theorem t : 1 = 1 ∧ 2 = 2 := by\n  exact ⟨sorry, sorry⟩\n`;
    expect(await sorries(two, ['rfl'])).toEqual([false]);
  }, 60_000);

  it('tells what Lean proposes instead of an attempt', async (context) => {
    const { tryAll } = await open(context);
    const tactic = 'elab "ask" : tactic => do logInfo "Try this: rfl"; evalTactic (← `(tactic| rfl))';
    const text = `import Lean\nopen Lean Elab Tactic\n${tactic}\n\ntheorem t : 1 = 1 := by\n  sorry\n`;
    const { results } = await tryAll(text, at(6), ['ask', 'rfl'], { signal, timeoutMs: 30_000 });
    expect(results.map(({ goals, suggestions }) => [goals, suggestions])).toEqual([
      [[], ['rfl']],
      [[], []],
    ]);
  }, 60_000);

  it('an attempt that does not terminate does not affect the others', async (context) => {
    const { tryAll } = await open(context);
    const attempts = ['rfl', 'have : spin 60 0 = 1 := by decide', 'simp'];
    const { results } = await tryAll(SPINNING, at(7), attempts, { signal, timeoutMs: 1500 });
    expect(results.map(({ errors, noAnswer }) => [errors.length, noAnswer?.why ?? null])).toEqual([
      [0, null],
      [0, 'timedOut'],
      [0, null],
    ]);
  }, 60_000);

  it('shows goals and tries tactics while snippets do not terminate', async (context) => {
    const { OLD_LEAN } = oldLean(context);
    const installation = await oldInstallation(OLD_LEAN);
    const limits = { sandbox: 'limits', timeoutMs: 60_000, memoryBytes: null } as const;
    const own = await openEditor({ installation, ...limits, workers: EDITOR_WORKERS });
    const stop = new AbortController();
    const loop = (n: number): string => `partial def loop (n : Nat) : Nat := loop (n + 1)\n#eval loop ${n}\n`;
    const endless = [1, 2, 3].map((n) => own.run(loop(n), stop.signal).catch(() => 'stopped'));
    const started = performance.now();
    expect((await own.tryAll(TEXT, at(2), ['rfl'], { signal, timeoutMs: 30_000 })).results[0]!.goals).toEqual([]);
    const spinning = own.tryAll(SPINNING, at(7), ['have : spin 60 0 = 1 := by decide'], {
      signal: stop.signal,
      timeoutMs: 50_000,
    });
    await own.goals(TEXT, at(5), signal);
    stop.abort();
    await spinning.catch(() => null);
    expect(await Promise.all(endless)).toEqual(['stopped', 'stopped', 'stopped']);
    expect(performance.now() - started).toBeLessThan(30_000);
    await own.close();
  }, 120_000);

  it('shows messages and what is written at a place', async (context) => {
    const { messages, hover } = await open(context);
    const shown = (await messages(TEXT, signal)).map(({ line, severity }) => [line, severity]);
    expect(shown).toEqual([
      [2, 'warning'],
      [12, 'warning'],
      [15, 'error'],
    ]);
    expect(await hover(TEXT, at(12, 25), signal)).toContain('f : Nat → Nat');
    expect(await hover(TEXT, at(8), signal)).toBeNull();
  }, 60_000);

  it('reports imports that cannot be loaded', async (context) => {
    const { goals } = await open(context);
    await expect(goals(`import Nowhere\n${TEXT}`, at(3), signal)).rejects.toMatchObject({
      detail: { exit: 'missing', code: 'lean-imports-missing', reason: expect.stringContaining('Nowhere') },
    });
  }, 60_000);

  it('loads imports again that were built meanwhile', async (context) => {
    const { OLD_LEAN } = oldLean(context);
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-editor-'));
    const modules = join(folder, '.lake', 'build', 'lib', 'lean');
    mkdirSync(modules, { recursive: true });
    const found = await oldInstallation(OLD_LEAN);
    const { searchPath, environment } = found;
    const installation = {
      ...found,
      projectRoot: folder,
      searchPath: [modules, ...searchPath],
      environment: { ...environment, LEAN_PATH: [modules, environment['LEAN_PATH']].join(delimiter) },
    };
    const options = { installation, sandbox: 'limits', timeoutMs: 60_000, memoryBytes: null, workers: 1 } as const;
    const own = await openEditor(options);
    const build = (text: string): void => {
      writeFileSync(join(folder, 'Quay.lean'), text);
      const args = ['-o', join(modules, 'Quay.olean'), join(folder, 'Quay.lean')];
      const { status, stdout, stderr } = spawnSync(OLD_LEAN, args, { cwd: folder, encoding: 'utf8' });
      expect([status, stdout + stderr]).toEqual([0, '']);
    };
    const text = 'import Quay\n#check Quay.depth\n';
    try {
      await expect(own.messages(text, signal)).rejects.toMatchObject({ detail: { code: 'lean-imports-missing' } });
      build('def Quay.depth : Nat := 1\n');
      expect((await own.messages(text, signal)).map((each) => each.text)).toEqual(['Quay.depth : Nat']);
      build('def Quay.depth : Bool := true\n');
      expect((await own.messages(text, signal)).map((each) => each.text)).toEqual(['Quay.depth : Bool']);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }, 60_000);

  it('ends if the request is cancelled', async (context) => {
    const { messages } = await open(context);
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(messages(TEXT, stop.signal)).rejects.toThrow('stopped');
  }, 60_000);
});
