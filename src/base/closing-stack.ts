/** Closes what was opened, the last first. Node has this as `AsyncDisposableStack` only from version 24 on. */

interface Closable {
  close: () => unknown;
}

export class ClosingStack {
  readonly #opened: Closable[] = [];

  /** Returns what will be closed with the others. */
  readonly keep = <T extends Closable>(opened: T): T => {
    this.#opened.push(opened);
    return opened;
  };

  /** A second call closes nothing again. */
  readonly close = async (): Promise<void> => {
    for (const each of this.#opened.splice(0).toReversed()) await each.close();
  };
}
