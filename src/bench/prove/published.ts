/** What others have published for miniF2F: shown beside what was measured here, and never mixed with it. */
import { sha256 } from '../../base/hash.ts';
import type { BenchProblem } from './problem.ts';

export interface PublishedRow {
  system: string;
  model: string;
  /** Where it was published. */
  source: string;
  /** Share solved at one attempt, by split; each over all 244 problems. */
  pass_at_1: { valid: number; test: number };
}

export interface Published {
  dataset: 'miniF2F';
  /** In what theirs differs from what is measured here. */
  note: string;
  rows: PublishedRow[];
}

const LEMMAHEAD = 'LemmaHead (Yang et al. 2025, doi:10.32388/RFA8LE), tables 1 and 2';

/** As the tables of the LemmaHead paper have them. */
const ROWS: readonly [system: string, model: string, source: string, valid: number, test: number][] = [
  ['GPT-4', 'GPT-4', LEMMAHEAD, 0.094, 0.09],
  ['RAG-assisted', 'GPT-4', LEMMAHEAD, 0.023, 0.025],
  ['RAG-assisted with EQG', 'GPT-4', LEMMAHEAD, 0.252, 0.276],
  ['RAG-assisted with IPA, σ = 5', 'GPT-4', LEMMAHEAD, 0.4, 0.324],
  ['human-guided', 'GPT-4', `FIMO (Liu et al. 2023, arXiv:2309.04295), as cited in ${LEMMAHEAD}`, 0.115, 0.086],
  ['GPT-f', 'GPT-f', `miniF2F (Zheng et al. 2022, arXiv:2109.00110), as cited in ${LEMMAHEAD}`, 0.239, 0.246],
];

const NOTE =
  'Published by others and not measured here, over all 244 problems of a split. The paper does not say which Lean and ' +
  'which version of miniF2F it used; GPT-f proved in Lean 3, and statements were corrected since. A difference from what ' +
  'is measured here is not one of systems alone.';

/** SHA-256 of the sorted names of a split's 244 problems, with a line break between. */
const NAMES: Readonly<Record<string, string>> = {
  valid: 'c7c0bcf4d633b3a8131cf2077a99d29e0e2d1d4e86b5aba1d17a5bb34690431b',
  test: '77179cf2598b0df707d78a6663e763121dfe8e73a6538073155f488feab95093',
};

/** `problems`: all of the datasets, before any selection. Null where no split of theirs is one of miniF2F's. */
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
