/**
 * Runs the proving set in `bench/prove`: compiles and indexes its library, runs the portfolio with and without retrieval,
 * and compares with `bench/prove/baseline.json` if the Lean version is the same. Report: `bench/out/prove`.
 *
 *   npm run bench:prove -- [flags of lemmahead bench prove]
 *
 * OLD_LEAN=PATH: uses that Lean, which has no lake. Resumes an existing report folder.
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
  if (error !== undefined) console.error(`error: cannot run ${command}: ${error.message}`);
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
  console.log('bench/prove/baseline.json does not exist: nothing to compare with.');
  return 0;
}

process.exitCode = measure() || compare();
