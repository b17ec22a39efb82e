import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, type FailureDetail } from '../../src/base/errors.ts';
import { chosenToolchain, fullToolchainName, toolchainFolder } from '../../src/lean/toolchain/elan.ts';
import { leanOptionsOf } from '../../src/lean/toolchain/lean-options.ts';
import { readMessages } from '../../src/lean/message/diagnostics.ts';
import { runProcess } from '../../src/lean/process/process.ts';
import { readVersion } from '../../src/lean/toolchain/lean-version.ts';
import { findLean, type LeanInstallation, type LeanSearch } from '../../src/lean/toolchain/toolchain.ts';
import { fakeElanProxies, fakeToolchain, program, type FakeToolchain } from './fake-toolchain.ts';
import { oldLean } from './old-lean.ts';

let folder: string;
let elanHome: string;
let project: string;
let lean33: FakeToolchain;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-toolchain-')));
  elanHome = join(folder, 'home', '.elan');
  project = join(folder, 'home', 'project');
  mkdirSync(project, { recursive: true });
  lean33 = fakeToolchain(elanHome, 'leanprover--lean4---v4.33.0', CURRENT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const CURRENT = 'Lean (version 4.33.0, x86_64-unknown-linux-gnu, commit 0123456789abcdef, Release)';

function search(more: Partial<LeanSearch> = {}): LeanSearch {
  return {
    lakeCommand: 'lake',
    elanHome,
    folder: project,
    environment: {
      PATH: fakeElanProxies(elanHome),
      HOME: join(folder, 'home'),
      ANTHROPIC_API_KEY: 'a-key',
      EDITOR: 'ed',
    },
    cacheFolder: join(folder, 'cache'),
    signal: new AbortController().signal,
    ...more,
  };
}

function put(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function failure(running: Promise<LeanInstallation>): Promise<FailureDetail> {
  try {
    await running;
  } catch (error) {
    if (error instanceof Failure) return error.detail;
    throw error;
  }
  throw new Error('nothing is missing');
}

describe('chosenToolchain', () => {
  const choice = (variable?: string): string | null => chosenToolchain(project, elanHome, variable)?.name ?? null;
  const settings = (text: string): void => writeFileSync(join(elanHome, 'settings.toml'), text);

  it('is the variable, then the nearest folder with override before file, then the default', () => {
    expect(choice()).toBe(null);
    settings('default_toolchain = "stable"\nversion = "12"\n');
    expect(choice()).toBe('stable');
    writeFileSync(join(folder, 'home', 'lean-toolchain'), 'leanprover/lean4:v4.20.0\n');
    expect(choice()).toBe('leanprover/lean4:v4.20.0');
    put('lean-toolchain', 'leanprover/lean4:v4.33.0\r\nnot read\n');
    expect(choice()).toBe('leanprover/lean4:v4.33.0');
    settings(`version = "12"\n[overrides]\n"${folder}/home" = "leanprover/lean4:v4.9.0"\n`);
    expect(choice()).toBe('leanprover/lean4:v4.33.0');
    settings(`version = "12"\n[overrides]\n"${project}" = "leanprover/lean4:v4.10.0"\n`);
    expect(choice()).toBe('leanprover/lean4:v4.10.0');
    expect(choice('4.11.0')).toBe('leanprover/lean4:v4.11.0');
  });

  it.each([
    ['4.33.0', 'leanprover/lean4:v4.33.0'],
    ['v4.33.0-rc1', 'leanprover/lean4:v4.33.0-rc1'],
    ['leanprover/lean4:4.33.0', 'leanprover/lean4:v4.33.0'],
    ['nightly-2026-11-01', 'leanprover/lean4:nightly-2026-11-01'],
    ['stable', 'stable'],
    ['mine', 'mine'],
  ])('%s is completed to %s', (written, name) => expect(fullToolchainName(written)).toBe(name));

  it('toolchainFolder finds a release, a nightly, a linked toolchain, and the newest of a channel', () => {
    const made = (name: string): string => {
      mkdirSync(join(elanHome, 'toolchains', name, 'bin'), { recursive: true });
      return join(elanHome, 'toolchains', name);
    };
    const nightly = made('leanprover--lean4-nightly---nightly-2026-11-01');
    const newest = made('leanprover--lean4---v4.100.0');
    const candidate = made('leanprover--lean4---v4.101.0-rc1');
    symlinkSync(newest, join(elanHome, 'toolchains', 'mine'));
    expect(toolchainFolder('leanprover/lean4:v4.33.0', elanHome)).toBe(lean33.folder);
    expect(toolchainFolder('leanprover/lean4:nightly-2026-11-01', elanHome)).toBe(nightly);
    expect(toolchainFolder('mine', elanHome)).toBe(join(elanHome, 'toolchains', 'mine'));
    expect(toolchainFolder('stable', elanHome)).toBe(newest);
    expect(toolchainFolder('leanprover/lean4:beta', elanHome)).toBe(candidate);
    expect(toolchainFolder('leanprover/lean4:v4.34.0', elanHome)).toBe(null);
  });
});

describe('findLean in a Lake project', () => {
  beforeEach(() => {
    put('lean-toolchain', 'leanprover/lean4:v4.33.0');
    put('lakefile.toml', 'name = "demo"\n[leanOptions]\nautoImplicit = false\npp.unicode.fun = true\n');
    put('lake-manifest.json', '{"version": "1.2.0", "packagesDir": ".lake/packages", "packages": []}');
    put('Sub/Deep/File.lean', '');
  });

  it("runs the toolchain's programs instead of elan, with the variables of lake env and without the user's secrets", async () => {
    const found = await findLean(search({ folder: join(project, 'Sub', 'Deep') }));
    expect(found).toMatchObject({
      lean: join(lean33.bin, 'lean'),
      lake: join(lean33.bin, 'lake'),
      projectRoot: project,
      toolchain: 'leanprover/lean4:v4.33.0',
      options: ['-DautoImplicit=false', '-Dpp.unicode.fun=true'],
      version: { text: CURRENT, major: 4, minor: 33, patch: 0, generation: 'current' },
    });
    expect(found.searchPath).toEqual([
      join(project, '.lake/packages/mathlib/.lake/build/lib/lean'),
      join(project, '.lake/build/lib/lean'),
      join(lean33.folder, 'lib/lean'),
    ]);
    expect(JSON.stringify(found.environment)).not.toMatch(/a-key|a-secret/);
    expect(Object.keys(found.environment).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'HOME',
      'LAKE',
      'LAKE_HOME',
      'LEAN_PATH',
      'LEAN_SRC_PATH',
      'LEAN_SYSROOT',
      'PATH',
    ]);
    expect(found.readable).toContain(project);
    expect(found.readable).toContain(lean33.folder);
    expect(found.readable).not.toContain(join(folder, 'home'));
  });

  it('queries Lake once per manifest, toolchain and lakefile', async () => {
    const envCalls = (): number => lean33.lakeCalls().filter((line) => line === 'env').length;
    const first = await findLean(search());
    expect(await findLean(search())).toEqual(first);
    expect(envCalls()).toBe(1);
    put('lake-manifest.json', '{"version": "1.2.0", "packagesDir": ".lake/packages", "packages": [], "name": "demo"}');
    await findLean(search());
    expect(envCalls()).toBe(2);
    put('lakefile.toml', 'name = "demo"\n');
    expect((await findLean(search())).options).toEqual([]);
    expect(envCalls()).toBe(3);
    const lean34 = fakeToolchain(elanHome, 'leanprover--lean4---v4.34.0', CURRENT.replace('4.33', '4.34'));
    put('lean-toolchain', 'leanprover/lean4:v4.34.0');
    expect((await findLean(search())).version.minor).toBe(34);
    expect(lean34.lakeCalls()).toEqual(['env']);
    await findLean(search({ cacheFolder: null }));
    expect(lean34.lakeCalls()).toEqual(['env', 'env']);
  });

  it('lets Lake evaluate a lakefile.lean for its options, once', async () => {
    put(
      'lakefile.lean',
      'import Lake\nopen Lake DSL\npackage demo where\n  leanOptions := #[⟨`autoImplicit, false⟩]\n',
    );
    put('lakefile.translated', 'name = "demo"\n[leanOptions]\nautoImplicit = true\n[[lean_lib]]\nname = "Demo"\n');
    expect((await findLean(search())).options).toEqual(['-DautoImplicit=true']);
    await findLean(search());
    expect(lean33.lakeCalls().filter((line) => line.startsWith('translate-config toml '))).toHaveLength(1);
  });

  it('returns a Lean that can be run and whose messages can be read', async () => {
    const found = await findLean(search());
    const line = {
      severity: 'error',
      pos: { line: 2, column: 4 },
      data: 'Unknown identifier `foo`',
      kind: 'lean.unknownIdentifier._namedError',
    };
    lean33.transcript(['info: noise of Lake', JSON.stringify(line)], 1);
    const { lean: command, environment } = found;
    const outcome = await runProcess({
      ...search(),
      command,
      args: ['--json', 'File.lean'],
      cwd: project,
      environment,
      timeoutMs: 20_000,
    });
    if (outcome.kind !== 'exited') throw new Error(outcome.kind);
    const { diagnostics, noise } = readMessages(outcome.stdout);
    expect(outcome.exitCode).toBe(1);
    expect(noise).toEqual(['info: noise of Lake']);
    expect(diagnostics).toMatchObject([{ severity: 'error', line: 2, column: 4, class: 'unknown_identifier' }]);
  });

  it('reports how to install a missing toolchain', async () => {
    put('lean-toolchain', 'leanprover/lean4:v4.77.0');
    const { exit, code, next } = await failure(findLean(search()));
    expect({ exit, code, next }).toEqual({
      exit: 'missing',
      code: 'toolchain-missing',
      next: 'elan toolchain install leanprover/lean4:v4.77.0',
    });
  });

  it('does not let Lake fetch packages', async () => {
    put(
      'lake-manifest.json',
      JSON.stringify({ packagesDir: '.lake/packages', packages: [{ name: 'mathlib', type: 'git', rev: 'abc' }] }),
    );
    expect(await failure(findLean(search()))).toMatchObject({
      exit: 'missing',
      code: 'packages-missing',
      next: `cd ${project} && lake exe cache get`,
    });
    rmSync(join(project, 'lake-manifest.json'));
    put('lakefile.toml', 'name = "demo"\n[[require]]\nname = "mathlib"\n');
    expect(await failure(findLean(search()))).toMatchObject({
      code: 'packages-missing',
      next: `cd ${project} && lake update`,
    });
    expect(lean33.lakeCalls()).toEqual([]);
  });

  it('stops at an unreadable manifest', async () => {
    put('lake-manifest.json', '{"packages": [');
    expect(await failure(findLean(search()))).toMatchObject({ exit: 'missing', code: 'manifest-unreadable' });
  });

  it('reports the error output of Lake', async () => {
    put('lake-fails', '');
    const { code, reason } = await failure(findLean(search()));
    expect(code).toBe('lake-failed');
    expect(reason).toContain('no such package');
  });

  it('rejects an unreadable lakefile, and a Lean without --json', async () => {
    put('lakefile.toml', 'name = = "demo"');
    expect(await failure(findLean(search()))).toMatchObject({ exit: 'missing', code: 'lakefile-unreadable' });
    put('lakefile.toml', '');
    writeFileSync(
      join(lean33.folder, 'version'),
      'Lean (version 4.7.0, x86_64-unknown-linux-gnu, commit 6fce8f7d5cd1, Release)',
    );
    const detail = await failure(findLean(search({ cacheFolder: null })));
    expect(detail).toMatchObject({ exit: 'missing', code: 'lean-unusable' });
    expect(detail.reason).toContain('4.8');
  });
});

describe('findLean outside a Lake project', () => {
  it('finds the default toolchain for a file outside any project', async () => {
    writeFileSync(join(elanHome, 'settings.toml'), 'default_toolchain = "stable"\n');
    const found = await findLean(search());
    expect(found).toMatchObject({
      lean: join(lean33.bin, 'lean'),
      projectRoot: null,
      toolchain: 'stable',
      options: [],
    });
  });

  it('treats a folder with only a lean-toolchain as a project, but not the home', async () => {
    put('lean-toolchain', 'leanprover/lean4:v4.33.0');
    expect((await findLean(search())).projectRoot).toBe(project);
    rmSync(join(project, 'lean-toolchain'));
    writeFileSync(join(folder, 'home', 'lean-toolchain'), 'leanprover/lean4:v4.33.0');
    expect((await findLean(search())).projectRoot).toBe(null);
  });

  it('works without Lake and without elan', async () => {
    const bin = join(folder, 'opt', 'lean', 'bin');
    program(join(bin, 'lean'), `console.log(${JSON.stringify(CURRENT)})`);
    const environment = { PATH: bin, HOME: join(folder, 'home') };
    const found = await findLean(search({ environment, elanHome: join(folder, 'none') }));
    expect(found).toMatchObject({ lean: join(bin, 'lean'), lake: null, projectRoot: null, toolchain: null });
    expect(found.searchPath).toEqual([join(folder, 'opt', 'lean', 'lib', 'lean')]);
  });

  it('ignores a failing Lake without a lakefile, and requires Lake with one', async () => {
    put('lean-toolchain', 'leanprover/lean4:v4.33.0');
    put('lake-fails', '');
    expect((await findLean(search())).lean).toBe(join(lean33.bin, 'lean'));
    const bin = join(folder, 'opt', 'lean', 'bin');
    program(join(bin, 'lean'), `console.log(${JSON.stringify(CURRENT)})`);
    put('lakefile.toml', 'name = "demo"');
    const withoutLake = search({ environment: { PATH: bin }, elanHome: join(folder, 'none') });
    expect(await failure(findLean(withoutLake))).toMatchObject({ exit: 'missing', code: 'lake-missing' });
  });

  it('finds elan if it is not on the PATH', async () => {
    put('lean-toolchain', 'leanprover/lean4:v4.33.0');
    expect((await findLean(search({ environment: { PATH: '/nowhere' } }))).lean).toBe(join(lean33.bin, 'lean'));
  });

  it('reports what to install if nothing is found', async () => {
    const nothing = search({ environment: { PATH: '/nowhere' }, elanHome: join(folder, 'none') });
    expect(await failure(findLean(nothing))).toMatchObject({ exit: 'missing', code: 'lean-missing' });
    expect(await failure(findLean(search()))).toMatchObject({ code: 'no-toolchain', next: 'elan default stable' });
  });

  it('never makes the home readable, even if a toolchain was unpacked into it', async () => {
    const bin = join(folder, 'home', 'bin');
    program(join(bin, 'lean'), `console.log(${JSON.stringify(CURRENT)})`);
    const environment = { PATH: bin, HOME: join(folder, 'home') };
    const { readable } = await findLean(search({ environment, elanHome: join(folder, 'none') }));
    expect(readable).not.toContain(join(folder, 'home'));
    expect(readable).toContain(join(bin, 'lean'));
  });

  it('finds the real Lean of 2021 through its shim', async (context) => {
    const environment = { ...oldLean(context), HOME: join(folder, 'home') };
    const found = await findLean(search({ environment, elanHome: join(folder, 'none') }));
    expect(found.version).toMatchObject({ major: 4, minor: 0, generation: '2021' });
    expect(found.environment['LEAN_SYSROOT']).toBe(dirname(dirname(environment.OLD_LEAN)));
  });
});

describe('leanOptionsOf', () => {
  it('reads nested and dotted names, lists, and -D in moreLeanArgs', () => {
    const toml = `
      moreLeanArgs = ["-DmaxRecDepth=1000", "-D", "relaxedAutoImplicit=false", "--quiet"]
      [leanOptions]
      weak.linter.mathlibStandardSet = true
      pp.unicode.fun = true
      synthInstance.maxHeartbeats = 20000
    `;
    expect(leanOptionsOf(toml, null)).toEqual([
      '-Dweak.linter.mathlibStandardSet=true',
      '-Dpp.unicode.fun=true',
      '-DsynthInstance.maxHeartbeats=20000',
      '-DmaxRecDepth=1000',
      '-DrelaxedAutoImplicit=false',
    ]);
    expect(leanOptionsOf('leanOptions = [{name = "autoImplicit", value = false}]', null)).toEqual([
      '-DautoImplicit=false',
    ]);
  });

  it("adds the options of the file's library, which take precedence", () => {
    const toml = `
      leanOptions = {autoImplicit = false}
      [[lean_lib]]
      name = "Demo"
      leanOptions = {autoImplicit = true, maxRecDepth = 9}
      [[lean_lib]]
      name = "Extra"
      srcDir = "src"
      roots = ["Other.Root"]
      leanOptions = {autoImplicit = false, maxRecDepth = 7}
    `;
    expect(leanOptionsOf(toml, 'Demo/Deep/File.lean')).toEqual(['-DautoImplicit=true', '-DmaxRecDepth=9']);
    expect(leanOptionsOf(toml, 'src/Other/Root/File.lean')).toEqual(['-DautoImplicit=false', '-DmaxRecDepth=7']);
    expect(leanOptionsOf(toml, 'Demonstration.lean')).toEqual(['-DautoImplicit=false']);
    expect(leanOptionsOf(toml, '../elsewhere/Demo.lean')).toEqual(['-DautoImplicit=false']);
  });
});

describe('readVersion', () => {
  it.each([
    [CURRENT, 4, 33, 0, 'current'],
    ['Lean (version 4.34.0-rc2, x86_64-unknown-linux-gnu, commit abc, Release)', 4, 34, 0, 'current'],
    ['Lean (version 4.36.0-nightly-2026-11-01, arm64-apple-darwin23.6.0, commit abc, Release)', 4, 36, 0, 'current'],
    ['Lean (version 4.0.0, commit 26c7798eb90b, Release)', 4, 0, 0, '2021'],
  ])('%s', (text, major, minor, patch, generation) => {
    expect(readVersion(text)).toEqual({ text, major, minor, patch, generation });
  });

  it('returns null for another program', () => expect(readVersion('Python 3.12')).toBe(null));
});
