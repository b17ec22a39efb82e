/** Flags of the index and the library, which many commands share. They set settings. */
import { boolean, inGroup, setting } from '../config/option-table.ts';

export const PDF_GROUP = 'PDF:';

const INDEX_GROUP = 'Index:';
export const LIBRARY_GROUP = 'Library:';
const VECTORS_GROUP = 'Vectors:';

export const INDEX_OPTIONS = inGroup(INDEX_GROUP, {
  index: setting('index.path', '--index <file>', "the index to use (default: the project's, otherwise the user's)"),
});

export const REFRESH_OPTIONS = inGroup(INDEX_GROUP, {
  refresh: setting('search.refresh', '--no-refresh', 'do not read changed project files first', boolean),
});

export const CONCEPTS_PATH_OPTIONS = inGroup(INDEX_GROUP, {
  concepts: setting('concepts.path', '--concepts <file>', 'the concept base to use (default: beside the index)'),
});

export const LIBRARY_OPTIONS = inGroup(LIBRARY_GROUP, {
  library: setting('library.path', '--library <file>', "the library to use (default: the user's)"),
});

/** The graph of templates in the library. */
export const TEMPLATE_GRAPH_NAME = setting(
  'templates.graph',
  '--graph <name>',
  'the graph of templates (default: templates)',
);

export const EMBEDDER_OPTIONS = inGroup(VECTORS_GROUP, {
  embedder: setting('embedder.name', '--embedder <name>', 'openai/NAME, local/NAME, or onnx:FOLDER'),
  embedderUrl: setting('embedder.base_url', '--embedder-url <url>', 'base URL of the embedding server, ending in /v1'),
});

export const RERANKER_OPTIONS = inGroup(VECTORS_GROUP, {
  reranker: setting(
    'reranker.name',
    '--reranker <name>',
    'order the best ten definitions by local/NAME, onnx:FOLDER, or model',
  ),
  rerankerUrl: setting(
    'reranker.base_url',
    '--reranker-url <url>',
    'base URL of the reranking server, such as http://127.0.0.1:8080/v1',
  ),
});

export const STORE_OPTIONS = inGroup(VECTORS_GROUP, {
  store: setting('library.store', '--store <place>', 'where the library keeps its vectors: embedded, or chroma:URL'),
});

/** For searches. */
export const VECTORS_OPTIONS = inGroup(VECTORS_GROUP, {
  vectors: setting('search.vectors', '--vectors', 'also use vectors for text queries on declarations', boolean),
});

/** For commands that use the library among other things. */
export const LIBRARY_DATA_OPTIONS = { ...LIBRARY_OPTIONS, ...EMBEDDER_OPTIONS, ...STORE_OPTIONS };

/** For commands that may use a graph of templates, too. */
export const PROVING_DATA_OPTIONS = {
  ...LIBRARY_DATA_OPTIONS,
  ...inGroup(LIBRARY_GROUP, { graph: TEMPLATE_GRAPH_NAME }),
};
