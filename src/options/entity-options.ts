/** The options of the `graph` commands on entities of the library. */
import { boolean, list, option, optionTable, text, type OptionsOf } from '../config/option-table.ts';
import { LIBRARY_OPTIONS } from './data-options.ts';

const source = option('--source <name>', 'only entities of this source (repeatable)', list());

export const GRAPH_BUILD_OPTIONS = optionTable({
  source,
  terms: option('--terms', 'find named entities in all documents (default: in documents without references)', boolean, {
    negatedHelp: 'find no named entities',
    default: null,
  }),
  ...LIBRARY_OPTIONS,
});

export interface GraphBuildOptions extends OptionsOf<typeof GRAPH_BUILD_OPTIONS> {}

export const GRAPH_SHOW_OPTIONS = optionTable({
  source: option('--source <name>', 'the source of the entity', text()),
  all: option('--all', 'show all values of each attribute, with who made them', boolean),
  ...LIBRARY_OPTIONS,
});

export interface GraphShowOptions extends OptionsOf<typeof GRAPH_SHOW_OPTIONS> {
  /** Id, key, label or title. */
  name: string;
}

export const GRAPH_RUNS_OPTIONS = optionTable({ ...LIBRARY_OPTIONS });

export interface GraphRunsOptions extends OptionsOf<typeof GRAPH_RUNS_OPTIONS> {}

export const GRAPH_UNDO_OPTIONS = optionTable({
  cascade: option('--cascade', 'also undo later runs that build on it', boolean),
  ...LIBRARY_OPTIONS,
});

export interface GraphUndoOptions extends OptionsOf<typeof GRAPH_UNDO_OPTIONS> {
  run: number;
}
