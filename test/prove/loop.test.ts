import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOAL_PROBE } from '../../src/verify/hole/goal.ts';
import { ModelError } from '../../src/llm/model-error.ts';
import type { ChatModel } from '../../src/llm/chat.ts';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { fillHoles, type LoopOptions } from '../../src/prove/loop.ts';
import type { Strategy } from '../../src/prove/strategy.ts';
import type { Trial } from '../../src/prove/attempt/trial.ts';
import type { UncheckedReason, Verdict } from '../../src/verify/verdict.ts';
import { type FakeRunOptions, fakeRun, fakeTrial, NO, proposal, trying, YES } from './made-run.ts';

const ALL: LoopOptions = { isSelected: () => true, jobs: 1 };

const THREE = `theorem one : A := by
  sorry
def two : B := sorry
theorem three : C := sorry
theorem four : D := ⟨by sorry, sorry⟩
`;

async function filled(text: string, trial: Trial, more: FakeRunOptions = {}, options: Partial<LoopOptions> = {}) {
  const { run, events, budget } = fakeRun(text, trial, more);
  const holes = await fillHoles(run, { ...ALL, ...options });
  return { holes, events, budget, ...run.summary() };
}

const yes = (candidate: string): boolean => candidate === 'yes';
const states = (holes: readonly { state: string }[]): string[] => holes.map(({ state }) => state);

/** A model with arbitrary answers. */
function model(ask: ChatModel['ask']): ChatModel {
  return { name: 'local/m', endpoint: 'here', price: { input: 0, output: 0 }, ask };
}

/** Sends one request per hole and proposes `yes`. */
const requesting: Strategy = {
  name: 'asking',
  async *propose(_problem, { ask }) {
    const messages = [{ role: 'user' as const, text: 'prove it' }];
    await ask?.({ messages, maxOutputTokens: 1, temperature: null, sample: 0 }, 't@1');
    yield [proposal('yes')];
  },
};

