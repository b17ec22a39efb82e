/**
 * Decides whether answers to mathematical questions are the expected ones: `\frac12` and `0.5` are the same answer.
 * Usable without the rest of lemmahead: `import { AnswerChecker } from 'lemmahead/answers'`.
 */
import { Failure } from '../base/errors.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { threadScript, WorkerLink } from '../base/worker-link.ts';
import type { AnswerPair, AnswerVerdict } from './check-answer.ts';
import type { EngineTasks } from './engine-worker.ts';

export type { AnswerPair, AnswerVerdict } from './check-answer.ts';

const TIME_LIMIT = 2000;
/** Megabytes of the thread that reads answers. */
const MEMORY_LIMIT = 256;
/** Only the end of a longer text is read. */
const LONGEST_TEXT = 100_000;

const UNDECIDED: AnswerVerdict = { verdict: 'undecided', extracted: null, kinds: null };

/**
 * Checks answers one after the other in a thread that is ended and replaced if a pair takes too long or too much
 * memory; the verdict of that pair is `undecided`.
 */
export class AnswerChecker {
  readonly #timeLimit: number;
  #thread: WorkerLink<EngineTasks> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param timeLimit milliseconds for one pair */
  constructor(timeLimit = TIME_LIMIT) {
    this.#timeLimit = timeLimit;
  }

  /**
   * Whether a text (a bare answer or a model's whole text) gives the expected answer.
   * @throws {Failure} `package-missing`
   */
  check(pair: AnswerPair): Promise<AnswerVerdict> {
    const verdict = this.#last.then(() => this.#check(pair));
    this.#last = verdict.catch(() => undefined);
    return verdict;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
    this.#thread = null;
  }

  async #check(pair: AnswerPair): Promise<AnswerVerdict> {
    const text = withoutThinking(pair.text).slice(-LONGEST_TEXT);
    const thread = await this.#open();
    thread.keepProcess(true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, this.#timeLimit, null);
    });
    try {
      const verdict = await Promise.race([thread.call('check', { ...pair, text }), late]);
      if (verdict !== null) return verdict;
    } catch (error) {
      if (error instanceof Failure) throw error;
    } finally {
      clearTimeout(timer);
      // A caller that forgets `close` must not wait for ever.
      thread.keepProcess(false);
    }
    await this.close();
    return UNDECIDED;
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
