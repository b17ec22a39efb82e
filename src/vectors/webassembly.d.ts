/** What is used of Node's `WebAssembly`: its types come with those of browsers, which are not loaded. */
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
