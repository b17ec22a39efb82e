// Compiles `src/vectors/dot-products.wat` into `src/vectors/dot-products.ts`, so that users need no compiler.
import { readFileSync, writeFileSync } from 'node:fs';
import { compiledModule } from './compiled-wasm.js';

const target = new URL('../src/vectors/dot-products.ts', import.meta.url);
const text = await compiledModule(readFileSync(new URL('../src/vectors/dot-products.wat', import.meta.url), 'utf8'));
writeFileSync(target, text);
