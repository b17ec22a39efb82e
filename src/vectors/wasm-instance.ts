/** Instances of our WebAssembly modules, which are stored as base64. */
import { memoizeByValue } from '../base/memoize.ts';

const compiled = memoizeByValue((base64: string) => new WebAssembly.Module(Buffer.from(base64, 'base64')));

/** A new instance, with its own memory. The module is compiled once. `Exports` describes what it exports. */
export const instantiate = <Exports>(base64: string): Exports =>
  new WebAssembly.Instance(compiled(base64)).exports as Exports;
