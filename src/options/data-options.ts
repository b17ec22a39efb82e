/** Flags of the index and the library, which many commands share. They set settings. */
import { boolean, optionTable, text } from '../config/option-table.ts';

const INDEX_GROUP = 'Index:';
export const LIBRARY_GROUP = 'Library:';
const VECTORS_GROUP = 'Vectors:';

export const INDEX_OPTIONS = optionTable({
  index: {
    flag: '--index <file>',
    help: "the index to use (default: the project's, otherwise the user's)",
    group: INDEX_GROUP,
    value: text(),
    setting: 'index.path',
  },
});

export const REFRESH_OPTIONS = optionTable({
  refresh: {
    flag: '--no-refresh',
    help: 'do not read changed project files first',
    group: INDEX_GROUP,
    value: boolean,
    setting: 'search.refresh',
  },
});

export const LIBRARY_OPTIONS = optionTable({
  library: {
    flag: '--library <file>',
    help: "the library to use (default: the user's)",
    group: LIBRARY_GROUP,
    value: text(),
    setting: 'library.path',
  },
});

export const EMBEDDER_OPTIONS = optionTable({
  embedder: {
    flag: '--embedder <name>',
    help: 'openai/NAME, local/NAME, or onnx:FOLDER',
    group: VECTORS_GROUP,
    value: text(),
    setting: 'embedder.name',
  },
  embedderUrl: {
    flag: '--embedder-url <url>',
    help: 'base URL of the embedding server, ending in /v1',
    group: VECTORS_GROUP,
    value: text(),
    setting: 'embedder.base_url',
  },
});

export const STORE_OPTIONS = optionTable({
  store: {
    flag: '--store <place>',
    help: 'where the library keeps its vectors: embedded, or chroma:URL',
    group: VECTORS_GROUP,
    value: text(),
    setting: 'library.store',
  },
});

/** For searches. */
export const VECTORS_OPTIONS = optionTable({
  vectors: {
    flag: '--vectors',
    help: 'also use vectors for text queries on declarations',
    group: VECTORS_GROUP,
    value: boolean,
    setting: 'search.vectors',
  },
});

/** For commands that use the library among other things. */
export const LIBRARY_DATA_OPTIONS = optionTable({ ...LIBRARY_OPTIONS, ...EMBEDDER_OPTIONS, ...STORE_OPTIONS });
