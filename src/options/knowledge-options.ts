/** The options of the `graph` commands on entities of the library. */
import { boolean, choice, integer, list, option, optionTable, type OptionsOf, text } from '../config/option-table.ts';
import { EMBEDDER_OPTIONS, LIBRARY_OPTIONS } from './data-options.ts';
import { MODEL_QUESTION_OPTIONS } from './model-question-options.ts';
import { EMBED_OPTIONS } from './library-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

const LIBRARY_VECTORS_OPTIONS = { ...LIBRARY_OPTIONS, ...EMBEDDER_OPTIONS };

export const GRAPH_MERGE_OPTIONS = optionTable({
  sources: option('--source <name>', 'compare the entities of this source (repeatable; default: all)', list()),
  into: option(
    '--into <name>',
    'with those of this source, which may be the same (repeatable; default: all other sources)',
    list(),
  ),
  candidates: option('--candidates <number>', 'candidates for each entity', integer(1, 100), { default: 5 }),
  confirm: option(
    '--confirm <entity=entity>',
    'say that two entities are the same; compare nothing (repeatable)',
    list({ hasCommas: false }),
  ),
  deny: option(
    '--deny <entity=entity>',
    'say that two entities are different; compare nothing (repeatable)',
    list({ hasCommas: false }),
  ),
  dryRun: option('--dry-run', 'show the decisions and store nothing', boolean),
  limit: option('-k, --limit <number>', 'maximum number of lines of the table', integer(1, 100_000), { default: 30 }),
  /** Null: `both` with `--model`, otherwise `rules`. */
  by: option(
    '--by <who>',
    'who decides: rules, the model, or the model where rules are not sure (default with --model: both)',
    choice(['rules', 'model', 'both']),
    { conflicts: ['confirm', 'deny'] },
  ),
  ...MODEL_QUESTION_OPTIONS,
  ...QUEUE_OPTIONS,
  ...LIBRARY_VECTORS_OPTIONS,
});

export interface GraphMergeOptions extends OptionsOf<typeof GRAPH_MERGE_OPTIONS> {
  /** The command line names a model. A configured one is asked only with `--by`. */
  isModelGiven: boolean;
}

export const GRAPH_SEARCH_OPTIONS = optionTable({
  near: option('--near <entity>', 'search by the vector of this entity instead of a query', text()),
  space: option(
    '--space <number>',
    '1: one vector for all of an entity; 2: a weighted sum of its parts',
    choice(['1', '2']),
    {
      default: '1',
    },
  ),
  weights: option(
    '--weights <numbers>',
    'with --space 2: weights of contents, title, field, in and out references, with sum 1 (default: .5,.3,.1,.05,.05)',
    text(),
  ),
  references: option('--no-references', 'leave out what entities refer to, and what refers to them', boolean),
  types: option(
    '--type <name>',
    'only definition, theorem or problem (repeatable)',
    list({ choices: ['definition', 'theorem', 'problem'] }),
  ),
  fields: option('--field <name>', 'only entities of this field (repeatable)', list()),
  sources: option('--source <name>', 'only entities of this source (repeatable)', list()),
  limit: option('-k, --limit <number>', 'maximum number of results', integer(1, 1000), { default: 10 }),
  ...LIBRARY_VECTORS_OPTIONS,
});

export interface GraphSearchOptions extends OptionsOf<typeof GRAPH_SEARCH_OPTIONS> {
  query: string | null;
}

export const GRAPH_EMBED_OPTIONS = optionTable({
  space: option(
    '--space <name>',
    'whole and parts are for search, statement is for merge',
    choice(['whole', 'statement', 'parts']),
    {
      default: 'whole',
    },
  ),
  ...EMBED_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphEmbedOptions extends OptionsOf<typeof GRAPH_EMBED_OPTIONS> {}
