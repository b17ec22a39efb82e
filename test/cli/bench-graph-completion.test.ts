/** `bench graph --only completion` with a scripted model, on a small data set in the form of GHOSTS. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readCsv } from '../../src/bench/graph/read-csv.ts';
import { csvLine } from '../../src/graph/export/csv-tables.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { lemmahead, lemmaheadMeanwhile } from './spawn.ts';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-completion-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };
const homeOf = (name: string): string => join(folder, `home-${name}`);
let server: ModelServer | null = null;

const FILES = {
  'MATH Algebra.json': ['What is 2 + 3?', 'What is 4 + 5?', ''],
  'Proofs Collection A.json': ['Let $n$ be even. Then $n^2$ is even. Can you finish the proof?', 'What is 2 + 3?'],
};
const CATEGORIES = { Algebra: ['MATH Algebra.json'], Complement: ['Proofs Collection A.json'] };

beforeAll(() => {
  mkdirSync(join(folder, 'ghosts'));
  for (const [name, prompts] of Object.entries(FILES)) {
    const items = prompts.map((prompt) => ({ prompt, output: 'OF CHATGPT', rating: '5', comment: 'OFFICIAL' }));
    writeFileSync(join(folder, 'ghosts', name), JSON.stringify(items));
  }
  writeFileSync(join(folder, 'categories.json'), JSON.stringify(CATEGORIES));
  writeFileSync(
    join(folder, 'book.tex'),
    '\\newtheorem{theorem}{Theorem}\n\\begin{theorem}[Even squares]\\label{even} Squares of even numbers are even.\\end{theorem}\n',
  );
  lemmahead(['library', 'add', 'book.tex'], { env, cwd: folder });
  // Without kept answers.
  for (const name of ['whole', 'part']) cpSync(env.LEMMAHEAD_HOME, homeOf(name), { recursive: true });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await server?.close();
  server = null;
});

function answer({ body }: SeenRequest): Reply {
  const [system, prompt] = body.messages.map(({ content }: any) => content) as [string, string];
  const text = system.includes('identify the type')
    ? '{"adapter": "application"}'
    : system.includes('name the definitions and theorems')
      ? '{"points": ["Even squares"]}'
      : system.includes('select the knowledge')
        ? '{"selected": [1]}'
        : system.includes('check an answer')
          ? '{"violated": []}'
          : JSON.stringify({
              text: `The answer to ${/What is (.*?)\?|even/u.exec(prompt)![0]}`,
              used: [1],
              unverified: [],
            });
  return { text, snapshot: 'script-1' };
}

const DATA = ['--data', 'ghosts', '--categories', 'categories.json'];

const bench = (out: string, ...args: string[]) => benchIn(env, out, ...args);

async function benchIn(home: { LEMMAHEAD_HOME: string }, out: string, ...args: string[]) {
  server ??= await startModelServer(answer);
  const model = args.includes('--judged') ? [] : ['--model', 'scripted/m', '--base-url', server.baseUrl, ...DATA];
  const all = ['bench', 'graph', '--only', 'completion', '--out', out, ...model, ...args, '--json'];
  const { stdout, status } = await lemmaheadMeanwhile(all, { env: home, cwd: folder });
  return { status, json: JSON.parse(stdout) };
}

const sheetOf = (out: string): string[][] => readCsv(readFileSync(join(folder, out, 'completions.csv'), 'utf8'));
const figuresOf = (json: any): any[] => json.measures.find(({ measure }: any) => measure === 'completion').figures;
const valuesOf = (json: any, column: string): Record<string, number> =>
  Object.fromEntries(figuresOf(json).flatMap((each) => (each.column === column ? [[each.row, each.value]] : [])));

/** Fills in the last column of the sheet. */
function rate(out: string, ratingOf: (row: string[]) => string): string {
  const [head, ...rows] = sheetOf(out);
  const rated = rows.map((row) => [...row.slice(0, 3), ratingOf(row)]);
  const path = join(folder, out, 'rated.csv');
  writeFileSync(path, [head!, ...rated].map(csvLine).join(''));
  return path;
}

