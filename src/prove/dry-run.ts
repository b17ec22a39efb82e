/** What a run would begin with: goals, hits, the first prompts, the first candidates. Nothing is sent, nothing tried. */
import type { ChatModel, ChatRequest } from '../llm/chat.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import { worstCase, worstCost } from '../llm/cost-bound.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { FileRun } from './file-run.ts';
import { goalAt } from './attempt/goal.ts';
import type { Problem, Proposal, Strategy } from './strategy.ts';

/** Thrown where a model would be asked. */
export class OnlyLooking extends Error {
  override readonly name = 'OnlyLooking';
}

export interface RehearsedPrompt {
  hash: string;
  template: string;
  request: ChatRequest;
  worstTokens: number;
  /** US dollars; null where the price is not known. */
  worstCost: number | null;
}

export interface RehearsedHole {
  number: number;
  hole: Hole;
  goal: string;
  retrievals: { query: string; names: string[] }[];
  /** Of the first round; what repair asks depends on what Lean says. */
  prompts: RehearsedPrompt[];
  /** The first batch of the first strategy that asks no model. */
  candidates: Proposal[];
}

export async function rehearse(
  run: FileRun,
  isWanted: (hole: Hole, number: number) => boolean,
  model: ChatModel | null,
): Promise<RehearsedHole[]> {
  const rehearsed: RehearsedHole[] = [];
  for (const [at, hole] of run.holes.entries()) {
    if (!hole.isProof || !isWanted(hole, at + 1)) continue;
    const goal = await goalAt(run.trial, run.text, hole);
    const one: RehearsedHole = { number: at + 1, hole, goal, retrievals: [], prompts: [], candidates: [] };
    const problem: Problem = { text: run.text, hole, goal: () => Promise.resolve(goal), inWords: run.inWords };
    for (const strategy of run.strategies) await rehearseStrategy(run, strategy, problem, one, model);
    rehearsed.push(one);
  }
  return rehearsed;
}

async function rehearseStrategy(
  run: FileRun,
  strategy: Strategy,
  problem: Problem,
  one: RehearsedHole,
  model: ChatModel | null,
): Promise<void> {
  const { retrieval, library } = run;
  const proposals = strategy.propose(problem, {
    retrieve:
      retrieval &&
      (async (query) => {
        const premises = await retrieval.bring(one.number, problem, query);
        one.retrievals.push({ query: query.text, names: premises.map(({ name }) => name) });
        return premises;
      }),
    passages:
      library &&
      (async (query) => {
        const found = await library.bring(one.number, query);
        one.retrievals.push({ query: query.text, names: found.passages.map(({ id }) => `library entry ${id}`) });
        return found;
      }),
    ask:
      model &&
      ((request, template) => {
        one.prompts.push(promptOf(request, template, model));
        return Promise.reject(new OnlyLooking());
      }),
    once: run.once,
  });
  try {
    const first = await proposals.next();
    if (first.done !== true && one.candidates.length === 0) one.candidates = first.value;
  } catch (error) {
    if (!(error instanceof OnlyLooking)) throw error;
  } finally {
    await proposals.return(undefined);
  }
}

function promptOf(request: ChatRequest, template: string, { price }: ChatModel): RehearsedPrompt {
  const { inputTokens, outputTokens } = worstCase(request);
  return {
    hash: promptHash(request),
    template,
    request,
    worstTokens: inputTokens + outputTokens,
    worstCost: worstCost(request, price),
  };
}
