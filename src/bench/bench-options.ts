/** The options of the `bench` commands. */
import { words } from '../base/words.ts';
import {
  boolean,
  choice,
  decimal,
  integer,
  integers,
  list,
  type OptionsOf,
  type RecordedOf,
  text,
  option,
  optionTable,
  inGroup,
} from '../config/option-table.ts';
import {
  CONCEPTS_PATH_OPTIONS,
  EMBEDDER_OPTIONS,
  INDEX_OPTIONS,
  LIBRARY_DATA_OPTIONS,
  LIBRARY_GROUP,
  LIBRARY_OPTIONS,
  PROVING_DATA_OPTIONS,
  RERANKER_OPTIONS,
  VECTORS_OPTIONS,
} from '../options/data-options.ts';
import { PROVE_JUDGING } from '../options/judging-options.ts';
import {
  LIMITS,
  MODEL_GROUP,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  TIME_LIMIT,
  UNLIMITED,
} from '../options/model-options.ts';
import { ADAPTER_MODELS } from '../options/graph-model-options.ts';
import { MODEL_QUESTION_OPTIONS } from '../options/model-question-options.ts';
import { defaultJobs, MODE_OPTIONS, RETRIEVAL_OPTIONS, TEMPERATURE_OPTIONS } from '../options/prove-options.ts';
import { HALVES } from './goals/halves.ts';
import { ARMS, SOURCE_ARMS } from './formalize/arm-names.ts';
import { MEASURE_NAMES } from './graph/measure-names.ts';
import { FORMALIZE_OPTIONS } from '../options/formalize-options.ts';
import { CONFIRM_OPTION, QUEUE_OPTIONS } from '../options/queue-options.ts';
import { SOLVING_OPTIONS } from '../options/solve-options.ts';
import { IPA_OPTIONS } from '../prove/informal/informal-options.ts';
import { SYSTEM_OPTIONS } from './prove/system.ts';

const RUN_BUDGET = 'Budget of each run of a problem:';

const texts = list({ hasCommas: false });
const session = { scope: 'session' } as const;
const count = integer(0, UNLIMITED);

const PROBLEM_OPTIONS = inGroup('Problems:', {
  /** Folders, `.lean` files and JSON Lines, relative to the working folder or absolute. */
  datasets: option('--dataset <path>', 'a .lean file, a folder of them, or JSON Lines (repeatable)', texts),
  split: option('--split <name>', 'only problems in this split', text()),
  filter: option('--filter <parts>', 'only problems whose name contains one of these', list()),
  limit: option('--limit <number>', 'a random sample of this size (see --seed)', integer(1, UNLIMITED)),
  withInformal: option('--informal', 'add the informal statement above each theorem', boolean),
});

const RUN_LIMITS = inGroup(RUN_BUDGET, {
  cost: option('--problem-cost <number>', 'US dollars', decimal(UNLIMITED), { plan: 'problem cost' }),
  tokens: option('--problem-tokens <number>', 'input and output tokens', count, { plan: 'problem tokens' }),
  attempts: option('--problem-attempts <number>', 'number of candidates to try', count, { plan: 'problem attempts' }),
});

const MODELS_OPTION = option('--model <name>', 'provider/model, replay:FILE or dummy (repeatable)', texts, {
  group: MODEL_GROUP,
});

export const BENCH_OPTIONS = optionTable({
  ...PROBLEM_OPTIONS,
  strategies: option('--strategy <name>', 'strategy, optionally with options (repeatable): see below', texts, {
    default: ['portfolio'],
  }),
  models: MODELS_OPTION,
  runs: option('--runs <number>', 'independent runs of each problem, for pass@k', integer(1, 1000), {
    default: 1,
    plan: 'runs',
  }),
  seed: option('--seed <number>', 'random seed for sampling and confidence intervals', integer(0, 0xffff_ffff), {
    default: 1,
    plan: 'seed',
  }),
  ...MODE_OPTIONS,
  ...TEMPERATURE_OPTIONS,
  retrieves: { ...RETRIEVAL_OPTIONS.retrieves, scope: 'command line' },
  iterations: option(
    '--iterations <numbers>',
    'refinement steps of ipa; 1,2,5,10 gives one system each',
    integers(0, 100),
    { ...IPA_OPTIONS.iterations, default: [IPA_OPTIONS.iterations.default], plan: 'iterations' },
  ),
  /** For systems whose text does not set them. */
  defaults: {
    ...SYSTEM_OPTIONS,
    iterations: {
      value: integer(0, 100),
      default: ({ iterations: [first] }: { iterations: [number] }) => first,
    },
  },
  /** The folder; null for a new one in the user's data folder. */
  out: option(
    '--out <folder>',
    "folder for results and report; a benchmark begun there is continued (default: a new folder in the user's data)",
    text(),
    session,
  ),
  /** The folder of an earlier benchmark. */
  resume: option('--resume <folder>', 'continue a benchmark with its original options', text(), {
    ...session,
    conflicts: words('dataset strategy model out split filter limit informal'),
  }),
  checks: option('--no-check', 'store the answers without checking them: no Lean is needed', boolean),
  dryRun: option('--dry-run', 'estimate requests and tokens for answers of typical length; send nothing', boolean, {
    ...session,
    conflicts: ['resume'],
  }),
  /** Number of parallel runs, and of servers. Null: `jobsFor`. */
  jobs: option(
    '-j, --jobs <number>',
    'runs in parallel (default: at most four, as many as processors and memory allow; with --queue, 100 are sent at a time)',
    integer(1, 1000),
    session,
  ),
  ...QUEUE_OPTIONS,
  ...CONFIRM_OPTION,
  ...MODEL_SERVER_OPTIONS,
  ...RECORD_OPTIONS,
  ...PROVING_DATA_OPTIONS,
  /** Limits that a resumed benchmark may raise: they decide how much is run, not the result of a run. */
  total: {
    cost: { ...LIMITS.cost, ...session },
    tokens: { ...LIMITS.tokens, ...session },
    attempts: { ...LIMITS.attempts, ...session },
    time: { ...TIME_LIMIT.maxTime, ...session },
  },
  problemLimits: RUN_LIMITS,
  problemSeconds: option('--problem-time <number>', 'seconds', integer(1, 2_000_000), {
    group: RUN_BUDGET,
    plan: 'problem time',
  }),
  ...PROVE_JUDGING,
  ...INDEX_OPTIONS,
});

