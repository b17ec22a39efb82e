// Compiles each `src/vectors/NAME.wat` into `NAME.ts` beside it, so that users need no compiler.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compiledModule } from './compiled-wasm.js';

const folder = new URL('../src/vectors/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.wat'))) {
  const name = file.slice(0, -'.wat'.length);
  const text = await compiledModule(name, readFileSync(new URL(file, folder), 'utf8'));
  writeFileSync(new URL(`${name}.ts`, folder), text);
}
