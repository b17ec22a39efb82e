import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { findLean } from '../../../src/lean/toolchain/toolchain.ts';
import { portfolio } from '../../../src/prove/portfolio/portfolio.ts';
import { tacticProbe } from '../../../src/prove/portfolio/probe.ts';
import type { Premise } from '../../../src/prove/premise.ts';
import type { Attempt } from '../../../src/prove/strategy.ts';
import { goalIn } from '../../../src/verify/hole/goal.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import { openColdLean } from '../../../src/verify/trial/cold.ts';
import { openServer } from '../../../src/verify/trial/language-servers.ts';
import { oldLean } from '../../lean/old-lean.ts';
import { premise } from './made.ts';

/** The lemmas above the holes can be retrieved. */
const FILE = `
inductive Bead where
  | knot : Bead
  | tie : Bead → Bead

def join : Bead → Bead → Bead
  | Bead.knot, b => b
  | Bead.tie a, b => Bead.tie (join a b)

def turn (b : Bead) : Bead := join b Bead.knot

inductive Even : Bead → Prop where
  | knot : Even Bead.knot
  | tie (b : Bead) : Even b → Even (Bead.tie (Bead.tie b))

theorem join_knot (b : Bead) : join b Bead.knot = b := by
  induction b with
  | knot => rfl
  | tie b ih => simp [join, ih]

theorem even_two (b : Bead) (h : Even b) : Even (Bead.tie (Bead.tie b)) := Even.tie b h

theorem by_induction (a b c : Bead) : join (join a b) c = join a (join b c) := sorry

theorem by_shape (p q r : Prop) : p ∧ (q ∨ r) → (p ∧ q) ∨ (p ∧ r) := by
  sorry

theorem by_lemma (a : Bead) (h : Even a) : Even (join (Bead.tie (Bead.tie a)) Bead.knot) := by
  have k : join (Bead.tie (Bead.tie a)) Bead.knot = Bead.tie (Bead.tie a) := by sorry
  rw [k]
  sorry

theorem by_witness (a b : Bead) (h : turn a = b) : ∃ c, join c Bead.knot = b := sorry
`;

const PREMISES: Premise[] = [
  premise('join_knot', '(b : Bead) : join b Bead.knot = b'),
  premise('even_two', '(b : Bead) (h : Even b) : Even (Bead.tie (Bead.tie b))'),
];

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lemmahead-portfolio-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function opened(context: TestContext) {
  const environment = oldLean(context);
  const { signal } = new AbortController();
  const search = {
    lakeCommand: 'lake',
    elanHome: join(folder, 'elan'),
    folder,
    cacheFolder: null,
    environment,
    signal,
  };
  const saved = process.env['PATH'];
  process.env['PATH'] = environment.PATH;
  const installation = await findLean(search).finally(() => (process.env['PATH'] = saved));
  const trying = { installation, sandbox: 'none' as const, timeoutMs: 60_000, memoryBytes: null };
  const cold = await openColdLean(trying);
  return {
    installation,
    trying,
    cold,
    signal,
    tactics: tacticProbe({ lean: cold, installation, cacheFolder: null, signal }),
  };
}

describe('portfolio on a real Lean', () => {
  it('detects the available tactics', async (context) => {
    const { tactics, cold } = await opened(context);
    const known = await tactics('');
    await cold.close();
    expect(['simp', 'simp_all', 'decide', 'byCases', 'contradiction'].filter((name) => !known.has(name))).toEqual([]);
    expect(['omega', 'simpa', 'exact?', 'by_cases', 'simp ←', 'grind'].filter((name) => known.has(name))).toEqual([]);
  }, 60_000);

  it('proves holes separately by induction, shape, lemmas and a witness', async (context) => {
    const { trying, cold, signal, tactics } = await opened(context);
    const mode = await openServer({ ...trying, workers: 2 });
    const open: string[] = [];
    for (const hole of findHoles(FILE)) {
      const goal = async (): Promise<string> => {
        const [hint] = await mode.check(FILE, hole, [{ kind: 'tactic', text: 'skip' }], signal);
        return hint?.kind === 'fails' ? (goalIn(hint.diagnostics) ?? '') : '';
      };
      const batches = portfolio({ tactics, limit: 10, maxCandidates: 400 }).propose(
        { text: FILE, hole, goal },
        { retrieve: () => Promise.resolve(PREMISES), ask: null },
      );
      let isProved = false;
      for (let next = await batches.next(); next.done !== true && !isProved;) {
        const batch = next.value;
        const hints = await mode.check(
          FILE,
          hole,
          batch.map(({ candidate }) => candidate),
          signal,
        );
        isProved = hints.some(({ kind }) => kind === 'compiles');
        const attempts = batch.map((proposal, at): Attempt => {
          const hint = hints[at]!;
          const diagnostics = hint.kind === 'fails' ? hint.diagnostics : [];
          return { proposal, verdict: { kind: 'rejected', by: 'lean', sandbox: 'none', diagnostics } };
        });
        next = await batches.next(attempts);
      }
      if (!isProved) open.push(`${hole.declaration?.name} ${hole.line}`);
    }
    await mode.close();
    await cold.close();
    expect(open).toEqual([]);
  }, 120_000);
});
