/** Test files share a worker: what would break the next file is not allowed, or runs in a worker of its own. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { findProjects } from './shared-workers.ts';

const TESTS = import.meta.dirname;

test('a helper leaves hooks to setup.ts, because a worker loads the helper only once', () => {
  const helpers = globSync(join(TESTS, '**', '*.ts')).filter(
    (path) => !path.endsWith('.test.ts') && path !== join(TESTS, 'setup.ts'),
  );
  const withHooks = helpers.filter((path) => /^(?:before|after)(?:All|Each)\(/mu.test(readFileSync(path, 'utf8')));
  expect(withHooks.map((path) => relative(TESTS, path))).toEqual([]);
});

test('a file belongs to one project only; files that mock a module are no unit tests', () => {
  const { unit, mocking } = findProjects();
  expect(mocking).toContain('test/options.test.ts');
  expect(unit).toContain('test/prompt/answer.test.ts');
  expect(unit.filter((path) => mocking.includes(path))).toEqual([]);
});
