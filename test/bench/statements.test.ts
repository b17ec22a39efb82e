/** The binders of whole statements, compared with those that the real Lean of 2021 elaborated for its own library. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { oldLean } from '../lean/old-lean.ts';

interface Row {
  kind: string;
  declarations: number;
  explicit: number;
  all: number;
}

test(
  'bench statements: theorems agree on 99 % of explicit binders and 97 % of all',
  { timeout: 120_000 },
  (context) => {
    const { OLD_LEAN } = oldLean(context);
    const sources = resolve(OLD_LEAN, '../../../../src/src');
    if (!existsSync(join(sources, 'Init'))) return context.skip('needs the sources of the old Lean next to its build');
    const report = join(temporaryFolder(), 'report.json');
    const args = ['bench/statements.ts', '--sources', sources, '--misses', '0', '--json', report];
    execFileSync(process.execPath, args, { cwd: ROOT, env: { ...process.env, OLD_LEAN } });
    const { rows } = JSON.parse(readFileSync(report, 'utf8')) as { rows: Row[] };
    const share = (kind: string, of: 'explicit' | 'all') => {
      const row = rows.find((one) => one.kind === kind)!;
      return row[of] / row.declarations;
    };
    expect(share('theorem, written', 'explicit')).toBeGreaterThanOrEqual(0.99);
    expect(share('theorem, written', 'all')).toBeGreaterThanOrEqual(0.97);
    expect(share('definition, written', 'explicit')).toBeGreaterThanOrEqual(0.97);
    expect(share('definition, field', 'all')).toBeGreaterThanOrEqual(0.97);
    expect(share('inductive, written', 'all')).toBeGreaterThanOrEqual(0.99);
  },
);
