import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../src/base/health.ts';
import { checkLean } from '../../src/lean/health.ts';
import { fakeElanProxies, fakeToolchain } from './fake-toolchain.ts';

let home: string;
let project: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-doctor-')));
  project = join(home, 'project');
  put('lakefile.toml', 'name = "demo"\n');
  put('lean-toolchain', 'leanprover/lean4:v4.33.0');
  const packages = [{ name: 'mathlib', type: 'git', rev: 'abc' }];
  put('lake-manifest.json', JSON.stringify({ name: 'demo', packagesDir: '.lake/packages', packages }));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function doctor(): Promise<Record<string, Check>> {
  const elanHome = join(home, '.elan');
  const checks = await checkLean({
    projectRoot: project,
    elanHome,
    lakeCommand: 'lake',
    environment: { PATH: fakeElanProxies(elanHome), HOME: home },
    memoryBytes: 2 ** 30,
    cwd: project,
    signal: new AbortController().signal,
  });
  for (const { what, state, fix } of checks) expect(fix === null, what).toBe(state === 'ok');
  return Object.fromEntries(checks.map((check) => [check.what, check]));
}

const install = (): void => {
  const version = 'Lean (version 4.33.0, x86_64-unknown-linux-gnu, commit 0123456789abcdef, Release)';
  const { folder } = fakeToolchain(join(home, '.elan'), 'leanprover--lean4---v4.33.0', version);
  mkdirSync(join(folder, 'src/lean/Init'), { recursive: true });
};

describe('checkLean', () => {
  it('gives for each missing component the command that fixes it', async () => {
    expect(await doctor()).toMatchObject({
      packages: { state: 'fault', fix: `cd ${project} && lake update` },
      toolchain: { state: 'absent', fix: 'elan toolchain install leanprover/lean4:v4.33.0' },
      lean: { state: 'absent', fix: 'elan toolchain install leanprover/lean4:v4.33.0' },
    });
    install();
    expect(await doctor()).toMatchObject({ lake: { state: 'absent', fix: `cd ${project} && lake exe cache get` } });
    put('.lake/packages/mathlib/lakefile.lean', 'package mathlib');
    expect(await doctor()).toMatchObject({ mathlib: { state: 'absent', fix: `cd ${project} && lake exe cache get` } });
    put('.lake/packages/mathlib/.lake/build/lib/lean/Mathlib/Order/Basic.olean', '');
    expect(await doctor()).toMatchObject({ mathlib: { state: 'absent', fix: `cd ${project} && lake build Mathlib` } });
    put('lake-fails', '');
    expect(await doctor()).toMatchObject({ lake: { state: 'fault', fix: `cd ${project} && lake env` } });
  });

  it('reports what it found if everything is present', async () => {
    install();
    put('.lake/packages/mathlib/.lake/build/lib/lean/Mathlib.olean', '');
    const checks = await doctor();
    for (const what of ['project', 'packages', 'mathlib', 'toolchain', 'lake', 'lean', 'memory']) {
      expect(checks[what], what).toMatchObject({ state: 'ok' });
    }
    expect(checks['lean']?.found).toContain('4.33.0');
    expect(checks['lean']?.found).toContain(join(project, 'lean-toolchain'));
    expect(checks['lake']?.found).toContain('Lake version 5.0.0');
    expect(checks['memory']?.found).toContain('limit of one Lean process: 1.0 GB');
    expect(checks['shown']).toMatchObject({ state: 'absent', fix: 'lemmahead doctor --self-test' });
    expect(checks['sandbox']?.found).toMatch(/bubblewrap|namespaces|limits|none/);
  });
});
