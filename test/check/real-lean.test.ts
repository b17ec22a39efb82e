/** `lemmahead check` as a process, with the real Lean of 2021: the example of the README, and dishonest proofs. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { ROOT } from '../architecture/source-files.ts';
import { oldLean } from '../lean/old-lean.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-real-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function trusted(environment: Record<string, string>): Promise<Record<string, string>> {
  const env = { ...environment, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
  return env;
}

function checked(env: Record<string, string>, ...args: string[]) {
  return lemmaheadJson(['check', ...args], { cwd: folder, env });
}

describe('the check example of the README', () => {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, fixture = '', command = '', output = ''] =
    /<!-- (fixtures\/\S+) -->\n\n```console\n\$ lemmahead (.*)\n([^]*?)```/.exec(page) ?? [];
  /** Removes the `by:` line, because sandbox and version depend on the machine and the test. */
  const masked = (text: string): string => text.replace(/^ {2}by: .*$/m, '  by:');

  async function shown(env: Record<string, string>): Promise<string> {
    cpSync(join(ROOT, fixture), folder, { recursive: true });
    const environment = await trusted(env);
    const auditors = join(folder, 'home', 'cache', 'auditor');
    const before = existsSync(auditors) ? readdirSync(auditors) : null;
    const { status, stdout } = lemmahead(command.split(' '), { cwd: folder, env: environment });
    expect(status).toBe(5);
    // The binary did not compile the programs of the audit again.
    if (before !== null) expect(readdirSync(auditors)).toEqual(before);
    return stdout;
  }

  it('equals the output with a real Lean', async (context) => {
    const stdout = await shown(oldLean(context));
    expect(masked(stdout)).toBe(masked(output));
    expect(output).toContain(/^ {2}by: {6}audit · Lean [^·]* · /m.exec(stdout)?.[0] ?? 'nothing');
  }, 120_000);

  it('equals the output with the fake Lean', async () => {
    expect(masked(await shown({ PATH: fakeLean(folder).bin }))).toBe(masked(output));
  });
});

describe('check with a real Lean', () => {
  const ORIGINAL = 'theorem t (a b c : Nat) : a + b + c = c + b + a := by\n  sorry\n';
  const HONEST = '  rw [Nat.add_comm a b, Nat.add_comm (b + a) c, Nat.add_assoc]\n';

  async function environment(context: TestContext): Promise<Record<string, string>> {
    const env = await trusted(oldLean(context));
    writeFileSync(join(folder, 'Original.lean'), ORIGINAL);
    return env;
  }

  it('accepts an honest filling', async (context) => {
    const env = await environment(context);
    writeFileSync(join(folder, 'Filled.lean'), ORIGINAL.replace('  sorry\n', HONEST));
    expect(checked(env, 'Filled.lean', '--against', 'Original.lean')).toMatchObject({
      status: 0,
      json: {
        accepted: true,
        files: [
          {
            verdict: 'accepted',
            level: 'audit',
            axioms: [],
            declarations: [{ name: 't', kind: 'theorem', line: 1, state: 'proved', axioms: [] }],
          },
        ],
      },
    });
  }, 120_000);

  it('rejects a notation that changes the meaning of an unchanged statement, although it compiles without axioms', async (context) => {
    const env = await environment(context);
    const macro = 'macro_rules | `($a + $b) => `((0:Nat))\n\n';
    writeFileSync(join(folder, 'Filled.lean'), macro + ORIGINAL.replace('  sorry\n', '  rfl\n'));
    expect(checked(env, 'Filled.lean', '--level', 'compile').status).toBe(0);
    const { status, json } = checked(env, 'Filled.lean', '--against', 'Original.lean');
    expect([status, json.files[0].by]).toEqual([5, 'audit']);
    expect(json.files[0].findings).toContainEqual(
      expect.objectContaining({ what: 'type', declaration: 't', line: 3, severity: 'error' }),
    );
  }, 120_000);

  it('shows the errors of Lean with their positions', async (context) => {
    const env = await environment(context);
    writeFileSync(join(folder, 'Filled.lean'), ORIGINAL.replace('sorry', 'exact no_such_lemma'));
    const { status, stdout } = lemmahead(['check', 'Filled.lean'], { cwd: folder, env });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Filled\.lean:2:9: error: unknown identifier 'no_such_lemma'$/m);
    expect(stdout).toContain('Filled.lean: rejected by Lean: ');
  }, 120_000);

  it('rejects an unterminated comment, and reports a missing import as unchecked', async (context) => {
    const env = await environment(context);
    writeFileSync(join(folder, 'Comment.lean'), `theorem u : 1 = 1 := rfl\n/- never closed\n`);
    writeFileSync(join(folder, 'Import.lean'), `import NoSuchLibrary\ntheorem u : 1 = 1 := rfl\n`);
    const { status, json } = checked(env, 'Comment.lean', 'Import.lean');
    expect(status).toBe(3);
    expect(json.files).toMatchObject([
      { exit_code: 1, by: 'lean', findings: [{ text: expect.stringContaining('unterminated comment') }, {}, {}] },
      { exit_code: 3, verdict: 'unchecked', why: 'importsMissing', next: expect.stringMatching(/\S/) },
    ]);
  }, 120_000);
});
