/** The query of `lemmahead search`: several words, stdin, a terminal. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { readQuery } from '../../src/session/query-input.ts';
import { ROOT } from '../architecture/source-files.ts';
import { BINARY } from '../binary.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-query-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'library.sqlite') };

beforeAll(() => {
  const built = lemmahead(['index', 'build', '--root', `Abacus=${join(ROOT, 'fixtures', 'library')}`], { env });
  expect(built.status, built.stderr).toBe(0);
});

describe('the query', () => {
  const GOAL = 'm n : Nat\n⊢ m + n = n + m';
  const fromStdin = (args: string[], input: string) =>
    lemmahead(['search', ...args, '--json', '--limit', '3'], { env, input });

  it('may be several words', () => {
    expect(lemmaheadJson(['search', 'sum', 'of', 'two', 'numbers'], { env }).json).toMatchObject({
      query: 'sum of two numbers',
      shape: 'text',
    });
  });

  it.each([
    ['-', ['-']],
    ['a pipe', []],
  ])('is read from stdin with %s', (_, args) => {
    const { stdout, status } = fromStdin(args, `${GOAL}\n`);
    expect(status).toBe(0);
    const { shape, results } = JSON.parse(stdout);
    expect(shape).toBe('goal');
    expect(results).toEqual(lemmaheadJson(['search', GOAL, '--limit', '3'], { env }).json.results);
  });

  it.each([
    ['empty', ' \n', { code: 'usage', message: 'Missing query.', reason: 'Stdin is empty.' }],
    ['longer than 1 MB', 'a'.repeat(1_000_001), { code: 'query-too-long', reason: 'Stdin has more than 1 MB.' }],
  ])('may not be %s', (_, input, error) => {
    const { stdout, status } = fromStdin(['-'], input);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject(error);
  });

  it('may be a goal of almost 1 MB', () => {
    const hypotheses = Array.from({ length: 50_000 }, (_, at) => `h${at} : a ∣ b\n`).join('');
    const { stdout, status } = fromStdin(['-'], `${hypotheses}⊢ m + n = n + m\n`);
    expect(status, stdout).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ shape: 'goal' });
  });

  it('is read from a terminal only with -', async () => {
    const typed = async (input: string): Promise<[string, string[]]> => {
      const messages: string[] = [];
      const log = { info: (message: string) => messages.push(message), warn: () => {}, debug: () => {} };
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      stdin.end(input);
      return [await readQuery(stdin, { log, signal: AbortSignal.timeout(5000) }), messages];
    };
    expect(await typed(`${GOAL}\n`)).toEqual([GOAL, [expect.stringContaining('End it with Ctrl-D')]]);
    await expect(typed('')).rejects.toMatchObject({ detail: { message: 'Missing query.' } });
  });

  it.skipIf(spawnSync('script', ['-V']).status !== 0)('of a bare search at a terminal is an error', () => {
    const command = `'${process.execPath}' '${BINARY}' search`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      env: { ...process.env, ...env, NO_COLOR: '1' },
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(stdout).toContain('error: Missing query.');
  });
});
