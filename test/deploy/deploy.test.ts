/** The files of `deploy/`: what they call exists, and what the compose file describes works as processes. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test, type TestContext, vi } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../../src/cli.ts';
import { describeTree } from '../../src/cli/describe-tree.ts';
import { ENVIRONMENT_VARIABLES, KEY_VARIABLES } from '../../src/config/env.ts';
import { DRAIN_MS } from '../../src/commands/run-worker.ts';
import { ROOT } from '../architecture/source-files.ts';
import { BINARY } from '../binary.ts';
import { PASSWORD, postgres } from '../queue/postgres.ts';
import { machine } from '../queue/worker-process.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const DOCKERFILE = read('deploy/Dockerfile');
const UNIT = read('deploy/lemmahead-worker@.service');
const MANIFEST = JSON.parse(read('package.json'));

interface Service {
  image: string;
  command?: string | string[];
  environment?: Record<string, string>;
  secrets?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  security_opt?: string[];
}

const COMPOSE: { services: Record<string, Service>; secrets: Record<string, { file: string }> } = parse(
  read('deploy/compose.yaml'),
  { merge: true },
);
const OWN = Object.entries(COMPOSE.services).filter(([, { image }]) => image === 'lemmahead');

/** How long main.ts lets a server end before it ends itself. */
const LONGEST_STOP_MS = Number(/^const DRAIN_MS = ([\d_]+);$/mu.exec(read('src/main.ts'))![1]!.replaceAll('_', ''));

const tree = describeTree(await buildProgram(async () => {}));

/** Commands and flags that lemmahead does not have, in the words after its name. */
function unknownWords(words: readonly string[]): string[] {
  let command = tree;
  const unknown: string[] = [];
  let isValue = false;
  for (const word of words) {
    if (isValue) isValue = false;
    else if (word.startsWith('-')) {
      const option = command.options.find(({ flags }) => flags.includes(word));
      if (option === undefined) unknown.push(word);
      else isValue = option.value !== null;
    } else {
      const sub = command.commands.find(({ name }) => name === word);
      if (sub !== undefined) command = sub;
      else if (command.arguments.length === 0) unknown.push(word);
    }
  }
  return unknown;
}

