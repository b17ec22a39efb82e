/** The options of the `graph` commands that ask a model about entities of the library. */
import {
  boolean,
  choice,
  inGroup,
  integer,
  list,
  option,
  optionTable,
  setting,
  type OptionsOf,
} from '../config/option-table.ts';
import { EMBEDDER_OPTIONS, LIBRARY_OPTIONS } from './data-options.ts';
import { MODEL_GROUP } from './model-options.ts';
import { MODEL_QUESTION_OPTIONS } from './model-question-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

export const GRAPH_AUGMENT_OPTIONS = optionTable({
  source: option('--source <name>', 'only entities of this source (repeatable)', list()),
  attributes: option(
    '--attributes <name>',
    'only these attributes: title, field, bodylist, refs, tactics (repeatable; default: all)',
    list({ choices: ['title', 'field', 'bodylist', 'refs', 'tactics'] }),
  ),
  all: option('--all', 'also ask for what rules are sure of', boolean),
  batch: option('--batch', 'ask for all attributes of an entity in one question: cheaper, without examples', boolean),
  limit: option('--limit <number>', 'maximum number of entities, the most used ones first', integer(1, 1_000_000)),
  dryRun: option('--dry-run', 'count the questions and their cost; send and store nothing', boolean),
  ...MODEL_QUESTION_OPTIONS,
  ...QUEUE_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphAugmentOptions extends OptionsOf<typeof GRAPH_AUGMENT_OPTIONS> {}

/** The writers of texts; everything else is asked of `--model`. */
export const ADAPTER_MODELS = inGroup(MODEL_GROUP, {
  applicationModel: setting(
    'adapters.application',
    '--application-model <name>',
    'this model writes solutions of word problems',
  ),
  calculationModel: setting(
    'adapters.calculation',
    '--calculation-model <name>',
    'this model writes solutions with programs',
  ),
  proofModel: setting('adapters.proof', '--proof-model <name>', 'this model writes proofs'),
});

export const GRAPH_COMPLETE_OPTIONS = optionTable({
  source: option('--source <name>', 'only entities of this source (repeatable)', list()),
  adapter: option(
    '--adapter <name>',
    'how problems are solved: application, calculation (runs a program), proof (default: the model decides)',
    choice(['application', 'calculation', 'proof']),
  ),
  candidates: option('--candidates <number>', 'entities to look up near each one that was found', integer(0, 100), {
    default: 5,
  }),
  check: option(
    '--check <how>',
    'lean: check the Lean file of the project with the declaration that formalizes a theorem; or none',
    choice(['lean', 'none']),
    { default: 'lean' },
  ),
  limit: option(
    '--limit <number>',
    'maximum number of entities to complete, the most used ones first',
    integer(1, 1_000_000),
  ),
  dryRun: option('--dry-run', 'count the first questions and their cost; send and store nothing', boolean),
  ...MODEL_QUESTION_OPTIONS,
  ...QUEUE_OPTIONS,
  ...ADAPTER_MODELS,
  ...LIBRARY_OPTIONS,
  ...EMBEDDER_OPTIONS,
});

export interface GraphCompleteOptions extends OptionsOf<typeof GRAPH_COMPLETE_OPTIONS> {
  /** Ids, keys or labels; empty for all that lack a proof or solution. */
  names: readonly string[];
}
