/** The options of `library` and `index embed`. */
import { boolean, choice, integer, list, type OptionsOf, text, option, optionTable } from '../config/option-table.ts';
import { ENTRY_KINDS } from '../library/entry.ts';
import { FORMAT_NAMES } from '../sources/formats.ts';
import type { PageRange } from '../sources/pdf/page-selection.ts';
import { EMBEDDER_OPTIONS, INDEX_OPTIONS, LIBRARY_OPTIONS, PDF_GROUP, STORE_OPTIONS } from './data-options.ts';
import { MODEL_OPTIONS, MODEL_SERVER_OPTIONS, RECORD_OPTIONS, SPENDING_LIMITS } from './model-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

export const ADD_OPTIONS = optionTable({
  /** Null: each document goes to its present source, or to one named after its folder or file. */
  source: option(
    '--source <name>',
    'source to add to (default: the present one, otherwise named after the folder or file)',
    text(),
  ),
  /** Null: each file tells its own. */
  format: option(
    '--format <name>',
    'format of the files (default: detected from extension and content)',
    choice(FORMAT_NAMES),
  ),
  chunkBy: option(
    '--chunk-by <what>',
    'how to split text without markup: by its paragraphs, or by a model',
    choice(['structure', 'model']),
    { default: 'structure' },
  ),
  text: option('--text', 'use the text layer (otherwise --model reads the page images)', boolean, { group: PDF_GROUP }),
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

const sources = option('--source <name>', 'only this source (repeatable)', list());

export const LIST_OPTIONS = optionTable({
  /** List entries even without a filter. */
  entries: option('--entries', 'list entries', boolean),
  source: sources,
  document: option('--document <name>', 'entries of this document (repeatable)', list()),
  kind: option('--kind <kind>', 'entries of this kind (repeatable)', list({ choices: ENTRY_KINDS })),
  heading: option('--heading <words>', 'entries under a heading with these words (repeatable)', list()),
  limit: option('-k, --limit <number>', 'maximum number of entries', integer(1, 1_000_000), { default: 50 }),
  ...LIBRARY_OPTIONS,
});

export interface LibraryListOptions extends OptionsOf<typeof LIST_OPTIONS> {}

export const SHOW_ENTRY_OPTIONS = optionTable({
  source: option('--source <name>', 'search only this source', text()),
  ...LIBRARY_OPTIONS,
});

export const REMOVE_OPTIONS = optionTable({
  source: option('--source <name>', 'remove this source; with entries or documents, only those in this source', text()),
  documents: option('--document <name>', 'remove this document (repeatable)', list()),
  yes: option('-y, --yes', 'do not ask for confirmation', boolean),
  ...LIBRARY_OPTIONS,
});

export const EXPORT_OPTIONS = optionTable({
  source: sources,
  /** Null for stdout. */
  out: option('--out <file>', 'write to this file', text()),
  vectors: option('--vectors', 'with the vectors of library embed, which are most of the size', boolean),
  ...LIBRARY_OPTIONS,
});

export interface LibraryExportOptions extends OptionsOf<typeof EXPORT_OPTIONS> {}

export const EMBED_OPTIONS = optionTable({
  ...EMBEDDER_OPTIONS,
  ...QUEUE_OPTIONS,
  dryRun: option('--dry-run', 'print the maximum cost and send nothing', boolean),
  /** The existing vectors may come from another embedder. */
  again: option('--again', 'delete the existing vectors and create all of them again', boolean),
  limits: {
    cost: { ...SPENDING_LIMITS.cost, group: undefined },
    tokens: { ...SPENDING_LIMITS.tokens, group: undefined, help: 'limit on tokens' },
  },
});

export interface EmbedOptions extends OptionsOf<typeof EMBED_OPTIONS> {}

export const LIBRARY_EMBED_OPTIONS = optionTable({ ...EMBED_OPTIONS, ...STORE_OPTIONS, ...LIBRARY_OPTIONS });
export const INDEX_EMBED_OPTIONS = optionTable({ ...EMBED_OPTIONS, ...INDEX_OPTIONS });
