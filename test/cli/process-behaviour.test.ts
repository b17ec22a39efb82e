/** Behaviour of the process: signals, pipes, colour, old Node versions, bugs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { EXIT_CODES } from '../../src/base/exit-codes.ts';
import { Failure } from '../../src/base/errors.ts';
import { renderError, reportError } from '../../src/report/error.ts';
import { lemmahead } from './spawn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const env = {
  PATH: dirname(process.execPath),
  NO_COLOR: '1',
  LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-process-')),
};

/** Runs a shell command, for pipes and redirections; `lemmahead` is a function that runs the program. */
const shell = (command: string) =>
  spawnSync(
    'bash',
    ['--norc', '-c', `lemmahead() { "${process.execPath}" "${BINARY}" "$@"; }; set -o pipefail; ${command}`],
    {
      env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` },
      encoding: 'utf8',
    },
  );

test('a closed pipe ends the process without an error', () => {
  expect(shell('lemmahead completion fish | true')).toMatchObject({ stderr: '', status: 0 });
});

test('a full disk for stdout exits 3, also with --json', ({ skip }) => {
  skip(!existsSync('/dev/full'), 'needs /dev/full');
  for (const flag of ['', '--json']) {
    const { stderr, status } = shell(`lemmahead completion fish ${flag} > /dev/full`);
    expect(stderr).toMatch(/^error: The result cannot be written/);
    expect(status).toBe(3);
  }
});

test('under a limit of the address space, a search in words exits 3 with the remedy', ({ skip }) => {
  skip(process.platform !== 'linux', 'needs ulimit -v');
  const index = `--root Abacus=${join(ROOT, 'fixtures', 'library')} --index "$LEMMAHEAD_HOME/limited.sqlite"`;
  const search = 'lemmahead search "number of beads" --index "$LEMMAHEAD_HOME/limited.sqlite"';
  const { stderr, status } = shell(`lemmahead index build ${index} && ulimit -v 6000000 && ${search}`);
  expect([status, stderr]).toEqual([3, expect.stringContaining('ulimit')]);
});

test('a deleted working folder exits 3 with an error', () => {
  const { stderr, status } = shell('cd "$(mktemp -d)" && rmdir "$PWD" && lemmahead index path');
  expect(stderr).toContain('error: The working folder no longer exists.');
  expect(status).toBe(3);
});

/** Starts an index build that takes at least a second. */
function longBuild(nodeFlags: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-signal-'));
  for (let copy = 0; copy < 60; copy++) {
    cpSync(join(ROOT, 'fixtures', 'library', 'Abacus'), join(folder, 'library', `Copy${copy}`), { recursive: true });
  }
  const index = join(folder, 'index.sqlite');
  const args = ['index', 'build', '--root', `Copies=${join(folder, 'library')}`, '--index', index];
  const child = spawn(process.execPath, [...nodeFlags, BINARY, ...args], { env });
  let stderr = '';
  child.stderr.on('data', (part) => (stderr += String(part)));
  // The lock file exists while the build runs.
  const hasBegun = () => expect.poll(() => existsSync(`${index}.lock`), { interval: 5, timeout: 20_000 }).toBe(true);
  return { child, index, args, hasBegun, stderr: () => stderr };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s during a long command exits 130 with an error', async (signal) => {
  const { child, hasBegun, stderr } = longBuild();
  await hasBegun();
  child.kill(signal);
  const [status] = await once(child, 'close');
  expect(status).toBe(130);
  expect(stderr()).toContain('error: Interrupted.');
});

test('a second Ctrl-C ends the process at once, and the next build works without manual cleanup', async () => {
  // Sends the second signal while the first one is being handled.
  const again = 'process.once("SIGINT", () => process.kill(process.pid, "SIGINT"))';
  const { child, index, args, hasBegun, stderr } = longBuild(['--import', `data:text/javascript,${again}`]);
  await hasBegun();
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(stderr()).toBe('');
  expect(existsSync(index)).toBe(false);
  const next = lemmahead(args, { env });
  expect(next.stderr).not.toContain('error');
  expect(next.status).toBe(0);
  expect(existsSync(`${index}.lock`)).toBe(false);
}, 90_000);

describe('colour of stdout', () => {
  test('is off in a pipe, on with FORCE_COLOR, off with NO_COLOR, and --color overrides these', () => {
    const escape = '\u001b[';
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '' } }).stdout).not.toContain(escape);
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }).stdout).toContain(escape);
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '1', FORCE_COLOR: '1' } }).stdout).not.toContain(escape);
    for (const flag of ['--no-color', '--color=never'])
      expect(lemmahead(['doctor', flag], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }).stdout).not.toContain(escape);
    expect(lemmahead(['doctor', '--color=always'], { env: { NO_COLOR: '1' } }).stdout).toContain(escape);
    expect(lemmahead(['doctor', '--color', 'auto'], { env: { NO_COLOR: '1' } }).stdout).not.toContain(escape);
    expect(lemmahead(['show', '--color=always'], { env: { NO_COLOR: '1' } }).stderr).toContain(escape);
  });
});

describe('an old Node version', () => {
  const bin = join(ROOT, 'bin', 'lemmahead.js');
  /** Runs the bin with another value of `process.versions.node`. */
  const pretend = (version: string) => {
    const preload = `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
    return spawnSync(process.execPath, ['--import', preload, bin, '--version'], { env, encoding: 'utf8' });
  };

  test.each(['12.22.0', '20.19.5', '22.17.1'])('%s exits 3 with a one-line message', (version) => {
    const { stdout, stderr, status } = pretend(version);
    expect(status).toBe(EXIT_CODES.missing.code);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(version);
  });
});

test('the tests run on the expected Node version', ({ skip }) => {
  const expected = process.env.EXPECTED_NODE_MAJOR;
  skip(expected === undefined, 'EXPECTED_NODE_MAJOR is not set: only the CI workflow sets it');
  expect(process.versions.node.split('.')[0]).toBe(expected);
});

describe('error reports', () => {
  const surroundings = {
    versions: { lemmahead: '0.1.0', node: '22.18.0', platform: 'linux-x64' },
    argv: ['search', 'x'],
    home: '/home/ada',
    cwd: '/home/ada/orchard',
  };
  const style = { color: false, width: 80 };

  test('a failure shows message, reason and next step', () => {
    const failure = new Failure('missing', 'index-missing', {
      message: 'No index.',
      reason: 'One\ntwo',
      next: 'build',
    });
    const report = reportError(failure, surroundings);
    expect(report).toMatchObject({ schema: 'lemmahead/error@1', exit_code: 3, code: 'index-missing' });
    expect(renderError(report, style)).toBe('error: No index.\n  why: One\n       two\n  next: build\n');
  });

  test('any other error is a bug: exit 70, with versions and without the user’s paths', () => {
    const error = new TypeError('cannot read /home/ada/orchard/Apple.lean');
    error.stack = `${error.message}\n at /home/ada/orchard/x.ts:1\n at /home/ada/.nvm/y.js:2`;
    const report = reportError(error, surroundings);
    expect(report).toMatchObject({ code: 'bug', exit_code: 70 });
    expect(report.issue).toContain('lemmahead 0.1.0, Node 22.18.0, linux-x64');
    expect(JSON.stringify(report)).not.toContain('/home/ada');
  });
});
