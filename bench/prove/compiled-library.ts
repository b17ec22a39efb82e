/** The library of the proving set, compiled file by file with a bare `lean`: a Lean that has `lake` needs none of this. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const HERE = import.meta.dirname;
const SOURCES = join(HERE, 'library');
/** Where `lake env` and the shim of fixtures/lean-shim look for compiled modules of this folder. */
const COMPILED = join(HERE, '.lake', 'build', 'lib', 'lean');
const ROOT = 'Tally';

/** Modules in the order in which they can be compiled: `Tally.lean` imports them so. */
export function libraryModules(): string[] {
  const root = readFileSync(join(SOURCES, `${ROOT}.lean`), 'utf8');
  return [...root.matchAll(/^import (\S+)$/gm)].map((found) => found[1]!).concat(ROOT);
}

/** Text of a module of the library. */
export const librarySource = (module: string): string => readFileSync(`${pathIn(SOURCES, module)}.lean`, 'utf8');

/** `LEAN_PATH` under which `lean` finds the library and its own core. */
export function leanPath(lean: string): string {
  return [COMPILED, join(prefixOf(lean), 'lib', 'lean')].join(delimiter);
}

/** Compiles what is not compiled yet by this `lean` from these sources; says whether there was anything to do. */
export function compileLibrary(lean: string): boolean {
  const modules = libraryModules();
  const stamp = join(COMPILED, 'compiled-from');
  const wanted = digest([execFileSync(lean, ['--version'], { encoding: 'utf8' }), lean, ...modules.map(librarySource)]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  for (const module of modules) {
    const target = `${pathIn(COMPILED, module)}.olean`;
    mkdirSync(dirname(target), { recursive: true });
    execFileSync(lean, ['-o', target, `${pathIn(SOURCES, module)}.lean`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LEAN_PATH: leanPath(lean) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }
  writeFileSync(stamp, wanted);
  return true;
}

const pathIn = (folder: string, module: string): string => join(folder, ...module.split('.'));

const digest = (parts: readonly string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** A Lean of early June 2021 has no `--print-prefix` yet. */
function prefixOf(lean: string): string {
  try {
    return execFileSync(lean, ['--print-prefix'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return dirname(dirname(lean));
  }
}
