/** `lemmahead check` as a process, with a fake Lean: the tests that need no real verdict. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

let folder: string;
let env: { PATH: string; LEMMAHEAD_HOME: string };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-check-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home') };
  await trustLean(env.LEMMAHEAD_HOME, folder, env);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ORIGINAL = 'theorem one : 1 = 1 := by\n  sorry\n\ntheorem two : 2 = 2 := sorry\n';
const FILLED = 'theorem one : 1 = 1 := by\n  rfl\n\ntheorem two : 2 = 2 := rfl\n';

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

const run = (...args: string[]) => lemmahead(['check', ...args], { cwd: folder, env });
const json = (...args: string[]) => lemmaheadJson(['check', ...args], { cwd: folder, env });

describe('check of a file without an original', () => {
  it('lists the proved declarations and exits 0', () => {
    write({ 'File.lean': FILLED });
    const { status, stdout } = run('File.lean');
    expect(stdout).toMatch(
      /^✓ theorem {2}one {2}proved; no axioms\n✓ theorem {2}two {2}proved; no axioms\n\nFile.lean: accepted: 2 proved.\n {2}by: {6}audit · Lean 4.33.1 · /,
    );
    expect(status).toBe(0);
  });

  it('lists each sorry with its position and exits 1', () => {
    write({ 'File.lean': ORIGINAL });
    const { status, stdout } = run('File.lean');
    expect(status).toBe(1);
    expect(stdout).toContain('File.lean:2:3: warning: theorem one contains a sorry\n');
    expect(stdout).toContain('File.lean:4:24: warning: theorem two contains a sorry\n');
    expect(stdout).toContain('File.lean: not finished: 2 sorry.\n');
    expect(stdout).toContain('  next:    lemmahead prove File.lean\n');
  });

  it('shows the errors of Lean and exits 1', () => {
    write({ 'File.lean': FILLED.replace('  rfl', '  rfl @error') });
    const { status, stdout } = run('File.lean');
    expect(status).toBe(1);
    expect(stdout).toContain('File.lean:2:1: error: type mismatch\n');
    expect(stdout).toContain('File.lean: rejected by Lean: 1 error.\n');
  });

  it('rejects an axiom with exit 5, and accepts it if it is allowed', () => {
    write({ 'File.lean': 'axiom wish : 1 = 2\ntheorem t : 1 = 2 := wish\n' });
    const refused = run('File.lean');
    expect(refused.status).toBe(5);
    expect(refused.stdout).toContain("File.lean:2:1: error: [audit] 't' depends on the axiom 'wish'\n");
    expect(refused.stdout).toContain('lemmahead check File.lean --allow-axioms wish\n');
    const allowed = json('File.lean', '--allow-axioms', 'wish');
    expect(allowed).toMatchObject({ status: 0, json: { accepted: true, allowed_axioms: ['wish'] } });
    expect(allowed.json.files[0].declarations).toContainEqual(
      expect.objectContaining({ name: 't', state: 'proved', axioms: ['wish'] }),
    );
  });

  it('ignores the sorry and the axiom of other declarations with --decl', () => {
    write({
      'File.lean':
        'axiom wish : 1 = 2\ntheorem t : 1 = 2 := wish\ntheorem unfinished : 1 = 1 := sorry\n' +
        'theorem leans : 1 = 1 := unfinished\ntheorem good : 1 = 1 := rfl\n',
    });
    expect(run('File.lean', '--decl', 'good').status).toBe(0);
    expect(run('File.lean', '--decl', 't').status).toBe(5);
    expect(run('File.lean', '--decl', 'unfinished').status).toBe(1);
    expect(run('File.lean', '--decl', 'leans').status).toBe(1);
  });

  it('reports a proof that depends on a sorry as conditional', () => {
    write({ 'File.lean': 'theorem a : 1 = 1 := sorry\ntheorem b : 1 = 1 := a\n' });
    const { status, json: report } = json('File.lean');
    expect(status).toBe(1);
    expect(report.files[0].declarations.map(({ name, state }: any) => [name, state])).toEqual([
      ['a', 'sorry'],
      ['b', 'conditional'],
    ]);
  });

  it('runs no audit at level compile, and reports this', () => {
    write({ 'File.lean': FILLED });
    const { status, stdout } = run('File.lean', '--level', 'compile');
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'File.lean: compiles, not audited.']);
    write({ 'File.lean': ORIGINAL });
    expect(run('File.lean', '--level', 'compile').status).toBe(1);
  });
});

describe('check against an original', () => {
  it('accepts honest fillings', () => {
    write({ 'Original.lean': ORIGINAL, 'Filled.lean': FILLED });
    const { status, json: report } = json('Filled.lean', '--against', 'Original.lean');
    expect(status).toBe(0);
    expect(report).toMatchObject({
      schema: 'lemmahead/check@1',
      accepted: true,
      level: 'audit',
      files: [
        { file: 'Filled.lean', against: 'Original.lean', exit: 'done', verdict: 'accepted', level: 'audit', by: null },
      ],
    });
  });

  it('rejects a changed statement, a new declaration and a missing one, with exit 5', () => {
    write({ 'Original.lean': ORIGINAL, 'Other.lean': FILLED.replace('2 = 2', '3 = 3') });
    const other = json('Other.lean', '--against', 'Original.lean');
    expect(other).toMatchObject({ status: 5, json: { files: [{ by: 'audit' }] } });
    expect(other.json.files[0].findings).toContainEqual(expect.objectContaining({ what: 'type', declaration: 'two' }));
    write({ 'New.lean': `theorem new : 1 = 1 := rfl\n${FILLED}` });
    const isNew = json('New.lean', '--against', 'Original.lean');
    expect(isNew.status).toBe(5);
    expect(isNew.json.files[0].next).toContain('--allow-new');
    expect(run('New.lean', '--against', 'Original.lean', '--allow-new').status).toBe(0);
    write({ 'Gone.lean': 'theorem one : 1 = 1 := by\n  rfl\n' });
    const gone = run('Gone.lean', '--against', 'Original.lean');
    expect([gone.status, gone.stdout.split('\n')[0]]).toEqual([
      5,
      expect.stringMatching(/^Gone\.lean: error: \[audit\] .*two/),
    ]);
  });

  it('checks one declaration with --decl', () => {
    write({ 'Original.lean': ORIGINAL, 'Half.lean': ORIGINAL.replace('  sorry', '  rfl') });
    expect(run('Half.lean', '--against', 'Original.lean').status).toBe(1);
    expect(run('Half.lean', '--against', 'Original.lean', '--decl', 'one').status).toBe(0);
    expect(run('Half.lean', '--against', 'Original.lean', '--decl', 'two').status).toBe(1);
    const none = json('Half.lean', '--against', 'Original.lean', '--decl', 'three');
    expect(none).toMatchObject({ status: 3, json: { files: [{ verdict: 'unchecked', why: 'notAuditable' }] } });
  });

  it('accepts only one file', () => {
    write({ 'A.lean': FILLED, 'B.lean': FILLED });
    expect(json('A.lean', 'B.lean', '--against', 'A.lean')).toMatchObject({ status: 2, json: { code: 'usage' } });
  });
});

describe('check of several files', () => {
  it('reports them one after another, and exits with the highest exit code', () => {
    write({ 'A.lean': FILLED, 'B.lean': ORIGINAL, 'C.lean': '-- @crash\n' });
    const { status, stdout } = run('A.lean', 'B.lean', 'C.lean');
    expect(status).toBe(3);
    expect(
      [...stdout.matchAll(/^(\w)\.lean: (.*?)[.:(]/gm)].map(([, name, verdict]) => [name, verdict!.trim()]),
    ).toEqual([
      ['A', 'accepted'],
      ['B', 'not finished'],
      ['C', 'could not be checked'],
    ]);
    expect(stdout).toMatch(/\n1 of 3 files accepted\.\n$/);
    const report = json('A.lean', 'B.lean');
    expect(report).toMatchObject({ status: 1, json: { accepted: false } });
    expect(report.json.files.map(({ exit_code }: any) => exit_code)).toEqual([0, 1]);
  });
});

describe('a file that could not be checked', () => {
  const unchecked = (why: string, detail: RegExp) => ({
    verdict: 'unchecked',
    why,
    detail: expect.stringMatching(detail),
    next: expect.stringMatching(/\S/),
    level: null,
  });

  it('is unchecked without Lean, with exit 3 and the installation step', () => {
    write({ 'File.lean': FILLED });
    const result = lemmaheadJson(['check', 'File.lean'], { cwd: folder, env: { ...env, PATH: '' } });
    expect(result).toMatchObject({ status: 3, json: { files: [unchecked('leanMissing', /Lean/)] } });
    expect(result.json.files[0].next).toContain('lean-lang.org');
  });

  it.each<[string, string, number, string, RegExp]>([
    ['an import that does not exist', 'import Mathlib.Unbuilt\n', 3, 'importsMissing', /Mathlib/],
    ['a Lean that is killed', '-- @crash\n', 3, 'crashed', /SIGSEGV/],
    ['a Lean that fails without a message', '-- @silent\n', 3, 'crashed', /no default toolchain/],
    ['a file that prints an out-of-memory message', '-- @sayNoMemory\n', 3, 'crashed', /out of memory/],
    ['a file that fills the disk', '-- @fillDisk\n', 4, 'tooMuchDisk', /bytes written/],
    ['a Lean that prints without end', '-- @flood\n', 4, 'tooMuchOutput', /./],
  ])('is unchecked because of %s', (_what, head, status, why, detail) => {
    write({ 'File.lean': head + FILLED });
    expect(json('File.lean')).toMatchObject({ status, json: { files: [unchecked(why, detail)] } });
  });

  it('is rejected, not unchecked, if the file itself prints that its imports are missing', () => {
    write({ 'File.lean': `-- @sayNoImport\n${FILLED}`, 'Original.lean': FILLED });
    for (const args of [['File.lean'], ['File.lean', '--against', 'Original.lean']]) {
      expect(json(...args)).toMatchObject({ status: 1, json: { files: [{ verdict: 'rejected', why: null }] } });
    }
  });

  it('is accepted, not unchecked, if it leaves a child process', () => {
    write({ 'File.lean': `-- @background\n${FILLED}`, 'lemmahead.toml': '[lean]\ntimeout = 20\n' });
    expect(json('File.lean')).toMatchObject({ status: 0, json: { files: [{ verdict: 'accepted' }] } });
  });

  it('is unchecked after a timeout, with exit 4', () => {
    write({ 'File.lean': `-- @hang\n${FILLED}`, 'lemmahead.toml': '[lean]\ntimeout = 2\n' });
    expect(json('File.lean')).toMatchObject({ status: 4, json: { files: [unchecked('timedOut', /2 s/)] } });
  });

  it('is unchecked if the self-test fails on this Lean, with exit 3 and the failing case', () => {
    write({ 'File.lean': FILLED });
    // The fake kernel accepts everything, so the self-test fails. The fresh home has no record of a passed self-test.
    const home = join(folder, 'fresh');
    const result = lemmaheadJson(['check', 'File.lean'], { cwd: folder, env: { ...env, LEMMAHEAD_HOME: home } });
    expect(result).toMatchObject({ status: 3, json: { files: [unchecked('selfTestFailed', /attacks\//)] } });
  }, 120_000);
});

describe('check with bad input', () => {
  const error = (code: string) => ({ status: 2, json: { schema: 'lemmahead/error@1', code } });

  it('exits 2 before running Lean for a missing file, a folder, invalid UTF-8 and 20 MB', () => {
    mkdirSync(join(folder, 'Folder.lean'));
    write({ 'Latin.lean': Buffer.from([0x2d, 0x2d, 0xe9, 0x0a]), 'Long.lean': '-- long\n'.repeat(2_500_000) });
    expect(json('Gone.lean')).toMatchObject(error('file-unreadable'));
    expect(json('Folder.lean')).toMatchObject(error('file-unreadable'));
    expect(json('Latin.lean')).toMatchObject(error('file-not-utf8'));
    expect(json('Long.lean')).toMatchObject(error('file-too-large'));
    write({ 'File.lean': FILLED });
    expect(json('File.lean', '--against', 'Gone.lean')).toMatchObject(error('file-unreadable'));
    expect(json('File.lean', 'Gone.lean')).toMatchObject(error('file-unreadable'));
    expect(run('Gone.lean').stderr).toContain('Gone.lean does not exist.');
  });

  it('accepts an empty file and one with only a comment', () => {
    write({ 'Empty.lean': '', 'Remark.lean': '-- sorry\n' });
    expect(run('Empty.lean', 'Remark.lean').status).toBe(0);
  });

  it('exits 2 for wrong flags', () => {
    write({ 'File.lean': FILLED });
    for (const flags of [
      ['--level', 'faith'],
      ['--require-sandbox', 'none'],
      ['--allow-axioms', ','],
      ['--allow-axioms', 'bad name'],
      ['--allow-new'],
      ['--against', 'File.lean', '--level', 'compile'],
    ]) {
      expect(json('File.lean', ...flags)).toMatchObject(error('usage'));
    }
    expect(json()).toMatchObject(error('usage'));
  });

  it("does not change the user's file and folder", () => {
    write({ 'File.lean': ORIGINAL });
    const before = readdirSync(folder);
    for (const level of ['compile', 'audit']) run('File.lean', '--level', level);
    expect(readFileSync(join(folder, 'File.lean'), 'utf8')).toBe(ORIGINAL);
    expect(readdirSync(folder)).toEqual(before);
  });
});
