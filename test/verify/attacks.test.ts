/** The judge on every attack and every honest proof, with the real Lean of 2021: no false acceptance, no false rejection. */
import { availableParallelism } from 'node:os';
import { describe, expect, inject, it, onTestFinished, type TestContext } from 'vitest';
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { openJudge, type Judge, type JudgeOptions } from '../../src/verify/audit/judge.ts';
import { nameExamples } from '../../src/verify/audit/named-examples.ts';
import { readAttacks, readHonestProofs, type Attack } from '../../src/verify/self-test/known-cases.ts';
import { verdictOf, attackFault, honestProofFault } from '../../src/verify/self-test/self-test.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { oldLean } from '../lean/old-lean.ts';

const MINUTES = 60_000;
const forOldLean = ({ generations }: { generations: string[] }): boolean => generations.includes('2021');
const attacks = readAttacks().filter(forOldLean);
const honest = readHonestProofs().filter(forOldLean);

async function judgeHere(context: TestContext, options: Partial<JudgeOptions>): Promise<Judge> {
  const environment = oldLean(context);
  const { signal } = new AbortController();
  const places = { lakeCommand: 'lake', elanHome: '/none', folder: import.meta.dirname, cacheFolder: null };
  const judge = await openJudge({
    installation: { ...(await findLean({ ...places, environment, signal })), projectRoot: null },
    level: 'audit',
    sandbox: (await detectSandbox()).level,
    allowedAxioms: [],
    allowNew: false,
    gate: true,
    timeoutMs: MINUTES,
    memoryBytes: null,
    cacheFolder: inject('sharedAuditor'),
    signal,
    ...options,
  });
  onTestFinished(() => judge.close());
  return judge;
}

/** The faults that `check` finds, with the names of the cases. */
async function all<Case extends { name: string }>(
  cases: readonly Case[],
  check: (known: Case) => Promise<string | null>,
): Promise<string[]> {
  const wrong: string[] = [];
  const queue = cases.values();
  const work = async (): Promise<void> => {
    for (const known of queue) {
      const fault = await check(known);
      if (fault !== null) wrong.push(`${known.name}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return wrong;
}

describe('the judge on a real Lean', () => {
  it(
    'without the gate, every attack on soundness is stopped by the expected stage',
    async (context) => {
      const verdicts = await ungatedVerdicts(context);
      const wrong = await all(attacks, async (attack) => attackFault(attack, verdicts.get(attack.name)!, true));
      expect(wrong).toEqual([]);
    },
    20 * MINUTES,
  );

  it(
    'with the gate, every attack that the gate recognizes is refused for the expected reason',
    async (context) => {
      const judge = await judgeHere(context, {});
      // The other attacks are judged as without the gate, which the test above covers.
      const recognized = attacks.filter(({ gate }) => gate !== null);
      expect(recognized.length).toBeGreaterThan(40);
      const wrong = await all(recognized, async (attack) => {
        const verdict = await verdictOf(judge, attack);
        if (verdict.kind === 'accepted') return 'accepted';
        const reason = verdict.kind === 'rejected' && verdict.by === 'gate' ? verdict.reason : verdict;
        return reason === attack.gate ? null : JSON.stringify(reason);
      });
      expect(wrong).toEqual([]);
    },
    20 * MINUTES,
  );

  it(
    'with allowNew, only the sound attacks pass among those that are otherwise refused for a new declaration',
    async (context) => {
      const judge = await judgeHere(context, { gate: false, allowNew: true });
      const isNew = ({ withoutGate }: Attack): boolean => withoutGate?.by === 'audit' && withoutGate.rule === 'new';
      const accepted: string[] = [];
      await all(attacks.filter(isNew), async (attack) => {
        if ((await verdictOf(judge, attack)).kind === 'accepted') accepted.push(attack.name);
        return null;
      });
      // Each proves `True` honestly, and declares something else after it.
      expect(accepted.toSorted()).toEqual([
        'attacks/private-behind-the-proof',
        'attacks/section-behind-the-proof',
        'attacks/theorem-behind-the-proof',
      ]);
    },
    20 * MINUTES,
  );

  it(
    'with the gate, every honest proof is accepted',
    async (context) => {
      const judge = await judgeHere(context, {});
      const wrong = await all(honest, async (proof) => honestProofFault(proof, await verdictOf(judge, proof)));
      expect(wrong).toEqual([]);
    },
    20 * MINUTES,
  );

  it(
    'exactly the attacks with foolsNaive pass a check that only compiles',
    async (context) => {
      const verdicts = await ungatedVerdicts(context);
      const judge = await judgeHere(context, { gate: false, level: 'compile' });
      const wrong = await all(attacks, async (attack) => {
        const passes = await passesNaiveCheck(judge, attack, verdicts.get(attack.name)!);
        return passes === attack.foolsNaive ? null : passes ? 'it passes' : 'it does not pass';
      });
      expect(wrong).toEqual([]);
      expect(attacks.filter(({ foolsNaive }) => foolsNaive).length).toBeGreaterThan(80);
    },
    20 * MINUTES,
  );
});

/** The verdicts on all attacks without the gate, by name. Two tests need them. */
let ungated: Promise<Map<string, Verdict>> | null = null;

function ungatedVerdicts(context: TestContext): Promise<Map<string, Verdict>> {
  ungated ??= (async () => {
    const judge = await judgeHere(context, { gate: false });
    const verdicts = new Map<string, Verdict>();
    await all(attacks, async (attack) => {
      verdicts.set(attack.name, await verdictOf(judge, attack));
      return null;
    });
    return verdicts;
  })();
  return ungated;
}

/**
 * Whether Lean compiles it without a warning about a `sorry`: the check of a naive checker. The verdict of the audit tells
 * that, and Lean need not compile the file again, unless it has examples: the audit may then have compiled another text.
 */
async function passesNaiveCheck(judge: Judge, attack: Attack, verdict: Verdict): Promise<boolean> {
  const { submission } = attack;
  if (submission.kind === 'file' && findHoles(submission.text).length > 0) return false;
  if (submission.kind === 'hole' || nameExamples(submission.text).offsets.length === 0) {
    if (verdict.kind === 'accepted') return true;
    if (verdict.kind === 'rejected') return verdict.by === 'audit';
  }
  if (submission.kind === 'hole') return (await verdictOf(judge, attack)).kind === 'accepted';
  return (await judge.file(submission.text, null, null)).verdict.kind === 'accepted';
}
