/**
 * Measures the premises that a ranking finds on files held out from training. Usage: node bench/train/premises/report.ts
 * --index FILE [--package Mathlib] [--count 1000] [--seed 1] [--pool statements|all] [--weights FILE]
 * [--json FILE] [--markdown FILE]. Reads the proofs from the sources of the index. Without output files, prints Markdown
 * on stdout.
 */
import { openIndex } from '../../../src/index/open.ts';
import { premiseRanking } from '../../../src/search/premises/ranked-premises.ts';
import { readWeights, SHIPPED_WEIGHTS } from '../../../src/vectors/weights.ts';
import { readFlags, REPORT_FLAGS, table, writeReport } from '../../harness.ts';
import { makeBaselines, makeLearned } from './baselines.ts';
import { readExamples } from './examples.ts';
import { Library } from './library.ts';
import { measure, MEASURES, sampleExamples, scoredExamples, type Measurement } from './measure.ts';
import type { PoolKind } from './pool.ts';
import { isHeldOut } from './split.ts';
import { countUsesIn } from './count-uses.ts';

const values = readFlags(
  {
    index: { type: 'string' },
    package: { type: 'string', default: 'Mathlib' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    pool: { type: 'string', default: 'statements' },
    weights: { type: 'string', default: SHIPPED_WEIGHTS },
    ...REPORT_FLAGS,
  },
  ['index'],
);

function toMarkdown({ theorems, files, premises_a_theorem, pool_rows, systems }: Measurement, pool: PoolKind): string {
  const rows = systems.map(({ system, scores, intervals, cpu_ms_a_query: cpu }) => {
    const cells = MEASURES.map((name) => `${scores[name].toFixed(3)} (${intervals[name].map(three).join('–')})`);
    return [system, ...cells, cpu.toFixed(1)];
  });
  return [
    `${theorems} theorems from ${files} held-out files, ${premises_a_theorem.toFixed(2)} premises each, ` +
      `out of ${Math.round(pool_rows)} rows on average (pool: ${pool}).`,
    '',
    ...table(['system', ...MEASURES, 'CPU ms'], rows),
    '',
  ].join('\n');
}

const three = (value: number): string => value.toFixed(3);

if (values.pool !== 'statements' && values.pool !== 'all') throw new Error('--pool must be statements or all');
const index = openIndex(values.index);
const library = new Library(index);
const examples = scoredExamples(
  library,
  readExamples(library, values.package, (module) => isHeldOut(module)),
  values.pool,
);
const sample = sampleExamples(examples, Number(values.count), Number(values.seed));
countUsesIn(library, (module) => !isHeldOut(module));
const ranking = premiseRanking(readWeights(values.weights));
const learned = ranking === null ? {} : makeLearned(index, ranking);
const measurement = measure(library, sample, values.pool, { ...makeBaselines(index), ...learned });
const markdown = toMarkdown(measurement, values.pool);
const report = {
  schema: 'lemmahead/bench-premises@1',
  digest: index.meta('digest'),
  seed: Number(values.seed),
  pool: values.pool,
  held_out: examples.length,
  ...measurement,
};
writeReport(values, report, markdown);
