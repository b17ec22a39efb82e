/** Checks candidates in order of cost: gate, known rejections, quick compile, and the judge for those that compile. */
import type { Candidate } from '../../verify/hole/candidate.ts';
import { NOT_STARTED, type CheckMode, type Hint } from '../../verify/trial/check-mode.ts';
import { gate } from '../../verify/hole/gate.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Judge } from '../../verify/audit/judge.ts';
import type { SandboxLevel } from '../../lean/process/sandbox-levels.ts';
import type { Verdict } from '../../verify/verdict.ts';

/** A candidate or a probe. */
export interface Tryable {
  candidate: Candidate;
  isProbe?: true;
}

/** Source of a verdict. `record`: this run; `cache`: another run; both contain only rejections. */
export type VerdictSource = 'gate' | 'record' | 'cache' | 'lean' | 'judge';

export interface Tried {
  verdict: Verdict;
  from: VerdictSource;
}

export interface Trial {
  /**
   * Tries each of `tryables` alone in `hole` of `text`, with all other holes open. Passes those that compile to the judge
   * in order, until it accepts one. The results end with the accepted one; untried candidates have the result null.
   */
  check(text: string, hole: Hole, tryables: readonly Tryable[]): Promise<(Tried | null)[]>;
}

/** Stored rejections by Lean. It never contains acceptances. */
export interface KnownRejections {
  at(text: string, hole: Hole): KnownAtHole;
}

export interface KnownAtHole {
  find(tryable: Tryable): { verdict: Rejection; from: 'record' | 'cache' } | null;
  store(tryable: Tryable, verdict: Rejection): void;
}

export type Rejection = Extract<Verdict, { kind: 'rejected'; by: 'lean' }>;

export interface TrialOptions {
  mode: Pick<CheckMode, 'check'>;
  judge: Pick<Judge, 'candidate'>;
  /** The sandbox in which `mode` runs Lean. */
  sandbox: SandboxLevel;
  known?: KnownRejections;
  signal: AbortSignal;
}

export function openTrial(options: TrialOptions): Trial {
  return {
    check(text, hole, tryables) {
      return new Batch(options, text, hole, tryables).run();
    },
  };
}

/** The check of one batch of candidates. */
class Batch {
  readonly #options: TrialOptions;
  readonly #text: string;
  readonly #hole: Hole;
  readonly #tryables: readonly Tryable[];
  readonly #known: KnownAtHole | null;
  readonly #answers: (Tried | null)[];
  readonly #hints = new Map<number, Hint>();

  constructor(options: TrialOptions, text: string, hole: Hole, tryables: readonly Tryable[]) {
    this.#options = options;
    this.#text = text;
    this.#hole = hole;
    this.#tryables = tryables;
    this.#known = options.known?.at(text, hole) ?? null;
    this.#answers = tryables.map((tryable) => this.#knownOf(tryable));
  }

  async run(): Promise<(Tried | null)[]> {
    for (;;) {
      if (await this.#judgeInOrder()) return this.#answers;
      const todo = [...this.#answers.keys()].filter((at) => this.#answers[at] === null && !this.#hints.has(at));
      if (todo.length === 0) return this.#answers;
      await this.#try(todo);
    }
  }

  /** Judges candidates up to the first without a hint. Returns true once one is accepted or all have a result. */
  async #judgeInOrder(): Promise<boolean> {
    const { judge } = this.#options;
    for (const [at, tryable] of this.#tryables.entries()) {
      if (this.#answers[at] !== null) continue;
      const hint = this.#hints.get(at);
      if (hint === undefined) return false;
      if (hint.kind !== 'compiles' || tryable.isProbe === true) {
        this.#answers[at] = { verdict: this.#verdictOf(hint, tryable), from: 'lean' };
        continue;
      }
      const { verdict } = await judge.candidate(this.#text, this.#hole, tryable.candidate);
      this.#answers[at] = { verdict, from: 'judge' };
      if (verdict.kind !== 'accepted') continue;
      // Later candidates of the same batch may have been tried too; their results are dropped.
      return true;
    }
    return true;
  }

  /** Runs the mode until one candidate compiles, so the judge need not wait for the others. */
  async #try(todo: readonly number[]): Promise<void> {
    const { mode, signal } = this.#options;
    const candidates = todo.map((at) => this.#tryables[at]!.candidate);
    const hints = await mode.check(this.#text, this.#hole, candidates, signal, (hint, k) => {
      return hint.kind === 'compiles' && this.#tryables[todo[k]!]!.isProbe !== true;
    });
    const isOver = signal.aborted || hints.every((hint) => hint === NOT_STARTED);
    for (const [k, at] of todo.entries()) {
      const hint = hints[k] ?? { kind: 'unchecked', why: 'crashed', detail: 'no answer' };
      if (hint !== NOT_STARTED || isOver) this.#hints.set(at, hint);
    }
  }

  #knownOf(tryable: Tryable): Tried | null {
    const reason = gate(tryable.candidate, tryable.isProbe);
    if (reason !== null) return { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, from: 'gate' };
    return this.#known?.find(tryable) ?? null;
  }

  /** The verdict on a candidate that is not passed to the judge. */
  #verdictOf(hint: Hint, tryable: Tryable): Verdict {
    const { sandbox } = this.#options;
    if (hint.kind === 'unchecked') {
      return { kind: 'unchecked', why: hint.why === 'busy' ? 'crashed' : hint.why, detail: hint.detail };
    }
    const diagnostics = hint.kind === 'compiles' ? (hint.remarks ?? []) : hint.diagnostics;
    const verdict: Rejection = { kind: 'rejected', by: 'lean', diagnostics, sandbox };
    this.#known?.store(tryable, verdict);
    return verdict;
  }
}
