import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { parseQueries, readQueryFile } from '../../src/bench/query-file.ts';

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

describe('parseQueries', () => {
  it('reads one query per line and handles empty lines, CRLF and a byte order mark', () => {
    const text =
      '\uFEFF{"query":"sum","style":"topic","gold":["a.b"],"context":["x"]}\r\n\r\n{"query":"2","gold":["c"],"extra":1}\n';
    expect(parseQueries(text, 'q')).toEqual([
      { query: 'sum', style: 'topic', gold: ['a.b'], context: ['x'] },
      { query: '2', style: 'unknown', gold: ['c'] },
    ]);
  });

  it.each([
    ['not JSON', 'nonsense'],
    ['no gold', '{"query":"x"}'],
    ['empty gold', '{"query":"x","gold":[]}'],
    ['an empty query', '{"query":"","gold":["a"]}'],
    ['a list', '[1]'],
  ])('reports the line of %s', (_, line) => {
    const { detail } = failureOf(() => parseQueries(`{"query":"x","gold":["a"]}\n\n${line}`, 'set.jsonl'));
    expect(detail.exit).toBe('usage');
    expect(detail.message).toContain('set.jsonl:3');
  });

  it('rejects a file without queries', () => {
    expect(failureOf(() => parseQueries('\n \n', 'set.jsonl')).detail.code).toBe('queries-empty');
  });
});

describe('readQueryFile', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'queries-'));
    await writeFile(join(folder, 'one.jsonl'), '{"query":"x","gold":["a"]}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads a file', async () => {
    expect(await readQueryFile(join(folder, 'one.jsonl'))).toHaveLength(1);
  });

  it('reports the file that it cannot read', async () => {
    await expect(readQueryFile(join(folder, 'none.jsonl'))).rejects.toMatchObject({
      detail: { code: 'queries-unreadable', message: expect.stringContaining('none.jsonl') },
    });
  });
});
