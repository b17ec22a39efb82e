/** Progress on stderr for anything that takes over a second. */

export interface Progress {
  /** `done` of `total` units, with a few words: '3,120 of 8,302 files, 98,000 declarations'. */
  update(done: number, total: number, words: string): void;
  /** Takes the line away (TTY) or ends the list (CI). */
  stop(): void;
}

/** Starts a line of progress with a label: 'Reading'. */
export type StartProgress = (label: string) => Progress;
