/** The program with unusable weights: text search still works, with a notice about the problem. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { writeFiles } from '../index/temporary.ts';
import { madeRanker, madeWeights } from '../vectors/made-weights.ts';
import { writeWeights } from '../../bench/train/write-weights.ts';
import { WEIGHTS_VERSION } from '../../src/vectors/weights.ts';
import { lemmahead, type Spawned } from './spawn.ts';

const WHOLE = writeWeights(madeWeights(['sum', 'even', 'number', 'ring'], { seed: 3 }));
const OTHER = writeWeights(madeWeights(['sum', 'even', 'number', 'ring'], { seed: 8 }));
const WITH_NAN = writeWeights(
  madeWeights(['sum', 'even', 'number', 'ring'], {
    rankers: { words: { ...madeRanker(3), weights: new Float32Array(9).fill(Number.NaN) } },
  }),
);
const OF_OTHER_FEATURES = writeWeights(
  madeWeights(['sum', 'even', 'number', 'ring'], {
    seed: 3,
    rankers: { words: { ...madeRanker(6), features: 'other' } },
  }),
);
const WITHOUT_RANKER = writeWeights(madeWeights(['sum', 'even', 'number', 'ring'], { seed: 3, rankers: {} }));
/** Replaces one digit in the header, so its length stays the same. */
const OF_ANOTHER_VERSION = Buffer.from(
  Buffer.from(WHOLE)
    .toString('latin1')
    .replace(`"version":${WEIGHTS_VERSION},`, `"version":${WEIGHTS_VERSION + 1},`),
  'latin1',
);
const SAYING = 'The sum of two even numbers is even.';

/** A copy of lemmahead, whose weights the tests replace. */
let tree: string;
let project: string;
let env: { LEMMAHEAD_HOME: string };

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'lemmahead-weights-'));
  for (const path of ['src', 'package.json', 'glossary'])
    cpSync(join(ROOT, path), join(tree, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  mkdirSync(join(tree, 'weights'));
  env = { LEMMAHEAD_HOME: join(tree, 'home') };
  project = writeFiles(join(tree, 'project'), {
    'lakefile.toml': 'name = "mine"\n[[lean_lib]]\nname = "Mine"\n',
    'Mine/Basic.lean': `/-- ${SAYING} -/\ntheorem Nat.Even.add : 2 = 2 := rfl\n\n/-- A ring. -/\nclass Ring where\n\ntheorem t : 1 = 1 := rfl\n`,
  });
  use(WHOLE);
  expect(run('index', 'build').status).toBe(0);
}, 60_000);

afterAll(() => rmSync(tree, { recursive: true, force: true }));

function use(weights: Uint8Array | null): void {
  const path = join(tree, 'weights', 'mathlib.weights');
  if (weights === null) rmSync(path, { force: true });
  else writeFileSync(path, weights);
}

const run = (...args: string[]): Spawned => lemmahead(args, { cwd: project, env, main: join(tree, 'src', 'main.ts') });

const BROKEN: [what: string, weights: Uint8Array | null, message: string][] = [
  ['cut short', WHOLE.subarray(0, WHOLE.length / 2), 'is not a complete weights file.'],
  ['missing', null, 'cannot be read from'],
];
const UNREADABLE: typeof BROKEN = [
  ...BROKEN,
  [
    'of another version',
    OF_ANOTHER_VERSION,
    `have version ${WEIGHTS_VERSION + 1}; this program reads version ${WEIGHTS_VERSION}.`,
  ],
  ['with NaN', WITH_NAN, 'is not a complete weights file.'],
];

describe('search', () => {
  test('with the weights of the index ranks by them, without notices', () => {
    use(WHOLE);
    const { status, json } = search();
    expect([status, json.notices]).toEqual([0, []]);
    expect(json.results.map(({ name }: { name: string }) => name)).toContain('Nat.Even.add');
  });

  test.each([
    ...UNREADABLE,
    ['of another index', OTHER, 'rebuild it with `lemmahead index build`'],
    ['of other features, as many', OF_OTHER_FEATURES, 'has no ranker for this version'],
    ['without a ranker', WITHOUT_RANKER, 'has no ranker for this version'],
  ] as const)('with weights %s ranks by words only, and reports why', (_, weights, message) => {
    use(weights);
    const { status, json } = search();
    expect([status, json.results[0].name]).toEqual([0, 'Nat.Even.add']);
    expect(json.notices).toEqual([expect.stringContaining('Ranked by words alone: ')]);
    expect(json.notices[0]).toContain(message);
  });

  test('without vectors reports that the topic is ignored', () => {
    use(OTHER);
    const { notices } = JSON.parse(run('search', SAYING, '--in-topic', 'algebra', '--json').stdout);
    expect(notices).toEqual([
      expect.stringContaining('Ranked by words alone: '),
      expect.stringContaining('--in-topic needs ranking by row vectors'),
    ]);
    use(WHOLE);
    expect(JSON.parse(run('search', SAYING, '--in-topic', 'algebra', '--json').stdout).notices).toEqual([]);
  });

  function search(): { status: number | null; json: any } {
    const { status, stdout } = run('search', SAYING, '--json');
    return { status, json: JSON.parse(stdout) };
  }
});

test.each(BROKEN)('doctor with weights %s reports a fault', (_, weights) => {
  use(weights);
  const { status, stdout } = run('doctor');
  expect(status).toBe(3);
  expect(stdout).toMatch(/✗ weights .*\n +fix: Install lemmahead again\./u);
  expect(stdout).toMatch(/– vectors .*words alone/u);
});

test.each(BROKEN)(
  'index build with weights %s warns and builds without vectors',
  (_, weights, message) => {
    use(WHOLE);
    run('index', 'build');
    use(weights);
    const { status, stderr } = run('index', 'build');
    expect(status).toBe(0);
    expect(stderr).toContain(message);
    expect(stderr).toContain('ranked by words alone');
    expect(run('index', 'stats').stdout).toContain('no row vectors');
    const { results, notices } = JSON.parse(run('search', SAYING, '--json').stdout);
    expect([results[0].name, notices]).toEqual(['Nat.Even.add', []]);
  },
  90_000,
);

test('a search that indexes changed files with missing weights warns once', () => {
  use(WHOLE);
  run('index', 'build');
  use(null);
  const path = join(project, 'Mine/Basic.lean');
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n/-- Grazing. -/\ndef sheep := 1\n`);
  const first = run('search', 'grazing sheep', '--json');
  expect(JSON.parse(first.stdout).results[0].name).toBe('sheep');
  expect(first.stderr).toContain('ranked by words alone. Install lemmahead again.');
  expect(run('search', 'grazing sheep', '--json').stderr).toBe('');
}, 90_000);
