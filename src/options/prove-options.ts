/** The options of `prove`. `bench prove`, `runs resume` and the servers share their rows. */
import { availableParallelism, totalmem } from 'node:os';
import {
  boolean,
  choice,
  decimal,
  integer,
  text,
  type OptionsOf,
  type RecordedOf,
  option,
  setting,
  optionTable,
} from '../config/option-table.ts';
import { INFORMAL, RESEARCH, RETRIEVAL } from '../prove/informal/informal-options.ts';
import { STRATEGY_NAMES, STRATEGY_OPTIONS, defaultTries } from '../prove/strategies.ts';
import { INDEX_OPTIONS, PROVING_DATA_OPTIONS } from './data-options.ts';
import { PROVE_JUDGING } from './judging-options.ts';
import { CONFIRM_OPTION, QUEUE_OPTIONS } from './queue-options.ts';
import {
  LIMITS,
  MODEL_OPTIONS,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  SERVER_OPTIONS,
  TIME_LIMIT,
} from './model-options.ts';

export const OUTPUT_GROUP = 'Output:';
/** Maximum length of an informal text in a request. */
const LONGEST_INFORMAL = 100_000;

/** Memory of one server with Mathlib loaded. */
const GIGABYTES_PER_JOB = 4;

/** As many as processors and memory allow, at most four. */
export function defaultJobs(): number {
  return Math.max(1, Math.min(4, availableParallelism(), Math.floor(totalmem() / (GIGABYTES_PER_JOB * 1024 ** 3))));
}

/** The strategies that the options before name: one for `prove`, several for `bench prove`. */
interface Strategies {
  strategy?: string | null;
  /** Optionally with options: `rag:k=20`. */
  strategies?: readonly string[];
}

function triesFor({ strategy = null, strategies }: Strategies): ReturnType<typeof defaultTries> {
  const specs = strategies ?? (strategy === null ? [] : [strategy]);
  return defaultTries(specs.map((spec) => spec.replace(/:.*/, '')));
}

export const JOBS_OPTIONS = optionTable({
  jobs: option('-j, --jobs <number>', 'holes and candidates to process in parallel', integer(1, 64), {
    default: defaultJobs,
  }),
});

export const STREAM_OPTIONS = optionTable({
  jsonStream: option('--json-stream', 'print events as lines of JSON; the last line is the result', boolean, {
    scope: 'command line',
  }),
});

/** Retrieval of declarations. */
export const RETRIEVAL_OPTIONS = optionTable({
  k: option('-k, --k-declarations <number>', 'number of declarations per retrieval', integer(0, 1000), {
    group: RETRIEVAL,
    default: 10,
    request: { field: 'k', help: 'retrieved declarations per prompt', forAgents: false },
    strategyOption: 'k',
    plan: 'k',
  }),
  retrieves: option('--no-retrieval', 'retrieve nothing', boolean, {
    group: RETRIEVAL,
    request: { field: 'retrieval', forAgents: false },
  }),
});

export const MODE_OPTIONS = optionTable({
  mode: option(
    '--mode <mode>',
    'how to try candidates: on running servers, or in a process each',
    choice(['server', 'batch', 'cold']),
    {
      group: RESEARCH,
      default: 'server',
      request: { field: 'mode' },
      plan: 'mode',
    },
  ),
});

/** What is requested of a model. */
export const SAMPLING_OPTIONS = optionTable({
  samples: option(
    '-n, --samples <number>',
    'answers per prompt for Lean code (default: 4; 1 for strategies that write an informal proof first)',
    integer(1, 1000),
    {
      group: RESEARCH,
      default: (given: Strategies) => triesFor(given).samples,
      request: { field: 'samples', help: 'model responses per prompt', forAgents: false },
      strategyOption: 'n',
      plan: 'n',
    },
  ),
  rounds: option(
    '--rounds <number>',
    'repair rounds at each hole (default: 3; 0 for strategies that write an informal proof first)',
    integer(0, 100),
    {
      group: RESEARCH,
      default: (given: Strategies) => triesFor(given).rounds,
      request: { field: 'rounds', help: 'repair rounds per hole', forAgents: false },
      strategyOption: 'rounds',
      plan: 'rounds',
    },
  ),
  contextChars: option(
    '--context-chars <number>',
    'maximum characters of retrieved declarations in a prompt',
    integer(0, 1_000_000),
    {
      group: RETRIEVAL,
      default: 1500,
      request: { field: 'context_chars', help: 'maximum size of their text in a prompt', forAgents: false },
      strategyOption: 'context-chars',
      plan: 'context characters',
    },
  ),
});

