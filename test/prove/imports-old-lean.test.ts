/** Attempts with additional imports on the real Lean of 2021, which can import the toolchain's own modules. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { NOTHING_HIDDEN } from '../../src/prove/hidden.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headerCheck } from '../../src/prove/attempt/headers.ts';
import { Budget, NO_LIMITS } from '../../src/llm/budget.ts';
import { Prover, type ProverRequest } from '../../src/prove/prover.ts';
import type { Strategy } from '../../src/prove/strategy.ts';
import { openJudge } from '../../src/verify/audit/judge.ts';
import { openCold, openColdLean } from '../../src/verify/trial/cold.ts';
import { oldInstallation } from '../lean/old-installation.ts';
import { oldLean } from '../lean/old-lean.ts';
import { proposal } from './made-run.ts';

const TEXT = `prelude
import Init.Prelude

theorem t (p q : Prop) (h : p → q) (no : Not q) : Not p := sorry
`;

const NEVER = new AbortController().signal;

/** `mt` is in Init.Core, which the file does not import. */
const importing: Strategy = {
  name: 'importing',
  async *propose() {
    yield [
      proposal('exact mt h no'),
      proposal('exact mt h no', { imports: ['Init.NoSuchModule'] }),
      proposal('exact mt h no', { imports: ['Init.Core'] }),
    ];
  },
};

it('prove fills a hole with an additional import, and adds it to the file only if allowed', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-imports-'));
  const installation = await oldInstallation(oldLean(context).OLD_LEAN);
  const options = { installation, sandbox: 'limits', timeoutMs: 60_000, memoryBytes: null } as const;
  const [lean, mode] = [await openColdLean(options), await openCold(options)];
  const judging = { level: 'audit', allowedAxioms: [], allowNew: false, gate: true, signal: NEVER } as const;
  const judge = await openJudge({ ...options, ...judging });
  try {
    const prover = new Prover({
      ...options,
      lean,
      mode,
      judge,
      level: 'audit',
      allowedAxioms: [],
      index: null,
      library: null,
      findSolved: null,
      cache: null,
      jobs: 1,
    });
    const request: Omit<ProverRequest, 'budget' | 'mayAddImports'> = {
      text: TEXT,
      file: join(folder, 'T.lean'),
      displayPath: 'T.lean',
      strategies: [importing],
      model: null,
      retrieves: false,
      hidden: NOTHING_HIDDEN,
      informalInput: null,
      isSelected: () => true,
      record: null,
      signal: NEVER,
      deadline: NEVER,
    };
    const would = await prover.prove({ ...request, budget: new Budget(NO_LIMITS), mayAddImports: false });
    expect(would).toMatchObject({
      text: TEXT,
      holes: [{ state: 'open', imports: ['Init.Core'], attempts: 3, unchecked: 1 }],
    });
    expect(would.holes[0]?.note).toBe('it can be filled after adding `import Init.Core`');
    const added = await prover.prove({ ...request, budget: new Budget(NO_LIMITS), mayAddImports: true });
    expect(added).toMatchObject({ objection: null, addedImports: ['Init.Core'], holes: [{ state: 'filled' }] });
    expect(added.text).toBe(
      TEXT.replace('Init.Prelude\n', 'Init.Prelude\nimport Init.Core\n').replace('sorry', 'by exact mt h no'),
    );
  } finally {
    await Promise.all([judge.close(), lean.close(), mode.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);

it('prove rejects an import that changes the meaning of the statement', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-odd-import-'));
  const real = oldLean(context).OLD_LEAN;
  writeFileSync(join(folder, 'Odd.lean'), 'macro_rules | `($x = $y) => `(True)\n');
  execFileSync(real, ['-o', 'Odd.olean', 'Odd.lean'], { cwd: folder });
  const installation = await oldInstallation(real);
  const { environment } = installation;
  environment['LEAN_PATH'] = `${folder}:${environment['LEAN_PATH'] ?? ''}`;
  const options = { installation, sandbox: 'limits', timeoutMs: 60_000, memoryBytes: null } as const;
  const lean = await openColdLean(options);
  const judging = { level: 'audit', allowedAxioms: [], allowNew: false, gate: true, signal: NEVER } as const;
  const judge = await openJudge({ ...options, ...judging });
  try {
    const text = 'theorem t : 1 + 1 = 3 := sorry\n';
    const why = headerCheck(lean, judge, text, NEVER);
    expect(await why(`import Odd\n${text}`)).toBe("'t' has a different statement");
    expect(await why(`import Init.Core\n${text}`)).toBeNull();
  } finally {
    await Promise.all([judge.close(), lean.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
