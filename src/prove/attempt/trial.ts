/** A candidate's way to a verdict: the gate, what is known of it, a quick try, and only what compiles there is worth the judge's time. */
import type { Candidate } from '../../verify/hole/candidate.ts';
import { NOT_STARTED, type CheckMode, type Hint } from '../../verify/trial/check-mode.ts';
import { gate } from '../../verify/hole/gate.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Judge } from '../../verify/audit/judge.ts';
import type { SandboxLevel } from '../../lean/process/sandbox.ts';
import type { Verdict } from '../../verify/verdict.ts';

/** A candidate, and whether it is only looked at. */
export interface Tryable {
  candidate: Candidate;
  isProbe?: true;
}

/** Where a verdict comes from: `record` is this run's own, `cache` another run's; both hold rejections alone. */
export type VerdictSource = 'gate' | 'record' | 'cache' | 'lean' | 'judge';

export interface Tried {
  verdict: Verdict;
  from: VerdictSource;
}

export interface Trial {
  /**
   * Tries each of `tryables` in `hole` of `text` by itself, the other holes left open, and has the judge look at those
   * that compile, in their order, until it accepts one: the answer ends with that one. Those that nothing was asked
   * about any more have no answer (null).
   */
  check(text: string, hole: Hole, tryables: readonly Tryable[]): Promise<(Tried | null)[]>;
}

/** Rejections by Lean that need not be asked for again. It never holds an acceptance. */
export interface KnownRejections {
  at(text: string, hole: Hole): KnownAtHole;
}

export interface KnownAtHole {
  find(tryable: Tryable): { verdict: Rejection; from: 'record' | 'cache' } | null;
  keep(tryable: Tryable, verdict: Rejection): void;
}

export type Rejection = Extract<Verdict, { kind: 'rejected'; by: 'lean' }>;

export interface TrialOptions {
  mode: Pick<CheckMode, 'check'>;
  judge: Pick<Judge, 'candidate'>;
  /** In which `mode` runs Lean. */
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

/** One batch of candidates on its way. */
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

  /** Every candidate up to the first that nothing is known of yet. True once one is accepted. */
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
      // What was tried behind it, since several are tried at a time, is no part of the answer.
      return true;
    }
    return true;
  }

  /** The mode goes on until one compiles, so that the judge does not wait for the rest. */
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
    const reason = gate(tryable.candidate);
    if (reason !== null) return { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, from: 'gate' };
    return this.#known?.find(tryable) ?? null;
  }

  /** Of what the judge does not look at. */
  #verdictOf(hint: Hint, tryable: Tryable): Verdict {
    const { sandbox } = this.#options;
    if (hint.kind === 'unchecked') {
      return { kind: 'unchecked', why: hint.why === 'busy' ? 'crashed' : hint.why, detail: hint.detail };
    }
    const diagnostics = hint.kind === 'compiles' ? (hint.remarks ?? []) : hint.diagnostics;
    const verdict: Rejection = { kind: 'rejected', by: 'lean', diagnostics, sandbox };
    this.#known?.keep(tryable, verdict);
    return verdict;
  }
}
