import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { confine, type CommandLine } from '../../src/lean/process/confine.ts';
import type { ProcessLimits } from '../../src/lean/process/process.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import { findSandboxTools, type SandboxTools } from '../../src/lean/process/sandbox-tools.ts';
import { needsSandbox } from './needs-sandbox.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead confine-')));
  mkdirSync(join(folder, 'scratch'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  level: SandboxLevel;
  script: string;
  args?: string[];
  limits?: ProcessLimits;
  readable?: string[];
  tools?: SandboxTools;
}

function run({ level, script, args = [], limits = {}, readable = [], tools = findSandboxTools() }: Run): string {
  const scratch = join(folder, 'scratch');
  const line: CommandLine = {
    command: '/bin/sh',
    args: ['-c', script, 'sh', ...args],
    cwd: scratch,
    environment: { PATH: '/usr/bin:/bin' },
  };
  const { command, args: all, cwd, environment } = confine(line, limits, { level, scratch, readable }, tools);
  const { stdout, stderr } = spawnSync(command, all, { cwd, env: environment, encoding: 'utf8' });
  return stdout + stderr;
}

const LEVELS: readonly SandboxLevel[] = ['limits', 'namespaces', 'bubblewrap'];

describe.skipIf(process.platform !== 'linux').each(LEVELS)('confine, %s', (level) => {
  it('passes every argument unchanged', async (context) => {
    await needsSandbox(context, level);
    const argument = fc
      .string({ unit: 'binary', maxLength: 30 })
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1, maxLength: 20 }), (args) => {
        const limits = { memoryBytes: 1e9 };
        expect(
          run({ level, script: String.raw`printf '%s\0' "$@"`, args, limits })
            .split('\0')
            .slice(0, -1),
        ).toEqual(args);
      }),
      { numRuns: 12 },
    );
  });

  it('sets the limits, HOME, TMPDIR and the working folder', async (context) => {
    await needsSandbox(context, level);
    const limits = { memoryBytes: 2_000_000 * 1024, cpuSeconds: 7, fileBytes: 100 * 512 };
    const script = 'ulimit -v; ulimit -t; ulimit -f; echo "$HOME"; echo "$TMPDIR"; pwd';
    const scratch = join(folder, 'scratch');
    const wanted = ['2000000', '7', '100', scratch, scratch, scratch, ''].join('\n');
    expect(run({ level, script, limits })).toBe(wanted);
    // macOS and small systems have no prlimit.
    expect(run({ level, script, limits, tools: { ...findSandboxTools(), prlimit: null } })).toBe(wanted);
  });
});

describe.skipIf(process.platform !== 'linux').each(['namespaces', 'bubblewrap'] as const)('confine, %s', (level) => {
  it('shows readable paths unchanged and read-only, also through links, inside other folders and with blanks in names', async (context) => {
    await needsSandbox(context, level);
    const [real, outer, file] = [join(folder, 'the real place'), join(folder, 'outer'), join(folder, 'a file')];
    for (const each of [real, join(outer, 'inner')]) mkdirSync(each, { recursive: true });
    writeFileSync(join(real, 'text'), 'real ');
    writeFileSync(join(outer, 'inner', 'text'), 'inner ');
    writeFileSync(file, 'file');
    symlinkSync(real, join(folder, 'link'));
    const readable = [join(folder, 'link'), join(outer, 'inner'), outer, file, join(folder, 'not there')];
    const script =
      'cat "$1/link/text" "$1/outer/inner/text" "$1/a file"; ls "$1"; echo new 2>/dev/null > "$1/outer/inner/text"';
    const shown = run({ level, script: `{ ${script}; } 2>/dev/null`, args: [folder], readable });
    expect(shown).toBe(['real inner filea file', 'link', 'outer', 'scratch', 'the real place', ''].join('\n'));
    expect(run({ level: 'limits', script: 'cat "$1"', args: [join(outer, 'inner', 'text')] })).toBe('inner ');
  });

  it('hides everything else', async (context) => {
    await needsSandbox(context, level);
    writeFileSync(join(folder, 'secret'), 'secret');
    expect(
      run({ level, script: 'ls -a "$1"; ls /home /root /etc/shadow /etc/passwd 2>/dev/null', args: [folder] }),
    ).toBe('.\n..\nscratch\n');
  });
});

describe('confine', () => {
  it('names the missing tool in its error', () => {
    const none = findSandboxTools('/nowhere');
    expect(() => run({ level: 'bubblewrap', script: '', tools: none })).toThrow('bwrap');
    expect(() => run({ level: 'namespaces', script: '', tools: none })).toThrow('unshare');
  });
});
