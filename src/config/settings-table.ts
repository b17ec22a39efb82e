/** All settings, with defaults and whether they need trust. `schema.ts` validates their values. */
import type { EnvironmentVariable } from './env.ts';

/** US dollars per million tokens, by `provider/model`. */
export type PriceTable = Record<string, { input: number; output: number }>;

export type SettingValue = string | number | boolean | null | PriceTable;

export interface SettingEntry {
  default: SettingValue;
  /** A value for `lemmahead config init`; needed if the default is null. */
  example?: SettingValue;
  /** The type as shown in the documentation. */
  type: string;
  flag: string | null;
  variable: EnvironmentVariable | null;
  /**
   * `needed`: a project's file can set it only if the user trusts that file, because it sets a server, a key, a price, a
   * command, or a file that is written. Required in every entry, so no setting is free by oversight.
   */
  trust: 'needed' | 'free';
  meaning: string;
}

export const SETTINGS = {
  'index.path': {
    default: null,
    example: '~/lean/index.sqlite',
    type: 'path',
    flag: '--index',
    variable: 'LEMMAHEAD_INDEX',
    trust: 'needed',
    meaning: "The index to build and read. Default: the project's `.lemmahead/index.sqlite`, otherwise the user's own.",
  },
  'library.path': {
    default: null,
    example: '~/lean/library.sqlite',
    type: 'path',
    flag: '--library',
    variable: 'LEMMAHEAD_LIBRARY',
    trust: 'needed',
    meaning: "The library of documents to read and write. Default: `library.sqlite` in the user's data folder.",
  },
  'library.store': {
    default: 'embedded',
    type: 'embedded, or chroma:URL',
    flag: '--store',
    variable: null,
    trust: 'needed',
    meaning:
      "Where the vectors of the library's entries are stored: in the library's file, or in a collection of a Chroma server, `chroma:http://HOST:PORT/COLLECTION`.",
  },
  'embedder.name': {
    default: null,
    example: 'local/nomic-embed-text',
    type: 'provider/model, or onnx:FOLDER',
    flag: '--embedder',
    variable: null,
    trust: 'needed',
    meaning:
      'The embedding model: `openai/…`, `local/…`, or `onnx:FOLDER` for a model on this machine. Without one, searches use only words.',
  },
  'embedder.base_url': {
    default: null,
    example: 'http://localhost:11434/v1',
    type: 'URL',
    flag: '--embedder-url',
    variable: null,
    trust: 'needed',
    meaning: 'The embedding server, ending in `/v1`. Default: `model.base_url`, if both models are `local/…`.',
  },
  'search.limit': {
    default: 10,
    type: 'number from 1 to 1000',
    flag: '--limit',
    variable: null,
    trust: 'free',
    meaning: 'Number of hits of a search.',
  },
  'search.refresh': {
    default: true,
    type: 'boolean',
    flag: '--no-refresh',
    variable: null,
    trust: 'free',
    meaning: 'Whether a search first reads changed project files.',
  },
  'search.vectors': {
    default: false,
    type: 'boolean',
    flag: '--vectors',
    variable: null,
    trust: 'free',
    meaning:
      'Whether text queries on declarations also use the vectors from `lemmahead index embed`. Off by default, because the effect has not been measured.',
  },
  'lean.lake': {
    default: 'lake',
    type: 'command',
    flag: null,
    variable: null,
    trust: 'needed',
    meaning: 'The command that runs Lake.',
  },
  'lean.timeout': {
    default: 60,
    type: 'seconds, from 1 to 86400',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'Time limit for one check by Lean.',
  },
  'lean.memory': {
    default: 12_288,
    type: 'megabytes, from 512 to 1048576',
    flag: null,
    variable: null,
    trust: 'free',
    meaning:
      'Address space of one Lean process, including the compiled modules that it maps: Mathlib alone takes about 6,000.',
  },
  'model.name': {
    default: null,
    example: 'local/qwen',
    type: 'provider/model',
    flag: '--model',
    variable: null,
    trust: 'needed',
    meaning:
      'The model: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE` or `dummy`. Without this setting, no model is used.',
  },
  'model.base_url': {
    default: null,
    example: 'http://localhost:11434/v1',
    type: 'URL',
    flag: '--base-url',
    variable: null,
    trust: 'needed',
    meaning: 'The server to use instead of the provider, ending in `/v1`; needed for `local/…`.',
  },
  'model.key_file': {
    default: null,
    example: '~/.config/lemmahead/key',
    type: 'path',
    flag: '--key-file',
    variable: null,
    trust: 'needed',
    meaning:
      'A file that contains only the key, owned by you, with mode 600. It takes precedence over the environment.',
  },
  'model.timeout': {
    default: 600,
    type: 'seconds, from 1 to 86400',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'Time limit for one answer, from the request to the end of the answer.',
  },
  'model.idle_timeout': {
    default: 300,
    type: 'seconds, from 1 to 300',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How long the server may send nothing, before the first token or between two tokens.',
  },
  'model.retries': {
    default: 4,
    type: 'number from 0 to 20',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How often a request is repeated after a transient failure.',
  },
  'model.concurrency': {
    default: 4,
    type: 'number from 1 to 64',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'Number of parallel requests to the model.',
  },
  'model.temperature': {
    default: null,
    example: 0.7,
    type: 'number from 0 to 2',
    flag: '--temperature',
    variable: null,
    trust: 'free',
    meaning: 'Sampling temperature. Without this setting, the provider decides; many newer models reject other values.',
  },
  'model.max_output_tokens': {
    default: 8192,
    type: 'number from 16 to 128000',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'Maximum number of tokens in one answer, including the reasoning before it.',
  },
  'model.prices': {
    default: {},
    type: 'table of tables',
    flag: null,
    variable: null,
    trust: 'needed',
    meaning: 'US dollars per million tokens: `[model.prices."local/qwen"]` with `input` and `output`.',
  },
} as const satisfies Record<string, SettingEntry>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
