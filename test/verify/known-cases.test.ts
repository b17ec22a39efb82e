/** The fixtures of attacks and honest proofs: whether they are complete, and the gate's verdicts, which need no Lean. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gate } from '../../src/verify/hole/gate.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { KNOWN_CASES, readAttacks, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';

const attacks = readAttacks();
const honest = readHonestProofs();

const FIELDS = {
  attacks: [
    ...['row', 'trick', 'concerns', 'declaration', 'kind', 'generations', 'gate', 'foolsNaive', 'withoutGate'],
    ...['isEndless', 'isOnlyForCi'],
  ],
  honest: ['shape', 'kind', 'hole', 'declaration', 'generations', 'conditional', 'isOnlyForCi'],
};

describe('the fixtures', () => {
  it.each(['attacks', 'honest'] as const)('%s: every folder is complete and has no unknown field', (theme) => {
    const folders = readdirSync(join(KNOWN_CASES, theme), { withFileTypes: true }).filter((each) => each.isDirectory());
    for (const { name } of folders) {
      const folder = join(KNOWN_CASES, theme, name);
      const files = readdirSync(folder).toSorted();
      expect(files, name).toEqual([expect.stringMatching(/^candidate\.(lean|txt)$/), 'expected.json', 'original.lean']);
      const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
      expect(FIELDS[theme], name).toEqual(expect.arrayContaining(Object.keys(expected)));
      expect(expected.generations, name).toEqual(expect.arrayContaining([expect.stringMatching(/^(2021|current)$/)]));
      expect('kind' in expected, name).toBe(files[0] === 'candidate.txt');
    }
  });

  it('have at least two attacks for every row that can be demonstrated, and an expected stage for each', () => {
    const rows = new Map<number, number>();
    for (const { row } of attacks) rows.set(row, (rows.get(row) ?? 0) + 1);
    const demonstrable = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22];
    expect([...rows.keys()].toSorted((a, b) => a - b)).toEqual(demonstrable);
    expect([...rows].filter(([, count]) => count < 2).map(([row]) => row)).toEqual([]);
    for (const { name, words, concerns, generations, withoutGate, gate: reason } of attacks) {
      expect(words, name).not.toBe('');
      // An unsound attack must be stopped without the gate; an attack that only runs code, by the gate.
      if (concerns === 'soundness' && generations.includes('2021')) expect(withoutGate, name).not.toBeNull();
      if (concerns === 'safety' && withoutGate === null) expect(reason, name).not.toBeNull();
    }
  });

  it('have the hole of each candidate in the original', () => {
    for (const { name, original, submission } of [...attacks, ...honest]) {
      const index = submission.kind === 'hole' ? submission.hole : 0;
      expect(findHoles(original)[index], name).toBeDefined();
    }
  });

  it('have at least thirty honest proofs for the Lean of 2021', () => {
    expect(honest.filter(({ generations }) => generations.includes('2021')).length).toBeGreaterThanOrEqual(30);
    expect(honest.filter(({ original }) => original.includes('\r\n')).length).toBeGreaterThanOrEqual(1);
    expect(honest.filter(({ original }) => original.includes('\t')).length).toBeGreaterThanOrEqual(1);
  });
});

describe('the gate', () => {
  it.each(attacks.filter(({ submission }) => submission.kind === 'hole'))(
    'gives the expected result for $name: $words',
    ({ submission, gate: expected }) => {
      if (submission.kind !== 'hole') throw new Error('unreachable');
      expect(gate(submission.candidate)).toBe(expected);
    },
  );

  it.each(honest.filter(({ submission }) => submission.kind === 'hole'))('passes $name', ({ submission }) => {
    if (submission.kind !== 'hole') throw new Error('unreachable');
    expect(gate(submission.candidate)).toBeNull();
  });
});
