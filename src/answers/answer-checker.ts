/**
 * Decides whether answers to mathematical questions are the expected ones: `\frac12` and `0.5` are the same answer.
 * Usable without the rest of lemmahead: `import { AnswerChecker } from 'lemmahead/answers'`.
 */
import { Failure } from '../base/errors.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { threadScript, WorkerLink } from '../base/worker-link.ts';
import type { Calculation } from './calculate.ts';
import type { AnswerPair, AnswerVerdict } from './check-answer.ts';
import { cpuTimeout } from './cpu-timeout.ts';
import type { EngineTasks } from './engine-worker.ts';

export type { Calculation } from './calculate.ts';
export type { AnswerPair, AnswerVerdict } from './check-answer.ts';

const TIME_LIMIT = 2000;
/** Megabytes of the thread that reads answers. */
const MEMORY_LIMIT = 256;
/** Only the end of a longer text is read. */
const LONGEST_TEXT = 100_000;

const TOO_LONG: Calculation = { error: 'The calculation takes too long or too much memory.' };
const UNDECIDED: AnswerVerdict = { verdict: 'undecided', extracted: null, kinds: null };

/**
 * Checks answers one after the other in a thread that is ended and replaced if a pair takes too long or too much
 * memory; the verdict of that pair is `undecided`.
 */
export class AnswerChecker {
  readonly #timeLimit: number;
  #thread: WorkerLink<EngineTasks> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param timeLimit milliseconds of computing for one pair; on a busy machine, this takes longer */
  constructor(timeLimit = TIME_LIMIT) {
    this.#timeLimit = timeLimit;
  }

  /**
   * Whether a text (a bare answer or a model's whole text) gives the expected answer.
   * @throws {Failure} `package-missing`
   */
  check(pair: AnswerPair): Promise<AnswerVerdict> {
    const text = withoutThinking(pair.text).slice(-LONGEST_TEXT);
    return this.#inTurn('check', { ...pair, text }, UNDECIDED);
  }

  /**
   * The value of a calculation, in LaTeX or as people type it: `\\binom{10}{3}`, `2^100 mod 7`.
   * @throws {Failure} `package-missing`
   */
  calculate(expression: string): Promise<Calculation> {
    return this.#inTurn('calculate', expression, TOO_LONG);
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
    this.#thread = null;
  }

  #inTurn<Name extends 'check' | 'calculate'>(
    task: Name,
    input: Parameters<EngineTasks[Name]>[0],
    late: ReturnType<EngineTasks[Name]>,
  ): Promise<ReturnType<EngineTasks[Name]>> {
    const result = this.#last.then(() => this.#inTime(task, input, late));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #inTime<Name extends 'check' | 'calculate'>(
    task: Name,
    input: Parameters<EngineTasks[Name]>[0],
    late: ReturnType<EngineTasks[Name]>,
  ): Promise<ReturnType<EngineTasks[Name]>> {
    const thread = await this.#open();
    thread.keepProcess(true);
    let cancel = (): void => undefined;
    const isLate = new Promise<null>((resolve) => {
      cancel = cpuTimeout(this.#timeLimit, () => resolve(null));
    });
    try {
      const result = await Promise.race([thread.call(task, input), isLate]);
      if (result !== null) return result;
    } catch (error) {
      if (error instanceof Failure) throw error;
    } finally {
      cancel();
      // A caller that forgets `close` must not wait for ever.
      thread.keepProcess(false);
    }
    await this.close();
    return late;
  }

  async #open(): Promise<WorkerLink<EngineTasks>> {
    if (this.#thread !== null) return this.#thread;
    const thread = new WorkerLink<EngineTasks>(
      threadScript('engine-worker', import.meta.url),
      'The thread of answers',
      {
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
      },
    );
    try {
      await thread.call('load', null);
    } catch (error) {
      await thread.close();
      throw error;
    }
    this.#thread = thread;
    return thread;
  }
}
