/** The packed package works when installed into an empty folder, with only its own files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAttacks, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import { ROOT } from '../architecture/source-files.ts';

const MINUTES = 60_000;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-package-')));
const installed = join(folder, 'node_modules', 'lemmahead');
/** The Node of this run first: the package's bin begins with `env node`. */
const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
const index = join(folder, 'index.sqlite');
let packed: string[];

function run(...args: string[]) {
  return spawnSync(join(folder, 'node_modules', '.bin', 'lemmahead'), args, {
    cwd: folder,
    env: { PATH: path, NO_COLOR: '1', LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: index },
    encoding: 'utf8',
  });
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

beforeAll(() => {
  const [sources, tarballs] = [join(folder, 'sources'), join(folder, 'tarball')];
  mkdirSync(tarballs);
  // A copy, because `prepare` removes `dist/` and builds it again, and other tests run it meanwhile.
  const copied = readdirSync(ROOT).filter((name) => !['node_modules', 'dist', '.git'].includes(name));
  for (const name of copied) cpSync(join(ROOT, name), join(sources, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(sources, 'node_modules'));
  const words = npm(sources, 'pack', '--json', '--pack-destination', tarballs);
  // The build that `prepare` runs may print text before the JSON.
  const [pack] = JSON.parse(words.slice(words.indexOf('[\n')));
  packed = pack.files.map((file: { path: string }) => file.path);
  // What `npm ci` fetched is in npm's cache, so this needs no network.
  npm(
    folder,
    'install',
    '--prefix',
    folder,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    join(tarballs, pack.filename),
  );
}, 5 * MINUTES);

describe('the packed package', () => {
  test('contains the files that it needs and no development files', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'README.md',
        'LICENSE',
        'man/lemmahead.1',
        'bin/lemmahead.js',
        'dist/main.js',
        'fixtures/library/Abacus.lean',
        'src/verify/lean/export-current.lean',
        'glossary/mathlib.jsonl',
        'page/index.html',
        'weights/mathlib.weights',
      ]),
    );
    expect(
      packed.filter(
        (file) =>
          !/^(bin|dist|fixtures\/(attacks|honest|library)|glossary|man|page|src\/verify\/lean|weights)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(
            file,
          ),
      ),
    ).toEqual([]);
    expect(packed.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  });

  test('runs doctor, which finds SQLite and no faults', () => {
    const { stdout, status } = run('doctor', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).checks.find(({ what }: { what: string }) => what === 'sqlite').state).toBe('ok');
  });

  test('contains every case of the self-test', () => {
    const script = `
      import { readAttacks, readHonestProofs } from './node_modules/lemmahead/dist/verify/self-test/known-cases.js';
      console.log(readAttacks().length, readHonestProofs().length);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual([`${readAttacks().length} ${readHonestProofs().length}\n`, '']);
  });

  test('compares answers as a library, with types', () => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    symlinkSync(join(ROOT, 'node_modules', '@cortex-js'), join(folder, 'node_modules', '@cortex-js'));
    const use = `
      import { AnswerChecker, type AnswerVerdict, type Calculation } from 'lemmahead/answers';
      const checker = new AnswerChecker();
      const verdict: AnswerVerdict = await checker.check({ gold: '1/2', text: 'It is 0.5.' });
      const power: Calculation = await checker.calculate('2^100 mod 7');
      console.log(verdict.verdict, JSON.stringify(power));
      await checker.close();`;
    writeFileSync(join(folder, 'use.mts'), use);
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
    const flags = ['--module', 'nodenext', '--target', 'es2024', '--strict', '--types', '', 'use.mts'];
    const compiled = spawnSync(compiler, [...flags, '--lib', 'es2024,dom'], options);
    expect([compiled.stdout, compiled.status]).toEqual(['', 0]);
    const { stdout, stderr } = spawnSync(process.execPath, ['use.mjs'], options);
    expect([stdout, stderr]).toEqual(['same {"value":"2"}\n', '']);
  });

  test('lists holes without Lean', () => {
    const { stdout, status } = run('holes', join(ROOT, 'fixtures', 'holes', 'Holes.lean'), '--json');
    expect([status, JSON.parse(stdout).holes.length]).toEqual([0, 7]);
  });

  test('exits 3 with the build command on a search without an index', () => {
    const { stderr, status } = run('search', 'Nat.add_comm');
    expect(status).toBe(3);
    expect(stderr).toContain('lemmahead index build');
  });

  test('builds an index of the bundled library, in which search and show find its declarations', () => {
    const build = run('index', 'build', '--root', `Abacus=${join(installed, 'fixtures', 'library')}`);
    expect(build.stderr).toBe('');
    expect(build.status).toBe(0);
    const search = run('search', 'Nat.add_comm', '--json');
    expect(search.status).toBe(0);
    expect(JSON.parse(search.stdout).results[0]).toMatchObject({ name: 'Nat.add_comm', kind: 'theorem' });
    expect(run('show', 'mul_left_cancel').status).toBe(0);
  });

  test('ranks text queries with the shipped weights', () => {
    const { stdout } = run('search', 'the sum of two even numbers is even', '--explain', '--json');
    const { results, notices } = JSON.parse(stdout);
    expect(notices).toEqual([]);
    expect(results[0].name).toBe('Nat.Even.add');
    const groups = results[0].contributions.map(({ what }: { what: string }) => what);
    expect(groups).toEqual(expect.arrayContaining(['meaning', 'docstring', 'average row, above the last']));
    expect(JSON.parse(run('index', 'stats', '--json').stdout).vectors).toMatch(/^\d+-[0-9a-f]{16}$/u);
    const { checks } = JSON.parse(run('doctor', '--json').stdout);
    const found = checks.filter(({ what }: { what: string }) => ['weights', 'vectors'].includes(what));
    expect(found.map(({ state }: { state: string }) => state)).toEqual(['ok', 'ok']);
  });
});
