/**
 * Runs the proving set in `bench/prove`: compiles its library, indexes it, lets the portfolio try it with and without
 * retrieval, and compares with `bench/prove/baseline.json` where that is of the same Lean. Report: `bench/out/prove`.
 *
 *   npm run bench:prove -- [flags of lemmahead bench prove]
 *
 * OLD_LEAN=PATH: with that Lean, which has no lake. What is in the folder of the report is gone on with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const set = join(root, 'bench', 'prove');
const out = join(root, 'bench', 'out');
const oldLean = process.env.OLD_LEAN;
const path =
  oldLean === undefined ? process.env.PATH : `${join(root, 'fixtures', 'lean-shim')}${delimiter}${process.env.PATH}`;
const env = { ...process.env, PATH: path, LEMMAHEAD_INDEX: join(out, 'tally.sqlite') };

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (error !== undefined) console.error(`error: ${command} cannot be run: ${error.message}`);
  return error === undefined ? (status ?? 1) : 3;
}

const lemmahead = (...args) => run(process.execPath, [join(root, 'bin', 'lemmahead.js'), ...args], root);

function measure() {
  return (
    (oldLean === undefined
      ? run('lake', ['build'], set)
      : run(process.execPath, [join(set, 'build-library.ts')], root)) ||
    lemmahead('index', 'build', '--root', 'Tally=bench/prove/library') ||
    lemmahead(
      ...['bench', 'prove', '--dataset', 'bench/prove/problems', '--out', join(out, 'prove')],
      ...['--strategy', 'portfolio', '--strategy', 'portfolio:no-retrieval', ...process.argv.slice(2)],
    )
  );
}

function compare() {
  const baseline = join(set, 'baseline.json');
  if (existsSync(baseline))
    return lemmahead('bench', 'compare', baseline, join(out, 'prove', 'report.json'), '--same-lean');
  console.log('There is no bench/prove/baseline.json to compare with.');
  return 0;
}

process.exitCode = measure() || compare();
