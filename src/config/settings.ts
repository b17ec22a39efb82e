/** The settings of a run, resolved. Nothing below this reads arguments, environment or files of configuration. */
import type { PriceTable } from './settings-table.ts';

/** `model.*`: which model is asked, where, and with what patience. */
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
  /** Null: as the provider sets it. */
  temperature: number | null;
  maxOutputTokens: number;
  prices: PriceTable;
}

/** `embedder.*`: what makes vectors. Patience, retries and prices are those of `model.*`. */
export interface EmbedderSettings {
  /** `provider/model` or `onnx:FOLDER`; null for none. */
  name: string | null;
  baseUrl: string | null;
}

export interface Settings {
  /** The index a user named (`--index FILE`, `LEMMAHEAD_INDEX`, `index.path`), or null: `indexPathFor` says which then. */
  indexPath: string | null;
  /** The library a user named, or null: `libraryPathFor` says which then. */
  libraryPath: string | null;
  /** Where the vectors of the library are, `embedded` or `chroma:URL`: `library.store`. */
  libraryStore: string;
  embedder: EmbedderSettings;
  /** Folder of the user's data (`LEMMAHEAD_HOME`, or XDG). */
  dataHome: string;
  /** Folder for what can be thrown away (`LEMMAHEAD_HOME`, or XDG). */
  cacheHome: string;
  /** Root of the Lake project around the working folder, or null. */
  projectRoot: string | null;
  /** Folder of elan: `ELAN_HOME`, or `~/.elan`. It need not exist. */
  elanHome: string;
  /** How many hits a search prints: `-k`, `search.limit`. */
  searchLimit: number;
  /** Whether a search first brings changed project files up to date: `--no-refresh`, `search.refresh`. */
  searchRefresh: boolean;
  /** Whether a search in words goes by the vectors of declarations too: `--vectors`, `search.vectors`. */
  searchVectors: boolean;
  /** The command that runs Lake: `lean.lake`. */
  lakeCommand: string;
  /** Seconds that one check by Lean may take: `lean.timeout`. */
  leanTimeoutSeconds: number;
  /** Megabytes of address space that one Lean may take: `lean.memory`. */
  leanMemoryMegabytes: number;
  model: ModelSettings;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
}
