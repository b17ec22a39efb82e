/** The options of `formalize`. */
import {
  boolean,
  choice,
  decimal,
  inGroup,
  integer,
  integerOrAuto,
  list,
  option,
  optionTable,
  type OptionsOf,
  type RecordedOf,
  setting,
  text,
} from '../config/option-table.ts';
import { REWRITES } from '../config/settings-table.ts';
import { PACK_SWITCHES } from '../search/concepts/pack-choices.ts';
import {
  CONCEPTS_PATH_OPTIONS,
  EMBEDDER_OPTIONS,
  INDEX_OPTIONS,
  REFRESH_OPTIONS,
  RERANKER_OPTIONS,
} from './data-options.ts';
import { PROVE_JUDGING } from './judging-options.ts';
import { JUDGE_OPTIONS } from './statement-options.ts';
import {
  BUDGET_GROUP,
  MODEL_GROUP,
  MODEL_OPTIONS,
  MODEL_SERVER_OPTIONS,
  RECORD_OPTIONS,
  SPENDING_LIMITS,
  TIME_LIMIT,
  UNLIMITED,
} from './model-options.ts';
import { JOBS_OPTIONS, STREAM_OPTIONS } from './prove-options.ts';

export const FORMALIZE_OPTIONS = optionTable({
  pick: option(
    '--pick <number>',
    'only this problem, of a text with several numbered problems or of a batch',
    integer(1, 10_000),
    {
      scope: 'session',
    },
  ),
  name: option('--name <name>', 'name of the theorem', text(200), { default: 'formalized' }),
  header: option(
    '--header <file>',
    'file with the imports and other commands above the theorem (default: import Mathlib, or the modules of the listed definitions)',
    text(),
    { scope: 'session' },
  ),
  in: option(
    '--in <file:line>',
    'use the imports, opened namespaces and variables at this place of a Lean file as the header; what the file itself declares is not used',
    text(),
    { scope: 'session', conflicts: ['header'] },
  ),
  definitions: option(
    '--definitions <number>',
    'definitions of the library to list in the prompt, or auto for those that are probably needed',
    integerOrAuto(0, 20),
    { default: 3, fallback: { setting: 'formalize.definitions' } },
  ),
  examples: option('--examples <number>', 'theorems of the library to show that use the definitions', integer(0, 3), {
    default: 0,
    fallback: { setting: 'formalize.examples' },
  }),
  allowDefs: option(
    '--allow-defs',
    'accept a def or structure of the model before the theorem; such a statement counts only if a judge accepts it',
    boolean,
  ),
  check: option(
    '--check <level>',
    'formal: compile the statements and look for refutations, contradictions and other faults; compile; or none',
    choice(['formal', 'compile', 'none']),
    { default: 'formal', request: { field: 'check', help: 'none: without Lean' } },
  ),
  checkTime: option(
    '--check-time <seconds>',
    'time limit for the checks of one statement, and for one comparison of two',
    integer(1, 86_400),
    { default: 120 },
  ),
  ...JUDGE_OPTIONS,
  // Judges see the elaborated statement.
  judges: {
    ...JUDGE_OPTIONS.judges,
    fallback: { setting: 'formalize.judge', if: ({ check }: { check: string }) => check === 'formal' },
  },
  openQuestion: option('--open-question', 'the text is a question: the statement may be false', boolean),
  out: option(
    '--out <path>',
    'write the chosen statement to this file, which is replaced if it is a Lean file; of a batch, the statements and reports to this folder',
    text(),
  ),
  proves: option('--prove', 'then prove the chosen statement, as lemmahead prove does', boolean, { scope: 'session' }),
  ...STREAM_OPTIONS,
  dryRun: option('--dry-run', 'show the prompt and the cost; send nothing', boolean, { scope: 'session' }),
  jobs: { ...JOBS_OPTIONS.jobs, help: 'problems of a batch, or statements to compile, in parallel' },
  requireSandbox: PROVE_JUDGING.requireSandbox,
  ...MODEL_OPTIONS,
  ...inGroup(MODEL_GROUP, {
    formalizer: option(
      '--formalizer <name>',
      'the prompt: chat for general models; herald, kimina, goedel, stepfun or atf, published for models trained to formalize; or raw:FILE, a template of yours',
      text(),
      { default: 'chat', fallback: { setting: 'formalize.formalizer' } },
    ),
    samples: option('-n, --samples <number>', 'answers to ask for', integer(1, 1000), {
      default: 10,
      fallback: { setting: 'formalize.candidates' },
      request: { field: 'samples', help: 'answers to ask the model for (default: 10)' },
    }),
    rounds: option(
      '--rounds <number>',
      "while no statement compiles, ask so often for corrections with Lean's errors; only with the prompt chat",
      integer(0, 20),
      { default: 0 },
    ),
    temperature: setting(
      'formalize.temperature',
      '--temperature <number>',
      'sampling temperature (default: 0.7)',
      decimal(2),
    ),
  }),
  ...inGroup('Finding definitions:', {
    pack: option(
      '--pack <how>',
      'ask the model for concepts, explanations and the order of definitions, or find definitions offline (default: model; offline with another --formalizer than chat)',
      choice(['model', 'offline']),
      { default: ({ formalizer }: { formalizer: string }) => (formalizer === 'chat' ? 'model' : 'offline') },
    ),
    rewrite: option('--rewrite <when>', 'rewrite an applied problem as mathematics first', choice(REWRITES), {
      default: 'auto',
      fallback: { setting: 'formalize.rewrite' },
    }),
    without: option(
      '--without <stage>',
      'switch a stage off, to measure what it gives (repeatable)',
      list({ choices: PACK_SWITCHES }),
    ),
  }),
  ...MODEL_SERVER_OPTIONS,
  record: { ...RECORD_OPTIONS.record, scope: 'session' },
  limits: SPENDING_LIMITS,
  ...inGroup(BUDGET_GROUP, {
    costEach: option('--max-cost-each <dollars>', 'as --max-cost, for each problem of a batch', decimal(UNLIMITED)),
  }),
  /** For one session. */
  ...TIME_LIMIT,
  ...CONCEPTS_PATH_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...RERANKER_OPTIONS,
  ...INDEX_OPTIONS,
  ...REFRESH_OPTIONS,
});

export interface FormalizeOptions extends OptionsOf<typeof FORMALIZE_OPTIONS> {
  /** The statement in words. */
  statement: string;
}

/** A problem of a run. */
export interface ProblemInWords {
  id: string;
  /** In words. */
  statement: string;
}

/** Plain JSON, recorded for `runs resume`. */
export interface FormalizeRunRequest extends RecordedOf<typeof FORMALIZE_OPTIONS> {}

export interface FormalizeCommandOptions extends OptionsOf<typeof FORMALIZE_OPTIONS> {
  problems: readonly ProblemInWords[];
  /** The file of a batch; null for one text. */
  file: string | null;
}
