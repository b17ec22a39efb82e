/** Tries to fill one hole: runs the strategies in order, tries their proposals and returns the attempts to them. */
import { literalWords } from '../../base/words.ts';
import { Failure } from '../../base/errors.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { UncheckedReason, Verdict } from '../../verify/verdict.ts';
import { BudgetSpent, type BudgetStop } from '../../llm/budget.ts';
import { BudgetShare } from '../../llm/budget-share.ts';
import { amountOf } from '../../llm/within-budget.ts';
import { goalAt } from './find-goal.ts';
import { type Header, toOriginalLines } from './headers.ts';
import { attemptKeys } from './known-rejections.ts';
import { type HoleOutcome, untried } from '../outcome.ts';
import { bestOf, describeFailure } from '../rag/failed-attempt.ts';
import { putSketch } from '../decompose/sketch.ts';
import type { HolePlace, NearestAttempt } from '../events.ts';
import type { FileRun } from '../file-run.ts';
import { falseGoalReason } from './false-goal.ts';
import type { Attempt, Problem, Proposal, Remark, StepResult, Steps, Strategy, Tools } from '../strategy.ts';
import type { Tried } from './trial.ts';

/** Ends the work on a hole before the strategies are exhausted. */
class HoleEnded extends Error {}

/** The share of the budget that a step may use is used up; the run continues. */
class ShareUsedUp extends Error {
  readonly limit: BudgetStop['limit'];

  constructor(limit: BudgetStop['limit']) {
    super();
    this.limit = limit;
  }
}

/** The place of a step, and what it may use of the budget. */
interface StepPlace {
  place: HolePlace;
  share: BudgetShare;
}

/** Tries to fill one hole of a file, or to prove one step of a sketch. */
export class HoleProver {
  readonly outcome: HoleOutcome;
  readonly #run: FileRun;
  /** Index among the holes of the text. */
  readonly #at: number;
  readonly #place: HolePlace;
  readonly #share: BudgetShare;
  readonly #problem: Problem;
  #goal: Promise<string> | null = null;
  #nearest: Attempt | null = null;
  #isEnded = false;

