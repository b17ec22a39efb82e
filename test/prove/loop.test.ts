import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/llm/model-error.ts';
import type { ChatModel } from '../../src/llm/chat.ts';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { fillHoles, type LoopOptions } from '../../src/prove/loop.ts';
import type { Strategy } from '../../src/prove/strategy.ts';
import type { Trial } from '../../src/prove/attempt/trial.ts';
import type { UncheckedReason, Verdict } from '../../src/verify/verdict.ts';
import { type MadeRun, madeRun, madeTrial, NO, proposal, trying, YES } from './made-run.ts';

const ALL: LoopOptions = { isWanted: () => true, jobs: 1, mayAddImports: false };

const THREE = `theorem one : A := by
  sorry
def two : B := sorry
theorem three : C := sorry
theorem four : D := ⟨by sorry, sorry⟩
`;

async function filled(text: string, trial: Trial, more: MadeRun = {}, options: Partial<LoopOptions> = {}) {
  const { run, events, budget } = madeRun(text, trial, more);
  const holes = await fillHoles(run, { ...ALL, ...options });
  return { holes, events, budget, ...run.summary() };
}

const yes = (candidate: string): boolean => candidate === 'yes';
const states = (holes: readonly { state: string }[]): string[] => holes.map(({ state }) => state);

/** A model whose answers do not matter. */
function model(ask: ChatModel['ask']): ChatModel {
  return { name: 'local/m', endpoint: 'here', price: { input: 0, output: 0 }, ask };
}

/** Asks once at each hole, and proposes `yes`. */
const asking: Strategy = {
  name: 'asking',
  async *propose(_problem, { ask }) {
    const messages = [{ role: 'user' as const, text: 'prove it' }];
    await ask?.({ messages, maxOutputTokens: 1, temperature: null, sample: 0 }, 't@1');
    yield [proposal('yes')];
  },
};

