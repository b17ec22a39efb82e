/** The options of `solve`. */
import {
  boolean,
  choice,
  inGroup,
  integer,
  list,
  option,
  optionTable,
  type OptionsOf,
  text,
} from '../config/option-table.ts';
import { EMBEDDER_OPTIONS } from './data-options.ts';
import { CHECK_JUDGING } from './judging-options.ts';
import { JUDGE_MODEL_OPTION, MODEL_GROUP } from './model-options.ts';
import { MODEL_QUESTION_OPTIONS } from './model-question-options.ts';
import { TEMPLATE_GRAPH_OPTIONS } from './template-graph-options.ts';

/** Tools of `solve/solve-tools.ts`. `python` and `lean` run in a sandbox. */
export const SOLVE_TOOLS = ['calc', 'python', 'lean'] as const;

export type SolveToolName = (typeof SOLVE_TOOLS)[number];

/** Shared with `bench solve`. */
export const SOLVING_OPTIONS = optionTable({
  shots: option('--shots <file>', 'solved problems for few-shot (default: problems of the graph)', text()),
  seed: option('--seed <number>', 'random seed that draws the examples', integer(0, 0xffff_ffff), { default: 1 }),
  strictTable: option('--strict-table', 'drop theorems of the table that no template uses', boolean, {
    request: { field: 'strict_table' },
  }),
  tools: option(
    '--tools <names>',
    'what the model may call before it answers: calc, an exact calculator; python and lean, in a sandbox',
    list({ choices: SOLVE_TOOLS }),
    {
      request: {
        field: 'tools',
        help: 'what the model may call before it answers: calc, python, lean',
        forAgents: false,
      },
    },
  ),
  requireSandbox: CHECK_JUDGING.requireSandbox,
  ...inGroup(MODEL_GROUP, {
    ...JUDGE_MODEL_OPTION,
    judgeAll: option('--judge-all', 'ask the judge about every answer, also those that the checker accepts', boolean),
    judgeSees: option(
      '--judge-sees <what>',
      'what the judge sees: the extracted answer, or the last 2,000 characters (tail)',
      choice(['answer', 'tail']),
      { default: 'answer' },
    ),
  }),
  ...TEMPLATE_GRAPH_OPTIONS,
  ...EMBEDDER_OPTIONS,
});

export const SOLVE_OPTIONS = optionTable({
  method: option(
    '--method <name>',
    'zero-shot, few-shot, template, theorem or both, with options such as both:k=3,no-refine',
    text(),
    { default: 'both', request: { field: 'method', help: 'zero-shot, template, theorem or both, with options' } },
  ),
  options: option('--options <texts>', 'the options of a choice, in order (repeatable)', list({ hasCommas: false }), {
    request: { field: 'options', help: 'of a choice, in order' },
  }),
  answer: option(
    '--answer <text>',
    'the right answer, to compare with; without a model, the answer is read from stdin',
    text(),
    { request: { field: 'answer', help: 'the right answer, to compare with; needs a model' } },
  ),
  samples: option('--samples <number>', 'answers to ask for; the largest class of equal ones counts', integer(1, 100), {
    default: 1,
    request: { field: 'samples', help: 'answers to ask for; the largest class of equal ones counts' },
  }),
  ...inGroup(MODEL_GROUP, {
    distilModel: option('--distil-model <name>', 'another model, which only states the class of the problem', text(), {
      conflicts: ['dryRun'],
    }),
  }),
  showContext: option('--show-context', 'print what was found for the problem, and the prompt', boolean),
  dryRun: option('--dry-run', 'count the first questions and their cost; send nothing', boolean),
  ...SOLVING_OPTIONS,
  ...MODEL_QUESTION_OPTIONS,
});

export interface SolveOptions extends OptionsOf<typeof SOLVE_OPTIONS> {
  problem: string;
}
