/** The options of `prove`. `bench prove`, `runs resume` and the servers share their rows. */
import { availableParallelism, totalmem } from 'node:os';
import {
  boolean,
  choice,
  decimal,
  integer,
  optionTable,
  text,
  type OptionsOf,
  type RecordedOf,
} from '../config/option-table.ts';
import { INFORMAL, INFORMAL_OPTIONS, RETRIEVAL } from '../prove/informal/informal-options.ts';
import { STRATEGY_NAMES, defaultTries } from '../prove/strategies.ts';
import { INDEX_OPTIONS, LIBRARY_DATA_OPTIONS } from './data-options.ts';
import { PROVE_JUDGING } from './judging-options.ts';
import {
  LIMITS,
  MODEL_OPTIONS,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  SERVER_OPTIONS,
  TIME_LIMIT,
} from './model-options.ts';

export const OUTPUT_GROUP = 'Output:';
const RESEARCH = 'Research:';
/** Maximum length of an informal text in a request. */
const LONGEST_INFORMAL = 100_000;

/** Memory of one server with Mathlib loaded. */
const GIGABYTES_PER_JOB = 4;

/** As many as processors and memory allow, at most four. */
function defaultJobs(): number {
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
  jobs: {
    flag: '-j, --jobs <number>',
    help: 'holes and candidates to process in parallel',
    value: integer(1, 64),
    default: defaultJobs,
  },
});

export const STREAM_OPTIONS = optionTable({
  jsonStream: {
    flag: '--json-stream',
    help: 'print events as lines of JSON; the last line is the result',
    value: boolean,
    default: false,
    scope: 'command line',
  },
});

/** Retrieval of declarations. */
export const RETRIEVAL_OPTIONS = optionTable({
  k: {
    flag: '-k, --k-declarations <number>',
    help: 'number of declarations per retrieval',
    group: RETRIEVAL,
    value: integer(0, 1000),
    default: 10,
    request: { field: 'k', help: 'retrieved declarations per prompt', forAgents: false },
    strategyOption: 'k',
    plan: 'k',
  },
  retrieves: {
    flag: '--no-retrieval',
    help: 'retrieve nothing',
    group: RETRIEVAL,
    value: boolean,
    default: true,
    request: { field: 'retrieval' },
  },
});

export const MODE_OPTIONS = optionTable({
  mode: {
    flag: '--mode <mode>',
    help: 'how to try candidates: on running servers, or in a process each',
    group: RESEARCH,
    value: choice(['server', 'batch', 'cold']),
    default: 'server',
    request: { field: 'mode', help: 'how candidates are checked' },
    plan: 'mode',
  },
});

/** What is requested of a model. */
export const SAMPLING_OPTIONS = optionTable({
  samples: {
    flag: '-n, --samples <number>',
    help: 'answers per prompt for Lean code (default: 4; 1 for strategies that write an informal proof first)',
    group: RESEARCH,
    value: integer(1, 1000),
    default: (given: Strategies) => triesFor(given).samples,
    request: { field: 'samples', help: 'model responses per prompt', forAgents: false },
    strategyOption: 'n',
    plan: 'n',
  },
  rounds: {
    flag: '--rounds <number>',
    help: 'repair rounds at each hole (default: 3; 0 for strategies that write an informal proof first)',
    group: RESEARCH,
    value: integer(0, 100),
    default: (given: Strategies) => triesFor(given).rounds,
    request: { field: 'rounds', help: 'repair rounds per hole', forAgents: false },
    strategyOption: 'rounds',
    plan: 'rounds',
  },
  contextChars: {
    flag: '--context-chars <number>',
    help: 'maximum characters of retrieved declarations in a prompt',
    group: RETRIEVAL,
    value: integer(0, 1_000_000),
    default: 1500,
    request: { field: 'context_chars', help: 'maximum size of their text in a prompt', forAgents: false },
    strategyOption: 'context-chars',
    plan: 'context characters',
  },
});

export const TEMPERATURE_OPTIONS = optionTable({
  temperature: {
    flag: '--temperature <number>',
    help: 'sampling temperature',
    group: RESEARCH,
    value: decimal(2),
    setting: 'model.temperature',
  },
});

