/** What a benchmark would ask, counted with a stand-in for each model: questions, tokens and money of every system. */
import { setImmediate as turn } from 'node:timers/promises';
import { Budget, NO_LIMITS } from '../../llm/budget.ts';
import type { Prompted, Answered, ProveEvent } from '../../prove/events.ts';
import type { Prover } from '../../prove/prover.ts';
import { inWordsAlready, type BenchProblem } from './problem.ts';
import { inWordsFor, type OpenSystem } from './run-bench.ts';
import type { Hidden } from './contamination.ts';

export interface SystemCount {
  system: string;
  model: string | null;
  /** To the model, all runs together; repair rounds not among them. */
  questions: number;
  /** By template. */
  steps: Record<string, number>;
  input_tokens: number;
  output_tokens: number;
  /** US dollars; null where the price is not known. */
  cost: number | null;
  /** The most that the budget would hold: all bytes as tokens, the longest answers that are allowed. */
  worst_cost: number | null;
}

export interface CountRequest {
  prover: Pick<Prover, 'prove'>;
  problems: readonly BenchProblem[];
  systems: readonly OpenSystem[];
  runs: number;
  hidden: ReadonlyMap<string, Hidden>;
  signal: AbortSignal;
  /** Called before each problem of each system, with how many were counted. */
  onProgress: (counted: number) => void;
}

export async function countQuestions(request: CountRequest): Promise<SystemCount[]> {
  const counts: SystemCount[] = [];
  for (const [at, system] of request.systems.entries()) {
    counts.push(await countSystem(request, system, at * request.problems.length));
  }
  return counts;
}

async function countSystem(request: CountRequest, system: OpenSystem, before: number): Promise<SystemCount> {
  const { problems, runs, signal, prover, hidden } = request;
  const prompts: Prompted[] = [];
  const answers: Answered[] = [];
  const onEvent = (event: ProveEvent): void => {
    if (event.event === 'prompt') prompts.push(event);
    else if (event.event === 'answer') answers.push(event);
  };
  for (const [at, problem] of problems.entries()) {
    // Nothing here waits for anything: without a turn of its own no interrupt would be heard.
    await turn();
    signal.throwIfAborted();
    request.onProgress(before + at);
    const { own = [], twins = [] } = hidden.get(problem.name) ?? {};
    await prover.prove({
      ...{ text: problem.text, file: problem.file, shownPath: problem.place, record: null, signal, deadline: signal },
      strategies: system.openModel === null ? [] : [system.strategyToAsk],
      model: system.openModel,
      retrieves: system.options.k > 0,
      hidden: new Set([...own, ...twins]),
      inWords: inWordsFor(system, problem),
      hiddenStatement: inWordsAlready(problem),
      isWanted: () => true,
      mayAddImports: true,
      budget: new Budget(NO_LIMITS),
      onEvent,
    });
  }
  const steps: Record<string, number> = {};
  for (const { template } of prompts) steps[template] = (steps[template] ?? 0) + runs;
  const sum = (key: 'input_tokens' | 'output_tokens'): number =>
    runs * answers.reduce((so, answer) => so + answer[key], 0);
  const isPriced = system.openModel === null || system.openModel.price !== null;
  return {
    system: system.id,
    model: system.model,
    questions: runs * prompts.length,
    steps,
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    // One by one: a long prompt has a price of its own.
    cost: isPriced ? runs * answers.reduce((so, { counted_cost: cost }) => so + (cost ?? 0), 0) : null,
    worst_cost: isPriced ? runs * prompts.reduce((so, { worst_cost: worst }) => so + (worst ?? 0), 0) : null,
  };
}
