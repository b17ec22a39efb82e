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
  text,
} from '../config/option-table.ts';
import { INDEX_OPTIONS, LIBRARY_OPTIONS, REFRESH_OPTIONS } from './data-options.ts';

export const GRAPH_DATA_OPTIONS = { ...INDEX_OPTIONS, ...REFRESH_OPTIONS };

/** `any`: also what an attribute makes from another declaration. */
export const PLACES_OF_USE = ['any', 'statement', 'value'] as const;

const place = option('--in <place>', 'where names count', choice(PLACES_OF_USE), {
  default: 'any',
});

export const GRAPH_DEPENDS_OPTIONS = optionTable({
  usedBy: option('--used-by', 'list what depends on it', boolean),
  hops: option('--hops <number>', 'follow so many steps', integer(1, 1000), { default: 1 }),
  limit: option('-k, --limit <number>', 'maximum number of declarations', integer(1, 10_000), {
    default: 30,
  }),
  in: place,
  module: option('--module <prefix>', 'list only declarations of this module and those below it', text()),
  ...GRAPH_DATA_OPTIONS,
});

export interface GraphDependsOptions extends OptionsOf<typeof GRAPH_DEPENDS_OPTIONS> {
  name: string;
}

export const GRAPH_PATH_OPTIONS = optionTable({
  to: option('--to <name>', 'show a shortest chain of dependencies from the declaration to this one', text()),
  known: option('--known <name>', 'leave out this declaration and what only it needs (repeatable)', list()),
  limit: option('-k, --limit <number>', 'maximum number of steps', integer(1, 1000), { default: 30 }),
  in: place,
  module: option('--module <prefix>', 'only declarations of this module and those below it are steps', text()),
  ...GRAPH_DATA_OPTIONS,
});

export interface GraphPathOptions extends OptionsOf<typeof GRAPH_PATH_OPTIONS> {
  name: string;
}

const source = option('--source <name>', 'the statements of this source of the library, instead of a file', text());

const auto = option('--auto <min>', 'links of at least this confidence need no decision', decimal(1), {
  default: 0.95,
});

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
  ...GRAPH_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface GraphLinkOptions extends OptionsOf<typeof GRAPH_LINK_OPTIONS> {
  /** A document, or a folder with a blueprint. */
  path: string;
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
  limit: option('-k, --limit <number>', 'number of central declarations', integer(1, 1000), {
    default: 10,
  }),
  ...GRAPH_DATA_OPTIONS,
});

export interface GraphStatsOptions extends OptionsOf<typeof GRAPH_STATS_OPTIONS> {}
