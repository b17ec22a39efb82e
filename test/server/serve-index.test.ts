/** The index of a running server: missing at first, replaced while clients search, damaged, and of an edited project. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { until } from '../lean/alive.ts';
import { expectCleanEnd, expectError, LIBRARY, type ServeProcess, startServe } from './serve-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-serve-index-'));
const home = join(folder, 'home');
const bare = { LEMMAHEAD_HOME: home };
let index: string;
let server: ServeProcess;

beforeEach(() => {
  index = join(mkdtempSync(join(folder, 'case-')), 'index.sqlite');
});
afterEach(async () => expectCleanEnd(await server.stop()));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds an index with a theorem named `theorem`, from a new folder, so nothing is reused. */
async function build(theorem: string, out = index): Promise<void> {
  const root = mkdtempSync(join(folder, 'root-'));
  writeFileSync(join(root, 'Zebra.lean'), `theorem ${theorem} : 1 = 1 := rfl\n`);
  const roots = ['--root', `Abacus=${LIBRARY}`, '--root', `Zebra=${root}`];
  const { status, stderr } = await lemmaheadMeanwhile(['index', 'build', ...roots, '--out', out], { env: bare });
  expect(status, stderr).toBe(0);
}

const find = (query: string) => server.post('/search', { query, k: 1 });

async function namesFor(query: string): Promise<string[]> {
  const { status, json } = await find(query);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.results.map(({ name }: { name: string }) => name);
}

describe('the index of a running server', () => {
  it('is reported as missing with the next step, and is used as soon as it exists', async () => {
    server = await startServe(['--index', index], { env: bare });
    expect(await until(() => server.stderr().includes('lemmahead index build'), 5000)).toBe(true);
    for (const answer of [
      await find('Nat.succ'),
      await server.get('/stats'),
      await server.get('/declarations/Nat.succ'),
    ]) {
      expectError(answer, 503, 'index-missing');
      expect(answer.json).toMatchObject({
        exit: 'missing',
        next: expect.stringContaining(`build --root NAME=FOLDER --index ${index} (`),
      });
    }
    expect((await server.get('/health')).status).toBe(200);
    await build('first');
    expect(await namesFor('Nat.succ')).toEqual(['Nat.succ']);
    expect((await server.get('/stats')).status).toBe(200);
  });

  it('can be rebuilt repeatedly while eight clients search: no request fails, and new data is found', async () => {
    await build('first');
    server = await startServe(['--index', index], { env: bare });
    const built = new AbortController();
    const failed: unknown[] = [];
    let answered = 0;
    const queries = ['Nat.add_comm', 'mul_assoc', 'addition is commutative', '_ + _ = _ + _', 'Nat.succ', 'first'];
    const client = async (start: number): Promise<void> => {
      for (let k = start; !built.signal.aborted; k++) {
        const response = k % 7 === 6 ? server.get('/declarations/Nat.succ') : find(queries[k % queries.length]!);
        const { status, text } = await response.catch((error: Error) => ({ status: 0, text: String(error) }));
        if (status !== 200) failed.push([status, text]);
        answered++;
      }
    };
    const clients = Array.from({ length: 8 }, (_, k) => client(k));
    for (const [theorem, previous] of [
      ['second', 'first'],
      ['third', 'second'],
    ] as const) {
      await build(theorem);
      expect([await namesFor(theorem), (await namesFor(previous)).includes(previous)]).toEqual([[theorem], false]);
    }
    // Replaced by a rename.
    await build('fourth', join(folder, 'other.sqlite'));
    renameSync(join(folder, 'other.sqlite'), index);
    expect(await namesFor('fourth')).toEqual(['fourth']);
    built.abort();
    await Promise.all(clients);
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(50);
    expect(readdirSync(join(index, '..'))).toEqual(['index.sqlite']);
  }, 60_000);

  it('stays in use if its file is damaged or removed, and is replaced by a valid one', async () => {
    await build('first');
    server = await startServe(['--index', index], { env: bare });
    expect(await namesFor('first')).toEqual(['first']);
    for (const damage of [
      () => rmSync(index),
      () => writeFileSync(`${index}.new`, 'not an index'),
      () => writeFileSync(`${index}.new`, ''),
    ]) {
      damage();
      if (readdirSync(join(index, '..')).includes('index.sqlite.new')) renameSync(`${index}.new`, index);
      expect(await namesFor('first')).toEqual(['first']);
      expect((await server.get('/stats')).status).toBe(200);
    }
    await build('second', join(folder, 'good.sqlite'));
    copyFileSync(join(folder, 'good.sqlite'), index);
    expect(await namesFor('second')).toEqual(['second']);
  });

  it('of a project is updated from its files, but does not contain posted texts', async () => {
    const project = mkdtempSync(join(folder, 'project-'));
    const write = (name: string): void =>
      writeFileSync(join(project, 'Zebra.lean'), `theorem ${name} : 1 = 1 := rfl\n`);
    writeFileSync(join(project, 'lakefile.toml'), 'name = "zebra"\n[[lean_lib]]\nname = "Zebra"\n');
    write('first');
    expect(lemmahead(['index', 'build', '--quiet'], { cwd: project, env: bare }).status).toBe(0);
    server = await startServe([], { cwd: project, env: bare });
    expect(await namesFor('first')).toEqual(['first']);
    write('second');
    mkdirSync(join(project, '.lemmahead', 'posted', 'text-left'), { recursive: true });
    writeFileSync(join(project, '.lemmahead', 'posted', 'text-left', 'Posted.lean'), 'theorem posted : 1 = 1 := rfl\n');
    // Files are checked for changes every two seconds.
    await sleep(2100);
    expect(await namesFor('second')).toEqual(['second']);
    expect((await namesFor('posted')).includes('posted')).toBe(false);
    expect((await namesFor('first')).includes('first')).toBe(false);
    // How to write a name at a place, given by file and line.
    const { json } = await server.post('/search', { query: 'second', in: 'Zebra.lean:1' });
    expect(json.results[0]).toMatchObject({ name: 'second', write_as: 'second', imported: true });
  });
});
