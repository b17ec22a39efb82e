import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { problemsInLines } from '../../../src/bench/prove/dataset-lines.ts';
import { readDatasets } from '../../../src/bench/prove/dataset.ts';
import { digestOf } from '../../../src/bench/prove/problem.ts';
import { select } from '../../../src/bench/prove/selection.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import { temporaryFolder, writeFiles } from '../../index/temporary.ts';

const line = (fields: object): string =>
  JSON.stringify({
    name: 'one',
    header: 'import Init\n',
    formal_statement: 'theorem one : 1 = 1 := by sorry',
    ...fields,
  });

async function failureOf(promise: Promise<unknown>): Promise<Failure['detail']> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.detail;
  throw new Error(`no Failure: ${String(error)}`);
}

function read(files: Record<string, string>, paths: string[], withInformal = false) {
  return readDatasets(paths, { cwd: writeFiles(temporaryFolder(), files), withInformal });
}

describe('a JSON Lines dataset', () => {
  it('joins header and statement and ignores other fields', async () => {
    const text = `\uFEFF${line({ split: 'test', informal_statement: 'It is so.', informal_proof: null })}\r\n\n${line({ name: 'two', tags: ['nat'] })}\n`;
    const [one, two] = await read({ 'set.jsonl': text }, ['set.jsonl']);
    expect(one).toMatchObject({ name: 'one', split: 'test', tags: [], informal: 'It is so.', place: 'set.jsonl:1' });
    expect(one?.text).toBe('import Init\ntheorem one : 1 = 1 := by sorry\n');
    expect(two).toMatchObject({ name: 'two', split: null, tags: ['nat'], place: 'set.jsonl:3' });
    expect(two?.digest).toBe(one?.digest);
  });

  it('adds any informal statement as a docstring above the theorem, on request', () => {
    const options = { folder: '/', shown: 'set.jsonl', withInformal: true };
    fc.assert(
      fc.property(fc.array(fc.constantFrom('-/', '/-', '-', '/', 'a', ' ', '\n', '"', 'sorry')), (parts) => {
        const [problem] = problemsInLines(line({ informal_statement: parts.join('') }), options);
        const holes = findHoles(problem!.text);
        expect(holes.map(({ declaration }) => declaration?.name)).toEqual(['one']);
        expect(problem!.text).toMatch(/^import Init\n\/-- /);
      }),
    );
  });

  it.each([
    ['{"name": "a"', 'Not valid JSON'],
    [line({ formal_statement: 3 }), 'formal_statement'],
    [line({ name: '' }), 'name'],
    [line({ formal_statement: 'theorem one : 1 = 1 := rfl' }), "no 'sorry'"],
    [line({ formal_statement: 'def one : Nat := sorry' }), "no 'sorry'"],
    ['[]', 'expected object'],
  ])('reports the line of %s', async (bad, reason) => {
    const detail = await failureOf(read({ 'set.jsonl': `${line({ name: 'zero' })}\n${bad}\n` }, ['set.jsonl']));
    expect(detail).toMatchObject({ exit: 'usage', code: 'dataset-malformed' });
    expect(detail.message).toContain('set.jsonl:2');
    expect(detail.reason).toContain(reason);
  });
});

describe('a folder as a dataset', () => {
  const HOLE = 'theorem t : 1 = 1 := sorry\n';

  it('has one problem per file with a hole in a proof, named by its path', async () => {
    const files = {
      'set/Library.lean': 'theorem l : 1 = 1 := rfl\n',
      'set/Data.lean': 'def d : Nat := sorry\n',
      'set/b/Two.lean': HOLE,
      'set/One.lean': `-- tags: retrieval, nat\n${HOLE}`,
      'set/build/Old.lean': HOLE,
      'set/.hidden/Old.lean': HOLE,
      'set/notes.txt': 'sorry',
    };
    const problems = await read(files, ['set']);
    expect(problems.map(({ name, tags, place }) => [name, tags, place])).toEqual([
      ['One', ['retrieval', 'nat'], join('set', 'One.lean')],
      ['b/Two', [], join('set', 'b', 'Two.lean')],
    ]);
    expect((await read(files, ['set/One.lean'])).map(({ name }) => name)).toEqual(['One']);
  });

  it.each([
    [{ 'set/A.lean': '' }, ['set'], 'dataset-empty'],
    [{ 'set.jsonl': '\n\n' }, ['set.jsonl'], 'dataset-empty'],
    [{}, ['nowhere'], 'dataset-missing'],
    [{ 'a/One.lean': HOLE, 'b/One.lean': HOLE }, ['a', 'b'], 'problem-twice'],
    [{ 'set.jsonl': `${line({})}\n${line({})}` }, ['set.jsonl'], 'problem-twice'],
  ])('rejects %j', async (files, paths, code) => {
    expect(await failureOf(read(files as Record<string, string>, paths))).toMatchObject({ exit: 'usage', code });
  });
});

describe('select', () => {
  const problems = ['ab', 'bc', 'cd', 'de', 'ef'].map((name, at) => ({
    ...{ name, split: at < 3 ? 'test' : 'valid', tags: [], text: name, informal: null, informalProof: null },
    ...{ file: '', place: '', digest: name },
  }));
  const all = { split: null, filter: [], limit: null, seed: 1 };
  const names = (selection: object) => select(problems, { ...all, ...selection }).map(({ name }) => name);

  it('selects by split, by parts of names, and a random sample by seed, in dataset order', () => {
    expect(names({ split: 'test', filter: ['b', 'd'] })).toEqual(['ab', 'bc', 'cd']);
    const few = names({ limit: 2, seed: 3 });
    expect(few).toHaveLength(2);
    expect(names({ limit: 2, seed: 3 })).toEqual(few);
    expect(few.toSorted()).toEqual(few);
    const draws = Array.from({ length: 20 }, (_, seed) => names({ limit: 2, seed }).join(' '));
    expect(new Set(draws).size).toBeGreaterThan(3);
    expect(names({ limit: 9 })).toHaveLength(5);
  });

  it('fails if nothing is left', () => {
    expect(() => names({ split: 'train' })).toThrow('The selection leaves none of the 5 problems.');
    expect(() => names({ filter: ['zz'] })).toThrow(Failure);
  });

  it('has a digest that does not depend on the order of problems', () => {
    expect(digestOf(problems.toReversed())).toBe(digestOf(problems));
    expect(digestOf(problems.slice(1))).not.toBe(digestOf(problems));
  });
});
