/** Dry run: goals, retrieved names, the first prompts and candidates, without sending or trying anything. */
import { type ChatModel, type ChatRequest, sampledRequest } from '../llm/chat.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import { upperBound, maxCost } from '../llm/cost-bound.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { FileRun } from './file-run.ts';
import { goalAt } from './attempt/find-goal.ts';
import type { Problem, Proposal, Strategy } from './strategy.ts';

/** Thrown instead of a request to a model. */
export class DryRunOnly extends Error {
  override readonly name = 'DryRunOnly';
}

export interface DryRunPrompt {
  hash: string;
  template: string;
  request: ChatRequest;
  worstTokens: number;
  /** In US dollars; null if the price is unknown. */
  maxCost: number | null;
}

export interface DryRunHole {
  number: number;
  hole: Hole;
  goal: string;
  retrievals: { query: string; names: string[] }[];
  /** Prompts of the first round; repair prompts depend on Lean's errors. */
  prompts: DryRunPrompt[];
  /** The first batch of the first strategy that needs no model. */
  candidates: Proposal[];
}

export async function dryRun(
  run: FileRun,
  isSelected: (hole: Hole, number: number) => boolean,
  model: ChatModel | null,
): Promise<DryRunHole[]> {
  const dryRunHoles: DryRunHole[] = [];
  const { holes, trial, text, strategies, informalInput } = run.parts;
  for (const [at, hole] of holes.entries()) {
    if (!hole.isProof || !isSelected(hole, at + 1)) continue;
    const goal = await goalAt(trial, text, hole);
    const entry: DryRunHole = { number: at + 1, hole, goal, retrievals: [], prompts: [], candidates: [] };
    const problem: Problem = { text, hole, goal: () => Promise.resolve(goal), informalInput };
    for (const strategy of strategies) await dryRunStrategy(run, strategy, problem, entry, model);
    dryRunHoles.push(entry);
  }
  return dryRunHoles;
}

async function dryRunStrategy(
  run: FileRun,
  strategy: Strategy,
  problem: Problem,
  entry: DryRunHole,
  model: ChatModel | null,
): Promise<void> {
  const { retrieval, library, findSolved, memoize } = run.parts;
  const proposals = strategy.propose(problem, {
    retrieve:
      retrieval &&
      (async (query) => {
        const premises = await retrieval.retrieve({ hole: entry.number }, problem, query);
        entry.retrievals.push({ query: query.text, names: premises.map(({ name }) => name) });
        return premises;
      }),
    passages:
      library &&
      (async (query) => {
        const found = await library.retrieve({ hole: entry.number }, query);
        entry.retrievals.push({ query: query.text, names: found.passages.map(({ id }) => `library entry ${id}`) });
        return found;
      }),
    findSolved,
    ask:
      model &&
      ((request, template) => {
        entry.prompts.push(dryRunPrompt(request, template, model));
        return Promise.reject(new DryRunOnly());
      }),
    memoize,
  });
  try {
    const first = await proposals.next();
    if (first.done !== true && entry.candidates.length === 0) entry.candidates = first.value;
  } catch (error) {
    if (!(error instanceof DryRunOnly)) throw error;
  } finally {
    await proposals.return(undefined);
  }
}

/** What a request would send and cost. */
export function dryRunPrompt(
  asked: ChatRequest,
  template: string,
  model: Pick<ChatModel, 'price' | 'topP'>,
): DryRunPrompt {
  const request = sampledRequest(asked, model);
  const { inputTokens, outputTokens } = upperBound(request);
  return {
    hash: promptHash(request),
    template,
    request,
    worstTokens: inputTokens + outputTokens,
    maxCost: maxCost(request, model.price),
  };
}
