import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../architecture/source-files.ts';
import { lemmahead, lemmaheadJson } from '../../cli/spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-goals-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const BENCH = ['bench', 'goals', '--half', 'test'];

beforeAll(() => {
  lemmaheadJson(['index', 'build', '--root', `Abacus=${join(ROOT, 'fixtures', 'library')}`], { env });
}, 60_000);

it('bench goals measures the goals of one half; the same seed gives the same sample', () => {
  const { json, status } = lemmaheadJson([...BENCH, '--limit', '12'], { env, cwd: folder });
  expect(status).toBe(0);
  expect(json.all.n).toBe(12);
  expect(json.with_hypotheses.n + json.without_hypotheses.n).toBe(12);
  expect(json.all['first@1'].share).toBe(json.goals.filter(({ rank }: { rank: number }) => rank === 1).length / 12);
  expect(json.all['first@10'].share).toBeGreaterThanOrEqual(json.all['first@5'].share);
  const again = lemmaheadJson([...BENCH, '--limit', '12'], { env, cwd: folder });
  expect(again.json.goals).toEqual(json.goals);
  const other = lemmaheadJson([...BENCH, '--limit', '12', '--seed', '2'], { env, cwd: folder });
  expect(other.json.goals).not.toEqual(json.goals);
}, 60_000);

it('bench goals searches from the place of each theorem with --place, and counts first hits that close the goal', () => {
  const { json } = lemmaheadJson([...BENCH, '--limit', '12', '--place'], { env, cwd: folder });
  expect(json.with_place).toBe(true);
  const closed = json.goals.filter(
    (goal: { rank: number; first_closes: boolean }) => goal.rank === 1 || goal.first_closes,
  );
  expect(json.all['closed@1'].share).toBe(closed.length / 12);
  for (const { rank, first, answer } of json.goals) expect(rank === 1).toBe(first === answer);
}, 60_000);

it('bench goals prints a table', () => {
  const { stdout } = lemmahead([...BENCH, '--limit', '5'], { env, cwd: folder });
  expect(stdout).toMatch(/^answer within the first +goals +1 +5 +10 +closed by the first$/mu);
  expect(stdout).toMatch(/^all goals +5 +[\d.]+ % \([\d.]+–[\d.]+\)/mu);
});
