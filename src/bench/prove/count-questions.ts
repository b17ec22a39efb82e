/** Counts the questions, tokens and cost of every system in a benchmark, with a stub in place of each model. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Budget, NO_LIMITS } from '../../llm/budget.ts';
import type { Prompted, Answered, ProveEvent } from '../../prove/events.ts';
import type { Prover } from '../../prove/prover.ts';
import type { SystemCount } from './count-text.ts';
import type { BenchProblem } from './problem.ts';
import { proveRequest, type BenchRequest, type OpenSystem } from './run-bench.ts';

export interface CountRequest {
  prover: Pick<Prover, 'prove'>;
  problems: readonly BenchProblem[];
  systems: readonly OpenSystem[];
  runs: number;
  hidden: BenchRequest['hidden'];
  signal: AbortSignal;
  /** Called before each problem of each system with the number counted so far. */
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
    // Nothing else here yields to the event loop, so an interrupt would not be handled.
    await yieldToEventLoop();
    signal.throwIfAborted();
    request.onProgress(before + at);
    await prover.prove({
      ...proveRequest(system, problem, hidden),
      ...{ record: null, signal, deadline: signal },
      strategies: system.openModel === null ? [] : [system.strategyInstance],
      budget: new Budget(NO_LIMITS),
      onEvent,
    });
  }
  const steps: Record<string, number> = {};
  for (const { template } of prompts) steps[template] = (steps[template] ?? 0) + runs;
  const total = (key: 'input_tokens' | 'output_tokens'): number =>
    runs * answers.reduce((sum, answer) => sum + answer[key], 0);
  const isPriced = system.openModel === null || system.openModel.price !== null;
  return {
    system: system.id,
    model: system.model,
    questions: runs * prompts.length,
    steps,
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    // Sums the cost of each answer, because long prompts may have a different price.
    cost: isPriced ? runs * answers.reduce((sum, { counted_cost: cost }) => sum + (cost ?? 0), 0) : null,
    worst_cost: isPriced ? runs * prompts.reduce((sum, { worst_cost: worst }) => sum + (worst ?? 0), 0) : null,
  };
}
