// Compiles each `src/vectors/NAME.wat` to `NAME.ts` in the same folder, so users need no compiler.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compileModule } from './compiled-wasm.js';

const folder = new URL('../src/vectors/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('.wat'))) {
  const name = file.slice(0, -'.wat'.length);
  const text = await compileModule(name, readFileSync(new URL(file, folder), 'utf8'));
  writeFileSync(new URL(`${name}.ts`, folder), text);
}
