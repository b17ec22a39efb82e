/** Formalizes each problem in each arm and stores the results. What is stored is not made again. */
import { getOrAdd } from '../../base/memoize.ts';
import { runUnits } from '../../base/work.ts';
import { Budget, BudgetSpent, type Limits } from '../../llm/budget.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { ModelError } from '../../llm/model-error.ts';
import { RunRecord } from '../../prove/run/record.ts';
import type { ProblemRequest } from '../../session/formalize-problem.ts';
import type { FormalizerSession } from '../../session/formalizer-session.ts';
import {
  emitTo,
  formalizeRecorded,
  type FormalizeRun,
  left,
  type RecordedProblem,
  recordedJudges,
} from '../../session/recorded-problem.ts';
import type { InformalProblem } from '../concepts/informal-problems.ts';
import type { ExperimentFolder } from '../experiment/folder.ts';
import type { Arm } from './arm-names.ts';
import { scoreByRule } from '../concepts/concept-score.ts';
import { scoresByJudges } from './definition-scores.ts';
import { neededBy, requestOf } from './formalize-arms.ts';
import {
  type DefinitionScore,
  type FormalizeResult,
  recordFolder,
  resultKeyOf,
  resultOfProblem,
} from './formalize-result.ts';

export interface FormalizeBenchRun {
  folder: ExperimentFolder<FormalizeResult>;
  session: FormalizerSession;
  model: ChatModel;
  /** Models that judge the statements. */
  judges: FormalizeRun['judges'];
  problems: readonly InformalProblem[];
  arms: readonly Arm[];
  /** Whether the judges also score the definitions in the prompts. */
  scoresDefinitions: boolean;
  /** For each problem, without its statement. */
  request: Omit<ProblemRequest, 'statement' | 'choose'>;
  seed: number;
  jobs: number;
  /** Budget of all problems in all arms. */
  total: Budget;
  each: Limits;
  signal: AbortSignal;
  /** Aborted at an interruption or when the time is over. */
  deadline: AbortSignal;
  onResult: (done: number) => void;
}

interface Unit extends Pick<FormalizeResult, 'problem' | 'arm'> {
  id: string;
}

/** The arms one after another on each problem, so that they meet the same conditions. */
export function remainingUnits({
  folder,
  problems,
  arms,
}: Pick<FormalizeBenchRun, 'folder' | 'problems' | 'arms'>): Unit[] {
  const all = problems.flatMap(({ name: problem }) =>
    arms.map((arm): Unit => ({ id: resultKeyOf({ problem, arm }), problem, arm })),
  );
  return folder.remaining(all, ({ state }) => state !== 'done');
}

/** Returns the limit that stopped it; null if all is done, or it was interrupted. */
export async function runFormalizeBench(run: FormalizeBenchRun): Promise<keyof Limits | 'time' | 'model' | null> {
  const remaining = remainingUnits(run);
  const repeated = new Set(remaining.map(({ id }) => id));
  for (const result of run.folder.results) {
    // Records of repeated units have what those spent.
    if (!repeated.has(resultKeyOf(result))) run.total.charge({ tokens: result.tokens, cost: result.cost ?? 0 }, 0);
  }
  const references = new Map<string, Promise<boolean>>();
  try {
    await runUnits({
      work: run.folder.workOn(remaining),
      ...{
        concurrency: run.jobs,
        signal: run.signal,
        onDone: (_: FormalizeResult, done: number) => run.onResult(done),
      },
      run: ([unit]) => formalizeUnit(unit!, run, references),
    });
    return null;
  } catch (error) {
    if (run.signal.aborted) return null;
    if (error instanceof BenchStopped) return error.by;
    throw error;
  }
}

class BenchStopped extends Error {
  readonly by: keyof Limits | 'time' | 'model';

  constructor(by: BenchStopped['by']) {
    super(`stopped by ${by}`);
    this.by = by;
  }
}

async function formalizeUnit(
  { problem: name, arm }: Unit,
  run: FormalizeBenchRun,
  references: Map<string, Promise<boolean>>,
): Promise<FormalizeResult> {
  const { problems, folder, session, seed, total, signal } = run;
  const problem = problems.find((each) => each.name === name)!;
  const record = new RunRecord(recordFolder(folder.path, { problem: name, arm }));
  const start = performance.now();
  try {
    total.charge(record.spentBefore, 0);
    record.append({ event: 'problem_started', problem: 1, of: 1, id: name, statement: problem.text });
    const request = requestOf(arm, problem, problems, { ...run.request, statement: problem.text }, seed);
    const recorded = { ...run, record, answers: null, replays: null, onEvent: () => undefined };
    const done = await formalizeRecorded(1, request, recorded, () => undefined);
    if (done.isRunSpent) throw new BenchStopped(done.outcome.stoppedBy ?? 'tokens');
    if (done.outcome.modelFailure !== null) throw new BenchStopped('model');
    const seconds = (performance.now() - start) / 1000;
    const known = { asked: request.samples, seconds, ...(await scoredDefinitions(problem, done, run, recorded)) };
    const compare = await referenceCheck(problem, session, references);
    const result = await resultOfProblem({ problem: name, arm }, done, known, compare);
    signal.throwIfAborted();
    return result;
  } finally {
    record.close();
  }
}

/** The definitions in the prompt against those that the reference names, and what that costs with judges. */
async function scoredDefinitions(
  problem: InformalProblem,
  { basis, tokens, cost }: RecordedProblem,
  { session, scoresDefinitions, each, total, request }: FormalizeBenchRun,
  run: FormalizeRun,
): Promise<Pick<FormalizeResult, 'needed' | 'scores' | 'tokens' | 'cost'>> {
  const needed = neededBy(problem, session);
  const byRule = scoreByRule(session.base);
  const { definitions } = basis.pack;
  const budget = new Budget({ ...each, tokens: left(each.tokens, tokens), cost: left(each.cost, cost ?? 0) }, total);
  const judges = !scoresDefinitions
    ? []
    : recordedJudges(run, { problem: 1, settings: request.model, budget, emit: (event) => emitTo(run, event) });
  let byJudges: DefinitionScore['judges'][];
  try {
    byJudges = await scoresByJudges(problem.text, definitions, judges);
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof BudgetSpent) throw new BenchStopped(error.stop.limit);
    if (error instanceof ModelError) throw new BenchStopped('model');
    throw error;
  }
  return {
    needed,
    scores: definitions.map(({ row }, at) => ({ rule: byRule(row.name, needed), judges: byJudges[at]! })),
    tokens: tokens + budget.spent.tokens,
    cost: cost === null ? null : cost + budget.spent.cost,
  };
}

/** Whether a statement is equivalent to the reference. Null if no checks are made, or the reference does not compile. */
async function referenceCheck(
  { name, text: informal, lean }: InformalProblem,
  session: FormalizerSession,
  references: Map<string, Promise<boolean>>,
): Promise<((text: string) => Promise<boolean>) | null> {
  const { check, formal } = session;
  if (check === null || formal === null) return null;
  const compiles = getOrAdd(references, name, () => check(lean).then(({ kind }) => kind === 'compiles'));
  return (await compiles)
    ? (text) => formal({ informal, concepts: session, judges: [] }).areEquivalent(lean, text)
    : null;
}
