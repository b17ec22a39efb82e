/** Instances of our WebAssembly modules, which are stored as base64. */
import { memoizeByValue } from '../base/memoize.ts';

const compiled = memoizeByValue((base64: string) => new WebAssembly.Module(Buffer.from(base64, 'base64')));

/** The exports of a new instance, which has its own memory. The module is compiled once. */
export const instantiate = (base64: string): unknown => new WebAssembly.Instance(compiled(base64)).exports;
