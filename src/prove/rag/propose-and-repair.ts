/** Requests proofs from a model, then repairs of the best failed attempt, with premises retrieved for its errors. */
import type { PromptExemplar } from '../../prompt/exemplar-block.ts';
import {
  proposePrompt,
  repairPrompt,
  withoutCandidate,
  type EarlierAttempts,
  type PromptFailure,
  type InformalProblem,
  type PromptContent,
} from '../../prompt/prompts.ts';
import {
  bestOf,
  describeFailure,
  errorsOf,
  failedBefore,
  goalProbe,
  goalShown,
  isEnvironment,
} from './failed-attempt.ts';
import { falseGoalReason } from '../attempt/false-goal.ts';
import { ModelRounds, type ModelStrategyOptions, type Round } from './model-round.ts';
import { modulesToImport } from '../retrieval/premise-use.ts';
import type { Premise } from '../premise.ts';
import { startQueries, type Query } from '../retrieval/premise-query.ts';
import { interleave, joinPremises, retrieveAll } from '../retrieval/retrieve-all.ts';
import { repairQueries } from './repair-premises.ts';
import type { Attempt, Problem, Proposal, Tools } from '../strategy.ts';

/**
 * Runs the first round and up to `rounds` repairs. If `tools.retrieve` or `informal` is null, the prompts do not mention
 * retrieval or the informal problem. Ends early if Lean shows that the goal is false, or if the environment causes the
 * failures.
 */
export async function* proposeAndRepair(
  problem: Problem,
  tools: Tools,
  options: ModelStrategyOptions,
  informal: InformalProblem | null = null,
): AsyncGenerator<Proposal[], void, Attempt[]> {
  const rounds = new ModelRounds(problem, tools, options);
  const goal = await problem.goal();
  const state = new RepairState(problem, tools, options, { goal, informal });
  await state.retrieveAtStart();
  let round = await rounds.ask(proposePrompt(state.promptContent), state.premises);
  for (let repairs = 0; ; repairs++) {
    const attempts = round.proposals.length > 0 ? yield round.proposals : [];
    if (repairs >= options.rounds) return;
    const stop = reasonToStop(attempts, goal);
    if (stop !== null) {
      tools.report?.({ kind: 'note', text: stop });
      return;
    }
    const probe = await state.afterRound(round, attempts);
    if (probe !== null) state.noteGoal(goalShown((yield [probe])[0]));
    const prompt = repairPrompt(state.promptContent, state.failure, state.earlier);
    round = await rounds.ask(prompt, state.premises, state.imports);
  }
}

/** A sentence if no further proof can succeed: the goal is false, or the environment causes the failures. */
export function reasonToStop(attempts: readonly Attempt[], goal: string): string | null {
  const promptContent = attempts.map((attempt) => falseGoalReason(attempt, goal)).find((sentence) => sentence !== null);
  if (promptContent !== undefined) return promptContent;
  if (attempts.length === 0 || !attempts.every(isEnvironment)) return null;
  const { verdict } = attempts[0]!;
  const detail = verdict.kind === 'unchecked' ? verdict.detail : (errorsOf(attempts[0]!)[0]?.text ?? 'no answer');
  return `The model was not called again, because the failures are not caused by its proofs: ${detail}`;
}

/** State of a hole across rounds: retrieved premises, and attempts not repaired yet. */
class RepairState {
  #forGoal: Premise[] = [];
  /** Those for the last error first. */
  #forErrors: Premise[] = [];
  #exemplars: PromptExemplar[] = [];
  /** Modules imported by every proposal of the next round, even if not cited. */
  imports: string[] = [];
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: ModelStrategyOptions;
  readonly #goal: string;
  readonly #informal: InformalProblem | null;
  readonly #failed: Attempt[] = [];
  /** Failed attempts not yet shown to the model. */
  readonly #open: Attempt[] = [];
  /** The attempt that the prompt repairs. */
  #shown: Attempt | null = null;
  /** What the next prompt repairs. */
  failure: PromptFailure = withoutCandidate('nothing');
  #repairs = 0;
  #repeats = 0;
  #isRepeated = false;
  readonly #notImportable = new Set<string>();