export const BENCH_RETRIEVAL_OPTIONS = optionTable({
  ...INDEX_OPTIONS,
  inLibrary: option('--in-library', 'search the library; the expected answers are labels of passages', boolean, {
    group: LIBRARY_GROUP,
    conflicts: ['vectors', 'index'],
  }),
  sources: option('--source <name>', 'only this source', list(), { group: LIBRARY_GROUP }),
  ...LIBRARY_DATA_OPTIONS,
  vectors: { ...VECTORS_OPTIONS.vectors, help: 'also use the vectors of declarations' },
});

export const BENCH_GOALS_OPTIONS = optionTable({
  half: option('--half <name>', 'the half of the files to take goals from', choice(HALVES), { default: 'development' }),
  limit: option('--limit <number>', 'a random sample of this size', integer(1, UNLIMITED), { default: 500 }),
  seed: option('--seed <number>', 'random seed of the sample', integer(0, 0xffff_ffff), { default: 1 }),
  withPlace: option('--place', 'search from the place of the theorem in its file, as prove does', boolean),
  ...INDEX_OPTIONS,
});

export const BENCH_TEMPLATES_OPTIONS = optionTable({
  lean: option('--lean', 'on the proofs of the index', boolean),
  problems: option('--problems <file>', 'on problems that name their theorem, such as TheoremQA (repeatable)', texts),
  titles: option('--titles <file>', "on a list of titles with declarations, such as Mathlib's docs/1000.yaml", text()),
  /** Null: of --lean the development half, of --problems all. */
  half: option('--half <name>', 'of --lean: which files are held out; of --problems: which are asked', choice(HALVES)),
  limit: option('--limit <number>', 'of --lean: a random sample of this size', integer(1, UNLIMITED), {
    default: 2000,
  }),
  seed: option('--seed <number>', 'random seed of the sample', integer(0, 0xffff_ffff), { default: 1 }),
  ...INDEX_OPTIONS,
});

export interface BenchTemplatesOptions extends OptionsOf<typeof BENCH_TEMPLATES_OPTIONS> {}

/** Several models, in place of the configured one. */
const { model: _, ...SEVERAL_MODELS_OPTIONS } = MODEL_QUESTION_OPTIONS;

export const BENCH_SOLVE_OPTIONS = optionTable({
  ...inGroup('Problems:', {
    datasets: option('--dataset <file>', 'problems with answers: JSON Lines or a JSON array (repeatable)', texts),
    limit: option('--limit <number>', 'a random sample of this size (see --seed)', integer(1, UNLIMITED)),
  }),
  methods: option('--method <name>', 'a method of lemmahead solve (repeatable)', texts, {
    default: ['zero-shot', 'few-shot', 'template', 'theorem', 'both'],
  }),
  models: MODELS_OPTION,
  runs: option('--runs <number>', 'answers of each method to each problem', integer(1, 100), { default: 1 }),
  jobs: option('--jobs <number>', 'problems at once', integer(1, 64), { default: 1 }),
  out: option(
    '--out <folder>',
    "folder for results and report; a benchmark begun there is resumed (default: a new folder in the user's data)",
    text(),
  ),
  dryRun: option('--dry-run', 'count the first questions and their cost; send nothing', boolean),
  ...SOLVING_OPTIONS,
  ...SEVERAL_MODELS_OPTIONS,
});

