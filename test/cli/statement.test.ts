/** `lemmahead statement` as a process with the Lean of 2021. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { oldLean } from '../lean/old-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-statement-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

async function trusted(context: TestContext): Promise<Record<string, string>> {
  const lean = oldLean(context);
  const env = { ...lean, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
  return env;
}

describe('lemmahead statement check', () => {
  const FALSE =
    '/-- A number. -/\ndef half (n : Nat) : Nat := n / 2\n\ntheorem Box.t (n : Nat) : half n + half n = n := sorry\n';
  const GOOD = 'theorem good (a b : Nat) (h : a * a = b * b) : a = b := sorry\n';

  it('reports a false statement with a proof, and what a good one rests on', async (context) => {
    write({ 'A.lean': FALSE + GOOD });
    const env = await trusted(context);
    const { status, json } = lemmaheadJson(['statement', 'check', 'A.lean'], { cwd: folder, env });
    const [bad, good] = json.statements;
    expect(bad).toMatchObject({ name: 'Box.t', line: 4, verdict: 'unfaithful', exit: 'no', compiles: true });
    expect(bad.findings).toMatchObject([{ rule: 'refuted' }]);
    expect(bad.rests_on).toEqual([{ name: 'half', kind: 'def', doc: 'A number.', file: 'A.lean', line: 2 }]);
    expect(good).toMatchObject({ name: 'good', verdict: 'unchecked', exit: 'done', findings: [], unanswered: [] });
    expect(status).toBe(1);
  }, 120_000);

  it('compares with a trusted statement, and remembers an approved one', async (context) => {
    write({ 'A.lean': GOOD, 'Trusted.lean': GOOD.replace('(h : a * a = b * b) : a = b', ': b * b = a * a → a = b') });
    const env = await trusted(context);
    const check = (...args: string[]) => lemmaheadJson(['statement', 'check', 'A.lean', ...args], { cwd: folder, env });
    const first = check('--against', 'Trusted.lean', '--approve');
    expect(first.json.statements).toMatchObject([
      { verdict: 'faithful', approval: 'stored', reference: { level: 'equivalent' } },
    ]);
    expect(first.status).toBe(0);
    // Other names and another layout are the same statement.
    write({ 'A.lean': 'theorem good (c d : Nat)\n    (h : c * c = d * d) :\n    c = d := sorry\n' });
    expect(check().json.statements[0].approval).toBe('same');
    write({ 'A.lean': GOOD.replace('a * a', 'a * b') });
    const changed = check('--informal', 'a = b if and only if 7 a = 7 b').json.statements[0];
    expect(changed.approval).toBe('changed');
    expect(changed.remarks.map(({ rule }: { rule: string }) => rule)).toEqual(
      expect.arrayContaining(['changed', 'missing-iff', 'number']),
    );
  }, 120_000);

  it('reports a statement that Lean refuses, also one with a free name', async (context) => {
    write({ 'A.lean': 'theorem t (n : Nat) : foo n = n := sorry\ntheorem s (l : List α) : l = l := sorry\n' });
    const { status, json } = lemmaheadJson(['statement', 'check', 'A.lean'], {
      cwd: folder,
      env: await trusted(context),
    });
    expect(json.statements.map((each: Record<string, unknown>) => [each.compiles, each.verdict, each.exit])).toEqual([
      [false, 'unchecked', 'no'],
      [false, 'unchecked', 'no'],
    ]);
    expect(json.statements.map(({ errors }: { errors: string[] }) => errors)).toEqual([
      ["unknown identifier 'foo'"],
      ["unknown identifier 'α'"],
    ]);
    expect(status).toBe(1);
  }, 60_000);

  it('needs Lean, a statement, and a file whose text means what it says', () => {
    write({
      'A.lean': GOOD,
      'Empty.lean': 'def x : Nat := 3\n',
      'Bad.lean': `local notation a " + " b => a * b\n${GOOD}`,
    });
    const run = (...args: string[]) =>
      lemmaheadJson(['statement', ...args], { cwd: folder, env: { PATH: '/nowhere', LEMMAHEAD_HOME: folder } });
    expect(run('check', 'A.lean')).toMatchObject({ status: 3, json: { exit: 'missing' } });
    expect(run('check', 'Empty.lean')).toMatchObject({ status: 2, json: { code: 'no-statement' } });
    expect(run('check', 'A.lean', '--decl', 'other')).toMatchObject({ status: 2, json: { code: 'no-statement' } });
    expect(run('compare', 'A.lean', 'Bad.lean')).toMatchObject({ status: 5, json: { code: 'statement-refused' } });
  });
});

describe('lemmahead statement compare', () => {
  it('tells the level, and how it was shown', async (context) => {
    write({
      'A.lean': 'theorem a (n : Nat) (h : ∃ k, n = 4 * k) : ∃ k, n = 2 * k := sorry\n',
      'B.lean': 'theorem b (m n : Nat) (h : n = 4 * m) : ∃ k, 2 * k = n := sorry\n',
      'C.lean': 'theorem c (n : Nat) (h : ∃ k, n = 4 * k) (s : 3 < n) : ∃ k, n = 2 * k := sorry\n',
    });
    const env = await trusted(context);
    const compare = (...files: string[]) => lemmaheadJson(['statement', 'compare', ...files], { cwd: folder, env });
    expect(compare('A.lean', 'B.lean')).toMatchObject({
      status: 0,
      json: {
        level: 'equivalent',
        names: { a: 'a', b: 'b' },
        forward: { state: 'proved' },
        backward: { state: 'proved' },
      },
    });
    expect(compare('A.lean', 'C.lean')).toMatchObject({ status: 1, json: { level: 'stronger' } });
    const { stdout } = lemmahead(['statement', 'compare', 'A.lean', 'A.lean'], { cwd: folder, env });
    expect(stdout).toBe('A.lean (a) and A.lean (a): the same statement.\n');
  }, 180_000);
});
