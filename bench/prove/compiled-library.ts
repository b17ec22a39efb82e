/** Compiles the library of the proving set file by file with a bare `lean`. Not needed for a Lean with `lake`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const HERE = import.meta.dirname;
const SOURCES = join(HERE, 'library');
/** Folder in which `lake env` and the shim of fixtures/lean-shim look for compiled modules. */
const COMPILED = join(HERE, '.lake', 'build', 'lib', 'lean');
const ROOT = 'Tally';

/** Modules in compilation order, which is the import order of `Tally.lean`. */
export function libraryModules(): string[] {
  const root = readFileSync(join(SOURCES, `${ROOT}.lean`), 'utf8');
  return [...root.matchAll(/^import (\S+)$/gm)].map((found) => found[1]!).concat(ROOT);
}

/** Source text of a module of the library. */
export const librarySource = (module: string): string => readFileSync(`${pathIn(SOURCES, module)}.lean`, 'utf8');

/** `LEAN_PATH` under which `lean` finds the library and its own core. */
export function leanPath(lean: string): string {
  return [COMPILED, join(prefixOf(lean), 'lib', 'lean')].join(delimiter);
}

/** Compiles the library unless this `lean` already compiled the same sources. Returns whether it compiled. */
export function compileLibrary(lean: string): boolean {
  const modules = libraryModules();
  const stamp = join(COMPILED, 'compiled-from');
  const expected = digest([
    execFileSync(lean, ['--version'], { encoding: 'utf8' }),
    lean,
    ...modules.map(librarySource),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return false;
  for (const module of modules) {
    const target = `${pathIn(COMPILED, module)}.olean`;
    mkdirSync(dirname(target), { recursive: true });
    execFileSync(lean, ['-o', target, `${pathIn(SOURCES, module)}.lean`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LEAN_PATH: leanPath(lean) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  writeFileSync(stamp, expected);
  return true;
}

const pathIn = (folder: string, module: string): string => join(folder, ...module.split('.'));

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Lean from early June 2021 does not support `--print-prefix`. */
function prefixOf(lean: string): string {
  try {
    return execFileSync(lean, ['--print-prefix'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return dirname(dirname(lean));
  }
}