export interface BenchSolveOptions extends OptionsOf<typeof BENCH_SOLVE_OPTIONS> {}

export const BENCH_ANSWERS_OPTIONS = optionTable({
  tolerance: option('--tolerance <share>', 'relative tolerance for numbers that are no integers', decimal(1), {
    default: 0,
  }),
  judge: option(
    '--judge <which>',
    'also ask the model: about answers that are not accepted (refused), or about all',
    choice(['refused', 'all']),
  ),
  ...MODEL_QUESTION_OPTIONS,
});

export type BenchAnswersOptions = OptionsOf<typeof BENCH_ANSWERS_OPTIONS>;

export const BENCH_CONCEPTS_OPTIONS = optionTable({
  queries: option('--queries <file.jsonl>', 'terms, one per line, with their expected definitions (repeatable)', texts),
  datasets: option('--dataset <path>', 'problems with an informal and a formal statement (repeatable)', texts),
  ...CONCEPTS_PATH_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...RERANKER_OPTIONS,
  ...INDEX_OPTIONS,
});

export const BENCH_GRAPH_OPTIONS = optionTable({
  only: option('--only <name>', 'only these measures (repeatable)', list({ choices: MEASURE_NAMES })),
  data: option('--data <folder>', 'public data that measures read (repeatable): see below', texts),
  sources: option('--source <name>', 'only entities of this source (repeatable)', list()),
  editions: option('--editions <old=new>', 'for fusion: two sources, editions of one text (repeatable)', texts),
  queries: option('--queries <file>', 'for queries: one query a line (repeatable)', texts),
  entities: option('--entity <name>', 'for ablation: these entities instead of a sample (repeatable)', texts),
  judged: option('--judged <file.csv>', 'for relevance and completion: the sheet that a person has filled in', text()),
  categories: option(
    '--categories <file.json>',
    'for completion: files of GHOSTS by category (default: our guess of those of the paper)',
    text(),
  ),
  problems: option(
    '--problems <number>',
    'for completion: maximum number of problems of each category',
    integer(1, UNLIMITED),
  ),
  sample: option('--sample <number>', 'entities to sample, in the proportions of the paper', integer(1, UNLIMITED), {
    default: 1000,
  }),
  seed: option('--seed <number>', 'random seed of samples and baselines', integer(0, 0xffff_ffff), { default: 1 }),
  checkBars: option('--check-bars', 'exit 1 if a figure is below its bar', boolean),
  out: option(
    '--out <folder>',
    "folder for results and report; other measures can be added later (default: a new folder in the user's data)",
    text(),
  ),
  ...MODEL_QUESTION_OPTIONS,
  ...ADAPTER_MODELS,
  ...LIBRARY_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...INDEX_OPTIONS,
});

export interface BenchGraphOptions extends OptionsOf<typeof BENCH_GRAPH_OPTIONS> {}

const { pick: _pick, out: _out, jsonStream: _stream, dryRun: _dryRun, ...FORMALIZING } = FORMALIZE_OPTIONS;

export const BENCH_FORMALIZE_OPTIONS = optionTable({
  ...inGroup('Problems:', {
    datasets: BENCH_CONCEPTS_OPTIONS.datasets,
    limit: option('--limit <number>', 'a random sample of this size (see --seed)', integer(1, UNLIMITED)),
  }),
  arms: option('--arm <name>', 'where the definitions in the prompt come from (repeatable)', list({ choices: ARMS }), {
    default: [...SOURCE_ARMS],
  }),
  scoresDefinitions: option(
    '--score-definitions',
    'have each judge score each listed definition, 0 to 3, for the average concept score (ACS)',
    boolean,
  ),
  seed: option(
    '--seed <number>',
    'random seed for the sample, the placebo and the intervals',
    integer(0, 0xffff_ffff),
    { default: 1 },
  ),
  out: option(
    '--out <folder>',
    "folder for results and report; a benchmark begun there is continued (default: a new folder in the user's data)",
    text(),
  ),
  ...FORMALIZING,
});

export interface BenchFormalizeOptions extends OptionsOf<typeof BENCH_FORMALIZE_OPTIONS> {}

type Options = OptionsOf<typeof BENCH_OPTIONS>;

/** Plain JSON, stored for `--resume`. */
export interface BenchProveRequest extends RecordedOf<typeof BENCH_OPTIONS> {}

/** Enough for all workers, and few enough that others get their turn. */
const QUEUED_JOBS = 100;

/** How many runs are made at a time. */
export const jobsFor = (jobs: number | null, isQueued: boolean): number =>
  jobs ?? (isQueued ? QUEUED_JOBS : defaultJobs());

export type TotalLimits = Options['total'];

export interface BenchProveOptions extends Pick<Options, 'resume' | 'out' | 'jobs' | 'dryRun' | 'total'> {
  /** Null with `resume`. */
  request: BenchProveRequest | null;
}
