/** The one error of the engine that is an input's fault: it nests deeper than our functions can call each other. */

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
