/** Finds the unit tests: the short test files that start no process, neither directly nor in a helper file. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isLong } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '..');

/** What starts a process: Node, the built binary, Lean or a fake one, a browser, a search thread that runs Lean. */
const STARTS_PROCESS =
  /node:child_process|playwright|\bBINARY\b|lean\/process\/process\.ts|\b(?:findLean|ServerPool|open(?:FuzzJudge|Judge|Cold|Batch|Server))\(/;

/** Paths of the unit tests below the project's root. */
export function unitTests(): string[] {
  const known = new Map<string, boolean>();
  const startsProcess = (path: string): boolean => {
    if (!known.has(path)) {
      known.set(path, false);
      const text = readFileSync(path, 'utf8');
      const imported = [...text.matchAll(/ from '(\.[^']+)'/g)]
        .map((match) => join(dirname(path), match[1]!))
        .filter((each) => each.startsWith(import.meta.dirname) && each.endsWith('.ts'));
      known.set(path, STARTS_PROCESS.test(text) || imported.some(startsProcess));
    }
    return known.get(path)!;
  };
  return globSync(join(import.meta.dirname, '**', '*.test.ts'))
    .filter((path) => !isLong(path) && !startsProcess(path))
    .map((path) => relative(ROOT, path));
}
