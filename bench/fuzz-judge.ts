/**
 * Mutants of honest pairs, put to the judge: does it refuse what is another file, and accept what is the same?
 *
 *   OLD_LEAN=BINARY node bench/fuzz-judge.ts [--mutants 10000] [--seed 1] [--jobs 2] [--out bench/out/fuzz] [--alone] [--only NUMBER]
 *
 * The same command again goes on where it was stopped. `--alone` tries each mutation of the registry by itself, in turns.
 * `--only` judges one mutant, by its number, and prints its files. Ends with 1 where the judge was wrong.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { forEachConcurrent } from '../src/base/for-each-concurrent.ts';
import { Journal, completeLines } from '../src/base/journal.ts';
import { isFalseAccept, isFalseReject, judged, type JudgedMutant } from './fuzz/judged.ts';
import { fuzzedJudge } from './fuzz/open-judge.ts';
import { type Mutant, mutantAlone, mutantOf, mutantsOf } from './fuzz/mutants.ts';
import { readSeeds } from './fuzz/seeds.ts';
import { reportOf, shownReport } from './fuzz/tally.ts';

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    out: { type: 'string', default: 'bench/out/fuzz' },
    alone: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const real = process.env['OLD_LEAN'];
if (!real) throw new Error('set OLD_LEAN to the binary of the old Lean');
const runSeed = Number(values.seed);
const seeds = readSeeds();
const make = values.alone ? mutantAlone : mutantOf;
const name = `${values.alone ? 'alone' : 'seed'}-${runSeed}`;

const say = (text: string): unknown => process.stdout.write(`${text}\n`);

function shownMutant(mutant: Mutant, result: JudgedMutant): string {
  const { id, from, side, effect, original, candidate } = mutant;
  return [
    `${id} (${from}): ${effect} in the ${side}: ${result.mutations.join(' + ')}`,
    `  ${result.outcome} ${result.rules.join(' ')} ${result.detail}`,
    ...['--- original', original, '--- candidate', candidate, '---'],
  ].join('\n');
}

const isWrong = (result: JudgedMutant): boolean => isFalseAccept(result) || isFalseReject(result);

async function one(number: number): Promise<void> {
  const mutant = make(seeds, runSeed, number);
  if (mutant === null) throw new Error(`number ${number} gives no mutant`);
  const judge = await fuzzedJudge(real!);
  const result = await judged(judge, mutant);
  await judge.close();
  say(shownMutant(mutant, result));
  if (isWrong(result)) process.exitCode = 1;
}

/** The first of the run's mutants, as many as are wanted. */
function wantedMutants(): Mutant[] {
  const wanted: Mutant[] = [];
  for (const mutant of mutantsOf(seeds, runSeed, make)) if (wanted.push(mutant) >= Number(values.mutants)) break;
  return wanted;
}

async function run(): Promise<void> {
  mkdirSync(values.out, { recursive: true });
  const path = join(values.out, `${name}.jsonl`);
  const known = existsSync(path) ? completeLines(path).map((line) => JSON.parse(line) as JudgedMutant) : [];
  const mutants = wantedMutants();
  // By their texts: another generator gives other mutants the same numbers.
  const wanted = new Set(mutants.map(({ hash }) => hash));
  const results = known.filter(({ hash }) => wanted.has(hash));
  const done = new Set(results.map(({ hash }) => hash));
  const journal = new Journal(path);
  const judge = await fuzzedJudge(real!);
  const start = performance.now();
  const first = results.length;
  const seconds = (): number => (performance.now() - start) / 1000;
  await forEachConcurrent(
    mutants.filter(({ hash }) => !done.has(hash)),
    Number(values.jobs),
    async (mutant) => {
      const result = await judged(judge, mutant);
      journal.append(result);
      results.push(result);
      if (isWrong(result)) say(shownMutant(mutant, result));
      if (results.length % 100 === 0) {
        const each = seconds() / (results.length - first);
        say(
          `${results.length} of ${mutants.length}, ${results.filter(isWrong).length} wrong, ${each.toFixed(2)} s each`,
        );
      }
    },
  );
  await judge.close();
  journal.close();
  const report = reportOf(
    results,
    runSeed,
    results.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000 / Number(values.jobs),
  );
  writeFileSync(join(values.out, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  say(shownReport(report));
  if (report.wrong.length > 0) process.exitCode = 1;
}

await (values.only === undefined ? run() : one(Number(values.only)));
