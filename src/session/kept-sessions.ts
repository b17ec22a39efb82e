/** The open prover sessions of a worker: units with the same options share one, because opening costs seconds. */
import type { LocalSession } from './prover-session.ts';

/** Servers keep gigabytes: an idle worker gives them back. */
const IDLE_MS = 60_000;

interface Kept {
  session: Promise<LocalSession>;
  users: number;
  timer: NodeJS.Timeout | null;
}

export class KeptSessions {
  readonly #kept = new Map<string, Kept>();

  /** Calls `work` with the session for `key`. One that nobody uses is closed when another is opened, or after a minute. */
  async use<T>(
    key: string,
    open: () => Promise<LocalSession>,
    work: (session: LocalSession) => Promise<T>,
  ): Promise<T> {
    for (const [other, { users }] of this.#kept) if (other !== key && users === 0) await this.#close(other);
    const kept = this.#kept.get(key) ?? { session: open(), users: 0, timer: null };
    this.#kept.set(key, kept);
    kept.users++;
    if (kept.timer !== null) clearTimeout(kept.timer);
    try {
      return await work(await kept.session);
    } catch (error) {
      // What could not be opened may be there the next time.
      if (await isFailed(kept.session)) this.#kept.delete(key);
      throw error;
    } finally {
      kept.users--;
      if (kept.users === 0) {
        kept.timer = setTimeout(() => void this.#close(key), IDLE_MS);
        kept.timer.unref();
      }
    }
  }

  async close(): Promise<void> {
    for (const key of [...this.#kept.keys()]) await this.#close(key);
  }

  async #close(key: string): Promise<void> {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    if (kept.timer !== null) clearTimeout(kept.timer);
    await kept.session.then((session) => session.close()).catch(() => undefined);
  }
}

const isFailed = (session: Promise<unknown>): Promise<boolean> =>
  session.then(
    () => false,
    () => true,
  );
