/** The resolved settings. Only `config/` reads the environment and configuration files. */
import type { PriceTable } from './settings-table.ts';

/** `model.*`: the model, its server, and its timeouts. */
export interface ModelSettings {
  /** `provider/model`, `replay:FILE` or `dummy`; null for none. */
  name: string | null;
  baseUrl: string | null;
  /** Absolute. */
  keyFile: string | null;
  timeoutSeconds: number;
  idleSeconds: number;
  retries: number;
  concurrency: number;
  /** Null for the provider's default. */
  temperature: number | null;
  maxOutputTokens: number;
  prices: PriceTable;
}

/** `embedder.*`: the embedding model. Timeouts, retries and prices are those of `model.*`. */
export interface EmbedderSettings {
  /** `provider/model` or `onnx:FOLDER`; null for none. */
  name: string | null;
  baseUrl: string | null;
}

export interface Settings {
  /** The index set by the user (`--index FILE`, `LEMMAHEAD_INDEX`, `index.path`), or null; see `indexPathFor`. */
  indexPath: string | null;
  /** The library set by the user, or null; see `libraryPathFor`. */
  libraryPath: string | null;
  /** Where the library's vectors are stored, `embedded` or `chroma:URL`: `library.store`. */
  libraryStore: string;
  embedder: EmbedderSettings;
  /** The user's data folder (`LEMMAHEAD_HOME`, or XDG). */
  dataHome: string;
  /** Folder for data that can be deleted (`LEMMAHEAD_HOME`, or XDG). */
  cacheHome: string;
  /** Root of the Lake project that contains the working folder, or null. */
  projectRoot: string | null;
  /** Folder of elan: `ELAN_HOME`, or `~/.elan`. It need not exist. */
  elanHome: string;
  /** Number of hits of a search: `--limit`, `search.limit`. */
  searchLimit: number;
  /** Whether a search first reads changed project files: `--no-refresh`, `search.refresh`. */
  searchRefresh: boolean;
  /** Whether text queries also use the vectors of declarations: `--vectors`, `search.vectors`. */
  searchVectors: boolean;
  /** The command that runs Lake: `lean.lake`. */
  lakeCommand: string;
  /** Time limit for one check by Lean, in seconds: `lean.timeout`. */
  leanTimeoutSeconds: number;
  /** Limit on the address space of one Lean process, in megabytes: `lean.memory`. */
  leanMemoryMegabytes: number;
  model: ModelSettings;
  /** Shell command of the user's editor: `VISUAL`, or `EDITOR`. */
  editor: string | null;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
}
