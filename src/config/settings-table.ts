/** Every setting a user can make, with its default and who may make it. Shapes are checked in `schema.ts`. */
import type { EnvironmentVariable } from './env.ts';

/** US dollars for a million tokens, by `provider/model`. */
export type PriceTable = Record<string, { input: number; output: number }>;

export type SettingValue = string | number | boolean | null | PriceTable;

interface SettingEntry {
  default: SettingValue;
  /** The type as documentation says it. */
  type: string;
  flag: string | null;
  variable: EnvironmentVariable | null;
  /**
   * `needed`: a project's own file sets it only once the user trusted that file, because it names a server, a key, a
   * price, a command, or a file that gets written. Every entry must say, so none is free by oversight.
   */
  trust: 'needed' | 'free';
  meaning: string;
}

export const SETTINGS = {
  'index.path': {
    default: null,
    type: 'path',
    flag: '--index',
    variable: 'LEMMAHEAD_INDEX',
    trust: 'needed',
    meaning: "The index to build and read. By default the project's `.lemmahead/index.sqlite`, else the user's own.",
  },
  'library.path': {
    default: null,
    type: 'path',
    flag: '--library',
    variable: 'LEMMAHEAD_LIBRARY',
    trust: 'needed',
    meaning:
      "The library of documents to read and write. By default `library.sqlite` in the folder of the user's data.",
  },
  'library.store': {
    default: 'embedded',
    type: 'embedded, or chroma:URL',
    flag: '--store',
    variable: null,
    trust: 'needed',
    meaning:
      "Where the vectors of the library's entries are: in the library's file, or in a Chroma server's collection, `chroma:http://HOST:PORT/COLLECTION`.",
  },
  'embedder.name': {
    default: null,
    type: 'provider/model, or onnx:FOLDER',
    flag: '--embedder',
    variable: null,
    trust: 'needed',
    meaning:
      'What makes vectors of texts: `openai/…`, `local/…` or `onnx:FOLDER`, a model on this machine. Without one, searches go by words.',
  },
  'embedder.base_url': {
    default: null,
    type: 'URL',
    flag: '--embedder-url',
    variable: null,
    trust: 'needed',
    meaning: 'The server of the embedder, as far as `/v1`. By default that of `model.base_url`, if both are `local/…`.',
  },
  'search.limit': {
    default: 10,
    type: 'number from 1 to 1000',
    flag: '-k',
    variable: null,
    trust: 'free',
    meaning: 'How many hits a search gives.',
  },
  'search.refresh': {
    default: true,
    type: 'boolean',
    flag: '--no-refresh',
    variable: null,
    trust: 'free',
    meaning: 'Whether a search first reads the project files that changed.',
  },
  'search.vectors': {
    default: false,
    type: 'boolean',
    flag: '--vectors',
    variable: null,
    trust: 'free',
    meaning:
      'Whether a search of declarations in words also goes by the vectors that `lemmahead index embed` made. Off, for nobody has measured what it brings.',
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
    meaning: 'How long one check by Lean may take.',
  },
  'lean.memory': {
    default: 12_288,
    type: 'megabytes, from 512 to 1048576',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'Address space of one Lean, with the compiled modules that it maps: Mathlib alone takes about 6,000.',
  },
  'model.name': {
    default: null,
    type: 'provider/model',
    flag: '--model',
    variable: null,
    trust: 'needed',
    meaning: 'The model to ask: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE` or `dummy`. Without one, none is.',
  },
  'model.base_url': {
    default: null,
    type: 'URL',
    flag: '--base-url',
    variable: null,
    trust: 'needed',
    meaning: 'The server to ask in place of the provider, as far as `/v1`; needed for `local/…`.',
  },
  'model.key_file': {
    default: null,
    type: 'path',
    flag: '--key-file',
    variable: null,
    trust: 'needed',
    meaning: 'A file that holds the key and nothing else, yours and with mode 600; it stands before the environment.',
  },
  'model.timeout': {
    default: 600,
    type: 'seconds, from 1 to 86400',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How long one answer may take, from its request to its end.',
  },
  'model.idle_timeout': {
    default: 300,
    type: 'seconds, from 1 to 300',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How long the server may say nothing, before its first word or between two.',
  },
  'model.retries': {
    default: 4,
    type: 'number from 0 to 20',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How often a request that failed for a passing reason is sent again.',
  },
  'model.concurrency': {
    default: 4,
    type: 'number from 1 to 64',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'How many requests to the model are under way at once.',
  },
  'model.temperature': {
    default: null,
    type: 'number from 0 to 2',
    flag: '--temperature',
    variable: null,
    trust: 'free',
    meaning: 'How much answers vary. Without it the provider decides; many newer models refuse any other.',
  },
  'model.max_output_tokens': {
    default: 8192,
    type: 'number from 16 to 128000',
    flag: null,
    variable: null,
    trust: 'free',
    meaning: 'The most tokens of one answer, with what the model thinks before it.',
  },
  'model.prices': {
    default: {},
    type: 'table of tables',
    flag: null,
    variable: null,
    trust: 'needed',
    meaning: 'US dollars for a million tokens: `[model.prices."local/qwen"]` with `input` and `output`.',
  },
} as const satisfies Record<string, SettingEntry>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
