/** The options of the `concepts` commands. */
import { boolean, integer, list, option, optionTable, type OptionsOf, setting, text } from '../config/option-table.ts';
import { CONCEPTS_PATH_OPTIONS, LIBRARY_OPTIONS, INDEX_OPTIONS, REFRESH_OPTIONS } from './data-options.ts';

/** `LISTS` of `builders/concepts/lists.ts`, which loads a YAML parser. */
const LIST_NAMES = ['overview', 'undergrad', '100', '1000'] as const;

export const CONCEPTS_DATA_OPTIONS = { ...CONCEPTS_PATH_OPTIONS, ...INDEX_OPTIONS, ...REFRESH_OPTIONS };

export const CONCEPTS_BUILD_OPTIONS = optionTable({
  lists: option(
    '--lists <folder>',
    'also read the lists docs/overview.yaml, docs/undergrad.yaml, docs/100.yaml and docs/1000.yaml below this folder (repeatable)',
    list({ hasCommas: false }),
  ),
  withoutList: option('--without-list <name>', 'do not read this list (repeatable)', list({ choices: LIST_NAMES })),
  ...CONCEPTS_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface ConceptsBuildOptions extends OptionsOf<typeof CONCEPTS_BUILD_OPTIONS> {}

const limit = (help: string) =>
  setting('search.limit', '-k, --limit <number>', `${help} (default: 10)`, integer(1, 1000), {
    request: { field: 'k', help },
  });

const FIELD_HELP = "the field of mathematics that is meant, such as 'linear algebra', or a module";

export const CONCEPTS_SEARCH_OPTIONS = optionTable({
  limit: limit('maximum number of definitions'),
  field: option('--field <words>', FIELD_HELP, text(), {
    request: { field: 'field', help: 'of mathematics, or a module' },
  }),
  explain: option('--explain', 'show how each score is composed', boolean, {
    request: { field: 'explain', help: 'also report how each score is composed', forAgents: false },
  }),
  ...CONCEPTS_DATA_OPTIONS,
});

export interface ConceptsSearchOptions extends OptionsOf<typeof CONCEPTS_SEARCH_OPTIONS> {
  term: string;
  /** Maximum number of definitions. */
  k: number;
}

export const CONCEPTS_FOR_OPTIONS = optionTable({
  /** A number, or `auto`. Null: 10, in a prompt 3. */
  definitions: option(
    '--definitions <number>',
    'number of definitions, or auto for those that are probably needed (default: 10; with --prompt, 3)',
    text(10),
  ),
  /** Counted from 1. */
  pick: option('--pick <number>', 'of a text with several numbered problems, only this one', integer(1, 10_000)),
  prompt: option('--prompt', 'print the definitions as a model would get them', boolean),
  ...CONCEPTS_DATA_OPTIONS,
});

const UNDO_OPTIONS = { undo: option('--undo', 'take such a decision back', boolean) };

export const CONCEPTS_LINK_OPTIONS = optionTable({ ...UNDO_OPTIONS, ...LIBRARY_OPTIONS, ...INDEX_OPTIONS });

export const CONCEPTS_NAME_OPTIONS = optionTable({
  ...UNDO_OPTIONS,
  ...LIBRARY_OPTIONS,
  ...CONCEPTS_PATH_OPTIONS,
  ...INDEX_OPTIONS,
});

export const CONCEPTS_EXPORT_OPTIONS = optionTable({
  content: option('--content', 'also the definitions, concepts and translations of the base', boolean),
  /** Null for stdout. */
  out: option('--out <file>', 'write to this file', text()),
  ...LIBRARY_OPTIONS,
  ...CONCEPTS_PATH_OPTIONS,
  ...INDEX_OPTIONS,
});

export interface ConceptsExportOptions extends OptionsOf<typeof CONCEPTS_EXPORT_OPTIONS> {}

export const CONCEPTS_IMPORT_OPTIONS = optionTable({ ...LIBRARY_OPTIONS });

export interface ConceptsForOptions extends OptionsOf<typeof CONCEPTS_FOR_OPTIONS> {
  /** The statement in words. */
  text: string;
}