export const TEMPERATURE_OPTIONS = optionTable({
  temperature: setting('model.temperature', '--temperature <number>', 'sampling temperature', decimal(2), {
    group: RESEARCH,
  }),
  topP: setting('model.top_p', '--top-p <number>', 'share of the probability to sample from', decimal(1), {
    group: RESEARCH,
  }),
});

export const PROVE_OPTIONS = optionTable({
  decl: option('--decl <declaration>', 'only the holes of this declaration', text(), {
    request: { field: 'decl', help: 'only of this declaration' },
  }),
  hole: option(
    '--hole <number>',
    'only the hole with this number in the output of lemmahead holes',
    integer(1, 1_000_000),
    { request: { field: 'hole', help: 'only this hole, by its number in /holes' } },
  ),
  /** Null: all available. */
  strategy: option(
    '--strategy <name>',
    'strategy to run at each hole (default: all available)',
    choice(STRATEGY_NAMES),
    { request: { field: 'strategy', help: 'default: all available' } },
  ),
  /** Files have been replaced by their text. */
  informal: option('--informal <text-or-file>', 'the statement to prove, in words and LaTeX', text(LONGEST_INFORMAL), {
    request: { field: 'informal', help: 'the statement in words and LaTeX' },
  }),
  ...JOBS_OPTIONS,
  dryRun: option('--dry-run', 'show prompts and costs; send nothing', boolean, { scope: 'session' }),
  inPlace: option('--in-place', 'write accepted proofs to the file', boolean, {
    group: OUTPUT_GROUP,
    conflicts: ['out', 'diff'],
    scope: 'command line',
  }),
  out: option('--out <file>', 'write the filled file to this path; a Lean file there is replaced', text(), {
    group: OUTPUT_GROUP,
    conflicts: ['diff'],
    scope: 'command line',
  }),
  diff: option('--diff', 'print only the diff', boolean, { group: OUTPUT_GROUP, scope: 'command line' }),
  addImports: option('--add-imports', 'allow adding imports that a proof needs', boolean, {
    group: OUTPUT_GROUP,
    request: { field: 'add_imports', help: 'allow proofs to add imports' },
  }),
  jsonStream: { ...STREAM_OPTIONS.jsonStream, group: OUTPUT_GROUP },
  ...MODEL_OPTIONS,
  limits: LIMITS,
  /** For one session. */
  ...TIME_LIMIT,
  ...QUEUE_OPTIONS,
  ...CONFIRM_OPTION,
  ...PROVE_JUDGING,
  ...RETRIEVAL_OPTIONS,
  ...INDEX_OPTIONS,
  ...PROVING_DATA_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  ...TEMPERATURE_OPTIONS,
  ...SAMPLING_OPTIONS,
  words: STRATEGY_OPTIONS,
  record: { ...RECORD_OPTIONS.record, scope: 'session' },
  hasPortfolio: option('--no-portfolio', 'do not run the portfolio, which needs no model', boolean, {
    group: RESEARCH,
    request: {
      field: 'portfolio',
      help: 'false: skip the portfolio of tactics, which needs no model',
      forAgents: false,
    },
  }),
  caches: option('--no-cache', 'do not read or write the proof cache', boolean, { group: RESEARCH }),
  ...MODE_OPTIONS,
  /** By a human. */
  informalProof: option(
    '--informal-proof <text-or-file>',
    'an informal proof by a human, for human-guided',
    text(LONGEST_INFORMAL),
    {
      group: INFORMAL,
      request: { field: 'informal_proof', help: 'a human proof of it, for human-guided', forAgents: false },
    },
  ),
});

export const RESUME_OPTIONS = optionTable({
  inPlace: option('--in-place', 'write accepted proofs to the file', boolean, { scope: 'command line' }),
  ...STREAM_OPTIONS,
  limits: LIMITS,
  ...TIME_LIMIT,
  keyFile: SERVER_OPTIONS.keyFile,
  ...QUEUE_OPTIONS,
});

/** Output of accepted proofs. `show`: holes, diff and summary; `diff`: only the diff on stdout. */
export type ProveOutput = { to: 'show' | 'diff' | 'file' } | { to: 'other'; path: string };

/** The options of a run. Plain JSON, recorded for `runs resume`. */
export interface ProveRequest extends RecordedOf<typeof PROVE_OPTIONS> {
  output: ProveOutput;
}

export interface ProveCommandOptions extends ProveRequest, OptionsOf<typeof PROVE_OPTIONS> {
  /** Path of the Lean file, relative to the working folder or absolute. */
  file: string;
}
