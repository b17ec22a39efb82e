/** The options of `bench prove` and `bench retrieval`. */
import { words } from '../base/words.ts';
import {
  boolean,
  decimal,
  integer,
  integers,
  list,
  optionTable,
  type OptionsOf,
  type RecordedOf,
  text,
} from '../config/option-table.ts';
import { INDEX_OPTIONS, LIBRARY_DATA_OPTIONS, LIBRARY_GROUP, VECTORS_OPTIONS } from '../options/data-options.ts';
import { PROVE_JUDGING } from '../options/judging-options.ts';
import {
  LIMITS,
  MODEL_GROUP,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  TIME_LIMIT,
  UNLIMITED,
} from '../options/model-options.ts';
import { JOBS_OPTIONS, MODE_OPTIONS, RETRIEVAL_OPTIONS, TEMPERATURE_OPTIONS } from '../options/prove-options.ts';
import { INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { SYSTEM_OPTIONS } from './prove/system.ts';

const PROBLEMS = 'Problems:';
const RUN_BUDGET = 'Budget of each run of a problem:';

const severalTexts = { value: list({ hasCommas: false }), default: [] } as const;
const session = { scope: 'session' } as const;
const runLimit = { group: RUN_BUDGET, value: integer(0, UNLIMITED), default: null } as const;

export const BENCH_OPTIONS = optionTable({
  /** Folders, `.lean` files and JSON Lines, relative to the working folder or absolute. */
  datasets: {
    ...severalTexts,
    flag: '--dataset <path>',
    help: 'a .lean file, a folder of them, or JSON Lines (repeatable)',
    group: PROBLEMS,
  },
  split: {
    flag: '--split <name>',
    help: 'only problems in this split',
    group: PROBLEMS,
    value: text(),
    default: null,
  },
  filter: {
    flag: '--filter <parts>',
    help: 'only problems whose name contains one of these',
    group: PROBLEMS,
    value: list(),
    default: [],
  },
  limit: {
    flag: '--limit <number>',
    help: 'a random sample of this size (see --seed)',
    group: PROBLEMS,
    value: integer(1, UNLIMITED),
    default: null,
  },
  withInformal: {
    flag: '--informal',
    help: 'add the informal statement above each theorem',
    group: PROBLEMS,
    value: boolean,
    default: false,
  },
  strategies: {
    ...severalTexts,
    flag: '--strategy <name>',
    help: 'strategy, optionally with options (repeatable): see below',
    default: ['portfolio'],
  },
  models: {
    ...severalTexts,
    flag: '--model <name>',
    help: 'provider/model, replay:FILE or dummy (repeatable)',
    group: MODEL_GROUP,
  },
  runs: {
    flag: '--runs <number>',
    help: 'independent runs of each problem, for pass@k',
    value: integer(1, 1000),
    default: 1,
    plan: 'runs',
  },
  seed: {
    flag: '--seed <number>',
    help: 'random seed for sampling and confidence intervals',
    value: integer(0, 0xffff_ffff),
    default: 1,
    plan: 'seed',
  },
  ...MODE_OPTIONS,
  ...TEMPERATURE_OPTIONS,
  retrieves: { ...RETRIEVAL_OPTIONS.retrieves, scope: 'command line' },
  iterations: {
    ...INFORMAL_OPTIONS.iterations,
    flag: '--iterations <numbers>',
    help: 'refinement steps of ipa; 1,2,5,10 gives one system each',
    value: integers(0, 100),
    default: [INFORMAL_OPTIONS.iterations.default],
    plan: 'iterations',
  },
  /** For systems whose text does not set them. */
  defaults: {
    ...SYSTEM_OPTIONS,
    iterations: {
      value: integer(0, 100),
      default: ({ iterations: [first] }: { iterations: [number] }) => first,
    },
  },
  /** The folder; null for a new one in the user's data folder. */
  out: {
    ...session,
    flag: '--out <folder>',
    help: "folder for results and report; a benchmark begun there is continued (default: a new folder in the user's data)",
    value: text(),
    default: null,
  },
  /** The folder of an earlier benchmark. */
  resume: {
    ...session,
    flag: '--resume <folder>',
    help: 'continue a benchmark with its original options',
    conflicts: words('dataset strategy model out split filter limit informal'),
    value: text(),
    default: null,
  },
  checks: {
    flag: '--no-check',
    help: 'store the answers without checking them: no Lean is needed',
    value: boolean,
    default: true,
  },
  dryRun: {
    ...session,
    flag: '--dry-run',
    help: 'estimate requests and tokens for answers of typical length; send nothing',
    conflicts: ['resume'],
    value: boolean,
    default: false,
  },
  /** Number of parallel runs, and of servers. */
  jobs: { ...JOBS_OPTIONS.jobs, ...session },
  ...MODEL_SERVER_OPTIONS,
  ...RECORD_OPTIONS,
  ...LIBRARY_DATA_OPTIONS,
  /** Limits that a resumed benchmark may raise: they decide how much is run, not the result of a run. */
  total: {
    cost: { ...LIMITS.cost, ...session },
    tokens: { ...LIMITS.tokens, ...session },
    attempts: { ...LIMITS.attempts, ...session },
    time: { ...TIME_LIMIT.maxTime, ...session },
  },
  problemLimits: {
    cost: {
      ...runLimit,
      flag: '--problem-cost <number>',
      help: 'US dollars',
      value: decimal(UNLIMITED),
      plan: 'problem cost',
    },
    tokens: {
      ...runLimit,
      flag: '--problem-tokens <number>',
      help: 'input and output tokens',
      plan: 'problem tokens',
    },
    attempts: {
      ...runLimit,
      flag: '--problem-attempts <number>',
      help: 'number of candidates to try',
      plan: 'problem attempts',
    },
  },
  problemSeconds: {
    ...runLimit,
    flag: '--problem-time <number>',
    help: 'seconds',
    value: integer(1, 2_000_000),
    plan: 'problem time',
  },
  ...PROVE_JUDGING,
  ...INDEX_OPTIONS,
});

export const BENCH_RETRIEVAL_OPTIONS = optionTable({
  ...INDEX_OPTIONS,
  inLibrary: {
    flag: '--in-library',
    help: 'search the library; the expected answers are labels of passages',
    group: LIBRARY_GROUP,
    conflicts: ['vectors', 'index'],
    value: boolean,
    default: false,
  },
  sources: {
    flag: '--source <name>',
    help: 'only this source',
    group: LIBRARY_GROUP,
    value: list(),
    default: [],
  },
  ...LIBRARY_DATA_OPTIONS,
  vectors: { ...VECTORS_OPTIONS.vectors, help: 'also use the vectors of declarations' },
});

type Options = OptionsOf<typeof BENCH_OPTIONS>;
type Recorded = RecordedOf<typeof BENCH_OPTIONS>;
/** Benchmarks recorded before these options existed lack them. */
type Later = 'iterations' | 'checks';

/** Plain JSON, stored for `--resume`. */
export interface BenchProveRequest extends Omit<Recorded, Later>, Partial<Pick<Recorded, Later>> {}

export type TotalLimits = Options['total'];

export interface BenchProveOptions extends Pick<Options, 'resume' | 'out' | 'jobs' | 'dryRun' | 'total'> {
  /** Null with `resume`. */
  request: BenchProveRequest | null;
}
