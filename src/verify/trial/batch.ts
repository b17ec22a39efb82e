/** Many candidates for one hole in one process: the imports are loaded once, and no candidate touches another. */
import { randomBytes } from 'node:crypto';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import { batchFile } from './batch-file.ts';
import { fill, hintOf, type CheckMode, type Filled, type Hint, type ModeOptions, NOT_BEGUN } from './check-mode.ts';
import { openColdLean, tryAlone, type ColdLean } from './cold.ts';
import { isSealed, looksAround, sealedDeclaration, type SealedDeclaration } from './self-contained.ts';

/** Enough that the import weighs little, few enough that one bad candidate costs few others a second try. */
const BATCH_SIZE = 16;

/** A candidate that waits for its hint. */
interface Task {
  at: number;
  filled: Filled;
}

export async function openBatch(options: ModeOptions & { size?: number }): Promise<CheckMode> {
  const lean = await openColdLean({ ...options, installation: withoutErrorCap(options.installation) });
  const size = options.size ?? BATCH_SIZE;
  return {
    name: 'batch',
    async check(text, hole, candidates, signal, isEnough) {
      const declaration = sealedDeclaration(text, hole);
      const run = new BatchRun(lean, text, declaration, signal);
      const isDone = (): boolean => isEnough !== undefined && [...run.hints].some(([at, hint]) => isEnough(hint, at));
      const fullName = hole.declaration?.fullName ?? null;
      const together: Task[] = [];
      for (const [at, candidate] of candidates.entries()) {
        const task = { at, filled: fill(text, hole, candidate) };
        const filling = task.filled.filling.text;
        const fits = declaration !== null && isSealed(filling) && !looksAround(filling, fullName);
        if (fits) together.push(task);
        else if (!isDone()) await run.alone(task);
      }
      for (let from = 0; from < together.length && !isDone(); from += size) {
        await run.together(together.slice(from, from + size));
      }
      return candidates.map((_, at) => run.hints.get(at) ?? NOT_BEGUN);
    },
    close: () => lean.close(),
  };
}

/** Since 4.24 Lean ends after a hundred errors, which is fewer than a batch may have of its own right. */
function withoutErrorCap(installation: LeanInstallation): LeanInstallation {
  const { generation, minor } = installation.version;
  if (generation !== 'current' || minor < 24) return installation;
  return { ...installation, options: [...installation.options, '-DmaxErrors=0'] };
}

class BatchRun {
  readonly hints = new Map<number, Hint>();
  readonly #lean: ColdLean;
  readonly #text: string;
  readonly #declaration: SealedDeclaration | null;
  readonly #signal: AbortSignal;

  constructor(lean: ColdLean, text: string, declaration: SealedDeclaration | null, signal: AbortSignal) {
    this.#lean = lean;
    this.#text = text;
    this.#declaration = declaration;
    this.#signal = signal;
  }

  /** As the reference does it: the whole file, with this candidate only. */
  async alone({ at, filled }: Task): Promise<void> {
    if (this.#signal.aborted) return;
    this.hints.set(at, await tryAlone(this.#lean, filled, this.#signal));
  }

  async together(tasks: readonly Task[]): Promise<void> {
    const [first] = tasks;
    if (this.#signal.aborted || first === undefined || this.#declaration === null) return;
    if (tasks.length === 1) return this.alone(first);
    const fillings = tasks.map(({ filled }) => filled.filling);
    const file = batchFile(this.#text, this.#declaration, fillings, freshWord(this.#text));
    const end = await this.#lean.run(file.text, this.#signal);
    const failure = await this.#lean.headerFailure(file.text, end.diagnostics, this.#signal);
    if (failure !== null) {
      const { why, detail } = failure;
      for (const { at } of tasks) this.hints.set(at, { kind: 'unchecked', why, detail });
      return;
    }
    const unsure: Task[] = [];
    for (const [k, messages] of file.read(end.diagnostics).entries()) {
      const task = tasks[k];
      if (task === undefined) continue;
      if (messages === null) unsure.push(task);
      else this.hints.set(task.at, hintOf(messages, task.filled));
    }
    if (end.kind === 'ended') for (const task of unsure) await this.alone(task);
    else await this.#again(unsure, unsure.length < tasks.length);
  }

  /** After a run that came to no end: where Lean told how far it was, the next one is to blame, else it is searched for. */
  async #again(unsure: readonly Task[], isFirstToBlame: boolean): Promise<void> {
    const middle = isFirstToBlame ? 1 : Math.ceil(unsure.length / 2);
    await this.together(unsure.slice(0, middle));
    await this.together(unsure.slice(middle));
  }
}

function freshWord(text: string): string {
  for (;;) {
    const word = randomBytes(4).toString('hex');
    if (!text.includes(word)) return word;
  }
}