  constructor(
    problem: Problem,
    tools: Tools,
    options: ModelStrategyOptions,
    { goal, informal }: Pick<PromptContent, 'goal' | 'informal'>,
  ) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
    this.#goal = goal;
    this.#informal = informal;
  }

  get promptContent(): PromptContent {
    const { project = null, text, hole: state } = this.#problem;
    const premises = this.#tools.retrieve === null ? null : this.premises;
    const { contextChars } = this.#options;
    const exemplars = this.#exemplars;
    return {
      project,
      text,
      hole: state,
      goal: this.#goal,
      premises,
      exemplars,
      contextChars,
      informal: this.#informal,
    };
  }

  /** Half of them are for the errors and half for the goal, if there are enough of both. */
  get premises(): Premise[] {
    return interleave([this.#forErrors, this.#forGoal]).slice(0, this.#options.limit);
  }

  /** What the prompt says about the other attempts. The first repair shows only one, so that it stays short. */
  get earlier(): EarlierAttempts {
    const failed = this.#repairs < 2 ? [] : this.#failed.filter((attempt) => attempt !== this.#shown);
    return { failed: failed.map(failedBefore), repeats: this.#isRepeated ? this.#repeats : 0 };
  }

  async retrieveAtStart(): Promise<void> {
    const { retrieve } = this.#tools;
    const statement = this.#problem.hole.declaration?.statement ?? '';
    if (retrieve === null) return;
    this.#forGoal = await this.#retrieve(retrieve, startQueries(this.#goal, statement));
    const { exemplars: limit = 0 } = this.#options;
    if (limit === 0) return;
    const similar = await retrieve({ text: this.#goal, as: 'proof', reason: 'start', limit });
    this.#exemplars = similar.flatMap(({ writeAs, signature, proof }) =>
      proof === undefined ? [] : [{ writeAs, signature, proof: proof.text }],
    );
  }

  /**
   * Chooses what the next prompt repairs: the best attempt that was not repaired yet, or the missing candidate if no
   * answer of the round contained one. Retrieves premises for the errors of that attempt. Returns a probe of its goal.
   */
  async afterRound(round: Round, attempts: readonly Attempt[]): Promise<Proposal | null> {
    this.imports = [];
    this.#failed.push(...attempts);
    this.#repairs++;
    this.#open.push(...attempts);
    this.#repeats += round.repeats;
    this.#isRepeated = round.repeats > 0 && round.proposals.length === 0;
    for (const attempt of attempts) this.#noteMissingImports(attempt);
    const why = round.proposals.length === 0 ? round.without[0] : undefined;
    if (why !== undefined) {
      this.#shown = null;
      this.failure = withoutCandidate(why);
      return null;
    }
    // If all proposals of the round are known, takes the best remaining attempt, or repeats the last prompt.
    const best = bestOf(this.#open);
    if (best === null) return null;
    this.#open.splice(this.#open.indexOf(best), 1);
    this.#shown = best;
    await this.#retrieveFor(best);
    this.failure = describeFailure(best, this.#problem);
    return goalProbe(best, this.#problem);
  }

  /** Adds the goal at the first error to what the next prompt repairs. */
  noteGoal(goal: string | null): void {
    if (goal !== null) this.failure = { ...this.failure, goalThere: goal };
  }

  async #retrieveFor(attempt: Attempt): Promise<void> {
    const { retrieve, memoize: once } = this.#tools;
    if (retrieve === null) return;
    const errors = errorsOf(attempt);
    const queries = repairQueries(errors, this.#goal, once);
    const retrieved = await this.#retrieve(retrieve, queries);
    const fresh = this.#importable(retrieved);
    this.#forErrors = joinPremises(fresh, this.#forErrors);
    // An instance works without being named, so modules that may provide it are always imported.
    if (errors[0]?.class === 'failed_to_synthesize') this.imports = modulesToImport(fresh);
  }

  async #retrieve(retrieve: NonNullable<Tools['retrieve']>, queries: readonly Query[]): Promise<Premise[]> {
    const { limit } = this.#options;
    return (await retrieveAll(retrieve, queries, limit)).slice(0, limit);
  }

  /** Excludes modules that cannot be imported here from further proposals. */
  #noteMissingImports({ proposal, verdict }: Attempt): void {
    if (verdict.kind !== 'unchecked' || verdict.why !== 'importsMissing') return;
    for (const module of proposal.imports) this.#notImportable.add(module);
    this.#forGoal = this.#importable(this.#forGoal);
    this.#forErrors = this.#importable(this.#forErrors);
  }

  #importable(premises: readonly Premise[]): Premise[] {
    return premises.filter(({ module, isAtHand }) => isAtHand || !this.#notImportable.has(module));
  }
}