export const PROVE_OPTIONS = optionTable({
  decl: {
    flag: '--decl <declaration>',
    help: 'only the holes of this declaration',
    value: text(),
    default: null,
    request: { field: 'decl', help: 'only the holes of this declaration' },
  },
  hole: {
    flag: '--hole <number>',
    help: 'only the hole with this number in the output of lemmahead holes',
    value: integer(1, 1_000_000),
    default: null,
    request: { field: 'hole', help: 'only this hole, by its number in /holes' },
  },
  /** Null: all available. */
  strategy: {
    flag: '--strategy <name>',
    help: 'strategy to run at each hole (default: all available)',
    value: choice(STRATEGY_NAMES),
    default: null,
    request: { field: 'strategy', help: 'strategy to run at each hole (default: all available)' },
  },
  /** Files have been replaced by their text. */
  informal: {
    flag: '--informal <text-or-file>',
    help: 'the statement to prove, in words and LaTeX',
    value: text(LONGEST_INFORMAL),
    default: null,
    request: { field: 'informal', help: 'the statement in words and LaTeX' },
  },
  ...JOBS_OPTIONS,
  dryRun: {
    flag: '--dry-run',
    help: 'show prompts and costs; send nothing',
    value: boolean,
    default: false,
    scope: 'session',
  },
  inPlace: {
    flag: '--in-place',
    help: 'write accepted proofs to the file',
    group: OUTPUT_GROUP,
    conflicts: ['out', 'diff'],
    value: boolean,
    default: false,
    scope: 'command line',
  },
  out: {
    flag: '--out <file>',
    help: 'write the filled file to this path',
    group: OUTPUT_GROUP,
    conflicts: ['diff'],
    value: text(),
    default: null,
    scope: 'command line',
  },
  diff: {
    flag: '--diff',
    help: 'print only the diff',
    group: OUTPUT_GROUP,
    value: boolean,
    default: false,
    scope: 'command line',
  },
  addImports: {
    flag: '--add-imports',
    help: 'allow adding imports that a proof needs',
    group: OUTPUT_GROUP,
    value: boolean,
    default: false,
    request: { field: 'add_imports', help: 'allow proofs to add imports to the text' },
  },
  jsonStream: { ...STREAM_OPTIONS.jsonStream, group: OUTPUT_GROUP },
  ...MODEL_OPTIONS,
  limits: LIMITS,
  /** For one session. */
  ...TIME_LIMIT,
  ...PROVE_JUDGING,
  ...RETRIEVAL_OPTIONS,
  ...INDEX_OPTIONS,
  ...LIBRARY_DATA_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  ...TEMPERATURE_OPTIONS,
  ...SAMPLING_OPTIONS,
  words: INFORMAL_OPTIONS,
  record: { ...RECORD_OPTIONS.record, scope: 'session' },
  hasPortfolio: {
    flag: '--no-portfolio',
    help: 'do not run the portfolio, which needs no model',
    group: RESEARCH,
    value: boolean,
    default: true,
    request: { field: 'portfolio', help: 'false: skip the portfolio of tactics, which needs no model' },
  },
  caches: {
    flag: '--no-cache',
    help: 'do not read or write the proof cache',
    group: RESEARCH,
    value: boolean,
    default: true,
  },
  ...MODE_OPTIONS,
  /** By a human. */
  informalProof: {
    flag: '--informal-proof <text-or-file>',
    help: 'an informal proof by a human, for human-guided',
    group: INFORMAL,
    value: text(LONGEST_INFORMAL),
    default: null,
    request: { field: 'informal_proof', help: 'a human proof of it, for human-guided' },
  },
});

export const RESUME_OPTIONS = optionTable({
  inPlace: {
    flag: '--in-place',
    help: 'write accepted proofs to the file',
    value: boolean,
    default: false,
    scope: 'command line',
  },
  ...STREAM_OPTIONS,
  limits: LIMITS,
  ...TIME_LIMIT,
  keyFile: SERVER_OPTIONS.keyFile,
});

/** Output of accepted proofs. `show`: holes, diff and summary; `diff`: only the diff on stdout. */
export type ProveOutput = { to: 'show' | 'diff' | 'file' } | { to: 'other'; path: string };

/** The options of a run. Plain JSON, recorded for `runs resume`. */
export interface ProveRequest extends RecordedOf<typeof PROVE_OPTIONS> {
  output: ProveOutput;
}

export interface ProveCommandOptions extends ProveRequest, SessionOptions {
  /** Path of the Lean file, relative to the working folder or absolute. */
  file: string;
}

type SessionOptions = OptionsOf<typeof PROVE_OPTIONS>;
