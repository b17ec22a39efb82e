/** What a benchmark would ask, counted with a stand-in for each model: questions, tokens and money of every system. */
import { Budget, NO_LIMITS } from '../../llm/budget.ts';
import { costOf } from '../../llm/prices.ts';
import type { Prompted, Answered, ProveEvent } from '../../prove/events.ts';
import type { Prover } from '../../prove/prover.ts';
import { inWordsAlready, type BenchProblem } from './problem.ts';
import { inWordsFor, type OpenSystem } from './run-bench.ts';
import type { Hidden } from './twins.ts';

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
}

export async function countQuestions(request: CountRequest): Promise<SystemCount[]> {
  const counts: SystemCount[] = [];
  for (const system of request.systems) counts.push(await countSystem(request, system));
  return counts;
}

async function countSystem(request: CountRequest, system: OpenSystem): Promise<SystemCount> {
  const { problems, runs, signal, prover, hidden } = request;
  const prompts: Prompted[] = [];
  const answers: Answered[] = [];
  const onEvent = (event: ProveEvent): void => {
    if (event.event === 'prompt') prompts.push(event);
    else if (event.event === 'answer') answers.push(event);
  };
  for (const problem of problems) {
    signal.throwIfAborted();
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
  const usage = { inputTokens: sum('input_tokens'), outputTokens: sum('output_tokens') };
  const price = system.openModel?.price ?? null;
  return {
    system: system.id,
    model: system.model,
    questions: runs * prompts.length,
    steps,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost: system.openModel === null ? 0 : price === null ? null : costOf(usage, price),
    worst_cost: price === null ? null : runs * prompts.reduce((so, { worst_cost }) => so + (worst_cost ?? 0), 0),
  };
}
