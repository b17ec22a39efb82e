/** How the process behaves towards its surroundings: signals, pipes, colour, old Nodes, bugs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/base/exit-codes.ts';
import { Failure } from '../../src/base/errors.ts';
import { renderError, reportError } from '../../src/report/error.ts';
import { lemmahead } from './spawn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'src', 'main.ts');
const env = {
  PATH: dirname(process.execPath),
  NO_COLOR: '1',
  LEMMAHEAD_HOME: mkdtempSync(join(tmpdir(), 'lemmahead-manners-')),
};

/** Through a shell, for pipes and redirections; `lemmahead` stands for the program. */
const shell = (command: string) =>
  spawnSync(
    'bash',
    ['--norc', '-c', `lemmahead() { "${process.execPath}" "${MAIN}" "$@"; }; set -o pipefail; ${command}`],
    {
      env: { ...env, PATH: `${env.PATH}:/usr/bin:/bin` },
      encoding: 'utf8',
    },
  );

test('a closed pipe is a quiet end', () => {
  expect(shell('lemmahead completion fish | true')).toMatchObject({ stderr: '', status: 0 });
});

test('a full disk under stdout exits 3, also with --json', ({ skip }) => {
  skip(!existsSync('/dev/full'), 'needs /dev/full');
  for (const flag of ['', '--json']) {
    const { stderr, status } = shell(`lemmahead completion fish ${flag} > /dev/full`);
    expect(stderr).toMatch(/^error: The result cannot be written/);
    expect(status).toBe(3);
  }
});

test('a working folder that is gone exits 3 and says so', () => {
  const { stderr, status } = shell('cd "$(mktemp -d)" && rmdir "$PWD" && lemmahead index path');
  expect(stderr).toContain('error: The working folder is gone.');
  expect(status).toBe(3);
});

/** A build that is under way for a second or more: where its index and its lock lie. */
function longBuild(nodeFlags: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-signal-'));
  for (let copy = 0; copy < 60; copy++) {
    cpSync(join(ROOT, 'fixtures', 'library', 'Abacus'), join(folder, 'library', `Copy${copy}`), { recursive: true });
  }
  const index = join(folder, 'index.sqlite');
  const args = ['index', 'build', '--root', `Copies=${join(folder, 'library')}`, '--index', index];
  const child = spawn(process.execPath, [...nodeFlags, MAIN, ...args], { env });
  let stderr = '';
  child.stderr.on('data', (part) => (stderr += String(part)));
  // The lock says that the build is under way.
  const begun = () => expect.poll(() => existsSync(`${index}.lock`), { interval: 5, timeout: 20_000 }).toBe(true);
  return { child, index, args, begun, stderr: () => stderr };
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s during a long command exits 130 and says so', async (signal) => {
  const { child, begun, stderr } = longBuild();
  await begun();
  child.kill(signal);
  const [status] = await once(child, 'close');
  expect(status).toBe(130);
  expect(stderr()).toContain('error: Interrupted.');
});

test('a second Ctrl-C ends the process at once, and the next build needs no hand', async () => {
  // The second comes while the first is being heeded, however fast that is.
  const again = 'process.once("SIGINT", () => process.kill(process.pid, "SIGINT"))';
  const { child, index, args, begun, stderr } = longBuild(['--import', `data:text/javascript,${again}`]);
  await begun();
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  expect(stderr()).toBe('');
  expect(existsSync(index)).toBe(false);
  const next = lemmahead(args, { env });
  expect(next.stderr).not.toContain('error');
  expect(next.status).toBe(0);
  expect(existsSync(`${index}.lock`)).toBe(false);
}, 90_000);

describe('colour', () => {
  test('none into a pipe, some when asked for, none against NO_COLOR', () => {
    const escape = '\u001b[';
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '' } }).stdout).not.toContain(escape);
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }).stdout).toContain(escape);
    expect(lemmahead(['doctor'], { env: { NO_COLOR: '1', FORCE_COLOR: '1' } }).stdout).not.toContain(escape);
    expect(lemmahead(['doctor', '--no-color'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }).stdout).not.toContain(
      escape,
    );
  });
});

describe('an old Node', () => {
  const bin = join(ROOT, 'bin', 'lemmahead.js');
  /** Runs the bin while `process.versions.node` says something else. */
  const pretend = (version: string) => {
    const preload = `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
    return spawnSync(process.execPath, ['--import', preload, bin, '--version'], { env, encoding: 'utf8' });
  };

  test.each(['12.22.0', '20.19.5', '22.17.1'])('%s gets one sentence and exit 3', (version) => {
    const { stdout, stderr, status } = pretend(version);
    expect(status).toBe(EXIT_CODES.missing.code);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(version);
  });
});

test('the Node that runs the tests is the one that was asked for', ({ skip }) => {
  const expected = process.env.EXPECTED_NODE_MAJOR;
  skip(expected === undefined, 'EXPECTED_NODE_MAJOR is not set: only the legs of the workflow set it');
  expect(process.versions.node.split('.')[0]).toBe(expected);
});

describe('errors', () => {
  const surroundings = {
    versions: { lemmahead: '0.1.0', node: '22.18.0', platform: 'linux-x64' },
    argv: ['search', 'x'],
    home: '/home/ada',
    cwd: '/home/ada/orchard',
  };
  const style = { color: false, width: 80 };

  test('a failure says what, why and what next', () => {
    const failure = new Failure({
      exit: 'missing',
      code: 'index-missing',
      message: 'No index.',
      reason: 'One\ntwo',
      next: 'build',
    });
    const report = reportError(failure, surroundings);
    expect(report).toMatchObject({ schema: 'lemmahead/error@1', exit_code: 3, code: 'index-missing' });
    expect(renderError(report, style)).toBe('error: No index.\n  why: One\n       two\n  next: build\n');
  });

  test('anything else is a bug: exit 70, versions, and none of the user’s paths', () => {
    const error = new TypeError('cannot read /home/ada/orchard/Apple.lean');
    error.stack = `${error.message}\n at /home/ada/orchard/x.ts:1\n at /home/ada/.nvm/y.js:2`;
    const report = reportError(error, surroundings);
    expect(report).toMatchObject({ code: 'bug', exit_code: 70 });
    expect(report.issue).toContain('lemmahead 0.1.0, Node 22.18.0, linux-x64');
    expect(JSON.stringify(report)).not.toContain('/home/ada');
  });
});
