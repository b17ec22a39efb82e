import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-merge-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };

const OLD = String.raw`
\begin{theorem}[Extreme values]\label{extreme} Let $f \colon [a,b] \to R$ be continuous. Then $f$ attains a maximum on $[a,b]$.\end{theorem}
\begin{definition}\label{compact} A space is \emph{compact} if every open cover of it has a finite subcover.\end{definition}
\begin{lemma}\label{closed} A closed subset of a compact space is compact.\end{lemma}
\begin{lemma}\label{image} The image of a compact space under a continuous function is compact.\end{lemma}
`;
const NEW = String.raw`
\begin{theorem}[Extreme values]\label{extreme} Let $g \colon [c,d] \to R$ be continuous. Then $g$ attains a maximum on $[c,d]$.\end{theorem}
\begin{theorem}\label{least} Let $f \colon [a,b] \to R$ be continuous. Then $f$ attains a minimum on $[a,b]$.\end{theorem}
\begin{definition}\label{compact} We call a space \emph{compact} if every open cover of it has a finite subcover.\end{definition}
\begin{lemma}\label{image} The image of a compact space under a continuous function is compact.\end{lemma}
`;

function merge(...args: string[]) {
  const { json, status } = lemmaheadJson(['graph', 'merge', ...args], { env, cwd: folder });
  expect(status).toBe(0);
  return json;
}

beforeAll(() => {
  writeFileSync(join(folder, 'old.tex'), OLD);
  writeFileSync(join(folder, 'new.tex'), NEW);
  for (const name of ['old', 'new']) lemmaheadJson(['library', 'add', `${name}.tex`], { env, cwd: folder });
});

describe('graph merge', () => {
  test('a dry run decides and stores nothing', () => {
    const { decisions, counts, merged } = merge('--source', 'new', '--into', 'old', '--dry-run');
    expect(counts).toEqual({ new: 1, merge: 3, undecided: 0 });
    expect(merged).toBe(0);
    const least = decisions.find(({ entity }: any) => entity.begins.includes('minimum'));
    expect(least).toMatchObject({ decision: 'new', into: null });
    expect(least.candidates[0].differences).toEqual([String.raw`\min / \max`]);
  });

  const undo = (run: number): void =>
    expect(lemmahead(['graph', 'undo', String(run)], { env, cwd: folder }).status).toBe(0);

  test('merges, twice with the same result, and undoes', () => {
    const { merged, run } = merge('--source', 'new');
    expect(merged).toBe(3);
    expect(merge('--source', 'new')).toMatchObject({ merged: 3, counts: { merge: 3 } });
    undo(run);
    expect(merge('--source', 'new', '--dry-run')).toMatchObject({ merged: 0, run: null });
  });

  test('a person decides about a pair, before and after rules', () => {
    const { decisions } = merge('--source', 'new', '--dry-run');
    const pair = decisions.find(({ decision, entity }: any) => decision === 'merge' && entity.type === 'definition');
    const names = `${pair.entity.id}=${pair.into.id}`;
    const deny = merge('--deny', names);
    expect(deny).toMatchObject({ denied: 1, compared: 0 });
    const { merged, run } = merge('--source', 'new');
    expect(merged).toBe(2);
    expect(merge('--confirm', names)).toMatchObject({ merged: 3, run: run + 1 });
    undo(run);
    expect(merge('--source', 'new', '--dry-run').merged).toBe(1);
    undo(run + 1);
    const again = merge('--source', 'new', '--dry-run');
    expect([again.merged, again.counts.merge]).toEqual([0, 2]);
    undo(deny.run);
  });

  test('prints a table', () => {
    const { stdout } = lemmahead(['graph', 'merge', '--source', 'new', '--dry-run', '--limit', '1'], {
      env,
      cwd: folder,
    });
    expect(stdout).toMatch(/^merge +\d+ new Extreme values +\d+ old Extreme values +1\.25 +the same text$/mu);
    expect(stdout).toContain('4 entities compared: 3 merged, 0 undecided, 1 new (nothing stored)');
  });

  test.each([
    [2, ['--confirm', 'extreme'], 'is not a pair'],
    [2, ['--confirm', '1=2', '--deny', '2=1'], '2=1 is both confirmed and denied'],
    [1, ['--deny', '1=nothing'], 'is named nothing'],
    [1, ['--source', 'other'], 'No source is named other'],
    [1, ['--confirm', 'extreme=compact'], '2 entities are named extreme'],
  ])('exit %i for %j', (exit, args, message) => {
    const { status, stderr } = lemmahead(['graph', 'merge', ...args], { env, cwd: folder });
    expect(stderr).toContain(message);
    expect(status).toBe(exit);
  });

  test('exit 3 without a library', () => {
    const { status, stderr } = lemmahead(['graph', 'merge', '--library', 'none.sqlite'], { env, cwd: folder });
    expect(stderr).toContain('There is no library');
    expect(status).toBe(3);
  });
});
