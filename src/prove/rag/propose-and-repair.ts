/** Asks a model for proofs, then for repairs of the best that failed, each round with what retrieval brings for the error. */
import {
  proposePrompt,
  repairPrompt,
  withoutCandidate,
  type Failed,
  type InformalShown,
  type Shown,
} from '../../prompt/prompts.ts';
import { bestOf, describeFailure, errorsOf, isEnvironment } from './failed-attempt.ts';
import { shownFalse } from '../attempt/false-goal.ts';
import { ModelRounds, type ModelStrategyOptions, type Round } from './model-round.ts';
import { modulesToImport } from '../retrieval/premise-use.ts';
import type { Premise } from '../premise.ts';
import { startQueries, type Query } from '../retrieval/premise-query.ts';
import { joinPremises, retrieveAll } from '../retrieval/retrieve-all.ts';
import { repairQueries } from './repair-premises.ts';
import type { Attempt, Problem, Proposal, Tools } from '../strategy.ts';

/**
 * The first round and up to `rounds` repairs. With `tools.retrieve` null nothing is retrieved and the prompts do not
 * speak of it; the same with `informal` null. Ends early where Lean shows the goal false, and where not the candidates failed but the surroundings.
 */
export async function* proposeAndRepair(
  problem: Problem,
  tools: Tools,
  options: ModelStrategyOptions,
  informal: InformalShown | null = null,
): AsyncGenerator<Proposal[], void, Attempt[]> {
  const rounds = new ModelRounds(problem, tools, options);
  const goal = await problem.goal();
  const hole = new HoleInRepair(problem, tools, options, { goal, informal });
  await hole.retrieveAtStart();
  let round = await rounds.ask(proposePrompt(hole.shown), hole.premises);
  for (let repairs = 0; ; repairs++) {
    const attempts = round.proposals.length > 0 ? yield round.proposals : [];
    if (repairs >= options.rounds) return;
    const stop = reasonToStop(attempts, goal);
    if (stop !== null) {
      tools.tell?.({ kind: 'note', text: stop });
      return;
    }
    const failed = await hole.afterRound(round, attempts);
    round = await rounds.ask(repairPrompt(hole.shown, failed), hole.premises, hole.imports);
  }
}

function reasonToStop(attempts: readonly Attempt[], goal: string): string | null {
  const shown = attempts.map((attempt) => shownFalse(attempt, goal)).find((sentence) => sentence !== null);
  if (shown !== undefined) return shown;
  if (attempts.length === 0 || !attempts.every(isEnvironment)) return null;
  const { verdict } = attempts[0]!;
  const detail = verdict.kind === 'unchecked' ? verdict.detail : (errorsOf(attempts[0]!)[0]?.text ?? 'no answer');
  return `The model was not asked again, for it is not its proofs that fail: ${detail}`;
}

/** What is known at a hole from round to round: what retrieval brought, and which attempts were repaired already. */
class HoleInRepair {
  premises: Premise[] = [];
  /** Modules for every proposal of the next round, cited or not. */
  imports: string[] = [];
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: ModelStrategyOptions;
  readonly #goal: string;
  readonly #informal: InformalShown | null;
  /** Failed, and not yet shown to the model. */
  readonly #open: Attempt[] = [];
  #last: Failed = withoutCandidate('nothing');
  readonly #notImportable = new Set<string>();

  constructor(
    problem: Problem,
    tools: Tools,
    options: ModelStrategyOptions,
    { goal, informal }: Pick<Shown, 'goal' | 'informal'>,
  ) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
    this.#goal = goal;
    this.#informal = informal;
  }

  get shown(): Shown {
    const { text, hole } = this.#problem;
    const premises = this.#tools.retrieve === null ? null : this.premises;
    const { contextChars } = this.#options;
    return { text, hole, goal: this.#goal, premises, contextChars, informal: this.#informal };
  }

  async retrieveAtStart(): Promise<void> {
    const { retrieve } = this.#tools;
    const statement = this.#problem.hole.declaration?.statement ?? '';
    if (retrieve === null) return;
    this.premises = await this.#bring(retrieve, startQueries(this.#goal, statement));
  }

  /**
   * What the next prompt repairs: the best attempt that was not repaired yet, or, where a whole round held no candidate,
   * that it held none. Retrieves for the errors of that attempt.
   */
  async afterRound(round: Round, attempts: readonly Attempt[]): Promise<Failed> {
    this.imports = [];
    this.#open.push(...attempts);
    for (const attempt of attempts) this.#noteMissingImports(attempt);
    const why = round.proposals.length === 0 ? round.without[0] : undefined;
    if (why !== undefined) return (this.#last = withoutCandidate(why));
    // Only proposals that were tried before came: the best of those left has its turn, or the same question again.
    const best = bestOf(this.#open);
    if (best === null) return this.#last;
    this.#open.splice(this.#open.indexOf(best), 1);
    await this.#retrieveFor(best);
    return (this.#last = describeFailure(best, this.#problem));
  }

  async #retrieveFor(attempt: Attempt): Promise<void> {
    const { retrieve, once } = this.#tools;
    if (retrieve === null) return;
    const errors = errorsOf(attempt);
    const queries = repairQueries(errors, this.#goal, once);
    const brought = await this.#bring(retrieve, queries);
    const fresh = brought.filter(({ module, isAtHand }) => isAtHand || !this.#notImportable.has(module));
    this.premises = joinPremises(fresh, this.premises, this.#options.limit);
    // An instance works without being named, so what may bring it is imported in any case.
    if (errors[0]?.class === 'failed_to_synthesize') this.imports = modulesToImport(fresh);
  }

  async #bring(retrieve: NonNullable<Tools['retrieve']>, queries: readonly Query[]): Promise<Premise[]> {
    const { limit } = this.#options;
    return (await retrieveAll(retrieve, queries, limit)).slice(0, limit);
  }

  /** Modules that were proposed and cannot be imported here are not proposed again. */
  #noteMissingImports({ proposal, verdict }: Attempt): void {
    if (verdict.kind !== 'unchecked' || verdict.why !== 'importsMissing') return;
    for (const module of proposal.imports) this.#notImportable.add(module);
    this.premises = this.premises.filter(({ module, isAtHand }) => isAtHand || !this.#notImportable.has(module));
  }
}
