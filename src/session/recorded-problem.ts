/** Formalizes one problem of a run: all answers and verdicts are events of its record, and earlier ones are used again. */
import type { FormalChecks } from '../formalize/formal-checks.ts';
import type { FormalizeTools } from '../formalize/pipeline.ts';
import { Budget, type Limits } from '../llm/budget.ts';
import { MAX_REQUESTS } from '../llm/model-client.ts';
import type { ChatModel } from '../llm/chat.ts';
import { isScripted } from '../llm/scripted.ts';
import type { OnEvent, ProveEvent } from '../prove/events.ts';
import { type RunRecord, spentIn } from '../prove/run/record.ts';
import type { TextJudge } from '../prove/statement/text-judge.ts';
import type { Hint } from '../verify/trial/check-mode.ts';
import { type FormalizedProblem, formalizeProblem, type ProblemRequest } from './formalize-problem.ts';
import { notChecked } from './open-formal-checks.ts';
import { formalizerModel, type FormalizerModelParts } from './formalizer-model.ts';
import { recordedHelper } from './helper-requests.ts';
import type { FormalizerSession } from './formalizer-session.ts';

/** What the problems of a run share. */
export interface FormalizeRun {
  session: FormalizerSession;
  record: RunRecord;
  model: ChatModel;
  /** Models that judge the statements. */
  judges: readonly { name: string; model: ChatModel }[];
  /** Has the answers of the replayed run; null if it is no replay. */
  replays: ChatModel | null;
  /** Where answers are kept for other runs; null to keep nothing. */
  answers: string | null;
  /** Budget of the run, with what earlier sessions spent. */
  total: Budget;
  /** Limits of each problem. */
  each: Limits;
  /** An interruption. */
  signal: AbortSignal;
  /** An interruption or the end of the time. */
  deadline: AbortSignal;
  onEvent: OnEvent;
}

export interface RecordedProblem extends FormalizedProblem {
  /** Answers to prompts for the statement that were kept by an earlier command. */
  reused: number;
  tokens: number;
  /** Null if the price is unknown. */
  cost: number | null;
  /** A script answered in place of a model. */
  scripted: boolean;
  /** A limit of the whole run has stopped it. */
  isRunSpent: boolean;
}

/** `number`: of the problem in the run, from 1. @throws the reason of the signal */
export async function formalizeRecorded(
  number: number,
  request: ProblemRequest,
  run: FormalizeRun,
  onProgress: FormalizeTools['onProgress'],
): Promise<RecordedProblem> {
  const { record, model, total, each, signal } = run;
  let scripted = false;
  const emit = (event: ProveEvent): void => {
    if (event.event === 'answer') scripted ||= isScripted(event.snapshot);
    emitTo(run, event);
  };
  const before = spentIn(record.before.filter((event) => 'problem' in event && event.problem === number));
  const budget = new Budget(
    { ...each, tokens: left(each.tokens, before.tokens), cost: left(each.cost, before.cost) },
    total,
  );
  const asked = formalizerModel({ ...run, budget, settings: request.model, problem: number, emit });
  const check = run.session.check && reportingCheck(run.session.check, { ...run, number, emit });
  const judges = recordedJudges(run, { problem: number, settings: request.model, budget, emit });
  const checks = run.session.formal?.({ informal: request.statement, concepts: run.session, judges }) ?? null;
  const formal = checks && inTime(checks, run);
  const helpers = run.session.helpersFor(recordedHelper({ ...run, problem: number, emit, budget }));
  const session = { ...run.session, ...helpers, check };
  const done = await formalizeProblem(request, session, asked, { formal, signal, onProgress });
  signal.throwIfAborted();
  const { stoppedBy } = done.outcome;
  const isRunSpent = stoppedBy === 'time' || (stoppedBy !== null && (budget.stopped?.isParents ?? false));
  if (stoppedBy !== null) emit({ event: 'budget_stop', problem: number, limit: stoppedBy, parents: isRunSpent });
  const tokens = before.tokens + budget.spent.tokens;
  const isPriced = [model, ...run.judges.map((judge) => judge.model), ...run.session.helperModels].every(
    ({ price }) => price !== null,
  );
  const cost = !isPriced ? null : before.cost + budget.spent.cost;
  return { ...done, reused: asked.reused(), tokens, cost, scripted, isRunSpent };
}

/** Records an event that is not in the record yet. */
export function emitTo({ record, onEvent }: Pick<FormalizeRun, 'record' | 'onEvent'>, event: ProveEvent): void {
  if (event.event !== 'answer' || event.from !== 'record') record.append(event);
  onEvent(event);
}

/** The judges of a run, for one problem. */
export function recordedJudges(
  run: FormalizeRun,
  parts: Pick<FormalizerModelParts, 'problem' | 'settings' | 'budget' | 'emit'>,
): TextJudge[] {
  return run.judges.map(({ name, model }, at) => ({
    name,
    // The same prompt to another judge is for another answer.
    ask: formalizerModel({ ...run, ...parts, model, firstSample: at * MAX_REQUESTS }).askStage,
  }));
}

/** What is left of a limit. */
export const left = (limit: number | null, spent: number): number | null =>
  limit === null ? null : Math.max(0, limit - spent);

/** After the end of the time, nothing is checked further. */
function inTime(checks: FormalChecks, { deadline, signal }: Pick<FormalizeRun, 'deadline' | 'signal'>): FormalChecks {
  const isOver = (): boolean => deadline.aborted && !signal.aborted;
  return {
    typeOf: async (text) => (isOver() ? null : checks.typeOf(text)),
    areEquivalent: async (one, other) => !isOver() && checks.areEquivalent(one, other),
    check: async (text) => (isOver() ? notChecked('timedOut', TIME_OVER) : checks.check(text)),
  };
}

const TIME_OVER = 'the time is over';

function reportingCheck(
  check: (text: string) => Promise<Hint>,
  {
    number: problem,
    deadline,
    signal,
    emit,
  }: Pick<FormalizeRun, 'deadline' | 'signal'> & { number: number; emit: OnEvent },
): (text: string) => Promise<Hint> {
  return async (text) => {
    if (deadline.aborted && !signal.aborted) return { kind: 'unchecked', why: 'timedOut', detail: TIME_OVER };
    const hint = await check(text);
    signal.throwIfAborted();
    const error = hint.kind === 'fails' ? hint.diagnostics.find(({ severity }) => severity === 'error') : undefined;
    const why = hint.kind === 'unchecked' ? hint.detail : (error?.text ?? null);
    emit({ event: 'statement_compiled', problem, text, verdict: hint.kind, why });
    return hint;
  };
}
