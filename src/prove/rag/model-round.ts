/** Common part of the model strategies: requests several answers to a prompt and converts them to proposals. */
import type { ChatAnswer } from '../../llm/chat.ts';
import { candidateIn, type NoCandidate } from '../../prompt/answer.ts';
import type { Prompt } from '../../prompt/prompts.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import { proposalOf } from '../retrieval/premise-use.ts';
import type { Premise } from '../premise.ts';
import type { Problem, Proposal, Tools } from '../strategy.ts';

/** Options of the model strategies. */
export interface ModelStrategyOptions {
  /** Number of answers per prompt. */
  samples: number;
  /** Maximum number of repair rounds after the first round. */
  rounds: number;
  /** `-k`: maximum number of declarations in a prompt. */
  limit: number;
  /** Maximum size of these declarations in characters. */
  contextChars: number;
  /** Number of similar theorems that are shown with their proofs; default: 0. */
  exemplars?: number;
  /** Null for the provider's default. */
  temperature: number | null;
  maxOutputTokens: number;
}

/** Result of one round: new proposals, and why answers contained none. */
export interface Round {
  proposals: Proposal[];
  without: NoCandidate[];
  /** Number of answers that earlier rounds had tried. */
  repeats: number;
}

/** The rounds at one hole. */
export class ModelRounds {
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: ModelStrategyOptions;
  /** Number of answers requested per prompt: repeating a prompt asks for further samples. */
  readonly #samples = new Map<string, number>();
  readonly #tried = new Set<string>();

  constructor(problem: Problem, tools: Tools, options: ModelStrategyOptions) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
  }

  /**
   * Requests all samples concurrently. Failed requests are ignored if another one succeeds; otherwise the first error is
   * thrown. `premises`: those listed in the prompt. `alwaysImport`: modules imported by each proposal.
   */
  async ask(prompt: Prompt, premises: readonly Premise[], alwaysImport: readonly string[] = []): Promise<Round> {
    const round: Round = { proposals: [], without: [], repeats: 0 };
    const earlier = new Set(this.#tried);
    for (const answer of await this.#answers(prompt)) {
      const read = candidateIn(answer, this.#problem.text, this.#problem.hole);
      if (read.kind === 'none') {
        round.without.push(read.why);
        this.#tools.report?.({ kind: 'no_candidate', why: read.why });
      } else if (this.#isNew(read.candidate)) {
        round.proposals.push(proposalOf(read.candidate, premises, alwaysImport));
      } else if (earlier.has(keyOf(read.candidate))) round.repeats++;
    }
    return round;
  }

  async #answers({ template, messages }: Prompt): Promise<ChatAnswer[]> {
    const { ask } = this.#tools;
    if (ask === null) throw new Error('this strategy needs a model');
    const { samples, temperature, maxOutputTokens } = this.#options;
    const key = JSON.stringify(messages);
    const first = this.#samples.get(key) ?? 0;
    this.#samples.set(key, first + samples);
    const requests = Array.from({ length: samples }, (_, k) =>
      ask({ messages, maxOutputTokens, temperature, sample: first + k }, template),
    );
    const settled = await Promise.allSettled(requests);
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = settled.find((one) => one.status === 'rejected');
    if (answers.length === 0 && failed !== undefined) throw failed.reason;
    return answers;
  }

  #isNew(candidate: Candidate): boolean {
    const key = keyOf(candidate);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    return true;
  }
}

const keyOf = ({ kind, text }: Candidate): string => `${kind} ${text}`;
