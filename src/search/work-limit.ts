/**
 * Limits the work of one search, so that no query takes long: counted in steps, because time differs by machine. A step
 * is about 0.1 µs: the comparison of two terms, or the reading of one character of a statement.
 */
export class WorkLimit {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Returns false if the work is used up; from then on, always. */
  spend(steps: number): boolean {
    return (this.#left -= steps) >= 0;
  }

  get isUsedUp(): boolean {
    return this.#left < 0;
  }
}
