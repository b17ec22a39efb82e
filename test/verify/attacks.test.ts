/** Every attack and every honest proof on the real old Lean, by the judge: no false yes, and no false no. */
import { availableParallelism } from 'node:os';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import { findLean } from '../../src/lean/toolchain/toolchain.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { openJudge, type Judge, type JudgeOptions } from '../../src/verify/audit/judge.ts';
import { readAttacks, readHonestProofs, type Attack } from '../../src/verify/self-test/known-cases.ts';
import { verdictOf, wrongOfAttack, wrongOfHonest } from '../../src/verify/self-test/self-test.ts';
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
    signal,
    ...options,
  });
  onTestFinished(() => judge.close());
  return judge;
}

/** The words of those that `ask` finds something wrong with. */
async function all<Case extends { name: string }>(
  cases: readonly Case[],
  ask: (known: Case) => Promise<string | null>,
): Promise<string[]> {
  const wrong: string[] = [];
  const queue = cases.values();
  const work = async (): Promise<void> => {
    for (const known of queue) {
      const words = await ask(known);
      if (words !== null) wrong.push(`${known.name}: ${words}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return wrong;
}

describe('on a real Lean', () => {
  it(
    'without the gate every attack on soundness is stopped, by who must stop it',
    async (context) => {
      const judge = await judgeHere(context, { gate: false });
      const wrong = await all(attacks, async (attack) => wrongOfAttack(attack, await verdictOf(judge, attack), true));
      expect(wrong).toEqual([]);
    },
    20 * MINUTES,
  );

  it(
    'with the gate every attack is stopped, by the gate for its reason where it sees it',
    async (context) => {
      const judge = await judgeHere(context, {});
      // What the gate lets pass is judged as without it, which the test above looks at.
      const seen = attacks.filter(({ gate }) => gate !== null);
      expect(seen.length).toBeGreaterThan(40);
      const wrong = await all(seen, async (attack) => {
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
    'where new declarations are welcome, of those that are refused for being new only what is sound passes',
    async (context) => {
      const judge = await judgeHere(context, { gate: false, allowNew: true });
      const isNew = ({ withoutGate }: Attack): boolean => withoutGate?.by === 'audit' && withoutGate.rule === 'new';
      const accepted: string[] = [];
      await all(attacks.filter(isNew), async (attack) => {
        if ((await verdictOf(judge, attack)).kind === 'accepted') accepted.push(attack.name);
        return null;
      });
      // Each proves `True` honestly, and states something more behind it.
      expect(accepted.toSorted()).toEqual([
        'attacks/private-behind-the-proof',
        'attacks/section-behind-the-proof',
        'attacks/theorem-behind-the-proof',
      ]);
    },
    20 * MINUTES,
  );

  it(
    'every honest proof is accepted, with the gate',
    async (context) => {
      const judge = await judgeHere(context, {});
      const wrong = await all(honest, async (proof) => wrongOfHonest(proof, await verdictOf(judge, proof)));
      expect(wrong).toEqual([]);
    },
    20 * MINUTES,
  );

  it(
    'who only looks whether it compiles is fooled by those attacks that say so, and by no other',
    async (context) => {
      const judge = await judgeHere(context, { gate: false, level: 'compile' });
      const wrong = await all(attacks, async (attack) => {
        const fooled = await isFooled(judge, attack);
        return fooled === attack.foolsNaive ? null : fooled ? 'it fools' : 'it does not fool';
      });
      expect(wrong).toEqual([]);
      expect(attacks.filter(({ foolsNaive }) => foolsNaive).length).toBeGreaterThan(80);
    },
    20 * MINUTES,
  );
});

/** Whether Lean compiles it and warns of nothing, as a checker would see it that asks no further. */
async function isFooled(judge: Judge, attack: Attack): Promise<boolean> {
  const { submission } = attack;
  if (submission.kind === 'hole') return (await verdictOf(judge, attack)).kind === 'accepted';
  const { verdict } = await judge.file(submission.text, null, null);
  return verdict.kind === 'accepted' && findHoles(submission.text).length === 0;
}