describe('fillHoles', () => {
  it('tries each hole in the original with the others open, and skips data', async () => {
    const trial = fakeTrial(yes);
    const { holes, attempts, stoppedBy } = await filled(THREE, trial);
    expect(holes.map(({ state, attempts: tries }) => [state, tries])).toEqual([
      ['filled', 2],
      ['skipped', 0],
      ['filled', 2],
      ['filled', 2],
      ['filled', 2],
    ]);
    expect([attempts, stoppedBy]).toEqual([8, null]);
    for (const text of trial.texts) expect(text.match(/\bsorry\b/g)).toHaveLength(4);
  });

  it('tries up to jobs holes concurrently', async () => {
    let [now, maximum] = [0, 0];
    const slow: Strategy = {
      name: 'slow',
      async *propose() {
        maximum = Math.max(maximum, ++now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now--;
        yield [proposal('yes')];
      },
    };
    const { holes } = await filled(THREE, fakeTrial(yes), { strategies: [slow] }, { jobs: 2 });
    expect(states(holes)).toEqual(['filled', 'skipped', 'filled', 'filled', 'filled']);
    expect(maximum).toBe(2);
  });

  it('tries only the selected holes', async () => {
    const { holes } = await filled(THREE, fakeTrial(yes), {}, { isSelected: (_hole, number) => number === 3 });
    expect(states(holes)).toEqual(['unasked', 'unasked', 'filled', 'unasked', 'unasked']);
  });

  it('continues after a hole that stays open', async () => {
    const trial = fakeTrial((candidate, text) => candidate === 'yes' && text.includes('C := by yes'));
    const { holes } = await filled(THREE, trial);
    expect(states(holes)).toEqual(['open', 'skipped', 'filled', 'open', 'open']);
  });

  it('runs the strategies in order and reports which one filled the hole', async () => {
    const [first, second] = [trying('no'), { ...trying('other', 'yes'), name: 'second' }];
    const { holes, events } = await filled('theorem a : A := sorry', fakeTrial(yes), { strategies: [first, second] });
    expect(holes[0]).toMatchObject({ strategy: 'second', attempts: 3 });
    expect(events.map(({ event }) => event)).toEqual(['hole_started', 'attempt', 'attempt', 'attempt', 'hole_ended']);
  });

  it('keeps the closest attempt of the last strategy that made any, until the hole is filled', async () => {
    const fails = (of: 'unsolved_goals' | 'type_mismatch', text: string): Verdict => ({
      ...NO,
      diagnostics: [diagnosticOf({ severity: 'error', kind: '', text, line: 2, column: 2 })].map((each) => {
        return { ...each, class: of, captured: of === 'unsolved_goals' ? { goals: ['⊢ B'] } : {} };
      }),
    });
    const judge = (candidate: string): Verdict | boolean =>
      candidate === 'near' ? fails('unsolved_goals', 'unsolved goals\n⊢ B') : fails('type_mismatch', 'type mismatch');
    const silent: Strategy = { name: 'silent', async *propose() {} };
    const { holes, events } = await filled('theorem one : A := by\n  sorry\n', fakeTrial(judge), {
      strategies: [trying('first'), { ...trying('far', 'near', 'later'), name: 'second' }, silent],
    });
    const nearest = { strategy: 'second', candidate: 'near', goals: ['⊢ B'] };
    expect(holes[0]!.nearest).toMatchObject(nearest);
    expect(holes[0]!.nearest!.error).toContain('unsolved goals');
    expect(events.at(-1)).toMatchObject({ event: 'hole_ended', nearest });
    const done = await filled('theorem one : A := by\n  sorry\n', fakeTrial(yes));
    expect(done.holes[0]).toMatchObject({ state: 'filled', nearest: null });
  });

  it('counts unchecked attempts and does not accept them', async () => {
    const trial = fakeTrial(() => ({ kind: 'unchecked', why: 'timedOut', detail: 'no answer' }));
    const { holes } = await filled('theorem a : A := sorry', trial);
    expect(holes[0]).toMatchObject({ state: 'open', attempts: 2, unchecked: 2 });
  });

  it('ends the run if audits are impossible, and only the hole if that one cannot be audited', async () => {
    const unchecked = (why: UncheckedReason): Trial => fakeTrial(() => ({ kind: 'unchecked', why, detail: 'so' }));
    for (const why of ['selfTestFailed', 'levelOutOfReach', 'sandboxTooWeak', 'leanMissing'] as const) {
      await expect(filled(THREE, unchecked(why), {}, { jobs: 2 })).rejects.toThrow('Nothing can be audited here');
    }
    const { holes, attempts } = await filled(THREE, unchecked('notAuditable'));
    expect(holes[0]).toMatchObject({ state: 'open', attempts: 1, unchecked: 1, note: 'so' });
    expect(attempts).toBe(4);
  });

  it('counts attempts that compile but are refused by the audit', async () => {
    const trial = fakeTrial(
      (candidate) => candidate === 'yes' || { kind: 'rejected', by: 'audit', findings: [], sandbox: 'none' },
    );
    const { holes } = await filled('theorem a : A := sorry', trial);
    expect(holes[0]).toMatchObject({ state: 'filled', attempts: 2, refused: 1, accepted: YES });
  });

  it('stops at the attempt limit, also within a batch, and keeps filled holes', async () => {
    const three = await filled(THREE, fakeTrial(yes), { limits: { attempts: 3 } });
    expect(three).toMatchObject({ attempts: 3, stoppedBy: 'attempts' });
    expect(states(three.holes)).toEqual(['filled', 'skipped', 'open', 'open', 'open']);
    expect(await filled(THREE, fakeTrial(yes), { limits: { attempts: 8 } })).toMatchObject({ stoppedBy: null });
    const batch: Strategy = {
      name: 'batch',
      async *propose() {
        yield ['a', 'b', 'c', 'yes'].map((text) => proposal(text));
      },
    };
    const cut = await filled(THREE, fakeTrial(yes), { strategies: [batch], limits: { attempts: 6 } });
    expect(cut).toMatchObject({ attempts: 6, stoppedBy: 'attempts' });
    expect(states(cut.holes)).toEqual(['filled', 'skipped', 'open', 'open', 'open']);
    expect(await filled(THREE, fakeTrial(yes), { limits: { attempts: 0 } })).toMatchObject({ attempts: 0 });
  });

  it('stops at the time limit, also within a check', async () => {
    const before = await filled(
      THREE,
      fakeTrial(() => true),
      { deadline: AbortSignal.abort() },
    );
    expect(before).toMatchObject({ attempts: 0, stoppedBy: 'time' });
    const controller = new AbortController();
    const within = fakeTrial(() => {
      controller.abort();
      return { kind: 'unchecked', why: 'cancelled', detail: 'stopped' };
    });
    expect(await filled(THREE, within, { deadline: controller.signal })).toMatchObject({
      attempts: 0,
      stoppedBy: 'time',
    });
  });

  it('passes verdicts to the strategy, and the goal on request', async () => {
    const verdicts: Verdict[] = [];
    const goals: string[] = [];
    const strategy: Strategy = {
      name: 'curious',
      async *propose(problem) {
        goals.push(await problem.goal());
        const tried = yield [proposal('no'), proposal('never')];
        verdicts.push(...tried.map(({ verdict }) => verdict));
        yield [proposal('yes', { lemmas: ['L'] })];
      },
    };
    const trial = fakeTrial(yes);
    const text = 'unsolved goals\ncase h\nn : Nat\n⊢ n = n\n\ncase other\n⊢ False';
    const verdict: Verdict = { ...NO, diagnostics: [diagnosticOf({ severity: 'error', line: 1, column: 0, text })] };
    const goalTrial: Trial = {
      check: (file, hole, tryables) =>
        tryables[0]?.candidate.text === GOAL_PROBE.text
          ? Promise.resolve([{ verdict, from: 'lean' }])
          : trial.check(file, hole, tryables),
    };
    const { holes } = await filled('theorem a (n : Nat) : n = n := sorry', goalTrial, { strategies: [strategy] });
    expect(goals).toEqual(['n : Nat\n⊢ n = n']);
    expect(verdicts).toEqual([NO, NO]);
    expect(holes[0]).toMatchObject({ state: 'filled', goal: goals[0], proposal: { lemmas: ['L'] }, attempts: 3 });
  });

  it('takes the goal from the statement if Lean does not report it', async () => {
    const { holes } = await filled(
      'theorem a (n : Nat) (h : 0 < n) : n ≠ 0 := sorry',
      fakeTrial(() => false),
    );
    expect(holes[0]?.goal).toBe('n : Nat\nh : 0 < n\n⊢ n ≠ 0');
  });

  it('tries additional imports with original line numbers, and reports the hole as open with imports', async () => {
    const text = 'import A\n\ntheorem a : A := sorry';
    const error = diagnosticOf({ severity: 'error', line: 5, column: 0, text: 'no' });
    const verdicts: Verdict[] = [];
    const strategy: Strategy = {
      name: 'importing',
      async *propose() {
        const imports = ['D', 'B', 'B', 'C', 'E'];
        const tried = yield [proposal('no'), proposal('no', { imports }), proposal('yes', { imports })];
        verdicts.push(...tried.map(({ verdict }) => verdict));
      },
    };
    const trial = fakeTrial((candidate) => candidate === 'yes' || { ...NO, diagnostics: [error] });
    const more = { strategies: [strategy] };
    const open = await filled(text, trial, more);
    expect(trial.texts[1]).toBe('import A\nimport B\nimport C\nimport D\n\ntheorem a : A := by no');
    expect(open.holes[0]).toMatchObject({ state: 'open', imports: ['B', 'C', 'D'], attempts: 3 });
    expect(open.holes[0]?.note).toBe('it can be filled after adding `import B` and `import C` and `import D`');
    const attempts = open.events.filter(({ event }) => event === 'attempt');
    expect(attempts[1]).toMatchObject({ verdict: { diagnostics: [{ line: 2 }] } });
    expect((await filled(text, trial, { ...more, mayAddImports: true })).holes[0]).toMatchObject({ state: 'filled' });
    const failing = await filled(text, trial, { ...more, fails: (variant) => (variant === text ? null : 'ambiguous') });
    expect(failing.holes[0]).toMatchObject({ state: 'open', unchecked: 2, imports: [] });
    expect(verdicts.at(-1)).toMatchObject({
      kind: 'unchecked',
      why: 'importsMissing',
      detail: expect.stringContaining('ambiguous') as unknown,
    });
  });

  it('continues without the model after a fatal error', async () => {
    let requests = 0;
    const refusing = model(() => {
      requests++;
      return Promise.reject(new ModelError('keyRefused', { message: 'The key is refused.', next: 'another key' }));
    });
    const strategies = [trying('no', 'yes'), requesting];
    const trial = fakeTrial((candidate, text) => candidate === 'yes' && text.includes('C := by yes'));
    const outcome = await filled(THREE, trial, { strategies, model: refusing });
    expect(requests).toBe(1);
    expect(states(outcome.holes)).toEqual(['open', 'skipped', 'filled', 'open', 'open']);
    expect(outcome.modelFailure).toMatchObject({ code: 'model-key-refused', next: 'another key' });
    expect(outcome.holes[0]?.note).toBe('The key is refused.');
  });

  it('notes a temporary model error and uses the model at the next hole', async () => {
    let requests = 0;
    const usage = { inputTokens: 1, outputTokens: 1 };
    const answer = { text: '', finish: 'end' as const, usage, snapshot: 's', retries: 0, unaccounted: 0, seconds: 0 };
    const shaky = model(() => {
      requests++;
      if (requests !== 2) return Promise.resolve(answer);
      return Promise.reject(new ModelError('server', { message: 'The server failed.' }));
    });
    const strategy: Strategy = {
      name: 'asking',
      async *propose({ hole }, { ask }) {
        const messages = [{ role: 'user' as const, text: String(hole.line) }];
        await ask?.({ messages, maxOutputTokens: 1, temperature: null, sample: hole.column }, 't@1');
        yield [proposal('yes')];
      },
    };
    const { holes, modelFailure } = await filled(THREE, fakeTrial(yes), { strategies: [strategy], model: shaky });
    expect(states(holes)).toEqual(['filled', 'skipped', 'open', 'filled', 'filled']);
    expect(holes[2]?.note).toBe('The server failed.');
    expect(modelFailure).toBeNull();
  });

  it('sends no request that exceeds a budget', async () => {
    let requests = 0;
    const counting = model(() => {
      requests++;
      return Promise.reject(new Error('unexpected request'));
    });
    for (const limits of [{ cost: 0 }, { tokens: 0 }, { tokens: 100 }]) {
      const outcome = await filled(THREE, fakeTrial(yes), { strategies: [requesting], model: counting, limits });
      expect(outcome).toMatchObject({ stoppedBy: Object.keys(limits)[0], attempts: 0 });
      expect(outcome.events).toContainEqual(expect.objectContaining({ event: 'budget_stop' }));
    }
    expect(requests).toBe(0);
  });

  it('counts and numbers attempts consecutively for random verdicts', async () => {
    const line = fc.constantFrom('theorem a : A := by', '  sorry', 'example : A := f sorry', '-- sorry', '', '\r');
    const anyText = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    const options = fc.record({ jobs: fc.integer({ min: 1, max: 3 }), most: fc.integer({ min: 0, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(
        anyText,
        options,
        fc.infiniteStream(fc.boolean()),
        async (text, { jobs, most: maximum }, luck) => {
          const trial = fakeTrial(() => luck.next().value);
          const more = { strategies: [trying('a', 'b', 'c')], limits: { attempts: maximum } };
          const { holes, events, attempts, stoppedBy, budget } = await filled(text, trial, more, { jobs });
          const numbers = events.flatMap((event) => (event.event === 'attempt' ? [event.number] : []));
          expect(numbers).toEqual(numbers.map((_, at) => at + 1));
          expect([attempts, budget.attempts, trial.texts.length]).toEqual([numbers.length, numbers.length, attempts]);
          expect(attempts).toBeLessThanOrEqual(maximum);
          for (const hole of holes) {
            if (hole.state === 'open' && hole.attempts < 3) expect(stoppedBy).toBe('attempts');
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
