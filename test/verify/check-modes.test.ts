/** The three check modes on the real Lean of 2021: they agree, and neither bad candidates nor kills affect other candidates. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { processTree } from '../../src/lean/process/process-family.ts';
import { openBatch } from '../../src/verify/trial/batch.ts';
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import type { CheckMode, Hint, ModeOptions } from '../../src/verify/trial/check-mode.ts';
import { openCold } from '../../src/verify/trial/cold.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { openServer } from '../../src/verify/trial/language-servers.ts';
import { oldInstallation } from '../lean/old-installation.ts';
import { oldLean } from '../lean/old-lean.ts';
import { needsSandbox } from '../lean/needs-sandbox.ts';
import { processesWith } from '../lean/processes-with.ts';
import { disagreements } from './agreement.ts';
import { knownCases, randomCases } from './agreement-cases.ts';
import { generator } from './random-candidates.ts';

const opened: CheckMode[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((mode) => mode.close()));
});

async function optionsFor(context: TestContext, more: Partial<ModeOptions> = {}, nonce = ''): Promise<ModeOptions> {
  const installation = await oldInstallation(oldLean(context).OLD_LEAN, { MODES_TEST: nonce });
  return { installation, sandbox: 'none', timeoutMs: 60_000, memoryBytes: null, ...more };
}

async function allModes(options: ModeOptions): Promise<CheckMode[]> {
  opened.push(await openCold(options), await openBatch(options), await openServer({ ...options, workers: 1 }));
  return opened;
}

const never = new AbortController().signal;
const tactic = (text: string): Candidate => ({ kind: 'tactic', text });
const firstHole = (text: string): Hole => findHoles(text).find(({ isProof }) => isProof) as Hole;

const TEXT = `/-- What it is. -/
@[simp] theorem t (p q : Prop) (h : p) : p ∧ (q → p) := by
  sorry

theorem other : True := by sorry
#check t
`;

/** Candidates with the kind of hint and the start of the first diagnostic, the same in each mode. */
const CANDIDATES: [string, Hint['kind'], string][] = [
  ['exact ⟨h, fun _ => h⟩', 'compiles', ''],
  ['constructor\nexact h\nintro _\nexact h', 'compiles', ''],
  ['exact foo', 'fails', "3:8 unknown identifier 'foo'"],
  ['skip\nexact foo', 'fails', "4:8 unknown identifier 'foo'"],
  ['constructor', 'fails', '2:56 unsolved goals'],
  ['exact ⟨h, fun _ => h', 'fails', "5:0 expected '⟩'"],
  ['exact h /-', 'fails', '3:2 type mismatch'],
  ['sorry', 'fails', "3:2 declaration uses 'sorry'"],
  ['exact t p q h', 'fails', '2:16 fail to show termination'],
  ['exact ⟨h, fun _ => h⟩\nend', 'fails', "4:2 invalid 'end', insufficient scopes"],
  ['exact ⟨h, "', 'fails', ''],
  ['exact ⟨h, by intro _; assumption⟩', 'compiles', ''],
  ['have : p := by', 'fails', "5:0 expected '{' or tactic"],
  ['exact ⟨h, fun _ => h⟩\n#exit', 'compiles', ''],
  ['exact ⟨h, fun _ =>\nh⟩', 'compiles', ''],
];

