/** `templates build` with models, and `bench solve`, killed at random points. See killed-sessions.ts. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { solverOf } from '../../bench/pipelines/scripted-solver.ts';
import { lemmahead } from '../cli/spawn.ts';
import { KILL_TIMEOUT, killed } from '../killed-sessions.ts';
import { startModelServer } from '../llm/model-server.ts';
import { KNOWN, KNOWN_SEEDS, QUESTIONS, SEEDS } from './known-questions.ts';

const root = mkdtempSync(join(tmpdir(), 'lemmahead-solve-kills-'));
const homeOf = (folder: string): string => join(folder, 'home');

beforeAll(() => {
  mkdirSync(homeOf(join(root, 'empty')), { recursive: true });
  const env = { LEMMAHEAD_HOME: homeOf(join(root, 'labelled')) };
  expect(lemmahead(['templates', 'build', SEEDS, '--from', 'labelled'], { env }).status).toBe(0);
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

it(
  'templates build goes on to the same graph',
  async () => {
    const server = await startModelServer(solverOf([...KNOWN_SEEDS, ...KNOWN], { hasFaults: false }));
    const models = ['--model', 'scripted/base', '--advanced-model', 'scripted/advanced', '--base-url', server.baseUrl];
    try {
      await killed(root, 'build', 'empty', server, {
        begin: () => [
          ...['templates', 'build', SEEDS, '--from', 'seeds', '--mixed', '4', '--variations', '1', ...models],
        ],
        resultOf: (folder) => {
          const env = { LEMMAHEAD_HOME: homeOf(folder) };
          const { stdout, status } = lemmahead(['templates', 'export', '--with-rejected'], { env });
          expect(status).toBe(0);
          return stdout;
        },
      });
    } finally {
      await server.close();
    }
  },
  KILL_TIMEOUT,
);

it(
  'bench solve goes on to the same results',
  async () => {
    const server = await startModelServer(solverOf(KNOWN, { hasFaults: false }));
    const model = ['--model', 'scripted/m', '--base-url', server.baseUrl];
    try {
      await killed(root, 'solve', 'labelled', server, {
        begin: () => [
          'bench',
          'solve',
          '--dataset',
          QUESTIONS,
          '--out',
          'out',
          '--method',
          'theorem',
          '--method',
          'both',
          ...model,
        ],
        resultOf: (_, stdout) =>
          JSON.parse(stdout)
            .results.map(({ question, method, state, answer, hits, template }: any) => ({
              ...{ question, method, state, answer, hits, template },
            }))
            .toSorted((a: any, b: any) => `${a.question} ${a.method}`.localeCompare(`${b.question} ${b.method}`)),
      });
    } finally {
      await server.close();
    }
  },
  KILL_TIMEOUT,
);
