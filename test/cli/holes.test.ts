import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { oldLean } from '../lean/old-lean.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const FILE = fileURLToPath(new URL('../../fixtures/holes/Holes.lean', import.meta.url));

describe('lemmahead holes', () => {
  it('lists every hole with its declaration, and reports why there are no goals', () => {
    const { status, json } = lemmaheadJson(['holes', FILE]);
    expect(status).toBe(0);
    expect(
      json.holes.map((hole: Record<string, unknown>) => [
        `${hole.line}:${hole.column}`,
        hole.word,
        hole.position,
        hole.keyword,
        hole.declaration,
        hole.is_proof,
        hole.goal,
      ]),
    ).toEqual([
      ['6:2', 'sorry', 'term', 'def', 'Stairs.ways', false, null],
      ['13:13', 'sorry', 'term', 'instance', null, false, null],
      ['20:4', 'sorry', 'tactic', 'theorem', 'Stairs.both', true, null],
      ['21:4', 'admit', 'tactic', 'theorem', 'Stairs.both', true, null],
      ['25:5', 'sorry', 'term', 'theorem', 'Stairs.the 𝓛ast', true, null],
      ['29:30', 'sorry', 'tactic', 'example', null, true, null],
      ['33:52', 'sorry', 'term', 'theorem', 'after', true, null],
    ]);
    expect(json.no_goals).toContain('Lean');
  });

  it('prints holes as text, with 1-based columns as in editors', () => {
    const { stdout, status } = lemmahead(['holes', FILE, '--no-goals']);
    expect(status).toBe(0);
    expect(stdout).toContain('Holes.lean:20:5: theorem Stairs.both  sorry as a tactic\n');
    expect(stdout).toContain('Holes.lean:6:3: def Stairs.ways  sorry as a term  not a proof\n');
    expect(stdout).toMatch(/\n7 holes, 2 of them not proofs: prove does not fill them\.\n$/);
  });

  it('reports a file without holes, an unclosed comment, and a missing file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-holes-'));
    writeFileSync(join(folder, 'None.lean'), 'theorem t : True := trivial -- sorry\n');
    expect(lemmahead(['holes', 'None.lean'], { cwd: folder })).toMatchObject({
      status: 0,
      stdout: 'None.lean has no sorry.\n',
    });
    writeFileSync(join(folder, 'Open.lean'), 'theorem t : True := sorry /- never closed, sorry');
    expect(lemmaheadJson(['holes', 'Open.lean', '--no-goals'], { cwd: folder }).json.holes).toHaveLength(1);
    expect(lemmahead(['holes', 'Open.lean', '--no-goals'], { cwd: folder }).stderr).toContain(
      'Open.lean:1: comment is not closed; a sorry after it is not detected',
    );
    expect(lemmahead(['holes', 'Missing.lean'], { cwd: folder }).status).toBe(2);
  });

  it('reports the goals from Lean, and does not change the file', (context) => {
    const env = oldLean(context);
    const before = readFileSync(FILE, 'utf8');
    const { status, json } = lemmaheadJson(['holes', FILE], { env });
    expect([status, json.no_goals]).toEqual([0, null]);
    expect(json.holes.map(({ goal }: { goal: string | null }) => goal)).toEqual([
      'n : Nat\n⊢ Nat',
      '⊢ Step',
      'p q : Prop\nhp : p\nhq : q\n⊢ p',
      'p q : Prop\nhp : p\nhq : q\n⊢ q',
      expect.stringMatching(/⊢ q$/),
      '⊢ 1 = 1',
      's : optParam String "/- sorry"\n⊢ s = s',
    ]);
    expect(readFileSync(FILE, 'utf8')).toBe(before);
  }, 60_000);

  it('reports why Lean cannot give the goals', (context) => {
    const env = oldLean(context);
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-holes-'));
    writeFileSync(join(folder, 'Far.lean'), 'import Nowhere.To.Be.Found\n\ntheorem t : True := sorry\n');
    const { status, json } = lemmaheadJson(['holes', 'Far.lean'], { cwd: folder, env });
    expect([status, json.holes[0].goal]).toEqual([0, null]);
    expect(json.no_goals).toMatch(/Nowhere/);
  }, 60_000);
});
