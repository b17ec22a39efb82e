/** Published results of retrieval for autoformalization. Shown next to the measured results, never mixed with them. */

export interface PublishedFigure {
  system: string;
  source: string;
  set: string;
  measure: string;
  value: number;
}

const CRAMF = 'CRAMF paper, table of retrieval';
const RAUTOFORMALIZER = 'RAutoformalizer (Liu et al. 2025), as cited in the specification of concepts';

type ThreeSets = readonly [miniF2F: number, proofNet: number, advancedMath: number];

const CRAMF_TABLE: readonly [system: string, hitRate: ThreeSets, score: ThreeSets][] = [
  ['BM25', [0.113, 0.145, 0.091], [0.91, 0.94, 0.83]],
  ['LeanSearch', [0.368, 0.423, 0.351], [1.58, 1.63, 1.56]],
  ['CRAMF', [0.442, 0.506, 0.429], [2.07, 2.14, 1.93]],
];

export const PUBLISHED: readonly PublishedFigure[] = [
  ...CRAMF_TABLE.flatMap(([system, hitRate, score]) =>
    ['miniF2F', 'ProofNet', 'AdvancedMath'].flatMap((set, at) => [
      { system, source: CRAMF, set, measure: 'HitRate@3', value: hitRate[at]! },
      { system, source: CRAMF, set, measure: 'ACS', value: score[at]! },
    ]),
  ),
  ...[
    { set: 'ProofNet', measure: 'recall@5', value: 0.355 },
    { set: 'ProofNet', measure: 'precision@5', value: 0.229 },
    { set: 'Con-NF', measure: 'recall@5', value: 0.279 },
    { set: 'Con-NF', measure: 'precision@5', value: 0.176 },
  ].map((figure) => ({ system: 'fine-tuned dense retriever', source: RAUTOFORMALIZER, ...figure })),
];

export const PUBLISHED_NOTE =
  'Published, not measured here, and not comparable: the CRAMF paper does not say what counts as a hit or how it scores ' +
  'definitions (ACS, 0 to 3), and the others searched theorems too, in a Mathlib of 2024.';
