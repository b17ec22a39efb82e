/** The text report of one run. */
import { expect, it } from 'vitest';
import { pluralize } from '../../src/base/pluralize.ts';
import { renderRun } from '../../src/report/run-show.ts';
import type { RunReport } from '../../src/report/prove-schema.ts';

const RUN: RunReport = {
  schema: 'lemmahead/run@1',
  kind: 'prove',
  id: '20261122-053012-4f2a',
  started_at: '2026-11-22T05:30:12.000Z',
  file: '/a/A.lean',
  exit: 'no',
  going_on: false,
  filled: 0,
  attempts: 1,
  strategy: 'rag',
  model: 'dummy',
  tokens: 12,
  cost: null,
  replay_of: null,
  folder: '/runs/20261122-053012-4f2a',
  sittings: 1,
  version: '0.1.0',
  toolchain: 'Lean (version 4.9.0)',
  sandbox: 'limits',
  endpoint: null,
  index_digest: null,
  limits: { cost: null, tokens: null, attempts: null },
  prompts: 1,
  answers: 1,
  retrievals: 1,
  templates: [],
  holes: [],
  problems: [],
  conversations: [],
};

const totals = (more: Partial<RunReport>): string | undefined =>
  /total +(.*)/.exec(renderRun({ ...RUN, ...more }, { color: false, width: 80 }))?.[1];

it('uses singular forms for one, and shows spending only if there is any', () => {
  expect(totals({})).toBe('1 attempt, 1 retrieval, 1 prompt, 1 answer, 12 tokens, price unknown');
  expect(totals({ attempts: 1234, retrievals: 0, prompts: 2, answers: 2, tokens: 0 })).toBe(
    '1,234 attempts, 0 retrievals, 2 prompts, 2 answers',
  );
});

it.each([
  [0, '0 holes'],
  [1, '1 hole'],
  [2, '2 holes'],
  [1000, '1,000 holes'],
])('formats %i with its noun', (value, words) => {
  expect(pluralize(value, 'hole')).toBe(words);
});
