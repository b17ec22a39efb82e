/** The used part of `WebAssembly`. Its types are part of the DOM library, which is not loaded. */
declare namespace WebAssembly {
  type Module = object;
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module);
    readonly exports: unknown;
  }
  class RuntimeError extends Error {}
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}
