/** Published results for miniF2F. Shown next to the measured results and never mixed with them. */
import { sha256 } from '../../base/hash.ts';
import type { BenchProblem } from './problem.ts';
import type { Published } from './report.ts';

const LEMMAHEAD = 'LemmaHead (Yang et al. 2025, doi:10.32388/RFA8LE), tables 1 and 2';

/** As in the tables of the LemmaHead paper. */
const ROWS: readonly [system: string, model: string, source: string, valid: number, test: number][] = [
  ['GPT-4', 'GPT-4', LEMMAHEAD, 0.094, 0.09],
  ['RAG-assisted', 'GPT-4', LEMMAHEAD, 0.023, 0.025],
  ['RAG-assisted with EQG', 'GPT-4', LEMMAHEAD, 0.252, 0.276],
  ['RAG-assisted with IPA, σ = 5', 'GPT-4', LEMMAHEAD, 0.4, 0.324],
  ['human-guided', 'GPT-4', `FIMO (Liu et al. 2023, arXiv:2309.04295), as cited in ${LEMMAHEAD}`, 0.115, 0.086],
  ['GPT-f', 'GPT-f', `miniF2F (Zheng et al. 2022, arXiv:2109.00110), as cited in ${LEMMAHEAD}`, 0.239, 0.246],
];

const NOTE =
  'Published results, not measured here, over all 244 problems of a split. The paper does not name its versions of Lean ' +
  'and miniF2F; GPT-f used Lean 3, and statements have been corrected since. So a difference from the results measured ' +
  'here is not due to the systems alone.';

/** SHA-256 of the sorted names of a split's 244 problems, joined by line breaks. */
const NAMES: Readonly<Record<string, string>> = {
  valid: 'c7c0bcf4d633b3a8131cf2077a99d29e0e2d1d4e86b5aba1d17a5bb34690431b',
  test: '77179cf2598b0df707d78a6663e763121dfe8e73a6538073155f488feab95093',
};

/** `problems`: all problems of the datasets, before selection. Returns null if no split of them is one of miniF2F. */
export function publishedFor(problems: readonly Pick<BenchProblem, 'name' | 'split'>[]): Published | null {
  const isMiniF2F = Object.entries(NAMES).some(([split, digest]) => {
    const names = problems.flatMap((problem) => (problem.split === split ? [problem.name] : []));
    return sha256(names.sort().join('\n')) === digest;
  });
  if (!isMiniF2F) return null;
  const rows = ROWS.map(([system, model, source, valid, test]) => ({
    system,
    model,
    source,
    pass_at_1: { valid, test },
  }));
  return { dataset: 'miniF2F', note: NOTE, rows };
}
