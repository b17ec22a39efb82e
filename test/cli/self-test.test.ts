import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeLean } from '../verify/fake-lean.ts';
import { lemmaheadJson } from './spawn.ts';

interface Check {
  what: string;
  state: string;
  found: string;
  fix: string | null;
}

const folderOf = (): string => mkdtempSync(join(tmpdir(), 'lemmahead-doctor-'));

describe('doctor --self-test', () => {
  it('reports a missing Lean, and does not run without the flag', () => {
    const { status, json } = lemmaheadJson(['doctor', '--self-test'], { cwd: folderOf() });
    expect([status, json.healthy]).toEqual([3, false]);
    const check = json.checks.find(({ what }: Check) => what === 'self-test');
    expect(check).toMatchObject({
      state: 'fault',
      found: expect.stringMatching(/Lean/),
      fix: expect.stringMatching(/./),
    });
    const plain = lemmaheadJson(['doctor'], { cwd: folderOf() });
    expect(plain.json.checks.some(({ what }: Check) => what === 'self-test')).toBe(false);
  });

  it('lists the failing cases on a Lean that accepts everything, exit 3', () => {
    const folder = folderOf();
    const env = { PATH: fakeLean(folder).bin, HOME: folder };
    const { status, json } = lemmaheadJson(['doctor', '--self-test'], { cwd: folder, env, timeoutMs: 230_000 });
    expect([status, json.healthy]).toEqual([3, false]);
    const faults = json.checks.filter(({ state }: Check) => state === 'fault');
    expect(faults[0]).toMatchObject({ what: 'self-test', found: expect.stringMatching(/^\d+ of \d+ attacks stopped/) });
    expect(faults.slice(1).map(({ what }: Check) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^attacks\/[a-z-]+$/)]),
    );
    expect(faults.length).toBeLessThanOrEqual(11);
  }, 240_000);
});
