/** Maps offsets to line numbers, for text with `\n` line ends. */
import { lowerBound } from '../../base/lower-bound.ts';

export class LineNumbers {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** The line of an offset, from 1. */
  at(offset: number): number {
    return lowerBound(this.#starts.length, (line) => this.#starts[line]! > offset);
  }
}
