/** Checks many candidates for one hole in one process: the imports are loaded once, and the candidates are independent. */
import { randomBytes } from 'node:crypto';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { batchFile } from './batch-file.ts';
import {
  fill,
  hintOf,
  type CheckMode,
  type FilledText,
  type Hint,
  type ModeOptions,
  NOT_STARTED,
} from './check-mode.ts';
import { checkInOwnProcess, openColdLean, type ColdLean } from './cold.ts';
import {
  isSelfContained,
  mayUseCopies,
  selfContainedDeclaration,
  type SelfContainedDeclaration,
} from './self-contained.ts';

/** Large enough that the import costs little per candidate; small enough that a bad candidate makes few others run again. */
const BATCH_SIZE = 16;

/** A candidate without a hint. */
interface Task {
  at: number;
  filled: FilledText;
}

export async function openBatch(options: ModeOptions & { size?: number }): Promise<CheckMode> {
  const lean = await openColdLean({ ...options, installation: withoutErrorCap(options.installation) });
  const size = options.size ?? BATCH_SIZE;
  return {
    name: 'batch',
    async check(text, hole, candidates, signal, isEnough) {
      const declaration = selfContainedDeclaration(text, hole);
      const run = new BatchRun(lean, text, declaration, signal);
      const isDone = (): boolean => isEnough !== undefined && [...run.hints].some(([at, hint]) => isEnough(hint, at));
      const fullName = hole.declaration?.fullName ?? null;
      const batched: Task[] = [];
      for (const [at, candidate] of candidates.entries()) {
        const task = { at, filled: fill(text, hole, candidate) };
        const filling = task.filled.filling.text;
        const fits = declaration !== null && isSelfContained(filling) && !mayUseCopies(filling, fullName);
        if (fits) batched.push(task);
        else if (!isDone()) await run.checkOne(task);
      }
      for (let from = 0; from < batched.length && !isDone(); from += size) {
        await run.checkBatch(batched.slice(from, from + size));
      }
      return candidates.map((_, at) => run.hints.get(at) ?? NOT_STARTED);
    },
    close: () => lean.close(),
  };
}

/** Since 4.24 Lean stops after a hundred errors; a batch may have more. */
function withoutErrorCap(installation: LeanInstallation): LeanInstallation {
  const { generation, minor } = installation.version;
  if (generation !== 'current' || minor < 24) return installation;
  return { ...installation, options: [...installation.options, '-DmaxErrors=0'] };
}

class BatchRun {
  readonly hints = new Map<number, Hint>();
  readonly #lean: ColdLean;
  readonly #text: string;
  readonly #declaration: SelfContainedDeclaration | null;
  readonly #signal: AbortSignal;

  constructor(lean: ColdLean, text: string, declaration: SelfContainedDeclaration | null, signal: AbortSignal) {
    this.#lean = lean;
    this.#text = text;
    this.#declaration = declaration;
    this.#signal = signal;
  }

  /** Like the cold check: the complete file with only this candidate. */
  async checkOne({ at, filled }: Task): Promise<void> {
    if (this.#signal.aborted) return;
    this.hints.set(at, await checkInOwnProcess(this.#lean, filled, this.#signal));
  }

  async checkBatch(tasks: readonly Task[]): Promise<void> {
    const [first] = tasks;
    if (this.#signal.aborted || first === undefined || this.#declaration === null) return;
    if (tasks.length === 1) return this.checkOne(first);
    const fillings = tasks.map(({ filled }) => filled.filling);
    const file = batchFile(this.#text, this.#declaration, fillings, freshWord(this.#text));
    const end = await this.#lean.run(file.text, this.#signal);
    const failure = await this.#lean.headerFailure(file.text, end.diagnostics, this.#signal);
    if (failure !== null) {
      const { why, detail } = failure;
      for (const { at } of tasks) this.hints.set(at, { kind: 'unchecked', why, detail });
      return;
    }
    const unclear: Task[] = [];
    for (const [k, messages] of file.read(end.diagnostics).entries()) {
      const task = tasks[k];
      if (task === undefined) continue;
      if (messages === null) unclear.push(task);
      else this.hints.set(task.at, hintOf(messages, task.filled));
    }
    if (end.kind === 'ended') for (const task of unclear) await this.checkOne(task);
    else await this.#retry(unclear, unclear.length < tasks.length);
  }

  /** After an aborted run: if Lean finished some copies, the next one is the cause; otherwise it is found by bisection. */
  async #retry(unclear: readonly Task[], isFirstTheCause: boolean): Promise<void> {
    const middle = isFirstTheCause ? 1 : Math.ceil(unclear.length / 2);
    await this.checkBatch(unclear.slice(0, middle));
    await this.checkBatch(unclear.slice(middle));
  }
}

function freshWord(text: string): string {
  for (;;) {
    const word = randomBytes(4).toString('hex');
    if (!text.includes(word)) return word;
  }
}
