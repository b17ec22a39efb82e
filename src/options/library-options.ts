/** The options of `library` and `index embed`. */
import { boolean, choice, integer, list, optionTable, type OptionsOf, text } from '../config/option-table.ts';
import { ENTRY_KINDS } from '../library/entry.ts';
import type { PageRange } from '../sources/pdf/page-selection.ts';
import { EMBEDDER_OPTIONS, INDEX_OPTIONS, LIBRARY_OPTIONS, STORE_OPTIONS } from './data-options.ts';
import { MODEL_OPTIONS, MODEL_SERVER_OPTIONS, RECORD_OPTIONS, SPENDING_LIMITS } from './model-options.ts';

export const PDF_GROUP = 'PDF:';

export const ADD_OPTIONS = optionTable({
  /** Null: each document goes to its present source, or to one named after its folder or file. */
  source: {
    flag: '--source <name>',
    help: 'source to add to (default: the present one, otherwise named after the folder or file)',
    value: text(),
    default: null,
  },
  chunkBy: {
    flag: '--chunk-by <what>',
    help: 'how to split text without markup: by its paragraphs, or by a model',
    value: choice(['structure', 'model']),
    default: 'structure',
  },
  text: {
    flag: '--text',
    help: 'use the text layer (otherwise --model reads the page images)',
    group: PDF_GROUP,
    value: boolean,
    default: false,
  },
  ...MODEL_OPTIONS,
  ...MODEL_SERVER_OPTIONS,
  ...RECORD_OPTIONS,
  limits: SPENDING_LIMITS,
  ...LIBRARY_OPTIONS,
});

export interface LibraryAddOptions extends OptionsOf<typeof ADD_OPTIONS> {
  /** Files and folders, as typed. */
  paths: readonly string[];
  /** Pages of PDFs; null for all. */
  pages: readonly PageRange[] | null;
}

const sources = {
  flag: '--source <name>',
  help: 'only this source (repeatable)',
  value: list(),
  default: [],
} as const;

export const LIST_OPTIONS = optionTable({
  /** List entries even without a filter. */
  entries: { flag: '--entries', help: 'list entries', value: boolean, default: false },
  source: sources,
  document: { ...sources, flag: '--document <name>', help: 'entries of this document (repeatable)' },
  kind: {
    ...sources,
    flag: '--kind <kind>',
    help: 'entries of this kind (repeatable)',
    value: list({ choices: ENTRY_KINDS }),
  },
  heading: { ...sources, flag: '--heading <words>', help: 'entries under a heading with these words (repeatable)' },
  limit: {
    flag: '-k, --limit <number>',
    help: 'maximum number of entries',
    value: integer(1, 1_000_000),
    default: 50,
  },
  ...LIBRARY_OPTIONS,
});

export interface LibraryListOptions extends OptionsOf<typeof LIST_OPTIONS> {}

export const SHOW_ENTRY_OPTIONS = optionTable({
  source: { flag: '--source <name>', help: 'search only this source', value: text(), default: null },
  ...LIBRARY_OPTIONS,
});

export const REMOVE_OPTIONS = optionTable({
  source: {
    flag: '--source <name>',
    help: 'remove this source; with entries or documents, only those in this source',
    value: text(),
    default: null,
  },
  documents: { ...sources, flag: '--document <name>', help: 'remove this document (repeatable)' },
  yes: { flag: '-y, --yes', help: 'do not ask for confirmation', value: boolean, default: false },
  ...LIBRARY_OPTIONS,
});

export const EXPORT_OPTIONS = optionTable({
  source: sources,
  /** Null for stdout. */
  out: { flag: '--out <file>', help: 'write to this file', value: text(), default: null },
  vectors: {
    flag: '--vectors',
    help: 'with the vectors of library embed, which are most of the size',
    value: boolean,
    default: false,
  },
  ...LIBRARY_OPTIONS,
});

export interface LibraryExportOptions extends OptionsOf<typeof EXPORT_OPTIONS> {}

const EMBED_OPTIONS = optionTable({
  ...EMBEDDER_OPTIONS,
  dryRun: {
    flag: '--dry-run',
    help: 'print the maximum cost and send nothing',
    value: boolean,
    default: false,
  },
  /** The existing vectors may come from another embedder. */
  again: {
    flag: '--again',
    help: 'delete the existing vectors and create all of them again',
    value: boolean,
    default: false,
  },
  limits: {
    cost: { ...SPENDING_LIMITS.cost, group: undefined },
    tokens: { ...SPENDING_LIMITS.tokens, group: undefined, help: 'limit on tokens' },
  },
});

export interface EmbedOptions extends OptionsOf<typeof EMBED_OPTIONS> {}

export const LIBRARY_EMBED_OPTIONS = optionTable({ ...EMBED_OPTIONS, ...STORE_OPTIONS, ...LIBRARY_OPTIONS });
export const INDEX_EMBED_OPTIONS = optionTable({ ...EMBED_OPTIONS, ...INDEX_OPTIONS });