/** Calls of lemmahead in a text, up to the end of a shell's command. */
const callsIn = (text: string): string[][] =>
  [...text.matchAll(/^(?!#).*?\blemmahead ((?:queue|worker|serve)\b[^;>|\n]*)/gmu)].map(([, call]) =>
    call!
      .trim()
      .split(/\s+/u)
      .map((word) => word.replace(/^"\$\$?\(hostname\)"$/u, 'name')),
  );

describe('the files of deploy/', () => {
  test('call commands with flags that exist', () => {
    const commands = OWN.map(([, { command }]) => command as string[]);
    const inShells = OWN.flatMap(([, { healthcheck }]) => callsIn(healthcheck?.test.at(-1) ?? ''));
    const calls = [...commands, ...inShells, ...callsIn(/^ExecStart=.*$/mu.exec(UNIT)![0])];
    expect(calls.map((call) => [call[0], unknownWords(call)])).toEqual([
      ['queue', []],
      ['serve', []],
      ['worker', []],
      ['queue', []],
      ['worker', []],
    ]);
    expect(unknownWords(['worker', '--job', '1'])).toEqual(['--job', '1']);
    expect(unknownWords(['queue', 'grand', 'x'])).toEqual(['grand', 'x']);
  });

  test('set variables that lemmahead reads', () => {
    const known = new Set([...Object.keys(ENVIRONMENT_VARIABLES), ...Object.keys(KEY_VARIABLES)]);
    const inCompose = OWN.flatMap(([, { environment }]) => Object.keys(environment ?? {}));
    const all = [...inCompose, ...`${DOCKERFILE}\n${UNIT}`.matchAll(/\b(LEMMAHEAD_\w+|ELAN_HOME)=/gu)].map((each) =>
      typeof each === 'string' ? each : each[1]!,
    );
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter((name) => !known.has(name))).toEqual([]);
  });

  test('use the versions of package.json', () => {
    for (const name of ['pg-boss', 'pg']) expect(DOCKERFILE).toContain(` ${name}@${MANIFEST.peerDependencies[name]} `);
    const node = /^ARG NODE=(\d+)-/mu.exec(DOCKERFILE)![1];
    expect(MANIFEST.engines.node).toMatch(new RegExp(`^>=${node}\\.`, 'u'));
  });

  test('run as a user without rights, with no secret in an image', () => {
    expect(DOCKERFILE.lastIndexOf('\nUSER 10001\n')).toBeGreaterThan(DOCKERFILE.lastIndexOf('\nFROM '));
    expect(DOCKERFILE).not.toMatch(/PASSWORD|TOKEN|_KEY|secrets/u);
    const excluded = read('deploy/Dockerfile.dockerignore').split('\n');
    expect(excluded).toContain('deploy');
    const needed = [...MANIFEST.files, 'src', 'scripts', 'tsconfig.build.json'].filter((name) => name !== 'dist');
    expect(needed.filter((name) => excluded.includes(name))).toEqual([]);
    for (const [, { environment }] of Object.entries(COMPOSE.services)) {
      const secret = Object.keys(environment ?? {}).filter((name) => /PASSWORD|TOKEN|KEY/u.test(name));
      expect(secret.filter((name) => !name.endsWith('_FILE'))).toEqual([]);
    }
    expect(Object.values(COMPOSE.secrets).map(({ file }) => file.startsWith('./secrets/'))).toEqual([true, true, true]);
    expect(read('deploy/.gitignore')).toBe('secrets/\n');
    expect(UNIT).toMatch(/^User=(?!root)\w+$/mu);
  });

  test('wait longer for the end of a worker than it takes', () => {
    expect(LONGEST_STOP_MS).toBeGreaterThan(DRAIN_MS);
    expect(Number(/^TimeoutStopSec=(\d+)$/mu.exec(UNIT)![1]) * 1000).toBeGreaterThan(LONGEST_STOP_MS);
    for (const [, service] of OWN)
      expect(parseInt(service.stop_grace_period!, 10) * 1000).toBeGreaterThan(LONGEST_STOP_MS);
    // SIGTERM must not reach the Leans of a worker.
    expect(UNIT).toContain('\nKillMode=mixed\n');
  });

  test('leave the sandbox of Lean what it needs', () => {
    for (const [, { security_opt: options }] of OWN) {
      expect(options).toEqual(expect.arrayContaining(['seccomp=unconfined', 'systempaths=unconfined']));
    }
    const forbidding =
      /^(?:RestrictNamespaces|ProtectKernelTunables|ProtectKernelLogs|ProtectHostname|ProtectProc|ProcSubset)=/mu;
    expect(UNIT).not.toMatch(forbidding);
    expect(UNIT).toMatch(/^SystemCallFilter=.*@mount/mu);
  });

  test('are accepted by systemd', (context) => {
    const folder = temporary(context);
    const unit = join(folder, 'lemmahead-worker@pond.service');
    copyFileSync(join(ROOT, 'deploy/lemmahead-worker@.service'), unit);
    try {
      execFileSync('systemd-analyze', ['verify', unit], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') context.skip('needs systemd-analyze');
      throw error;
    }
  });
});

function temporary(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-deploy-'));
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the services of the compose file work as processes, in their order', async (context) => {
  const server = await postgres(context);
  const here = await machine(context);
  const secrets = join(here.folder, 'secrets');
  mkdirSync(secrets);
  for (const name of ['owner_password', 'worker_password']) writeFileSync(join(secrets, name), `${PASSWORD}\n`);
  const database = new URL(here.url).pathname.slice(1);
  await server.sql(`DO $$ BEGIN CREATE ROLE lemmahead LOGIN PASSWORD '${PASSWORD}'; END $$`);
  await server.sql(`ALTER DATABASE "${database}" OWNER TO lemmahead`);
  const address = `@127.0.0.1:${server.port}/${database}`;
  const environmentOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(COMPOSE.services[name]!.environment!).map(([variable, value]) => [
        variable,
        value.replace('/run/secrets', secrets).replace(/@database\/lemmahead/u, address),
      ]),
    );
  const commandOf = (name: string): string[] =>
    (COMPOSE.services[name]!.command as string[]).map((word) => word.replace(/^\$\{\w+:-(.*)\}$/u, '$1'));

  const start = execFileSync;
  const psql = { ...process.env, ...environmentOf('database'), POSTGRES_USER: 'lemma', POSTGRES_DB: database };
  try {
    const own = { PGHOST: '127.0.0.1', PGPORT: String(server.port), PGPASSWORD: PASSWORD };
    start('sh', [join(ROOT, 'deploy/make-worker-role.sh')], { env: { ...psql, ...own }, stdio: 'pipe' });
  } catch (error) {
    // `sh` ends with 127 if there is no psql.
    if ((error as { status?: number }).status !== 127) throw error;
    await server.sql(`CREATE ROLE worker LOGIN PASSWORD '${PASSWORD}'`);
  }

  const without = { LEMMAHEAD_QUEUE_PASSWORD: '' };
  expect(await here.run(commandOf('rights'), { ...without, ...environmentOf('rights') })).toMatchObject({ status: 0 });
  const env = { ...here.env, ...without, ...environmentOf('worker') };
  const worker = spawn(process.execPath, [BINARY, ...commandOf('worker')], { cwd: here.folder, env, stdio: 'ignore' });
  context.onTestFinished(() => void worker.kill('SIGKILL'));

  const bin = join(here.folder, 'image');
  mkdirSync(bin);
  writeFileSync(join(bin, 'lemmahead'), `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  chmodSync(join(bin, 'lemmahead'), 0o755);
  writeFileSync(join(bin, 'hostname'), `#!/bin/sh\necho '${hostname()}'\n`);
  chmodSync(join(bin, 'hostname'), 0o755);
  const [, check] = COMPOSE.services['worker']!.healthcheck!.test;
  const path = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const health = async (host?: string): Promise<unknown> => {
    const shell = host === undefined ? check! : check!.replace('$$(hostname)', host);
    const child = spawn('sh', ['-c', shell.replaceAll('$$', '$')], { env: { ...env, PATH: path }, stdio: 'ignore' });
    return (await once(child, 'close'))[0];
  };
  await vi.waitFor(async () => expect(await health()).toBe(0), { timeout: 60_000, interval: 500 });
  expect(await health('elsewhere')).toBe(1);
  here.write('A.lean', 'theorem one : 1 = 1 := by\n  rfl\n');
  const checked = await here.json(['check', 'A.lean'], {
    ...without,
    ...environmentOf('service'),
    LEMMAHEAD_INDEX: '',
  });
  expect(checked).toMatchObject({ status: 0, json: { files: [{ verdict: 'accepted', worker: expect.any(String) }] } });
  worker.kill('SIGTERM');
  expect((await once(worker, 'close'))[0]).toBe(0);
  expect(await health()).toBe(1);
  const missing = { ...environmentOf('worker'), LEMMAHEAD_QUEUE_PASSWORD_FILE: join(secrets, 'none') };
  const refused = await here.json(['queue', 'status'], { ...without, ...missing });
  expect(refused).toMatchObject({ status: 2, json: { code: 'queue-password' } });
  expect(existsSync(join(secrets, 'none'))).toBe(false);
});
