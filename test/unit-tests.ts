/**
 * Finds the unit tests: the short test files that start no process, neither directly nor in a helper file, and mock no
 * module: the next files in the same worker would get the mock.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isLong } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '..');

/** A mock, or what starts a process: Node, the built binary, Lean or a fake one, a browser, a search thread that runs Lean,
 * or the thread that reads answers. */
const NEEDS_OWN_WORKER =
  /node:child_process|'execa'|playwright|\bBINARY\b|vi\.mock\(|lean\/process\/process\.ts|\bAnswerChecker\b|\b(?:findLean|ServerPool|open(?:FuzzJudge|Judge|Cold|Batch|Server))\(/;

/** Paths of the unit tests below the project's root. */
export function unitTests(): string[] {
  const known = new Map<string, boolean>();
  const needsOwnWorker = (path: string): boolean => {
    if (!known.has(path)) {
      known.set(path, false);
      const text = readFileSync(path, 'utf8');
      const imported = [...text.matchAll(/ from '(\.[^']+)'/g)]
        .map((match) => join(dirname(path), match[1]!))
        .filter((each) => each.startsWith(import.meta.dirname) && each.endsWith('.ts'));
      known.set(path, NEEDS_OWN_WORKER.test(text) || imported.some(needsOwnWorker));
    }
    return known.get(path)!;
  };
  return globSync(join(import.meta.dirname, '**', '*.test.ts'))
    .filter((path) => !isLong(path) && !needsOwnWorker(path))
    .map((path) => relative(ROOT, path));
}
