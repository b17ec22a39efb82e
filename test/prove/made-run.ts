/** A `FileRun` with a simulated judge, for tests of the loop. */
import { requireDocumentedEvent } from '../cli/documented.ts';
import { GOAL_PROBE } from '../../src/verify/hole/goal.ts';
import { ModelClient } from '../../src/llm/model-client.ts';
import { Budget, NO_LIMITS, type Limits } from '../../src/llm/budget.ts';
import type { ProveEvent } from '../../src/prove/events.ts';
import { FileRun } from '../../src/prove/file-run.ts';
import { Headers } from '../../src/prove/attempt/headers.ts';
import type { Strategy, Proposal } from '../../src/prove/strategy.ts';
import type { Trial, Tried } from '../../src/prove/attempt/trial.ts';
import type { ChatModel } from '../../src/llm/chat.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

export const NO = { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' } satisfies Verdict;
export const YES = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' } satisfies Verdict;

/** `judge` decides on the candidate and the filled text; the goal is never reported. */
export function fakeTrial(judge: (candidate: string, text: string) => Verdict | boolean): Trial & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    check(text, hole, tryables) {
      const answers: (Tried | null)[] = tryables.map(() => null);
      for (const [at, { candidate }] of tryables.entries()) {
        if (candidate.text === GOAL_PROBE.text) return Promise.resolve([{ verdict: NO, from: 'lean' }]);
        const filled = applyEdits(text, [fillingOf(text, hole, candidate)]);
        texts.push(filled);
        const result = judge(candidate.text, filled);
        const verdict: Verdict = result === true ? YES : result === false ? NO : result;
        answers[at] = { verdict, from: 'lean' };
        if (verdict.kind === 'accepted') break;
      }
      return Promise.resolve(answers);
    },
  };
}

export function proposal(text: string, more: Partial<Proposal> = {}): Proposal {
  return { candidate: { kind: 'tactic', text }, lemmas: [], imports: [], ...more };
}

/** One batch per candidate. */
export function trying(...texts: string[]): Strategy {
  return {
    name: 'list',
    async *propose() {
      for (const text of texts) yield [proposal(text)];
    },
  };
}

export interface FakeRunOptions {
  strategies?: readonly Strategy[];
  limits?: Partial<Limits>;
  deadline?: AbortSignal;
  model?: ChatModel;
  mayAddImports?: boolean;
  /** Why the file does not compile with these imports. */
  fails?: (text: string) => string | null;
}

export function fakeRun(
  text: string,
  trial: Trial,
  more: FakeRunOptions = {},
): { run: FileRun; events: ProveEvent[]; budget: Budget } {
  const { strategies = [trying('no', 'yes')], limits = {}, deadline, model, fails = () => null } = more;
  const events: ProveEvent[] = [];
  const holes = findHoles(text);
  const budget = new Budget({ ...NO_LIMITS, ...limits });
  const signal = deadline ?? new AbortController().signal;
  const run: FileRun = new FileRun({
    project: null,
    text,
    holes,
    trial,
    stepTrial: trial,
    openHeaders: (variant, its) => new Headers(variant, its, (checked) => Promise.resolve(fails(checked))),
    strategies,
    mayAddImports: more.mayAddImports ?? false,
    retrieval: null,
    library: null,
    findSolved: null,
    informalInput: null,
    modelClient: model === undefined ? null : new ModelClient({ model, budget, signal }),
    budget,
    record: null,
    replayedCalls: null,
    recordedGoal: null,
    memoize: (_what, _about, compute) => compute(),
    deadline: signal,
    emit: (event) => {
      // Without a record, the text of an answer has no hash.
      if (event.event !== 'answer') requireDocumentedEvent(JSON.parse(JSON.stringify(event)));
      events.push(event);
    },
  });
  return { run, events, budget };
}
