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

const HIT_RATES: readonly [system: string, miniF2F: number, proofNet: number, advancedMath: number][] = [
  ['BM25', 0.113, 0.145, 0.091],
  ['LeanSearch', 0.368, 0.423, 0.351],
  ['CRAMF', 0.442, 0.506, 0.429],
];

export const PUBLISHED: readonly PublishedFigure[] = [
  ...HIT_RATES.flatMap(([system, ...values]) =>
    ['miniF2F', 'ProofNet', 'AdvancedMath'].map((set, at) => ({
      system,
      source: CRAMF,
      set,
      measure: 'HitRate@3',
      value: values[at]!,
    })),
  ),
  ...[
    { set: 'ProofNet', measure: 'recall@5', value: 0.355 },
    { set: 'ProofNet', measure: 'precision@5', value: 0.229 },
    { set: 'Con-NF', measure: 'recall@5', value: 0.279 },
    { set: 'Con-NF', measure: 'precision@5', value: 0.176 },
  ].map((figure) => ({ system: 'fine-tuned dense retriever', source: RAUTOFORMALIZER, ...figure })),
];

export const PUBLISHED_NOTE =
  'Published, not measured here, and not comparable: the CRAMF paper does not say what counts as a hit, and the others ' +
  'searched theorems too, in a Mathlib of 2024.';
