/** `config`, `doctor` and `completion` as processes: what they print and how they exit. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { beforeEach, describe, expect, test } from 'vitest';
import { shapeProblems } from '../../src/config/schema.ts';
import { SETTING_KEYS } from '../../src/config/settings-table.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

let folder: string;
let env: { LEMMAHEAD_HOME: string };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-meta-')));
  env = { LEMMAHEAD_HOME: join(folder, 'home') };
  mkdirSync(env.LEMMAHEAD_HOME);
});

const inFolder = () => ({ cwd: folder, env });

describe('lemmahead config', () => {
  test('--explain shows the origin of each value', () => {
    writeFileSync(join(folder, 'lemmahead.toml'), '[search]\nlimit = 3\n');
    const { stdout, status } = lemmahead(['config', '--explain'], inFolder());
    expect(status).toBe(0);
    const shown = stdout.replace(/ +=/g, ' =');
    expect(shown).toContain(`search.limit = 3  (project: ${join(folder, 'lemmahead.toml')})`);
    expect(shown).toContain('lean.lake = "lake"  (default)');
    const { json } = lemmaheadJson(['config'], inFolder());
    expect(json.schema).toBe('lemmahead/config@1');
    expect(json.settings.find((setting: any) => setting.key === 'search.limit')).toMatchObject({
      value: 3,
      layer: 'project',
    });
  });

  test('an invalid file makes other commands fail with all problems, and config lists them', () => {
    writeFileSync(join(folder, 'lemmahead.toml'), 'apples = 1\n[search]\nlimit = -1\n');
    const { status, json } = lemmaheadJson(['index', 'path'], inFolder());
    expect(status).toBe(2);
    expect(json).toMatchObject({ schema: 'lemmahead/error@1', code: 'config-invalid' });
    expect(json.reason.split('\n')).toHaveLength(2);
    const shown = lemmahead(['config'], inFolder());
    expect(shown.status).toBe(2);
    expect(shown.stdout.match(/problem:/g)).toHaveLength(2);
  });

  test('trust allows restricted settings of a file, and --revoke withdraws this', () => {
    writeFileSync(join(folder, 'lemmahead.toml'), '[index]\npath = "own.sqlite"\n');
    const path = () => lemmahead(['index', 'path'], inFolder());
    expect(path().stdout).not.toContain('own.sqlite');
    expect(path().stderr).toContain('lemmahead config trust');
    const trusted = lemmahead(['config', 'trust'], inFolder());
    expect(trusted.status).toBe(0);
    expect(trusted.stdout).toContain('index.path = ');
    expect(path().stdout).toBe(`${join(folder, 'own.sqlite')}\n`);
    lemmahead(['config', 'trust', '--revoke'], inFolder());
    expect(path().stdout).not.toContain('own.sqlite');
  });

  test('init writes a file with all settings, commented out, and replaces none', async () => {
    const file = join(env.LEMMAHEAD_HOME, 'config.toml');
    expect(lemmahead(['config', 'path'], inFolder()).stdout).toBe(`${file}\n`);
    expect(lemmaheadJson(['config', 'init'], inFolder())).toMatchObject({
      status: 0,
      json: { path: file, exists: true },
    });
    const text = readFileSync(file, 'utf8');
    expect(Object.values(parse(text)).flatMap((table) => Object.keys(table as object))).toEqual([]);
    const all = parse(text.replaceAll(/^#(?=[a-z_]+ = )/gmu, ''));
    expect(shapeProblems(all)).toEqual([]);
    const keys = Object.entries(all).flatMap(([table, values]) =>
      Object.keys(values as object).map((key) => `${table}.${key}`),
    );
    expect(keys).toEqual(SETTING_KEYS);
    writeFileSync(file, '# mine\n');
    expect(lemmaheadJson(['config', 'init'], inFolder())).toMatchObject({ status: 2, json: { code: 'config-exists' } });
    expect(readFileSync(file, 'utf8')).toBe('# mine\n');
  });

  test('edit opens the file in the editor, and creates it first', () => {
    const editor = join(folder, 'editor');
    writeFileSync(editor, '#!/bin/sh\nprintf "%s" "$*" > "$(dirname "$0")/edited"\n', { mode: 0o755 });
    const path = `${env.LEMMAHEAD_HOME}:/usr/bin:/bin`;
    const edited = lemmahead(['config', 'edit', '--project'], {
      cwd: folder,
      env: { ...env, PATH: path, EDITOR: `${editor} -w` },
    });
    expect(edited).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const file = join(folder, 'lemmahead.toml');
    expect(readFileSync(join(folder, 'edited'), 'utf8')).toBe(`-w ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('#limit = 10');
    expect(lemmaheadJson(['config', 'edit'], inFolder())).toMatchObject({
      status: 3,
      json: { code: 'editor-missing' },
    });
  });

  test('trust without a file exits 3', () => {
    expect(lemmaheadJson(['config', 'trust'], inFolder())).toMatchObject({
      status: 3,
      json: { code: 'no-project-config' },
    });
  });
});

describe('lemmahead doctor', () => {
  test('reports nothing broken on an empty machine, and a fix for everything absent', () => {
    const { status, json } = lemmaheadJson(['doctor'], inFolder());
    expect(status).toBe(0);
    const checks = json.checks as { what: string; state: string; fix: string | null }[];
    expect(checks.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'lemmahead',
        'config',
        'trust',
        'disk',
        'sqlite',
        'index',
        'project',
        'lake',
        'lean',
        'model',
        'embedder',
      ]),
    );
    for (const { state, fix } of checks) expect(fix === null).toBe(state === 'ok');
    expect(checks.find(({ what }) => what === 'index')).toMatchObject({
      state: 'absent',
      fix: expect.stringMatching(/^lemmahead index build --root NAME=FOLDER \(/),
    });
  });

  test('reports an invalid index file, an invalid configuration and missing packages as faults', () => {
    writeFileSync(join(folder, 'lakefile.toml'), 'name = "orchard"\n');
    writeFileSync(
      join(folder, 'lake-manifest.json'),
      JSON.stringify({ packagesDir: '.lake/packages', packages: [{ type: 'git', name: 'mathlib', rev: 'abc' }] }),
    );
    mkdirSync(join(folder, '.lemmahead'));
    writeFileSync(join(folder, '.lemmahead', 'index.sqlite'), 'apples and pears'.repeat(100));
    writeFileSync(join(folder, 'lemmahead.toml'), 'apples = 1\n');
    const { stdout, status } = lemmahead(['doctor'], inFolder());
    expect(status).toBe(3);
    for (const what of ['config', 'index', 'packages']) expect(stdout).toMatch(new RegExp(`^✗ ${what} `, 'm'));
    expect(stdout).toMatch(/3 broken, /);
  });
});

describe('lemmahead completion', () => {
  test('bash completes commands, flags and choices', () => {
    const { stdout, status } = lemmahead(['completion', 'bash']);
    expect(status).toBe(0);
    const complete = (...words: string[]): string[] => {
      const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_lemmahead; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trim().split('\n');
    };
    expect(complete('lemmahead', 'sea')).toEqual(['search']);
    expect(complete('lemmahead', 'index', 'b')).toEqual(['build']);
    expect(complete('lemmahead', 'index', 'build', '--reh')).toEqual(['--rehash']);
    expect(complete('lemmahead', 'search', '--as', '')).toEqual(['name', 'pattern', 'text', 'goal']);
    expect(complete('lemmahead', 'search', '--kind', 'th')).toEqual(['theorem']);
    expect(complete('lemmahead', 'completion', 'f')).toEqual(['fish']);
  });

  test.each(['zsh', 'fish'])('the %s script contains the commands', (shell) => {
    const { stdout, status } = lemmahead(['completion', shell]);
    expect(status).toBe(0);
    for (const word of ['search', 'show', 'index', 'prove', 'doctor']) expect(stdout).toContain(word);
  });

  describe.each(['zsh', 'fish'])('%s', (shell) => {
    test('accepts the completion script', ({ skip }) => {
      skip(spawnSync(shell, ['-c', 'true']).status !== 0, `needs ${shell}`);
      const path = join(folder, 'script');
      writeFileSync(path, lemmahead(['completion', shell]).stdout);
      execFileSync(shell, ['-n', path]);
    });
  });
});
