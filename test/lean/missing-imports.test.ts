import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainMissingImport } from '../../src/lean/toolchain/missing-imports.ts';

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-imports-')));
  put('lakefile.toml', 'name = "demo"\n[[lean_lib]]\nname = "Demo"\n');
  const packages = [
    { name: 'mathlib', type: 'git', rev: 'abc' },
    { name: 'batteries', type: 'git', rev: 'def' },
  ];
  put('lake-manifest.json', JSON.stringify({ packagesDir: '.lake/packages', packages }));
  put('.lake/packages/mathlib/lakefile.lean', 'package mathlib\nlean_lib Mathlib\nlean_lib Archive\n');
  put('.lake/packages/batteries/lakefile.toml', 'name = "batteries"\n[[lean_lib]]\nname = "Batteries"\n');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const absent = (module: string): string => `object file '/p/${module}.olean' of module ${module} does not exist`;
const next = (message: string): string => explainMissingImport(message, project).next;

describe('explainMissingImport', () => {
  it('fetches an unbuilt Mathlib, and builds missing modules of a built one', () => {
    expect(next("unknown module prefix 'Mathlib'\n\nNo directory 'Mathlib' …")).toBe(
      `cd ${project} && lake exe cache get`,
    );
    expect(next("unknown package 'Archive'")).toBe(`cd ${project} && lake exe cache get`);
    put('.lake/packages/mathlib/.lake/build/lib/lean/Mathlib/Order/Basic.olean', '');
    // The umbrella module is missing after `lake exe cache get`.
    expect(next(absent('Mathlib'))).toBe(`cd ${project} && lake build Mathlib`);
    expect(next(absent('Mathlib.Tactic.Ring'))).toBe(`cd ${project} && lake build Mathlib.Tactic.Ring`);
  });

  it("builds another package, and the project's own modules", () => {
    expect(next("unknown module prefix 'Batteries'")).toBe(`cd ${project} && lake build Batteries`);
    expect(next(absent('Demo.Basic'))).toBe(`cd ${project} && lake build Demo.Basic`);
  });

  it('reports a module that no package has', () => {
    const { why, next: hint } = explainMissingImport("unknown module prefix 'Matlib'", project);
    expect(why).toContain("'Matlib'");
    expect(hint).toContain('spelling');
  });

  it('reports a file outside any project', () => {
    const { why } = explainMissingImport("unknown module prefix 'Mathlib'", null);
    expect(why).toContain('in no Lake project');
  });

  it('forwards an unknown message', () => {
    const message = 'import A failed, environment already contains x from B\nmore';
    expect(explainMissingImport(message, project)).toEqual({ why: message.split('\n')[0], next: 'lemmahead doctor' });
  });
});
