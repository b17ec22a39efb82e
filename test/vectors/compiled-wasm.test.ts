import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';

const folder = join(ROOT, 'src/vectors');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.wat') ? [file.slice(0, -4)] : []));

test.each(names)('the compiled module matches %s.wat', async (name) => {
  const { compileModule } = (await import(join(ROOT, 'scripts/compiled-wasm.js'))) as {
    compileModule: (name: string, source: string) => Promise<string>;
  };
  const source = readFileSync(join(folder, `${name}.wat`), 'utf8');
  expect(await compileModule(name, source), 'npm run wasm').toBe(readFileSync(join(folder, `${name}.ts`), 'utf8'));
});
