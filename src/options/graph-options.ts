/** The options of the `graph` commands. */
import {
  boolean,
  choice,
  decimal,
  integer,
  list,
  option,
  optionTable,
  type OptionsOf,
  setting,
  text,
} from '../config/option-table.ts';
import { INDEX_OPTIONS, LIBRARY_OPTIONS, REFRESH_OPTIONS } from './data-options.ts';
import { MODEL_QUESTION_OPTIONS } from './model-question-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

export const GRAPH_DATA_OPTIONS = { ...INDEX_OPTIONS, ...REFRESH_OPTIONS };

/** `any`: also what an attribute makes from another declaration. */
export const PLACES_OF_USE = ['any', 'statement', 'value'] as const;

const place = option('--in <place>', 'where names count', choice(PLACES_OF_USE), {
  default: 'any',
});

/** Applies to entities only. */
export const terms = option('--terms', 'also follow references without marks: see graph build', boolean);

const ofEntity = optionTable({
  source: option('--source <name>', 'the name is of an entity of this source of the library', text(), {
    conflicts: ['in', 'module', 'declarations'],
  }),
  entities: option('--entities', 'the name is of an entity of the library', boolean, {
    conflicts: ['in', 'module', 'declarations'],
  }),
  declarations: option('--declarations', 'the name is of a declaration of the index', boolean),
  terms,
});

export const GRAPH_DEPENDS_OPTIONS = optionTable({
  usedBy: option('--used-by', 'list what depends on it', boolean),
  hops: option('--hops <number>', 'follow so many steps', integer(1, 1000), { default: 1 }),
  limit: option('-k, --limit <number>', 'maximum number of results', integer(1, 10_000), {
    default: 30,
  }),
  in: place,
  module: option('--module <prefix>', 'list only declarations of this module and those below it', text()),
  ...ofEntity,
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphDependsOptions extends OptionsOf<typeof GRAPH_DEPENDS_OPTIONS> {
  name: string;
}

/** The dependency graph tells which declarations use a name. */
export const REFERENCES_OPTIONS = optionTable({
  limit: option('-k, --limit <number>', 'maximum number of declarations that use it', integer(1, 10_000), {
    default: 30,
  }),
  module: option('--module <prefix>', 'only uses in this module and those below it', text()),
  ...GRAPH_DATA_OPTIONS,
});

export interface ReferencesOptions extends OptionsOf<typeof REFERENCES_OPTIONS> {
  name: string;
}

export const GRAPH_PATH_OPTIONS = optionTable({
  to: option('--to <name>', 'show a shortest chain of dependencies from the name to this one', text()),
  known: option('--known <name>', 'leave out this one and what only it needs (repeatable)', list()),
  limit: option('-k, --limit <number>', 'maximum number of steps', integer(1, 1000), { default: 30 }),
  in: place,
  module: option('--module <prefix>', 'only declarations of this module and those below it are steps', text()),
  ...ofEntity,
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphPathOptions extends OptionsOf<typeof GRAPH_PATH_OPTIONS> {
  name: string;
}

const source = option('--source <name>', 'the statements of this source of the library, instead of a file', text());

const auto = setting(
  'graph.auto',
  '--auto <min>',
  'links of at least this confidence need no decision (default: 0.95)',
  decimal(1),
);

export const GRAPH_LINK_OPTIONS = optionTable({
  source,
  auto,
  statement: option('--statement <label>', 'link only this statement (repeatable)', list()),
  candidates: option('--candidates <number>', 'declarations for each statement', integer(1, 50), {
    default: 3,
  }),
  limit: option('-k, --limit <number>', 'maximum number of lines of each list', integer(1, 100_000), {
    default: 10,
  }),
  dryRun: option('--dry-run', 'show the links and count the questions to a model; ask and write nothing', boolean),
  /** Null: `both` with `--model`, otherwise `rules`. */
  by: option(
    '--by <who>',
    'who decides: rules, the model, or the model where no link is confident (default with --model: both)',
    choice(['rules', 'model', 'both']),
  ),
  ...MODEL_QUESTION_OPTIONS,
  ...QUEUE_OPTIONS,
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphLinkOptions extends OptionsOf<typeof GRAPH_LINK_OPTIONS> {
  /** A document, or a folder with a blueprint. */
  path: string;
  /** The command line names a model. A configured one is asked only with `--by`. */
  isModelGiven: boolean;
}

export const GRAPH_DECIDE_OPTIONS = optionTable({
  source: option('--source <name>', 'look up the statement only in this source', text()),
  undo: option('--undo', 'take the decision back', boolean),
  ...INDEX_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphDecideOptions extends OptionsOf<typeof GRAPH_DECIDE_OPTIONS> {
  /** Id, key or label. */
  statement: string;
  /** Name of a declaration. */
  name: string;
  accepted: boolean;
}

export const GRAPH_STATUS_OPTIONS = optionTable({
  source,
  auto,
  limit: option('-k, --limit <number>', 'maximum number of lines of each list', integer(1, 10_000), {
    default: 10,
  }),
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphStatusOptions extends OptionsOf<typeof GRAPH_STATUS_OPTIONS> {
  /** The blueprint's folder, first LaTeX file or Lean file. */
  path: string;
}

export const GRAPH_STATS_OPTIONS = optionTable({
  entities: option('--entities', 'count the entities of the library and their references', boolean),
  source: option('--source <name>', 'count those of this source of the library', text()),
  terms,
  limit: option('-k, --limit <number>', 'number of central nodes', integer(1, 1000), {
    default: 10,
  }),
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphStatsOptions extends OptionsOf<typeof GRAPH_STATS_OPTIONS> {}
