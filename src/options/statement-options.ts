/** The options of `statement check` and `statement compare`. */
import { boolean, inGroup, integer, list, option, type OptionsOf, optionTable, text } from '../config/option-table.ts';
import { INDEX_OPTIONS } from './data-options.ts';
import { CHECK_JUDGING } from './judging-options.ts';
import { MODEL_SERVER_OPTIONS, RECORD_OPTIONS, SPENDING_LIMITS } from './model-options.ts';

const { requireSandbox } = CHECK_JUDGING;

/** Models that judge whether a statement says what a text says. */
export const JUDGE_OPTIONS = inGroup('Judging by models:', {
  judges: option(
    '--judge <model>',
    'ask this model whether the statement says what the text says (repeatable; most of them decide)',
    list({ hasCommas: false }),
  ),
  critic: option('--critic', 'also show each judge the text and the statement at once', boolean),
});

export const STATEMENT_CHECK_OPTIONS = optionTable({
  decl: option('--decl <declaration>', 'check only this statement (full name)', text(), {
    request: { field: 'decl', help: 'only this statement' },
  }),
  informal: option(
    '--informal <text|file>',
    'the statement in words, a file with it (.txt, .md, .tex), or -: missing numbers and a missing ↔ become remarks',
    text(),
  ),
  against: option(
    '--against <file>',
    'a trusted statement: the last one of this file, or the one of the same name',
    text(),
  ),
  openQuestion: option('--open-question', 'the text is a question: the statement may be false', boolean, {
    request: { field: 'open_question', help: 'the statement may be false' },
  }),
  ...JUDGE_OPTIONS,
  dryRun: option('--dry-run', 'show the prompts of the judges and the cost; send nothing', boolean),
  ...MODEL_SERVER_OPTIONS,
  ...RECORD_OPTIONS,
  limits: SPENDING_LIMITS,
  approve: option('--approve', 'store the hash of each statement; a later check reports a changed one', boolean),
  requireSandbox,
  ...INDEX_OPTIONS,
});

export const STATEMENT_COMPARE_OPTIONS = optionTable({
  declA: option('--decl-a <declaration>', 'the statement of the first file (full name); default: its last one', text()),
  declB: option(
    '--decl-b <declaration>',
    'the statement of the second file (full name); default: its last one',
    text(),
  ),
  maxTime: option('--max-time <seconds>', 'time limit for the proofs of one from the other', integer(1, 86_400), {
    default: 600,
  }),
  requireSandbox,
});

export interface StatementCheckOptions extends OptionsOf<typeof STATEMENT_CHECK_OPTIONS> {
  /** Path of a Lean file. */
  file: string;
  /** The text itself. */
  informal: string | null;
}

export interface StatementCompareOptions extends OptionsOf<typeof STATEMENT_COMPARE_OPTIONS> {
  /** Paths of Lean files. */
  a: string;
  b: string;
}
