/** Tries to fill one hole: runs the strategies in order, tries their proposals and returns the attempts to them. */
import { literalWords } from '../../base/words.ts';
import { Failure } from '../../base/errors.ts';
import { ModelError } from '../../llm/model-error.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { UncheckedReason, Verdict } from '../../verify/verdict.ts';
import { BudgetSpent } from '../../llm/budget.ts';
import { goalAt } from './find-goal.ts';
import { type Header, toOriginalLines } from './headers.ts';
import { attemptKeys } from './known-rejections.ts';
import type { HoleOutcome } from '../outcome.ts';
import type { FileRun } from '../file-run.ts';
import { falseGoalReason } from './false-goal.ts';
import type { Attempt, Problem, Proposal, Remark, Strategy, Tools } from '../strategy.ts';
import type { Tried } from './trial.ts';

/** Ends the work on a hole before the strategies are exhausted. */
class HoleEnded extends Error {}

export class HoleProver {
  readonly outcome: HoleOutcome;
  readonly #run: FileRun;
  readonly #problem: Problem;
  #goal: Promise<string> | null = null;

  constructor(run: FileRun, hole: Hole, number: number) {
    this.#run = run;
    this.outcome = initialOutcome(hole, number);
    const goal = (): Promise<string> => (this.#goal ??= this.#askGoal());
    const { text, informalInput } = run.parts;
    this.#problem = { text, hole, goal, informalInput };
  }

  /** Sets `outcome`. @throws {Failure} if candidates cannot be judged on this machine */
  async run(): Promise<void> {
    const { holes, strategies, emit } = this.#run.parts;
    const { hole, number } = this.outcome;
    const { line, column, declaration } = hole;
    const goal = await this.#problem.goal();
    this.outcome.goal = goal;
    const name = declaration?.fullName ?? null;
    emit({
      event: 'hole_started',
      hole: number,
      of: holes.length,
      line,
      column,
      declaration: name,
      goal,
    });
    try {
      for (const strategy of strategies) {
        if (await this.#runStrategy(strategy)) break;
      }
    } catch (error) {
      if (!(error instanceof HoleEnded)) throw error;
    }
    const { state, proposal, note, attempts } = this.outcome;
    emit({
      event: 'hole_ended',
      hole: number,
      state,
      strategy: this.outcome.strategy,
      candidate: proposal?.candidate ?? null,
      note,
      attempts,
    });
  }

  #askGoal(): Promise<string> {
    const { trial, text, record } = this.#run.parts;
    const recorded = record?.goal(this.outcome.number) ?? null;
    return recorded === null ? goalAt(trial, text, this.#problem.hole) : Promise.resolve(recorded);
  }

  /** Returns true if the hole is filled. A model error ends this strategy only. */
  async #runStrategy(strategy: Strategy): Promise<boolean> {
    const run = this.#run;
    const proposals = strategy.propose(this.#problem, this.#tools(strategy));
    try {
      for (let next = await proposals.next(); next.done !== true;) {
        const attempts = await this.#try(strategy, next.value);
        if (attempts === null) return true;
        next = await proposals.next(attempts);
      }
    } catch (error) {
      if (error instanceof BudgetSpent) run.stopAt(error.stop, this.outcome.number);
      else if (error instanceof ModelError) this.#modelFailed(error);
      else throw error;
    } finally {
      await proposals.return(undefined);
    }
    return false;
  }

  #modelFailed(error: ModelError): void {
    const run = this.#run;
    if (run.parts.deadline.aborted) return run.stopAt({ limit: 'time', isParents: false }, this.outcome.number);
    run.modelFailed(error);
    this.outcome.note ??= error.detail.message;
  }

  #tools(strategy: Strategy): Tools {
    const { outcome } = this;
    const { number } = outcome;
    const { ask } = this.#run;
    const { retrieval, library, findSolved, memoize, emit } = this.#run.parts;
    return {
      retrieve: retrieval && ((query) => retrieval.retrieve(number, this.#problem, query)),
      passages: library && ((query) => library.retrieve(number, query)),
      findSolved,
      ask: ask && ((request, template) => ask(number, request, template)),
      memoize,
      calls: this.#run.callsAt(number),
      report: (remark: Remark) => {
        if (remark.kind === 'step') {
          const { step, round, from, text } = remark;
          return emit({ event: 'step', hole: number, strategy: strategy.name, step, round, from, text });
        }
        if (remark.kind === 'note') outcome.note = remark.text;
        else outcome.noCandidate++;
        const text = remark.kind === 'note' ? remark.text : remark.why;
        emit({ event: 'remark', hole: number, kind: remark.kind, text });
      },
    };
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
    const { headers, emit } = run.parts;
    const { number } = this.outcome;
    this.#endIfOver();
    const header = await headers.with(proposals[0]?.imports ?? [], ({ modules, fails }) => {
      emit({ event: 'import_tried', hole: number, modules, fails });
    });
    const hole = header.holes[number - 1];
    if (hole === undefined) throw new Error(`hole ${number} of the file is lost`);
    const attempts: Attempt[] = [];
    const allKeys = proposals.map(attemptKeys(header.text, hole));
    for (let from = 0; from < proposals.length;) {
      const rest = proposals.slice(from);
      const keys = allKeys.slice(from);
      const granted = await run.takeAttempts(keys);
      const batch = rest.slice(0, granted.count);
      let answers: readonly (Tried | null)[] = [];
      try {
        answers = await this.#check(batch, header, hole);
      } finally {
        granted.done(answers.filter(isFinished).length);
      }
      const counted = this.#count(strategy, batch, answers, header, keys);
      this.#endIfOver();
      if (counted === null) return null;
      attempts.push(...counted);
      if (batch.length === 0) {
        run.stopAt(granted.stop, number);
        throw new HoleEnded();
      }
      from += batch.length;
    }
    return attempts;
  }

  async #check(batch: readonly Proposal[], header: Header, hole: Hole): Promise<readonly (Tried | null)[]> {
    if (batch.length === 0) return [];
    if (header.fails !== null) return batch.map(() => importsFailed(header));
    return this.#run.parts.trial.check(header.text, hole, batch);
  }

  #endIfOver(): void {
    if (!this.#run.parts.deadline.aborted || this.outcome.accepted !== null) return;
    this.#run.stopAt({ limit: 'time', isParents: false }, this.outcome.number);
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
      hole: outcome.number,
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

function initialOutcome(hole: Hole, number: number): HoleOutcome {
  return {
    hole,
    number,
    state: hole.isProof ? 'open' : 'skipped',
    goal: null,
    proposal: null,
    strategy: null,
    accepted: null,
    imports: [],
    attempts: 0,
    unchecked: 0,
    refused: 0,
    noCandidate: 0,
    note: null,
    isDropped: false,
  };
}

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
