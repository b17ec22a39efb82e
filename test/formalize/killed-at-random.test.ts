/**
 * `formalize` and `concepts build`, killed at random points and continued until they end: the result is that of an
 * uninterrupted run, and no answer that was kept is paid for again. See killed-sessions.ts.
 */
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConceptBase } from '../../src/concepts/open-base.ts';
import { SOURCES, scriptedAnswers } from '../concepts-by-model/lantern-library.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { startModelServer } from '../llm/model-server.ts';
import { KILL_TIMEOUT, killed } from '../killed-sessions.ts';
import { buildHarbour, PROBLEM, RIGHT, scriptedModel } from './harbour.ts';

const root = mkdtempSync(join(tmpdir(), 'lemmahead-kills-'));
beforeAll(async () => {
  await buildHarbour(join(root, 'harbour'));
  writeFiles(join(root, 'lantern', 'sources'), SOURCES);
  await buildRoots(join(root, 'lantern', 'index.sqlite'), { Port: join(root, 'lantern', 'sources') });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const hasRun = (folder: string): boolean => globSync('home/**/runs/*/run.jsonl', { cwd: folder }).length > 0;

it(
  'formalize is resumed',
  async () => {
    const statement = `\`\`\`lean\ntheorem t ${RIGHT} := by sorry\n\`\`\``;
    const server = await startModelServer(scriptedModel({ formalize: statement }));
    const model = ['--model', 'local/m', '--base-url', server.baseUrl];
    try {
      const ends = await killed(root, 'formalize', 'harbour', server, {
        begin: (folder) =>
          hasRun(folder)
            ? ['runs', 'resume', 'last']
            : ['formalize', PROBLEM, ...model, '--check', 'none', '-n', '6', '--index', join(folder, 'index.sqlite')],
        resultOf: (_, stdout) => {
          const { pack, candidates, chosen, counts } = JSON.parse(stdout);
          return { pack, candidates, chosen, asked: counts.asked, answers: counts.answers };
        },
      });
      expect(ends).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
  KILL_TIMEOUT,
);

it(
  'concepts build goes on',
  async () => {
    const server = await startModelServer(scriptedAnswers);
    const model = ['--model', 'scripted/m', '--base-url', server.baseUrl];
    try {
      const ends = await killed(root, 'build', 'lantern', server, {
        begin: () => ['concepts', 'build', ...model, '--back-translate', 'all', '--extract', '--explain'],
        resultOf: (folder) => {
          const path = join(folder, 'index.concepts.sqlite');
          expect(existsSync(path)).toBe(true);
          const base = openConceptBase(path);
          try {
            return { rows: base.modelRows(), concepts: base.all('SELECT * FROM concepts ORDER BY key') };
          } finally {
            base.close();
          }
        },
      });
      expect(ends).toBeGreaterThan(0);
    } finally {
      await server.close();
    }
  },
  KILL_TIMEOUT,
);
