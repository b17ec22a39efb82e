/** The options of the `concepts` commands. */
import {
  boolean,
  choice,
  inGroup,
  integer,
  list,
  option,
  optionTable,
  type OptionsOf,
  setting,
  text,
} from '../config/option-table.ts';
import { MODEL_GROUP, MODEL_OPTIONS, MODEL_SERVER_OPTIONS, SPENDING_LIMITS, TIME_LIMIT } from './model-options.ts';
import { TEMPERATURE_OPTIONS } from './prove-options.ts';
import {
  CONCEPTS_PATH_OPTIONS,
  EMBEDDER_OPTIONS,
  RERANKER_OPTIONS,
  LIBRARY_OPTIONS,
  INDEX_OPTIONS,
  REFRESH_OPTIONS,
} from './data-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

/** `LISTS` of `builders/concepts/lists.ts`, which loads a YAML parser. */
const LIST_NAMES = ['overview', 'undergrad', '100', '1000'] as const;

export const CONCEPTS_DATA_OPTIONS = { ...CONCEPTS_PATH_OPTIONS, ...INDEX_OPTIONS, ...REFRESH_OPTIONS };

/** For searches by meaning. */
const CONCEPTS_VECTORS_OPTIONS = {
  ...CONCEPTS_DATA_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...RERANKER_OPTIONS,
  ...MODEL_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
};

export const CONCEPTS_BUILD_OPTIONS = optionTable({
  lists: option(
    '--lists <folder>',
    'also read the lists docs/overview.yaml, docs/undergrad.yaml, docs/100.yaml and docs/1000.yaml below this folder (repeatable)',
    list({ hasCommas: false }),
  ),
  withoutList: option('--without-list <name>', 'do not read this list (repeatable)', list({ choices: LIST_NAMES })),
  again: option('--again', 'read every source file, also those that an earlier build has read', boolean),
  dryRun: option('--dry-run', 'show the prompts and their cost; send nothing and build nothing', boolean),
  ...MODEL_OPTIONS,
  ...inGroup(MODEL_GROUP, {
    /** Null: `missing` with `--model`, otherwise `none`. */
    backTranslate: option(
      '--back-translate <which>',
      'definitions to put into words: those without documentation, all, or none (default with --model: missing)',
      choice(['missing', 'all', 'none']),
    ),
    candidates: option(
      '--candidates <number>',
      'answers for each definition; the one most like its documentation is kept',
      integer(1, 10),
      { default: 3 },
    ),
    extract: option('--extract', 'ask for the concepts that definitions define', boolean),
    explain: option('--explain', 'ask when to use which definition of a concept that can mean several', boolean),
    merge: option(
      '--merge <how>',
      'merge core concepts that share a definition: those with very near vectors, also those that a model calls the same, or undo all such merges',
      choice(['vectors', 'model', 'none']),
    ),
    module: option('--module <name>', 'ask only about definitions of this module and those below it', text()),
    limit: option('--limit <number>', 'ask about at most so many definitions or concepts', integer(1, 1_000_000)),
    temperature: {
      ...TEMPERATURE_OPTIONS.temperature,
      help: 'sampling temperature (default for several answers to one question: 0.7)',
    },
  }),
  ...MODEL_SERVER_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...QUEUE_OPTIONS,
  limits: SPENDING_LIMITS,
  maxTime: { ...TIME_LIMIT.maxTime, help: 'time limit for the model' },
  ...CONCEPTS_DATA_OPTIONS,
  ...LIBRARY_OPTIONS,
});

export interface ConceptsBuildOptions extends OptionsOf<typeof CONCEPTS_BUILD_OPTIONS> {
  /** The command line names a model. A configured one is asked only by other options. */
  isModelGiven: boolean;
  /** The command line names an embedder. */
  isEmbedderGiven: boolean;
}

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
  /** `FILE` or `FILE:LINE`, 1-based. */
  in: option(
    '--in <file[:line]>',
    'prefer definitions of the namespaces that are open at this place, and of the fields of this file',
    text(4096),
  ),
  explain: option('--explain', 'show how each score is composed', boolean, {
    request: { field: 'explain', help: 'also report how each score is composed', forAgents: false },
  }),
  ...CONCEPTS_VECTORS_OPTIONS,
});

export interface ConceptsSearchOptions extends OptionsOf<typeof CONCEPTS_SEARCH_OPTIONS> {
  term: string;
  /** Maximum number of definitions. */
  k: number;
}

export const CONCEPTS_SHOW_OPTIONS = optionTable({
  examples: option('--examples', 'also show a short theorem about each definition', boolean),
  provenance: option('--provenance', 'also show which words name each definition, and where it is', boolean),
  ...CONCEPTS_DATA_OPTIONS,
});

export interface ConceptsShowOptions extends OptionsOf<typeof CONCEPTS_SHOW_OPTIONS> {
  name: string;
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
  ...CONCEPTS_VECTORS_OPTIONS,
});

const UNDO_OPTIONS = { undo: option('--undo', 'undo such a decision', boolean) };

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
