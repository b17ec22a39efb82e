/** When a second worker's verdict confirms a proof, for every kind of disagreement. */
import { expect, test } from 'vitest';
import { NOTHING_DONE, type HoleOutcome, type ProveOutcome, untried } from '../../src/prove/outcome.ts';
import { filledFile } from '../../src/prove/whole-file/final-audit.ts';
import type { UnitSender } from '../../src/queue/unit-sender.ts';
import type { CheckPayload, CheckResult } from '../../src/session/check-unit.ts';
import { confirmProof } from '../../src/session/confirm-proof.ts';
import type { DeclarationFacts } from '../../src/verify/audit/judge.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const TWO = 'theorem a : 1 = 1 := sorry\ntheorem b : 2 = 2 := sorry\n';
const UNNAMED = 'example : 1 = 1 := sorry\ntheorem b : 2 = 2 := sorry\n';

type Accepted = Extract<Verdict, { kind: 'accepted' }>;

const ACCEPTED: Accepted = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'namespaces' };
const REST = { kind: 'rejected', by: 'audit', sandbox: 'namespaces' } as const;
const finding = (rule: 'sorry' | 'type', name: string) => ({ rule, name, detail: `${rule} of ${name}` });

const facts = (name: string, sorry: DeclarationFacts['sorry'], axioms: string[] = []): DeclarationFacts => {
  return { name, kind: 'theorem', line: 1, sorry, axioms: sorry === 'none' ? axioms : [...axioms, 'sorryAx'] };
};

/** What one worker says: `rfl` fills the first holes. */
function proved(text: string, count: number, accepted: Partial<Accepted> = {}): ProveOutcome {
  const holes = findHoles(text).map((hole, at): HoleOutcome => {
    const proposal = { candidate: { kind: 'term', text: 'rfl' } as const, lemmas: [], imports: [] };
    if (at >= count) return untried(hole, at + 1);
    return { ...untried(hole, at + 1), state: 'filled', proposal, accepted: { ...ACCEPTED, ...accepted } };
  });
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const worker = { id: 'one', host: 'h', sandbox: 'namespaces' } as const;
  return { ...NOTHING_DONE, worker, holes, ...filledFile(text, holes, numbers) };
}

/** The outcome after this verdict of a second worker, with what was sent to it. */
async function confirmed(outcome: ProveOutcome, original: string, verdict: Verdict, declarations: DeclarationFacts[]) {
  const sent: [CheckPayload, unknown][] = [];
  const sender = {
    send: async (payload: CheckPayload, needs: unknown) => {
      sent.push([payload, needs]);
      return { kind: 'done', worker: 'two', result: { verdict, declarations } };
    },
  } as unknown as UnitSender<CheckPayload, CheckResult>;
  const judged = { path: null, level: 'audit', allow_axioms: [], timeout_seconds: 60, memory_megabytes: 512 } as const;
  const requirementsOf = () => ({ lean: 'L' });
  const result = await confirmProof(outcome, original, {
    sender,
    judged: { ...judged, allow_axioms: [] },
    requirementsOf,
  });
  return { sent, result };
}

test('asks a worker other than the first about the full file', async () => {
  const outcome = proved(TWO, 2);
  const all = [facts('a', 'none'), facts('b', 'none')];
  const { sent, result } = await confirmed(outcome, TWO, ACCEPTED, all);
  expect(result).toEqual({ ...outcome, confirmedBy: 'two' });
  expect(sent).toMatchObject([
    [
      { text: TWO.replaceAll('sorry', 'rfl'), original: TWO, only: null },
      { lean: 'L', 'a worker other than': 'one' },
    ],
  ]);
});

test('sends nothing if nothing was proved, or the first worker objects', async () => {
  for (const outcome of [
    proved(TWO, 0),
    { ...proved(TWO, 1), objection: { kind: 'refused' as const, findings: [finding('type', 'a')] } },
  ]) {
    const { sent, result } = await confirmed(outcome, TWO, ACCEPTED, []);
    expect([sent, result]).toEqual([[], outcome]);
  }
});

interface Case {
  when: string;
  outcome: ProveOutcome;
  original?: string;
  verdict: Verdict;
  declarations: DeclarationFacts[];
  /** Null: the second worker confirms the proofs. */
  why: string | null;
}

const OPEN_B: Verdict = { ...REST, findings: [finding('sorry', 'b')] };

test.each<Case>([
  {
    when: 'an open hole is left',
    outcome: proved(TWO, 1),
    verdict: OPEN_B,
    declarations: [facts('a', 'none'), facts('b', 'direct')],
    why: null,
  },
  {
    when: 'the proof depends on a hole, as the first worker says',
    outcome: proved(TWO, 1, { conditional: ['b'] }),
    verdict: OPEN_B,
    declarations: [facts('a', 'elsewhere'), facts('b', 'direct')],
    why: null,
  },
  {
    when: 'the proof depends on a hole, and the first worker denies it',
    outcome: proved(TWO, 1),
    verdict: OPEN_B,
    declarations: [facts('a', 'elsewhere'), facts('b', 'direct')],
    why: 'worker two found that a depends on a sorry',
  },
  {
    when: 'there are other axioms',
    outcome: proved(TWO, 2),
    verdict: { ...ACCEPTED, axioms: ['propext'] },
    declarations: [facts('a', 'none', ['propext']), facts('b', 'none')],
    why: 'worker two found other axioms of a',
  },
  {
    when: 'a statement differs',
    outcome: proved(TWO, 2),
    verdict: { ...REST, findings: [finding('type', 'a')] },
    declarations: [],
    why: 'worker two refused them: a: type of a',
  },
  {
    when: 'it cannot be checked',
    outcome: proved(TWO, 2),
    verdict: { kind: 'unchecked', why: 'timedOut', detail: 'too slow' },
    declarations: [],
    why: 'worker two did not: too slow',
  },
  {
    when: 'an example is proved, and all others',
    outcome: proved(UNNAMED, 2),
    original: UNNAMED,
    verdict: ACCEPTED,
    declarations: [facts('b', 'none')],
    why: null,
  },
  {
    when: 'an example is proved, but not all others',
    outcome: proved(UNNAMED, 1),
    original: UNNAMED,
    verdict: OPEN_B,
    declarations: [facts('b', 'direct')],
    why: 'worker two does not tell whether the proof in line 1 depends on open holes',
  },
])('says whether the proofs are confirmed if $when', async (each) => {
  const { outcome, original = TWO, verdict, declarations, why } = each;
  const { result } = await confirmed(outcome, original, verdict, declarations);
  if (why === null) expect(result).toEqual({ ...outcome, confirmedBy: 'two' });
  else {
    expect(result).toMatchObject({ confirmedBy: null, objection: { kind: 'unchecked', why: 'notConfirmed' } });
    const detail = expect.stringContaining(`Worker one accepted the proofs, but ${why}`);
    expect(result.objection).toMatchObject({ detail });
  }
});
