/** Figures of the AutoMathKG paper (Bian et al. 2025). Shown beside the measured ones, never mixed with them. */
import type { Table } from '../experiment/table.ts';
import type { MeasureName } from './measure-names.ts';

interface PublishedTable {
  /** Null: of no measure of this command; shown with all of them. */
  measure: MeasureName | null;
  number: string;
  title: string;
  note: string;
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

const SAMPLES =
  'k = 5 directed edges; the direction is not given. 50 definitions, 30 theorems, 20 problems; every Hits@1 is a multiple ' +
  'of 1/77 (MathVD2: 1/78), so entities without edges were probably left out. Vectors: all-MiniLM-L6-v2.';

/** Number of the table of ratings. */
const RATINGS = '8';

const TABLES: readonly PublishedTable[] = [
  {
    measure: 'stats',
    number: '1',
    title: 'entities by source',
    note: 'ProofWiki is that of NaturalProofs; textbooks: 8; arXiv: 20 papers.',
    head: ['source', 'samples', 'definitions', 'theorems', 'problems', 'other'],
    rows: [
      ['ProofWiki', 9496, 4743, 1811, 0, 2942],
      ['textbooks', 1605, 361, 1209, 0, 35],
      ['arXiv', 538, 134, 399, 0, 5],
      ['TheoremQA', 1749, 0, 0, 1084, 665],
      ['all', 13_388, 5238, 3419, 1084, 3647],
    ],
  },
  {
    measure: 'stats',
    number: '6',
    title: 'the graph',
    note: 'Cycles and simple cycles are not defined in the paper, so they are not comparable.',
    head: ['', 'count'],
    rows: [
      ['nodes', 13_388],
      ['heads', 4216],
      ['leaves', 3789],
      ['edges', 29_459],
      ['cycles', 82_153],
      ['simple cycles', 145],
    ],
  },
  {
    measure: 'reachability',
    number: '7',
    title: 'entities near in vectors that are near in the graph',
    note: SAMPLES,
    head: ['', 'Hits@1', 'Hits@5', 'Hits@10', 'Hits@15'],
    rows: [
      ['TransE', 0.961, 0.7766, 0.7182, 0.6797],
      ['KG2E', 0.7403, 0.7325, 0.7156, 0.7091],
      ['HolE', 0.8442, 0.7688, 0.7312, 0.7022],
      ['R-GCN', 0.7273, 0.7065, 0.6948, 0.684],
      ['BoxE', 0.9351, 0.8338, 0.761, 0.7247],
      ['MathVD1', 0.8831, 0.8364, 0.8182, 0.7861],
      ['MathVD2', 0.8974, 0.8385, 0.8013, 0.7786],
    ],
  },
  {
    measure: 'reachability',
    number: '3 and 4',
    title: 'nearest to Set union is associative',
    note: 'Vectors: all-MiniLM-L6-v2.',
    head: ['space', '1', '2', '3'],
    rows: [
      [
        'MathVD1',
        'set union is commutative .8977',
        'symmetric difference is associative .8300',
        'set intersection is associative .8217',
      ],
      [
        'MathVD2',
        'set union is commutative .8034',
        'set union is idempotent .7662',
        'set intersection is associative .7600',
      ],
    ],
  },
  {
    measure: 'reachability',
    number: '5',
    title: 'pairs of problems',
    note: 'Cosines of two problems that ask for the same thing.',
    head: ['', 'MathVD1', 'MathVD2'],
    rows: [
      ['positive definite matrices', 0.9346, 0.9518],
      ['linear independence', 0.8291, 0.8846],
    ],
  },
  {
    measure: 'relevance',
    number: '9',
    title: 'precision of the ten nearest, in %',
    note: 'The averages do not follow from the rows: 25, 15 and 10 samples give 95.6 and 95.05. A Kolmogorov–Smirnov test found no difference.',
    head: ['', 'definitions', 'theorems', 'problems', 'all', 'standard deviation'],
    rows: [
      ['MathVD1', '96.0', '94.0', '97.0', '95.2', 0.0953],
      ['MathVD2', '95.3', '94.0', '96.0', '94.8', 0.1035],
    ],
  },
  {
    measure: 'queries',
    number: '10 and 11',
    title: 'nearest to Expectation in Probability and Statistics',
    note: '',
    head: ['space', '1', '2', '3', '4', '5'],
    rows: [
      [
        'MathVD1',
        'expectation of geometric distribution',
        '[problem] expectation of waiting time',
        'expectation of discrete uniform distribution',
        'expectation of random vector',
        'sum of expectations of independent trials',
      ],
      [
        'MathVD2',
        'expectation',
        'expectation of binomial distribution',
        'expectation of geometric distribution',
        'sum of expectations of independent trials',
        'expectation of Bernoulli distribution',
      ],
    ],
  },
  {
    measure: 'ablation',
    number: '13',
    title: 'nearest to Probability measure is subadditive',
    note: '',
    head: ['references', '1', '2', '3', '4', '5'],
    rows: [
      [
        'without',
        'elementary properties of probability measure .7632',
        'probability measure, definition 1 .7362',
        'probability function .7324',
        'probability measure, definition 2 .6869',
        'probability measure is monotone .6343',
      ],
      [
        'with',
        "Boole's inequality .7632",
        'measure is subadditive .7237',
        'probability function .6980',
        'probability measure, definition 1 .6960',
        'elementary properties of probability measure .6827',
      ],
    ],
  },
  {
    measure: 'ablation',
    number: 'E6',
    title: 'nearest to Set union is associative',
    note: '',
    head: ['references', '1', '2', '3', '4', '5'],
    rows: [
      [
        'without',
        'intersection is associative .7341',
        'union is commutative .7317',
        'union is idempotent .7298',
        'union distributes over intersection .7090',
        'Cartesian product distributes over union .7028',
      ],
      [
        'with',
        'union is commutative .8977',
        'symmetric difference is associative .8300',
        'intersection is associative .8217',
        'union as symmetric difference with intersection .7996',
        'union with complement .7808',
      ],
    ],
  },
  {
    measure: 'fusion',
    number: '15',
    title: 'a fusion',
    note: 'These are different theorems, so it is a wrong merge.',
    head: ['new', 'merged into'],
    rows: [['Mean Value Theorem (textbook)', "Carathéodory's Theorem (Analysis) (ProofWiki)"]],
  },
  {
    measure: 'completion',
    number: RATINGS,
    title: 'ratings of completions, 1 to 5, by hand',
    note: '234 problems of GHOSTS, which are not public as a selection. The mean, 3.316, is ours.',
    head: ['', 'problems', 'mean rating'],
    rows: [
      ['Complement', 35, '3.3714'],
      ['Prealgebra', 43, '3.2558'],
      ['Algebra', 46, '3.7826'],
      ['Theorem', 27, '3.3704'],
      ['Probability', 44, '3.0455'],
      ['Topology', 39, '3.0513'],
    ],
  },
  {
    measure: null,
    number: '12',
    title: 'knowledge graphs of mathematics',
    note: '',
    head: ['', 'online', 'synthetic', 'exercises', 'textbooks', 'papers', 'theorems', 'definitions', 'problems'],
    rows: [
      ['MathGraph', '', '', 'yes', '', '', 'yes', 'yes', 'yes'],
      ['MathGloss', 'yes', '', '', '', '', '', 'yes', ''],
      ['Math-KG', 'yes', '', '', '', '', 'yes', 'yes', ''],
      ['NaturalProofs', 'yes', '', '', '2', '', 'yes', 'yes', ''],
      ['AutoMathKG', 'yes', 'yes', 'yes', '8', '20', 'yes', 'yes', 'yes'],
    ],
  },
];

/** The paper's tables that belong to these measures, and those of no measure. */
/** By category: the number of problems of table 8, and their mean rating. */
export function publishedRatings(): Map<string, { problems: string; mean: string }> {
  const rows = TABLES.find(({ number }) => number === RATINGS)!.rows;
  return new Map(
    rows.map(([category, problems, mean]) => [`${category}`, { problems: `${problems}`, mean: `${mean}` }]),
  );
}

export function publishedGraphTables(measures: readonly MeasureName[]): Table[] {
  return TABLES.filter(({ measure }) => measure === null || measures.includes(measure)).map(
    ({ number, title, note, head, rows }) => ({
      title: `As published, not measured here: table ${number}, ${title}`,
      note,
      head: [...head],
      rows: rows.map((row) =>
        row.map((cell) => (typeof cell === 'number' && cell < 1 && cell > 0 ? share(cell) : `${cell}`)),
      ),
    }),
  );
}

const share = (value: number): string => value.toFixed(4).replace(/^0/, '');