describe('bench graph --only completion', () => {
  test('solves the problems with the library, and writes a blind sheet', async () => {
    const { status, json } = await bench('out');
    expect(status).toBe(0);
    expect(valuesOf(json, 'items to rate')).toEqual({ Algebra: 2, Complement: 1 });
    expect(valuesOf(json, 'passed the model’s own check')).toEqual({ Algebra: 1, Complement: 1 });
    expect(figuresOf(json).every(({ scripted, by }) => scripted && by === 'scripted/m')).toBe(true);
    expect(json.measures[0].notes.join('\n')).toContain('Algebra: GHOSTS has no text for 1 of its problems.');
    expect(json.measures[0].notes.join('\n')).toContain('A script gave the answers');
    const asked = server!.seen.map(({ body }) => JSON.stringify(body));
    expect(asked.join()).toContain('Squares of even numbers are even');
    expect(asked.join()).not.toMatch(/OF CHATGPT|OFFICIAL/u);
    const sheet = readFileSync(join(folder, 'out', 'completions.csv'), 'utf8');
    expect(sheetOf('out')).toHaveLength(4);
    expect(sheetOf('out')[0]![3]).toContain('2: a small part is right');
    for (const hidden of ['Algebra', 'Complement', 'scripted', 'application', 'self-checked', 'OF CHATGPT'])
      expect(sheet).not.toContain(hidden);
    expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain('scripted');
  });

  test('reads the ratings back without a model or data, beside those of the paper', async () => {
    const judged = rate('out', ([, problem]) =>
      problem!.includes('2 + 3') ? '2' : problem!.includes('4 + 5') ? '5' : '4',
    );
    await server?.close();
    server = null;
    const { status, json } = await bench('out', '--judged', judged);
    expect(status).toBe(0);
    expect(valuesOf(json, 'mean rating')).toEqual({ Algebra: 3.5, Complement: 4, all: 11 / 3 });
    expect(figuresOf(json).every(({ scripted, by }) => scripted && by.endsWith('rated by a person'))).toBe(true);
    expect(json.measures[0].details[0].rows).toEqual([
      ['Algebra', '2', '3.50', '46', '3.7826'],
      ['Complement', '1', '4.00', '35', '3.3714'],
      ['all', '3', '3.67', '', ''],
    ]);
    expect(json.published.map(({ title }: any) => title).join()).toContain('table 8');
  });

  test.each<[string, (row: string[]) => string]>([
    ['no rating', () => ''],
    ['a rating beyond the rubric', () => '6'],
    ['half a point', () => '3.5'],
  ])('refuses a sheet with %s', async (_, ratingOf) => {
    const { status, json } = await bench('out', '--judged', rate('out', ratingOf));
    expect([status, json.code]).toEqual([2, 'judged-invalid']);
  });

  test('refuses the sheet of another folder, and keeps ratings in the sheet itself', async () => {
    const { status, json } = await bench(
      'none',
      '--judged',
      rate('out', () => '3'),
    );
    expect([status, json.code]).toEqual([2, 'judged-invalid']);
    writeFileSync(join(folder, 'out', 'completions.csv'), readFileSync(rate('out', () => '3')));
    const again = await bench('out', '--problems', '1');
    expect([again.status, again.json.code]).toEqual([2, 'judged-sheet-differs']);
    expect(sheetOf('out')[1]![3]).toBe('3');
  });

  test('a limit ends it with exit 4, and the next call pays for no answer twice', async () => {
    const inHome = (name: string, ...args: string[]) => benchIn({ LEMMAHEAD_HOME: homeOf(name) }, name, ...args);
    await inHome('whole');
    const total = server!.seen.length;
    // A question costs 9,000 tokens at most, and much less in fact.
    const part = await inHome('part', '--max-tokens', '12000');
    const paid = server!.seen.length - total;
    expect([part.status, part.json.code, paid > 0 && paid < total]).toEqual([4, 'budget-spent', true]);
    const rest = await inHome('part');
    expect([rest.status, server!.seen.length]).toEqual([0, 2 * total]);
    expect(sheetOf('part')).toEqual(sheetOf('whole'));
  });

  test('is not measured unless it is asked for, and needs a model', async () => {
    const { stdout } = lemmahead(
      ['bench', 'graph', '--data', 'ghosts', '--out', 'other', '--only', 'stats', '--json'],
      {
        env,
        cwd: folder,
      },
    );
    expect(JSON.parse(stdout).measures.map(({ measure }: any) => measure)).toEqual(['stats']);
    const missing = lemmahead(['bench', 'graph', '--only', 'completion', ...DATA, '--json'], { env, cwd: folder });
    expect([missing.status, JSON.parse(missing.stdout).code]).toEqual([3, 'bench-data-missing']);
  });
});
