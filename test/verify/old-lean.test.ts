import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import type { CheckMode, ModeOptions } from '../../src/verify/trial/check-mode.ts';
import { openCold, openColdLean } from '../../src/verify/trial/cold.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { oldInstallation } from '../lean/old-installation.ts';
import { oldLean } from '../lean/old-lean.ts';

const NEVER = new AbortController().signal;

async function options(context: TestContext): Promise<ModeOptions> {
  const { OLD_LEAN } = oldLean(context);
  return { installation: await oldInstallation(OLD_LEAN), sandbox: 'none', timeoutMs: 60_000, memoryBytes: null };
}

async function open(context: TestContext): Promise<CheckMode> {
  const mode = await openCold(await options(context));
  onTestFinished(() => mode.close());
  return mode;
}

const ONE_TACTIC: Candidate = { kind: 'tactic', text: 'assumption' };
const TWO_TACTICS: Candidate = { kind: 'tactic', text: 'have k : True := trivial\nassumption' };
const NESTED: Candidate = {
  kind: 'tactic',
  text: '  have k : p ∨ True := by\n    apply Or.inr\n    exact trivial\n  assumption',
};
const TERM: Candidate = { kind: 'term', text: 'id\n  h' };

/** All syntactic positions of a hole. `assumption` and `id h` close each of them. */
const SHAPES: [string, string][] = [
  ['a term', 'theorem t {p : Prop} (h : p) : p := sorry'],
  ['a term below', 'theorem t {p : Prop} (h : p) : p :=\n  sorry'],
  ['the only tactic', 'theorem t {p : Prop} (h : p) : p := by sorry'],
  ['a tactic below', 'theorem t {p : Prop} (h : p) : p := by\n  sorry'],
  ['a tactic at column 0', 'theorem t {p : Prop} (h : p) : p := by\nsorry'],
  ['an indented theorem', 'section\n  theorem t {p : Prop} (h : p) : p :=\n    sorry\nend'],
  ['exact', 'theorem t {p : Prop} (h : p) : p := by\n  exact sorry'],
  ['an argument', 'theorem t {p q : Prop} (h : p) : p ∨ q := Or.inl sorry'],
  ['an anonymous constructor', 'theorem t {p : Prop} (h : p) : p ∧ True := ⟨sorry, trivial⟩'],
  ['a have', 'theorem t {p : Prop} (h : p) : p := by\n  have k : p := sorry\n  exact k'],
  ['a have by', 'theorem t {p : Prop} (h : p) : p := by\n  have k : p := by sorry\n  exact k'],
  ['a have by below', 'theorem t {p : Prop} (h : p) : p := by\n  have k : p := by\n    sorry\n  exact k'],
  ['a term after have', 'theorem t {p : Prop} (h : p) : p :=\n  have k : True := trivial\n  sorry'],
  ['after <;>', 'theorem t {p : Prop} (h : p) : p ∧ p := by\n  constructor <;> sorry'],
  ['after ;', 'theorem t {p : Prop} (h : p) : p := by skip; sorry'],
  ['before ;', 'theorem t {p q : Prop} (h : p) : p ∧ p := by constructor; sorry; exact h'],
  ['first |', 'theorem t {p : Prop} (h : p) : p := by\n  first | sorry | exact h'],
  ['parentheses', 'theorem t {p : Prop} (h : p) : p := by\n  (sorry)'],
  [
    'an arm of a match',
    'theorem t {p : Prop} (h : p) (n : Nat) : p :=\n  match n with\n  | 0 => sorry\n  | n + 1 => h',
  ],
  [
    'the last arm of cases',
    'theorem t {p : Prop} (h : p) (n : Nat) : p := by\n  cases n with\n  | zero => exact h\n  | succ n => sorry',
  ],
  [
    'an arm of cases, below',
    'theorem t {p : Prop} (h : p) (n : Nat) : p := by\n  cases n with\n  | zero =>\n    sorry\n  | succ n => exact h',
  ],
  ['an equation', 'theorem t {p : Prop} (h : p) : (n : Nat) → p\n  | 0 => sorry\n  | n + 1 => h'],
  ['a function', 'theorem t {p : Prop} (h : p) : Nat → p := fun n => sorry'],
  ['a branch', 'theorem t {p : Prop} (h : p) (b : Bool) : p :=\n  if b then sorry else h'],
  ['next to another hole', 'theorem t {p : Prop} (h : p) : p ∧ p := ⟨sorry, sorry⟩'],
  ['code points of two units', 'theorem «𝓝» {p : Prop} (h : p) : p := by skip; sorry'],
];

describe('on a real Lean', () => {
  it.for(SHAPES)('a filled hole compiles: %s', async ([, shape], context) => {
    const mode = await open(context);
    const [hole] = findHoles(shape);
    if (hole === undefined) throw new Error('no hole');
    const candidates = [ONE_TACTIC, TWO_TACTICS, NESTED, TERM];
    const hints = await mode.check(`${shape}\n`, hole, candidates, NEVER);
    expect(hints).toEqual(candidates.map(() => ({ kind: 'compiles' })));
  });

  it("a wrong candidate fails with Lean's message", async (context) => {
    const mode = await open(context);
    const text = 'theorem t (p q : Prop) (h : p) : q := by\n  sorry\n';
    const [hole] = findHoles(text);
    if (hole === undefined) throw new Error('no hole');
    const [hint] = await mode.check(text, hole, [{ kind: 'term', text: 'h' }], NEVER);
    expect(hint).toMatchObject({
      kind: 'fails',
      diagnostics: [{ severity: 'error', class: 'type_mismatch', line: 2 }],
    });
  });

  it('findHoles agrees with Lean on the fixture grid', async (context) => {
    const lean = await openColdLean(await options(context));
    onTestFinished(() => lean.close());
    const text = readFileSync(new URL('../../fixtures/prove/grid/Grid.lean', import.meta.url), 'utf8');
    const end = await lean.run(text, NEVER);
    if (end.kind !== 'ended') throw new Error(end.detail);
    // The position of the warning within the declaration depends on the version.
    const { diagnostics } = end;
    const holes = findHoles(text);
    expect(diagnostics.map((diagnostic) => diagnostic.class)).toEqual(holes.map(() => 'declaration_uses_sorry'));
    for (const [at, { declaration }] of holes.entries()) {
      expect(diagnostics[at]?.line).toBeGreaterThanOrEqual(declaration?.line ?? Infinity);
      expect(diagnostics[at]?.line).toBeLessThanOrEqual(declaration?.endLine ?? 0);
    }
  });

  it('a sorry that a macro hides is reported', async (context) => {
    const mode = await open(context);
    const text = 'macro "later" : term => `(sorry)\n\ntheorem t (p : Prop) : p := by\n  sorry\n';
    const [, hole] = findHoles(text);
    if (hole === undefined) throw new Error('no hole');
    const [hint] = await mode.check(text, hole, [{ kind: 'term', text: 'later' }], NEVER);
    expect(hint).toMatchObject({
      kind: 'fails',
      diagnostics: [{ class: 'declaration_uses_sorry' }],
    });
  });
});