  /** `step`: only for a step of a sketch. */
  constructor(run: FileRun, at: number, step?: StepPlace) {
    const { project, text, holes, informalInput, budget } = run.parts;
    const hole = holes[at]!;
    this.#run = run;
    this.#at = at;
    this.#place = step?.place ?? { hole: at + 1 };
    this.#share = step?.share ?? new BudgetShare(budget.limits);
    this.outcome = untried(hole, at + 1);
    const goal = (): Promise<string> => (this.#goal ??= this.#askGoal());
    this.#problem = { project, text, hole, goal, informalInput };
  }

  /** Sets `outcome`. @throws {Failure} if candidates cannot be judged on this machine */
  async run(): Promise<void> {
    const { holes, strategies, emit } = this.#run.parts;
    const { hole, number } = this.outcome;
    const { line, column, declaration } = hole;
    const goal = await this.#start();
    emit({
      event: 'hole_started',
      hole: number,
      of: holes.length,
      line,
      column,
      declaration: declaration?.fullName ?? null,
      goal,
    });
    for (const strategy of strategies) await this.#apply(strategy);
    emit({ event: 'hole_ended', hole: number, ...this.#end, nearest: this.outcome.nearest });
  }

  async #start(): Promise<string> {
    return (this.outcome.goal = await this.#problem.goal());
  }

  get #end(): Pick<HoleOutcome, 'state' | 'strategy' | 'note' | 'attempts'> & {
    candidate: Proposal['candidate'] | null;
  } {
    const { state, strategy, proposal, note, attempts } = this.outcome;
    return { state, strategy, candidate: proposal?.candidate ?? null, note, attempts };
  }

  /** Whether nothing more is to be tried. */
  get #isDone(): boolean {
    return this.outcome.state === 'filled' || this.#isEnded;
  }

  async #apply(strategy: Strategy): Promise<void> {
    if (this.#isDone) return;
    try {
      await this.#runStrategy(strategy);
    } catch (error) {
      if (!(error instanceof HoleEnded)) throw error;
      this.#isEnded = true;
    }
  }

  #askGoal(): Promise<string> {
    const { trial, text, record, recordedGoal } = this.#run.parts;
    const recorded = record?.goal(this.#place) ?? recordedGoal?.(this.#place) ?? null;
    return recorded === null ? goalAt(trial, text, this.#problem.hole) : Promise.resolve(recorded);
  }

  /** A model error, or a share that is used up, ends this strategy only. */
  async #runStrategy(strategy: Strategy): Promise<void> {
    const run = this.#run;
    this.#nearest = null;
    const proposals = strategy.propose(this.#problem, this.#tools(strategy));
    try {
      for (let next = await proposals.next(); next.done !== true;) {
        const attempts = await this.#try(strategy, next.value);
        if (attempts === null) return;
        next = await proposals.next(attempts);
      }
    } catch (error) {
      if (error instanceof BudgetSpent) run.stopAt(error.stop, this.#place);
      else if (error instanceof ShareUsedUp)
        this.outcome.note = `Its share of the budget for ${error.limit} is used up.`;
      else if (error instanceof ModelError) this.#modelFailed(error);
      else throw error;
    } finally {
      await proposals.return(undefined);
      if (this.#nearest !== null) this.outcome.nearest = this.#describe(this.#nearest, strategy);
    }
  }

  #describe(attempt: Attempt, { name }: Strategy): NearestAttempt {
    const { excerpt: error, goals } = describeFailure(attempt, this.#problem);
    return { strategy: name, candidate: attempt.proposal.candidate.text, error, goals };
  }

  #modelFailed(error: ModelError): void {
    const run = this.#run;
    if (run.parts.deadline.aborted) return run.stopAt({ limit: 'time', isParents: false }, this.#place);
    run.modelFailed(error);
    this.outcome.note ??= error.detail.message;
  }

  #tools(strategy: Strategy): Tools {
    const place = this.#place;
    const { retrieval, library, findSolved, memoize, mayAddImports } = this.#run.parts;
    return {
      retrieve: retrieval && ((query) => retrieval.retrieve(place, this.#problem, query)),
      passages: library && ((query) => library.retrieve(place, query)),
      findSolved,
      mayAddImports,
      ask: this.#ask(),
      memoize,
      calls: this.#run.callsAt(place),
      openSteps: (sketch, number) => this.#openSteps(sketch, number),
      report: (remark) => this.#report(strategy, remark),
    };
  }

  #ask(): Tools['ask'] {
    const { ask } = this.#run;
    const { modelClient } = this.#run.parts;
    if (ask === null || modelClient === null) return null;
    return async (request, template) => {
      this.#requireShare();
      const answer = await ask(this.#place, request, template);
      this.#share.charge(amountOf(answer.usage, modelClient.model.price), 0);
      return answer;
    };
  }

  /** The share limits only steps: what a hole of the file may use is limited by the budget itself. */
  #requireShare(): void {
    const limit = this.#place.node === undefined ? null : this.#share.usedUp;
    if (limit !== null) throw new ShareUsedUp(limit);
  }

  /** How many of `requested` attempts the share allows. @throws {ShareUsedUp} if none */
  #attemptsOf(requested: number): number {
    this.#requireShare();
    return this.#place.node === undefined ? requested : this.#share.attemptsOf(requested);
  }

  #report(strategy: Strategy, remark: Remark): void {
    const { emit } = this.#run.parts;
    const place = this.#place;
    if (remark.kind === 'step') {
      const { step, round, from, text } = remark;
      return emit({ event: 'step', ...place, strategy: strategy.name, step, round, from, text });
    }
    if (remark.kind === 'note') this.outcome.note = remark.text;
    else this.outcome.noCandidate++;
    const text = remark.kind === 'note' ? remark.text : remark.why;
    emit({ event: 'remark', ...place, kind: remark.kind, text });
  }

  async #openSteps({ candidate, imports }: Proposal, number: number): Promise<Steps> {
    const header = await this.#header(imports);
    const { text, holes, steps } = putSketch(header.text, this.#holeOf(header), candidate);
    const run = this.#run.onSketch({ text, holes });
    const share = this.#share.child();
    const { hole, node } = this.#place;
    const provers = steps.map((at, step) => {
      const name = `${node === undefined ? '' : `${node}/`}${number}.${step + 1}`;
      return new HoleProver(run, at, { place: { hole, node: name }, share: share.child() });
    });
    const goals: string[] = [];
    for (const prover of provers) goals.push(await prover.#startStep());
    return {
      goals,
      prove: async (strategies, parts) => {
        this.#share.grant(share, parts);
        for (const strategy of strategies) {
          if (!provers.some((prover) => prover.#isEnded)) await applyToOpen(provers, strategy, share);
        }
        return provers.map((prover) => this.#endStep(prover));
      },
    };

    /** Each open step gets an equal part of what is left. */
    async function applyToOpen(all: readonly HoleProver[], strategy: Strategy, left: BudgetShare): Promise<void> {
      const open = all.filter((prover) => !prover.#isDone);
      for (const [at, prover] of open.entries()) {
        left.grant(prover.#share, open.length - at);
        await prover.#apply(strategy);
      }
    }
  }

  async #startStep(): Promise<string> {
    const { hole, node = '' } = this.#place;
    const goal = await this.#start();
    this.#run.parts.emit({ event: 'node_started', hole, node, goal });
    return goal;
  }

  /** The attempts at a step count for the hole. */
  #endStep(step: HoleProver): StepResult {
    const { hole, node = '' } = step.#place;
    this.#run.parts.emit({ event: 'node_ended', hole, node, ...step.#end });
    for (const count of ['attempts', 'unchecked', 'refused', 'noCandidate'] as const) {
      this.outcome[count] += step.outcome[count];
    }
    const { goal, proposal, imports, nearest, note } = step.outcome;
    return { goal: goal ?? '', proof: proposal && { ...proposal, imports }, nearest, note };
  }

  /** Returns the attempts on `proposals`; null once one is accepted. */
  async #try(strategy: Strategy, proposals: readonly Proposal[]): Promise<Attempt[] | null> {
    const attempts: Attempt[] = [];
    for (const group of byImports(proposals)) {
      const tried = await this.#tryWithImports(strategy, group);
      if (tried === null) return null;
      attempts.push(...tried);
    }
    return attempts;
  }

  /** Splits the proposals into batches that the budget allows. */
  async #tryWithImports(strategy: Strategy, proposals: readonly Proposal[]): Promise<Attempt[] | null> {
    const run = this.#run;
    this.#endIfOver();
    const header = await this.#header(proposals[0]?.imports ?? []);
    const hole = this.#holeOf(header);
    const attempts: Attempt[] = [];
    const allKeys = proposals.map(attemptKeys(header.text, hole));
    for (let from = 0; from < proposals.length;) {
      const to = from + this.#attemptsOf(proposals.length - from);
      const keys = allKeys.slice(from, to);
      const granted = await run.takeAttempts(keys);
      const batch = proposals.slice(from, from + granted.count);
      let answers: readonly (Tried | null)[] = [];
      try {
        answers = await this.#check(batch, header, hole);
      } finally {
        const made = answers.filter(isFinished).length;
        this.#share.charge({ tokens: 0, cost: 0 }, made);
        await granted.done(made);
      }
      const counted = this.#count(strategy, batch, answers, header, keys);
      this.#endIfOver();
      if (counted === null) return null;
      attempts.push(...counted);
      if (batch.length === 0) {
        run.stopAt(granted.stop, this.#place);
        throw new HoleEnded();
      }
      from += batch.length;
    }
    return attempts;
  }

  #header(imports: readonly string[]): Promise<Header> {
    const { headers, parts } = this.#run;
    return headers.with(imports, ({ modules, fails }) => {
      parts.emit({ event: 'import_tried', ...this.#place, modules, fails });
    });
  }

  #holeOf(header: Header): Hole {
    const hole = header.holes[this.#at];
    if (hole === undefined) throw new Error(`hole ${this.#at + 1} of the file is lost`);
    return hole;
  }

  async #check(batch: readonly Proposal[], header: Header, hole: Hole): Promise<readonly (Tried | null)[]> {
    if (batch.length === 0) return [];
    if (header.fails !== null) return batch.map(() => importsFailed(header));
    return this.#run.parts.trial.check(header.text, hole, batch);
  }

  #endIfOver(): void {
    if (!this.#run.parts.deadline.aborted || this.outcome.accepted !== null) return;
    this.#run.stopAt({ limit: 'time', isParents: false }, this.#place);
    throw new HoleEnded();
  }

  /** Returns null once one is accepted. */
  #count(
    strategy: Strategy,
    batch: readonly Proposal[],
    answers: readonly (Tried | null)[],
    header: Header,
    keys: readonly string[],
  ): Attempt[] | null {
    const attempts: Attempt[] = [];
    for (const [at, proposal] of batch.entries()) {
      const answer = answers[at];
      if (answer === null || answer === undefined) continue;
      if (answer.verdict.kind === 'unchecked' && answer.verdict.why === 'cancelled') continue;
      const verdict = toOriginalLines(answer.verdict, header);
      this.#recordAttempt(strategy, proposal, { verdict, from: answer.from }, keys[at] ?? '');
      if (verdict.kind === 'accepted') {
        this.#accept(strategy, proposal, verdict, header);
        return null;
      }
      attempts.push({ proposal, verdict });
      if (proposal.isProbe !== true) this.#nearest = bestOf([this.#nearest ?? [], { proposal, verdict }].flat());
      this.#endIfImpossible({ proposal, verdict });
    }
    return attempts;
  }

  #recordAttempt(strategy: Strategy, proposal: Proposal, { verdict, from }: Tried, key: string): void {
    const { outcome } = this;
    outcome.attempts++;
    if (verdict.kind === 'unchecked') outcome.unchecked++;
    if (verdict.kind === 'rejected' && verdict.by === 'audit') outcome.refused++;
    const { candidate, lemmas, imports, isProbe } = proposal;
    this.#run.parts.emit({
      event: 'attempt',
      ...this.#place,
      number: this.#run.numberOf(key),
      strategy: strategy.name,
      candidate,
      ...(isProbe === true ? { look: true as const } : {}),
      lemmas,
      imports,
      verdict,
      from,
      key,
    });
  }

  #accept(
    strategy: Strategy,
    proposal: Proposal,
    verdict: Extract<Verdict, { kind: 'accepted' }>,
    { modules }: Header,
  ): void {
    const { outcome } = this;
    outcome.state = 'filled';
    outcome.proposal = proposal;
    outcome.strategy = strategy.name;
    outcome.accepted = verdict;
    outcome.imports = modules;
    outcome.note = null;
    this.#nearest = null;
    outcome.nearest = null;
  }

