/** What every strategy with a model shares: asks for several answers to a prompt and makes proposals of what they hold. */
import type { ChatAnswer } from '../../llm/chat.ts';
import { candidateIn, type NoCandidate } from '../../prompt/answer.ts';
import type { Prompt } from '../../prompt/prompts.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import { citedIn, modulesToImport } from '../retrieval/premise-use.ts';
import type { Premise } from '../premise.ts';
import type { Problem, Proposal, Tools } from '../strategy.ts';

/** What a strategy with a model is told. */
export interface ModelStrategyOptions {
  /** Answers that are asked for to each prompt. */
  samples: number;
  /** Repair rounds behind the first, at most. */
  rounds: number;
  /** `-k`: declarations that a prompt lists, at most. */
  limit: number;
  /** Room for them, in characters. */
  contextChars: number;
  /** Null: as the provider sets it. */
  temperature: number | null;
  maxOutputTokens: number;
}

/** What one round brought: proposals that were not tried before, and why answers held none. */
export interface Round {
  proposals: Proposal[];
  without: NoCandidate[];
}

/** The rounds at one hole. */
export class ModelRounds {
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: ModelStrategyOptions;
  /** How often a prompt was asked: the same again asks for further samples. */
  readonly #asked = new Map<string, number>();
  readonly #tried = new Set<string>();

  constructor(problem: Problem, tools: Tools, options: ModelStrategyOptions) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
  }

  /**
   * Asks for all samples at once. Those that fail are left out where others come; where none comes, the first failure is
   * thrown. `premises` are those that the prompt lists; `alwaysImport` are modules that each proposal is given.
   */
  async ask(prompt: Prompt, premises: readonly Premise[], alwaysImport: readonly string[] = []): Promise<Round> {
    const round: Round = { proposals: [], without: [] };
    for (const answer of await this.#answers(prompt)) {
      const read = candidateIn(answer, this.#problem.text, this.#problem.hole);
      if (read.kind === 'none') {
        round.without.push(read.why);
        this.#tools.tell?.({ kind: 'no_candidate', why: read.why });
      } else if (this.#isNew(read.candidate)) {
        const cited = citedIn(read.candidate, premises);
        const imports = [...new Set([...modulesToImport(cited), ...alwaysImport])].slice(0, 3);
        round.proposals.push({ candidate: read.candidate, lemmas: cited.map(({ name }) => name), imports });
      }
    }
    return round;
  }

  async #answers({ template, messages }: Prompt): Promise<ChatAnswer[]> {
    const { ask } = this.#tools;
    if (ask === null) throw new Error('this strategy needs a model');
    const { samples, temperature, maxOutputTokens } = this.#options;
    const key = JSON.stringify(messages);
    const first = this.#asked.get(key) ?? 0;
    this.#asked.set(key, first + samples);
    const asking = Array.from({ length: samples }, (_, k) =>
      ask({ messages, maxOutputTokens, temperature, sample: first + k }, template),
    );
    const settled = await Promise.allSettled(asking);
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failed = settled.find((one) => one.status === 'rejected');
    if (answers.length === 0 && failed !== undefined) throw failed.reason;
    return answers;
  }

  #isNew(candidate: Candidate): boolean {
    const key = `${candidate.kind} ${candidate.text}`;
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    return true;
  }
}
