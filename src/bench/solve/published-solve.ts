/** Published results of template–theorem graphs (Lan et al., AAAI 2026). Shown beside the measured ones, never mixed. */
import { formatNumber } from '../../base/format-number.ts';
import { typedKeys } from '../../base/typed-keys.ts';
import type { Table } from '../experiment/table.ts';
import type { BenchSolveReport } from './bench-solve-schema.ts';

/** The sets of the paper with their numbers of problems. */
const SIZES = { MATH: 500, 'MMLU-Pro-Math': 1351, AMC10: 217, AMC12: 138, AIME24: 30 } as const;

const SETS = typedKeys(SIZES);

/**
 * The set of the paper with as many problems; null for none. The project has no copy of the sets, and copies differ in
 * their fields, so the content is not compared.
 */
export const publishedSetOfSize = (problems: number): string | null =>
  SETS.find((name) => SIZES[name] === problems) ?? null;

/** Accuracy in percent, as printed. */
const TABLE_1: readonly [model: string, method: string, ...values: string[]][] = [
  ['GPT-4.1', '0-shot', '89.2', '90.97', '73.27', '85.50', '43.2'],
  ['', 'few-shot', '89.4', '90.97', '75.12', '85.50', '46.5'],
  ['', 'ours', '91.4', '91.78', '77.88', '86.23', '48.4'],
  ['DeepSeek-R1', '0-shot', '96.4', '94.15', '85.25', '94.2', '70.0'],
  ['', 'few-shot', '96.4', '94.23', '84.79', '94.93', '72.3'],
  ['', 'ours', '97.4', '94.52', '85.71', '96.38', '76.2'],
  ['GPT-4o', '0-shot', '73.4', '79.27', '55.80', '50.72', '13.20'],
  ['', 'few-shot', '74.8', '78.31', '57.14', '52.17', '13.20'],
  ['', 'ours', '76.4', '79.79', '58.52', '54.35', '16.15'],
];

const TABLE_2: readonly [set: string, ...values: string[]][] = [
  ['MATH', '89.2', '90.4', '91.2', '91.4'],
  ['MMLU-Pro-Math', '90.97', '90.97', '91.27', '91.78'],
  ['AMC10', '73.27', '75.58', '76.50', '77.88'],
  ['AMC12', '85.50', '85.50', '86.23', '86.23'],
];

const NOTE =
  'Of the paper, not measured here; its prompts, thresholds, seeds and graph are not known. The sets have ' +
  `${SETS.map((name) => `${formatNumber(SIZES[name])} (${name})`).join(', ')} problems: AMC12 85.50 → 86.23 is one problem.`;

/** Empty unless a dataset has the size of one of the sets. */
export function publishedSolveTables(sets: BenchSolveReport['sets']): Table[] {
  const like = sets.flatMap(({ dataset, problems, published }) =>
    published === null ? [] : [`${dataset} has ${formatNumber(problems)} problems, as ${published} has`],
  );
  if (like.length === 0) return [];
  const which = `${like.join('; ')}; that it is this set was not checked.`;
  return [
    {
      title: 'Published accuracy in % (Table 1)',
      note: `${which} ${NOTE} 55.80 is a misprint: 121 of 217 are 55.76 %. The figures of AIME24 are means over runs.`,
      head: ['model (published)', 'method', ...SETS],
      rows: TABLE_1.map((row) => [...row]),
    },
    {
      title: 'Published accuracy of GPT-4.1 in % (Table 2)',
      note: `${which} ${NOTE}`,
      head: ['set (published)', 'original', '+ template', '+ theorem', '+ both'],
      rows: TABLE_2.map((row) => [...row]),
    },
  ];
}