  #endIfImpossible({ proposal, verdict }: Attempt): void {
    if (verdict.kind === 'unchecked' && MACHINE_REASONS.has(verdict.why)) throw cannotAudit(verdict);
    const isUnauditable = verdict.kind === 'unchecked' && verdict.why === 'notAuditable';
    const why = isUnauditable ? verdict.detail : falseGoalReason({ proposal, verdict }, this.outcome.goal ?? '');
    if (why === null) return;
    this.outcome.note = why;
    throw new HoleEnded();
  }
}

/** A cancelled check does not count as an attempt. */
const isFinished = (answer: Tried | null): boolean =>
  answer !== null && !(answer.verdict.kind === 'unchecked' && answer.verdict.why === 'cancelled');

/** Groups consecutive proposals with the same imports. */
function byImports(proposals: readonly Proposal[]): Proposal[][] {
  const groups: Proposal[][] = [];
  for (const proposal of proposals) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && String(last[0].imports) === String(proposal.imports)) last.push(proposal);
    else groups.push([proposal]);
  }
  return groups;
}

function importsFailed({ modules, fails }: Header): Tried {
  const imports = modules.map((module) => `import ${module}`).join(', ');
  const detail = `the file fails with ${imports}: ${fails ?? ''}`;
  return { verdict: { kind: 'unchecked', why: 'importsMissing', detail }, from: 'lean' };
}

/** Reasons that apply to all candidates. */
const MACHINE_REASONS: ReadonlySet<UncheckedReason> = new Set(
  literalWords('leanMissing levelOutOfReach sandboxTooWeak selfTestFailed'),
);

function cannotAudit({ why, detail, next }: Extract<Verdict, { kind: 'unchecked' }>): Failure {
  return new Failure('missing', 'cannot-audit', {
    message: 'Nothing can be audited here, so nothing counts as proved.',
    reason: detail,
    next: next ?? (why === 'selfTestFailed' ? 'lemmahead doctor --self-test' : 'lemmahead doctor'),
  });
}
