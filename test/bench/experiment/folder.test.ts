/** The folder of an experiment, with results that are no proofs. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { runUnits } from '../../../src/base/work.ts';
import {
  ExperimentFolder,
  experimentPath,
  readManifest,
  type ExperimentKind,
} from '../../../src/bench/experiment/folder.ts';
import { temporaryFolder } from '../../index/temporary.ts';

interface Length {
  word: string;
  length: number | null;
}

const LENGTHS: ExperimentKind<Length> = {
  manifest: 'lengths.json',
  schema: 'test/lengths@1',
  keyOf: ({ word }) => word,
  read: (value) => (typeof (value as Partial<Length> | null)?.word === 'string' ? (value as Length) : null),
  commands: { start: 'measure WORDS', resume: 'measure --resume' },
};

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'lengths');
});

const open = (plan = {}, kind = LENGTHS) => new ExperimentFolder(kind, path, { words: 3 }, { seed: 1, ...plan });
const units = ['one', 'two', 'three'].map((id) => ({ id }));

function failureOf(action: () => unknown): Failure['detail'] {
  try {
    action();
  } catch (error) {
    if (error instanceof Failure) return error.detail;
    throw error;
  }
  throw new Error('no Failure');
}

/** Runs the units that are left, at most `most` of them, and returns their ids. */
async function measure(most = Infinity): Promise<string[]> {
  const folder = open();
  const ran: string[] = [];
  try {
    await runUnits({
      work: folder.workOn(folder.remaining(units, ({ length }) => length === null)),
      concurrency: 1,
      run: ([unit]) => {
        if (ran.length === most) throw new Error('killed');
        ran.push(unit!.id);
        return { word: unit!.id, length: unit!.id === 'two' && most < Infinity ? null : unit!.id.length };
      },
    });
  } catch (error) {
    if ((error as Error).message !== 'killed') throw error;
  } finally {
    folder.close();
  }
  return ran;
}

describe('the path of an experiment', () => {
  const home = { cwd: '/project', dataHome: '/home' };

  it('is the folder that the user names', () => {
    expect(experimentPath('out', home)).toBe('/project/out');
  });

  it('is a new one for each experiment, also within one second', () => {
    const paths = Array.from({ length: 50 }, () => experimentPath(null, { ...home, prefix: 'graph-' }));
    expect(new Set(paths).size).toBe(50);
    for (const each of paths) expect(each).toMatch(/^\/home\/bench\/graph-\d{8}-\d{6}-[0-9a-f]{6}$/u);
  });
});

describe('an experiment folder', () => {
  it('resumes: it makes the missing results and those to repeat, and keeps the others', async () => {
    expect(await measure(2)).toEqual(['one', 'two']);
    expect(await measure()).toEqual(['two', 'three']);
    expect(await measure()).toEqual([]);
    const folder = open();
    expect(folder.results).toEqual([
      { word: 'one', length: 3 },
      { word: 'two', length: 3 },
      { word: 'three', length: 5 },
    ]);
    expect([folder.result('two'), folder.result('four')]).toEqual([{ word: 'two', length: 3 }, null]);
    folder.close();
  });

  it('stores the options and the time of the first session', () => {
    const folder = open();
    folder.write('more/report.txt', 'text');
    folder.close();
    const manifest = readManifest(LENGTHS, path);
    expect(manifest).toEqual({
      schema: 'test/lengths@1',
      began_at: expect.any(String),
      options: { words: 3 },
      plan: { seed: 1 },
    });
    expect(readFileSync(join(path, 'more/report.txt'), 'utf8')).toBe('text');
    const again = open();
    expect(again.manifest).toEqual(manifest);
    again.close();
  });

  it('refuses another plan with the differing settings, and accepts a new setting without a value', () => {
    open().close();
    expect(failureOf(() => open({ seed: 2, size: 'big' }))).toMatchObject({
      exit: 'usage',
      code: 'bench-differs',
      reason: 'seed was 1 and is 2; size was none and is big',
      next: expect.stringContaining(`measure --resume ${path}`),
    });
    open({ size: null }).close();
  });

  it('repeats a result whose line was only partly written, and refuses lines of something else', () => {
    const folder = open();
    folder.store({ word: 'one', length: 3 });
    folder.close();
    const results = join(path, 'results.jsonl');
    const complete = readFileSync(results, 'utf8');
    appendFileSync(results, '{"word": "tw');
    const again = open();
    expect(again.results).toEqual([{ word: 'one', length: 3 }]);
    again.store({ word: 'two', length: 3 });
    again.close();
    expect(readFileSync(results, 'utf8')).toBe(`${complete}{"word":"two","length":3}\n`);
    appendFileSync(results, '{"length":3}\n');
    expect(failureOf(() => open())).toMatchObject({
      code: 'bench-folder-damaged',
      reason: 'line 3 of results.jsonl is not a result',
    });
  });

  it('refuses a folder that is in use, a folder of another kind, and results without a description', () => {
    const folder = open();
    expect(failureOf(() => open())).toMatchObject({ exit: 'missing', code: 'bench-busy' });
    folder.store({ word: 'one', length: 3 });
    folder.close();
    expect(failureOf(() => readManifest({ ...LENGTHS, schema: 'test/other@1' }, path))).toMatchObject({
      exit: 'usage',
      code: 'no-bench-folder',
      reason: 'lengths.json has another schema',
      next: 'measure WORDS',
    });
    writeFileSync(join(path, 'lengths.json'), '[]');
    expect(failureOf(() => open()).code).toBe('no-bench-folder');
    expect(failureOf(() => open({}, { ...LENGTHS, manifest: 'other.json' }))).toMatchObject({
      code: 'bench-folder-damaged',
      reason: 'there are results without other.json',
    });
  });
});
