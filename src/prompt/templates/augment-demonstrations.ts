/**
 * The demonstrations in the prompts that fill attributes of entities: the three samples of AutoMathKG, Table 2, and ours
 * for a proof, a solution, and a text without references. The paper does not print its own.
 */
import type { AugmentedAttribute } from './augment-entity.ts';

export interface Demonstration {
  input: string;
  answer: string;
}

const SYMMETRIC_GROUP = [
  'Let $S$ be a set.',
  String.raw`Let $\Gamma(S)$ denote the set of permutations on $S$.`,
  String.raw`Let $(\Gamma, \circ)$ be the algebraic structure such that $\circ$ denotes the composition of mappings.`,
  String.raw`Then $(\Gamma, \circ)$ is called the symmetric group on $S$.`,
];
const CENTER = [
  String.raw`Let $n \in \mathbb{N}$ be a natural number.`,
  String.raw`Let $S_n$ denote the symmetric group of order $n$. Let $n \geq 3$.`,
  'Then the center $Z(S_n)$ of $S_n$ is trivial.',
];
const POSITIVE = 'Consider the matrix $A$ with rows $(2, -1)$ and $(-1, 2)$, is this a positive definite matrix?';
const SUM_OF_ODD = [
  'Let $a$ and $b$ be odd.',
  'By the definition of an odd number, $a = 2k + 1$ and $b = 2l + 1$ for integers $k$ and $l$.',
  'So $a + b = 2k + 2l + 2 = 2(k + l + 1)$.',
  'Hence $a + b$ is even.',
];

const numbered = (lines: readonly string[]): string => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
const labels = (words: readonly string[]): string =>
  JSON.stringify({ labels: words.map((label, at) => ({ n: at + 1, label })) });
const withReferences = (lines: readonly string[], references: readonly string[]): string =>
  `${lines.join(' ')}\nReferences:\n${numbered(references)}`;

export const DEMONSTRATIONS: Readonly<Record<AugmentedAttribute, readonly Demonstration[]>> = {
  title: [
    { input: SYMMETRIC_GROUP.join(' '), answer: '{"title": "Symmetric Group"}' },
    { input: CENTER.join(' '), answer: '{"title": "Center of Symmetric Group is Trivial"}' },
    { input: POSITIVE, answer: '{"title": "Positive Definiteness of a Matrix"}' },
  ],
  field: [
    { input: SYMMETRIC_GROUP.join(' '), answer: '{"field": "algebra"}' },
    {
      input: 'Every bounded sequence of real numbers has a convergent subsequence.',
      answer: '{"field": "analysis"}',
    },
    {
      input: 'Two fair dice are thrown. What is the expected sum?',
      answer: '{"field": "probability and statistics"}',
    },
  ],
  bodylist: [
    {
      input: numbered([SYMMETRIC_GROUP[0]!, SYMMETRIC_GROUP[1]!]),
      answer: labels(['premise', 'definition']),
    },
    { input: numbered(CENTER), answer: labels(['premise', 'assumption', 'conclusion']) },
    { input: numbered(SUM_OF_ODD), answer: labels(['assumption', 'definition', 'calculation', 'conclusion']) },
  ],
  refs: [
    { input: POSITIVE, answer: '{"references": ["definition: positive definite matrix"]}' },
    {
      input: "By the Mean Value Theorem there is a $c$ with $f(1) - f(0) = f'(c)$, so $f$ is increasing.",
      answer: '{"references": ["theorem: Mean Value Theorem", "definition: increasing function"]}',
    },
    { input: 'What is $3 + 4$?', answer: '{"references": []}' },
  ],
  references_tactics: [
    {
      input: withReferences(SYMMETRIC_GROUP, ['Set', 'Permutation', 'Composition of Mappings']),
      answer: labels(['premise', 'definition', 'definition']),
    },
    {
      input: withReferences(CENTER, ['Natural Numbers', 'Symmetric Group', 'Trivial Group']),
      answer: labels(['premise', 'premise', 'premise']),
    },
    { input: withReferences([POSITIVE], ['positive definite matrix']), answer: labels(['deduction']) },
  ],
};