describe('the modes cold, batch and server', () => {
  it(
    'give the same hints at the same positions for a mix of good and bad candidates',
    { timeout: 60_000 },
    async (context) => {
      const hole = firstHole(TEXT);
      for (const mode of await allModes(await optionsFor(context))) {
        const hints = await mode.check(
          TEXT,
          hole,
          CANDIDATES.map(([text]) => tactic(text)),
          never,
        );
        for (const [at, hint] of hints.entries()) {
          const [text, kind, words] = CANDIDATES[at] ?? ['', '', ''];
          expect([mode.name, text, hint.kind]).toEqual([mode.name, text, kind]);
          if (hint.kind !== 'fails' || words === '') continue;
          const [first] = hint.diagnostics;
          expect([mode.name, text, `${first?.line}:${first?.column} ${first?.text}`.slice(0, words.length)]).toEqual([
            mode.name,
            text,
            words,
          ]);
        }
      }
    },
  );

  it('agree on random candidates', { timeout: 120_000 }, async (context) => {
    const found = await disagreements(await allModes(await optionsFor(context)), randomCases(20, 24), never);
    expect(found.disagreements).toEqual([]);
    expect(Math.min(found.kinds['compiles'] ?? 0, found.kinds['fails'] ?? 0)).toBeGreaterThan(2);
  });

  it('agree on attacks and honest proofs', { timeout: 120_000 }, async (context) => {
    // Every eighth case; bench/check-modes.ts runs all of them.
    const sample = knownCases().fillings.filter((_, at) => at % 8 === 0);
    const found = await disagreements(await allModes(await optionsFor(context)), sample, never);
    expect(found.disagreements).toEqual([]);
    expect(sample.length).toBeGreaterThan(9);
  });

  it('report missing imports as unchecked', { timeout: 60_000 }, async (context) => {
    const text = `import Not.There\n${TEXT}`;
    for (const mode of await allModes(await optionsFor(context))) {
      const hints = await mode.check(text, firstHole(text), [tactic('exact foo'), tactic('trivial')], never);
      const missing = { kind: 'unchecked', why: 'importsMissing', detail: expect.stringContaining("'Not'") };
      expect([mode.name, hints]).toMatchObject([mode.name, [missing, missing]]);
    }
  });

  it('check the other candidates if one does not terminate', { timeout: 120_000 }, async (context) => {
    // With its default limit, Lean would stop by itself, on a fast machine before our timeout.
    const text = `set_option maxHeartbeats 0\n\ndef spin : Nat → Nat → Nat\n  | 0, k => k\n  | n + 1, k => spin n (spin n k)\n\n${TEXT}`;
    const endless = 'have : spin 60 0 = 1 := by decide\nexact ⟨h, fun _ => h⟩';
    const candidates = ['exact ⟨h, fun _ => h⟩', endless, 'exact foo'].map(tactic);
    for (const mode of await allModes(await optionsFor(context, { timeoutMs: 5000 }))) {
      const hints = await mode.check(text, firstHole(text), candidates, never);
      expect([mode.name, ...hints.map((hint) => (hint.kind === 'unchecked' ? hint.why : hint.kind))]).toEqual([
        ...[mode.name, 'compiles', 'timedOut', 'fails'],
      ]);
    }
  });

  it('stop when aborted, and leave no folder', { timeout: 60_000 }, async (context) => {
    const own = mkdtempSync(join(tmpdir(), 'lemmahead-modes-'));
    vi.stubEnv('TMPDIR', own);
    const modes = await allModes(await optionsFor(context));
    for (const mode of modes) {
      const hints = await mode.check(TEXT, firstHole(TEXT), ['rfl', 'simp'].map(tactic), AbortSignal.timeout(50));
      expect([mode.name, hints.at(-1)]).toMatchObject([mode.name, { kind: 'unchecked', why: 'cancelled' }]);
      await mode.close();
    }
    expect(readdirSync(own)).toEqual([]);
    rmSync(own, { recursive: true });
  });
});

describe('a confined server', () => {
  it.for(['limits', 'namespaces', 'bubblewrap'] as const)(
    'works at the level %s',
    { timeout: 60_000 },
    async (sandbox, context) => {
      const options = await optionsFor(context, { sandbox });
      await needsSandbox(context, sandbox);
      const server = await openServer({ ...options, workers: 1 });
      opened.push(server);
      const hints = await server.check(
        TEXT,
        firstHole(TEXT),
        ['exact foo', 'exact ⟨h, fun _ => h⟩'].map(tactic),
        never,
      );
      expect(hints.map(({ kind }) => kind)).toEqual(['fails', 'compiles']);
      // No cold check replaced it.
      expect(server.pool.counts).toMatchObject({ started: 1, crashed: 0 });
    },
  );
});

/** False if the process had already ended. */
function isKilled(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch {
    return false;
  }
}

describe('a pool of real servers', () => {
  it(
    'loses no candidate if one in ten servers is killed, and leaves no process',
    { timeout: 120_000 },
    async (context) => {
      if (process.platform !== 'linux') context.skip('needs /proc');
      const nonce = randomUUID();
      const chance = generator(7);
      const server = await openServer({ ...(await optionsFor(context, {}, nonce)), workers: 4 });
      opened.push(server);
      let killed = 0;
      for (let round = 0; round < 5; round++) {
        const rights = Array.from({ length: 20 }, () => chance() < 0.5);
        const answers = server.check(
          TEXT,
          firstHole(TEXT),
          rights.map((right, at) =>
            tactic(`exact ⟨h, fun (x${round}_${at} : q) => ${right ? 'h' : `x${round}_${at}`}⟩`),
          ),
          never,
        );
        for (let kills = 0; kills < 2; kills++) {
          await new Promise((resolve) => setTimeout(resolve, 5 + chance() * 60));
          const living = server.pool.pids.flatMap((id) => processTree(id));
          const first = Math.floor(chance() * living.length);
          if ([...living.slice(first), ...living.slice(0, first)].some(isKilled)) killed++;
        }
        expect((await answers).map(({ kind }) => kind)).toEqual(rights.map((right) => (right ? 'compiles' : 'fails')));
      }
      expect(killed).toBe(10);
      await server.close();
      await expect.poll(() => processesWith(`MODES_TEST=${nonce}`)).toEqual([]);
    },
  );
});
