import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BINARY, COMPILE_CACHE } from '../binary.ts';
import { processesUnder } from '../cli/processes-under.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

let folder: string;
let path: string;
let env: { PATH: string; LEMMAHEAD_HOME: string };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-prove-'));
  path = join(folder, 'File.lean');
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TWO = `theorem one : 1 = 1 := by
  sorry

theorem two : 2 = 2 := sorry
`;

function prove(text: string, ...args: string[]) {
  writeFileSync(path, text);
  return lemmaheadJson(['prove', 'File.lean', '--mode', 'cold', ...args], { cwd: folder, env });
}

describe('prove without Lean', () => {
  it('reports what is missing and what to do, and exits 3', () => {
    writeFileSync(path, TWO);
    const { status, stdout, stderr } = lemmahead(['prove', 'File.lean'], { cwd: folder, env: { PATH: '' } });
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain('Lean is not on this machine');
    expect(stderr).toContain('https://lean-lang.org/install');
    const { json } = lemmaheadJson(['prove', 'File.lean'], { cwd: folder, env: { PATH: '' } });
    expect(json).toMatchObject({ schema: 'lemmahead/error@1', code: 'lean-missing', exit_code: 3 });
  });
});

describe('prove', () => {
  it('prints the diff and the level of verification', () => {
    writeFileSync(path, TWO);
    const { status, stdout, stderr } = lemmahead(['prove', 'File.lean', '--mode', 'cold'], { cwd: folder, env });
    expect(status).toBe(0);
    expect(stdout.replaceAll(/\d{8}-\d{6}-\w{4}/g, 'RUN')).toBe(`File.lean:2:3  theorem one: filled by rfl (1 attempt)
File.lean:4:24  theorem two: filled by rfl (1 attempt)

--- a/File.lean
+++ b/File.lean
@@ -1,4 +1,4 @@
 theorem one : 1 = 1 := by
-  sorry
+  rfl
 
-theorem two : 2 = 2 := sorry
+theorem two : 2 = 2 := by rfl

2 of 2 holes filled, 2 attempts.
Verified by audit: the full file was compared with the original.
Nothing was written; --in-place writes the proofs to the file.
Recorded as RUN: lemmahead runs show RUN
`);
    expect(stderr).toContain(
      'Only the lemmas in the file itself are used. To use those of its libraries: lemmahead index build',
    );
    expect(readFileSync(path, 'utf8')).toBe(TWO);
  });

  it('prints the result as JSON', () => {
    const { status, json } = prove(`-- when rfl: error\n${TWO}def d : Nat := sorry\n`);
    expect(status).toBe(1);
    expect(json).toMatchObject({
      schema: 'lemmahead/prove@1',
      file: 'File.lean',
      strategy: 'portfolio',
      level: 'audit',
      audited: true,
      conditional: 0,
      objection: null,
      filled: 2,
      open: 0,
      skipped: 1,
      attempts: 4,
      stopped_by: null,
      written: false,
      holes: [
        {
          line: 3,
          column: 2,
          keyword: 'theorem',
          declaration: 'one',
          state: 'filled',
          candidate: 'assumption',
          hole: 1,
          goal: 'n : Nat\n⊢ n = n',
          strategy: 'portfolio',
          lemmas: [],
          imports: [],
          dropped: false,
          axioms: [],
          conditional: [],
          unchecked: 0,
          refused: 0,
          no_candidate: 0,
          note: null,
        },
        { line: 5, column: 23, state: 'filled', candidate: 'assumption' },
        { line: 6, keyword: 'def', declaration: 'd', state: 'skipped', candidate: null, attempts: 0 },
      ],
    });
    expect(json.diff).toContain('+theorem two : 2 = 2 := by assumption');
  });

  it('writes only with --in-place', () => {
    expect(prove(TWO.replaceAll('\n', '\r\n'), '--in-place')).toMatchObject({ status: 0, json: { written: true } });
    expect(readFileSync(path, 'utf8')).toBe(
      TWO.replace('  sorry', '  rfl').replace(':= sorry', ':= by rfl').replaceAll('\n', '\r\n'),
    );
    expect(readdirSync(folder).toSorted()).toEqual(['File.lean', 'bin', 'home']);
  });

  it('writes the filled holes and exits 1 if some stay open', () => {
    const text = `-- when 2 := by: error\n${TWO}`;
    expect(prove(text, '--in-place')).toMatchObject({ status: 1, json: { filled: 1, open: 1, written: true } });
    expect(readFileSync(path, 'utf8')).toBe(text.replace('  sorry', '  rfl'));
  });

  it('writes nothing if no hole is filled', () => {
    const text = '-- when 1 := by: error\ntheorem one : 1 = 1 := sorry\n';
    expect(prove(text, '--in-place')).toMatchObject({ status: 1, json: { filled: 0, diff: '', written: false } });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('continues if Lean gives no answer, and counts it', () => {
    expect(prove(`-- when rfl: silent\n${TWO}`)).toMatchObject({
      status: 0,
      json: { filled: 2, holes: [{ unchecked: 1, candidate: 'assumption' }, { unchecked: 1 }] },
    });
  });

  it('stops at its limits with exit 4 and keeps the filled holes', () => {
    expect(prove(TWO, '--max-attempts', '1', '--in-place')).toMatchObject({
      status: 4,
      json: { stopped_by: 'attempts', attempts: 1, filled: 1, open: 1, written: true },
    });
    const hanging = prove(`-- when by rfl: hang\n${TWO}`, '--max-time', '6');
    expect(hanging).toMatchObject({ status: 4, json: { stopped_by: 'time', filled: 1, open: 1 } });
    expect(processesUnder(folder)).toEqual([]);
  });

  it('uses retrieved lemmas and logs the query', () => {
    const text = `-- needs apply own_lemma\ntheorem own_lemma (n : Nat) : n = n := rfl\n\ntheorem goal (n : Nat) : n = n := sorry\n`;
    writeFileSync(path, text);
    const index = join(folder, 'index.sqlite');
    const built = lemmahead(['index', 'build', '--root', `Own=${folder}`, '--out', index], { cwd: folder, env });
    expect(built.status).toBe(0);
    const args = ['prove', 'File.lean', '--mode', 'cold', '--index', index];
    const { stderr } = lemmahead(args, { cwd: folder, env });
    expect(stderr).toContain('retrieval query: n : Nat ⊢ n = n\n  retrieved: own_lemma\n');
    expect(lemmaheadJson(args, { cwd: folder, env })).toMatchObject({
      status: 0,
      json: { holes: [{ candidate: 'apply own_lemma', lemmas: ['own_lemma'] }] },
    });
    expect(lemmaheadJson([...args, '-k', '0'], { cwd: folder, env })).toMatchObject({ status: 1, json: { open: 1 } });
  });

  it('does nothing for a file without holes, even without Lean', () => {
    writeFileSync(path, 'theorem a : 1 = 1 := rfl -- sorry\n');
    const { status, stdout } = lemmahead(['prove', 'File.lean'], { cwd: folder, env: { PATH: '' } });
    expect([status, stdout]).toEqual([0, 'File.lean has no sorry.\n']);
  });

  it.each([
    ['errors of its own', '-- @error\n', 1, 'file-has-errors', /has errors in addition to its holes/],
    [
      'an import that is not built',
      'import Mathlib.Unbuilt\n',
      3,
      'imports-missing',
      /unknown module prefix 'Mathlib'/,
    ],
    ['a crash of Lean', '-- @crash\n', 3, 'lean-failed', /SIGSEGV/],
    ['a Lake without Lean', '-- @silent\n', 3, 'lean-failed', /no default toolchain configured/],
  ])('tries nothing on a file with %s', (_what, head, status, code, words) => {
    const result = prove(head + TWO, '--in-place');
    expect(result).toMatchObject({ status, json: { schema: 'lemmahead/error@1', code } });
    expect(`${result.json.message} ${result.json.reason}`).toMatch(words);
    expect(readFileSync(path, 'utf8')).toBe(head + TWO);
  });

  it('refuses a missing file and one that is not UTF-8', () => {
    expect(lemmaheadJson(['prove', 'Gone.lean'], { cwd: folder, env })).toMatchObject({
      status: 2,
      json: { code: 'file-unreadable' },
    });
    writeFileSync(path, Buffer.from([0x73, 0xff]));
    expect(lemmaheadJson(['prove', 'File.lean'], { cwd: folder, env })).toMatchObject({
      status: 2,
      json: { code: 'file-not-utf8' },
    });
  });

  it('reports a missing index given with --index as an error', () => {
    writeFileSync(path, TWO);
    const result = lemmaheadJson(['prove', 'File.lean', '--index', 'none.sqlite'], {
      cwd: folder,
      env,
    });
    const next = expect.stringMatching(/^lemmahead index build --root NAME=FOLDER --index \/.*\/none\.sqlite \(/);
    expect(result).toMatchObject({ status: 3, json: { code: 'index-missing', next } });
  });
});

describe('Ctrl-C during prove', () => {
  it('leaves no process and no scratch folder, and the file unchanged', async () => {
    const text = `-- when assumption: hang\n-- when rfl: error\n${TWO}`;
    writeFileSync(path, text);
    const before = readdirSync(folder);
    const child = spawn(process.execPath, [BINARY, 'prove', 'File.lean', '--mode', 'cold', '--in-place', '-v'], {
      cwd: folder,
      env: {
        ...env,
        HOME: folder,
        NO_COLOR: '1',
        TMPDIR: folder,
        ...COMPILE_CACHE,
      },
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const hanging = (): string[] => processesUnder(folder).filter((line) => line.includes('setInterval'));
    for (let waited = 0; waited < 30_000 && hanging().length === 0; waited += 50) await sleep(50);
    expect(hanging()).not.toEqual([]);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    for (let waited = 0; waited < 3000 && processesUnder(folder).length > 0; waited += 50) await sleep(50);
    expect(processesUnder(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
