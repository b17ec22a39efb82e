/**
 * Fuzzes the judge with mutants of honest pairs. It must reject a mutant that changes the meaning and accept one that
 * does not.
 *
 *   OLD_LEAN=BINARY node bench/fuzz-judge.ts [--mutants 10000] [--seed 1] [--jobs 2] [--out bench/out/fuzz] [--alone] [--only NUMBER]
 *
 * Repeating the command resumes a stopped run. `--alone` applies each mutation of the registry separately, in turn.
 * `--only` judges one mutant, by its number, and prints its files. Exits 1 if the judge was wrong.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachConcurrent } from '../src/base/for-each-concurrent.ts';
import { Journal, completeLines } from '../src/base/journal.ts';
import { oldLeanBinary, print, readFlags, toJson } from './harness.ts';
import { isFalseAccept, isFalseReject, judgeMutant, type JudgedMutant } from './fuzz/judged.ts';
import { openFuzzJudge } from './fuzz/open-judge.ts';
import { type Mutant, mutantAlone, mutantOf, mutantsOf } from './fuzz/mutants.ts';
import { readSeeds } from './fuzz/seeds.ts';
import { reportOf, formatReport } from './fuzz/tally.ts';

const values = readFlags({
  mutants: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: '2' },
  out: { type: 'string', default: 'bench/out/fuzz' },
  alone: { type: 'boolean', default: false },
  only: { type: 'string' },
});

const real = oldLeanBinary();
const runSeed = Number(values.seed);
const seeds = readSeeds();
const make = values.alone ? mutantAlone : mutantOf;
const name = `${values.alone ? 'alone' : 'seed'}-${runSeed}`;

function formatMutant(mutant: Mutant, result: JudgedMutant): string {
  const { id, from, side, effect, original, candidate } = mutant;
  return [
    `${id} (${from}): ${effect} in the ${side}: ${result.mutations.join(' + ')}`,
    `  ${result.outcome} ${result.rules.join(' ')} ${result.detail}`,
    ...['--- original', original, '--- candidate', candidate, '---'],
  ].join('\n');
}

const isWrong = (result: JudgedMutant): boolean => isFalseAccept(result) || isFalseReject(result);

async function judgeOne(number: number): Promise<void> {
  const mutant = make(seeds, runSeed, number);
  if (mutant === null) throw new Error(`number ${number} gives no mutant`);
  const judge = await openFuzzJudge(real);
  const result = await judgeMutant(judge, mutant);
  await judge.close();
  print(formatMutant(mutant, result));
  if (isWrong(result)) process.exitCode = 1;
}

/** The first `--mutants` mutants of the run. */
function selectMutants(): Mutant[] {
  const selected: Mutant[] = [];
  for (const mutant of mutantsOf(seeds, runSeed, make)) if (selected.push(mutant) >= Number(values.mutants)) break;
  return selected;
}

async function run(): Promise<void> {
  mkdirSync(values.out, { recursive: true });
  const path = join(values.out, `${name}.jsonl`);
  const known = existsSync(path) ? completeLines(path).map((line) => JSON.parse(line) as JudgedMutant) : [];
  const mutants = selectMutants();
  // Identified by text hash, because another generator version numbers other mutants the same way.
  const selected = new Set(mutants.map(({ hash }) => hash));
  const results = known.filter(({ hash }) => selected.has(hash));
  const done = new Set(results.map(({ hash }) => hash));
  const journal = new Journal(path);
  const judge = await openFuzzJudge(real);
  const start = performance.now();
  const first = results.length;
  const seconds = (): number => (performance.now() - start) / 1000;
  await forEachConcurrent(
    mutants.filter(({ hash }) => !done.has(hash)),
    Number(values.jobs),
    async (mutant) => {
      const result = await judgeMutant(judge, mutant);
      journal.append(result);
      results.push(result);
      if (isWrong(result)) print(formatMutant(mutant, result));
      if (results.length % 100 === 0) {
        const each = seconds() / (results.length - first);
        print(
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
  writeFileSync(join(values.out, `${name}.json`), toJson(report));
  print(formatReport(report));
  if (report.wrong.length > 0) process.exitCode = 1;
}

await (values.only === undefined ? run() : judgeOne(Number(values.only)));