describe('fillHoles', () => {
  it('tries each hole against the original, the others open, and leaves data alone', async () => {
    const trial = madeTrial(yes);
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

  it('gives several holes their turn at once, and no more than jobs of them', async () => {
    let [now, most] = [0, 0];
    const slow: Strategy = {
      name: 'slow',
      async *propose() {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now--;
        yield [proposal('yes')];
      },
    };
    const { holes } = await filled(THREE, madeTrial(yes), { strategies: [slow] }, { jobs: 2 });
    expect(states(holes)).toEqual(['filled', 'skipped', 'filled', 'filled', 'filled']);
    expect(most).toBe(2);
  });

  it('asks only for what is wanted', async () => {
    const { holes } = await filled(THREE, madeTrial(yes), {}, { isWanted: (_hole, number) => number === 3 });
    expect(states(holes)).toEqual(['unasked', 'unasked', 'filled', 'unasked', 'unasked']);
  });

  it('goes on behind a hole that stays open', async () => {
    const trial = madeTrial((candidate, text) => candidate === 'yes' && text.includes('C := by yes'));
    const { holes } = await filled(THREE, trial);
    expect(states(holes)).toEqual(['open', 'skipped', 'filled', 'open', 'open']);
  });

  it('lets one strategy have its turn after another, and says which one filled', async () => {
    const [first, second] = [trying('no'), { ...trying('other', 'yes'), name: 'second' }];
    const { holes, events } = await filled('theorem a : A := sorry', madeTrial(yes), { strategies: [first, second] });
    expect(holes[0]).toMatchObject({ strategy: 'second', attempts: 3 });
    expect(events.map(({ event }) => event)).toEqual(['hole_started', 'attempt', 'attempt', 'attempt', 'hole_ended']);
  });

  it('counts what could not be checked, and does not take it for a yes', async () => {
    const trial = madeTrial(() => ({ kind: 'unchecked', why: 'timedOut', detail: 'no answer' }));
    const { holes } = await filled('theorem a : A := sorry', trial);
    expect(holes[0]).toMatchObject({ state: 'open', attempts: 2, unchecked: 2 });
  });

  it('ends the run where nothing can be audited, and the turn of a hole that cannot be', async () => {
    const unchecked = (why: UncheckedReason): Trial => madeTrial(() => ({ kind: 'unchecked', why, detail: 'so' }));
    for (const why of ['selfTestFailed', 'levelOutOfReach', 'sandboxTooWeak', 'leanMissing'] as const) {
      await expect(filled(THREE, unchecked(why), {}, { jobs: 2 })).rejects.toThrow('Nothing can be audited here');
    }
    const { holes, attempts } = await filled(THREE, unchecked('notAuditable'));
    expect(holes[0]).toMatchObject({ state: 'open', attempts: 1, unchecked: 1, note: 'so' });
    expect(attempts).toBe(4);
  });

  it('counts what compiles and is refused by the audit', async () => {
    const trial = madeTrial((candidate) => candidate === 'yes' || { ...NO, by: 'audit', findings: [] });
    const { holes } = await filled('theorem a : A := sorry', trial);
    expect(holes[0]).toMatchObject({ state: 'filled', attempts: 2, refused: 1, accepted: YES });
  });

  it('stops at the number of attempts, with what it has, in the middle of a batch too', async () => {
    const three = await filled(THREE, madeTrial(yes), { limits: { attempts: 3 } });
    expect(three).toMatchObject({ attempts: 3, stoppedBy: 'attempts' });
    expect(states(three.holes)).toEqual(['filled', 'skipped', 'open', 'open', 'open']);
    expect(await filled(THREE, madeTrial(yes), { limits: { attempts: 8 } })).toMatchObject({ stoppedBy: null });
    const batch: Strategy = {
      name: 'batch',
      async *propose() {
        yield ['a', 'b', 'c', 'yes'].map((text) => proposal(text));
      },
    };
    const cut = await filled(THREE, madeTrial(yes), { strategies: [batch], limits: { attempts: 6 } });
    expect(cut).toMatchObject({ attempts: 6, stoppedBy: 'attempts' });
    expect(states(cut.holes)).toEqual(['filled', 'skipped', 'open', 'open', 'open']);
    expect(await filled(THREE, madeTrial(yes), { limits: { attempts: 0 } })).toMatchObject({ attempts: 0 });
  });

  it('stops when the time is over, also within a check', async () => {
    const before = await filled(
      THREE,
      madeTrial(() => true),
      { deadline: AbortSignal.abort() },
    );
    expect(before).toMatchObject({ attempts: 0, stoppedBy: 'time' });
    const controller = new AbortController();
    const within = madeTrial(() => {
      controller.abort();
      return { kind: 'unchecked', why: 'cancelled', detail: 'stopped' };
    });
    expect(await filled(THREE, within, { deadline: controller.signal })).toMatchObject({
      attempts: 0,
      stoppedBy: 'time',
    });
  });

  it('tells the strategy each verdict, and the goal when it asks', async () => {
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
    const trial = madeTrial(yes);
    const text = 'unsolved goals\ncase h\nn : Nat\n⊢ n = n\n\ncase other\n⊢ False';
    const verdict: Verdict = { ...NO, diagnostics: [diagnosticOf({ severity: 'error', line: 1, column: 0, text })] };
    const saying: Trial = {
      check: (file, hole, tryables) =>
        tryables[0]?.candidate.text === 'skip'
          ? Promise.resolve([{ verdict, from: 'lean' }])
          : trial.check(file, hole, tryables),
    };
    const { holes } = await filled('theorem a (n : Nat) : n = n := sorry', saying, { strategies: [strategy] });
    expect(goals).toEqual(['n : Nat\n⊢ n = n']);
    expect(verdicts).toEqual([NO, NO]);
    expect(holes[0]).toMatchObject({ state: 'filled', goal: goals[0], proposal: { lemmas: ['L'] }, attempts: 3 });
  });

  it('takes the goal from the statement where Lean does not say it', async () => {
    const { holes } = await filled(
      'theorem a (n : Nat) (h : 0 < n) : n ≠ 0 := sorry',
      madeTrial(() => false),
    );
    expect(holes[0]?.goal).toBe('n : Nat\nh : 0 < n\n⊢ n ≠ 0');
  });

  it('tries under further imports, in lines of the file as it is, and keeps that apart from filled', async () => {
    const text = 'import A\n\ntheorem a : A := sorry';
    const error = diagnosticOf({ severity: 'error', line: 5, column: 0, text: 'no' });
    const told: Verdict[] = [];
    const strategy: Strategy = {
      name: 'importing',
      async *propose() {
        const imports = ['D', 'B', 'B', 'C', 'E'];
        const tried = yield [proposal('no'), proposal('no', { imports }), proposal('yes', { imports })];
        told.push(...tried.map(({ verdict }) => verdict));
      },
    };
    const trial = madeTrial((candidate) => candidate === 'yes' || { ...NO, diagnostics: [error] });
    const more = { strategies: [strategy] };
    const open = await filled(text, trial, more);
    expect(trial.texts[1]).toBe('import A\nimport B\nimport C\nimport D\n\ntheorem a : A := by no');
    expect(open.holes[0]).toMatchObject({ state: 'open', imports: ['B', 'C', 'D'], attempts: 3 });
    expect(open.holes[0]?.note).toBe('it would be filled with `import B` and `import C` and `import D`');
    const attempts = open.events.filter(({ event }) => event === 'attempt');
    expect(attempts[1]).toMatchObject({ verdict: { diagnostics: [{ line: 2 }] } });
    expect((await filled(text, trial, more, { mayAddImports: true })).holes[0]).toMatchObject({ state: 'filled' });
    const failing = await filled(text, trial, { ...more, fails: (variant) => (variant === text ? null : 'ambiguous') });
    expect(failing.holes[0]).toMatchObject({ state: 'open', unchecked: 2, imports: [] });
    expect(told.at(-1)).toMatchObject({
      kind: 'unchecked',
      why: 'importsMissing',
      detail: expect.stringContaining('ambiguous') as unknown,
    });
  });

  it('goes on without a model that fails for good, and does not ask it again', async () => {
    let asked = 0;
    const refusing = model(() => {
      asked++;
      return Promise.reject(new ModelError('keyRefused', { message: 'The key is refused.', next: 'another key' }));
    });
    const strategies = [trying('no', 'yes'), asking];
    const trial = madeTrial((candidate, text) => candidate === 'yes' && text.includes('C := by yes'));
    const outcome = await filled(THREE, trial, { strategies, model: refusing });
    expect(asked).toBe(1);
    expect(states(outcome.holes)).toEqual(['open', 'skipped', 'filled', 'open', 'open']);
    expect(outcome.modelFailure).toMatchObject({ code: 'model-key-refused', next: 'another key' });
    expect(outcome.holes[0]?.note).toBe('The key is refused.');
  });

  it('notes a model that was down for one request, and asks it at the next hole', async () => {
    let asked = 0;
    const usage = { inputTokens: 1, outputTokens: 1 };
    const answer = { text: '', finish: 'end' as const, usage, snapshot: 's', retries: 0, unaccounted: 0, seconds: 0 };
    const shaky = model(() => {
      asked++;
      if (asked !== 2) return Promise.resolve(answer);
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
    const { holes, modelFailure } = await filled(THREE, madeTrial(yes), { strategies: [strategy], model: shaky });
    expect(states(holes)).toEqual(['filled', 'skipped', 'open', 'filled', 'filled']);
    expect(holes[2]?.note).toBe('The server failed.');
    expect(modelFailure).toBeNull();
  });

  it('sends nothing that a budget of nothing could not pay', async () => {
    let asked = 0;
    const counting = model(() => {
      asked++;
      return Promise.reject(new Error('asked'));
    });
    for (const limits of [{ cost: 0 }, { tokens: 0 }, { tokens: 100 }]) {
      const outcome = await filled(THREE, madeTrial(yes), { strategies: [asking], model: counting, limits });
      expect(outcome).toMatchObject({ stoppedBy: Object.keys(limits)[0], attempts: 0 });
      expect(outcome.events).toContainEqual(expect.objectContaining({ event: 'budget_stop' }));
    }
    expect(asked).toBe(0);
  });

  it('counts attempts as it makes them, whatever the luck, and numbers them through', async () => {
    const line = fc.constantFrom('theorem a : A := by', '  sorry', 'example : A := f sorry', '-- sorry', '', '\r');
    const anyText = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    const options = fc.record({ jobs: fc.integer({ min: 1, max: 3 }), most: fc.integer({ min: 0, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(anyText, options, fc.infiniteStream(fc.boolean()), async (text, { jobs, most }, luck) => {
        const trial = madeTrial(() => luck.next().value);
        const more = { strategies: [trying('a', 'b', 'c')], limits: { attempts: most } };
        const { holes, events, attempts, stoppedBy, budget } = await filled(text, trial, more, { jobs });
        const numbers = events.flatMap((event) => (event.event === 'attempt' ? [event.number] : []));
        expect(numbers).toEqual(numbers.map((_, at) => at + 1));
        expect([attempts, budget.attempts, trial.texts.length]).toEqual([numbers.length, numbers.length, attempts]);
        expect(attempts).toBeLessThanOrEqual(most);
        for (const hole of holes) {
          if (hole.state === 'open' && hole.attempts < 3) expect(stoppedBy).toBe('attempts');
        }
      }),
      { numRuns: 200 },
    );
  });
});
