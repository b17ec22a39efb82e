/** Instances of our WebAssembly modules, which are stored as base64. */
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';

const compiled = memoizeByValue((base64: string) => new WebAssembly.Module(Buffer.from(base64, 'base64')));

/**
 * The exports of a new instance, which has its own memory. The module is compiled once.
 *
 * @throws {Failure} `address-space` under `ulimit -v`: Node reserves gigabytes of addresses for each memory
 */
export function instantiate(base64: string): unknown {
  try {
    return new WebAssembly.Instance(compiled(base64)).exports;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Failure('missing', 'address-space', {
      message: 'This process may not have the address space that WebAssembly reserves.',
      reason: cause.message,
      next: 'Raise the limit (ulimit -v unlimited), or set NODE_OPTIONS=--disable-wasm-trap-handler.',
      cause,
    });
  }
}
