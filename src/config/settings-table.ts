/** All settings: their defaults, their shapes, and whether they need trust. The only place that declares settings. */
import type { EnvironmentVariable } from './env.ts';

/** US dollars per million tokens, by `provider/model`. */
export type PriceTable = Record<string, { input: number; output: number }>;

export type SettingValue = string | number | boolean | null | PriceTable;

/** The valid values. `schema.ts` makes zod schemas of them, because zod loads slowly. */
export type Shape =
  | 'text'
  | 'URL'
  | 'queue'
  | 'store'
  | 'boolean'
  | 'prices'
  | { from: number; to: number; isInteger: boolean; orAuto?: true }
  | { choices: readonly string[] };

/** When `formalize` rewrites a problem as mathematics: `auto` if it is an applied problem. */
export const REWRITES = ['auto', 'always', 'never'] as const;

export type RewriteWhen = (typeof REWRITES)[number];

/** `type`: as shown in the documentation. The value of a `path` is made absolute. */
interface Kind {
  type: string;
  shape: Shape;
}

const BOOLEAN: Kind = { type: 'boolean', shape: 'boolean' };
const URL: Kind = { type: 'URL', shape: 'URL' };
const text = (type: string): Kind => ({ type, shape: 'text' });
const number = (unit: string, from: number, to: number, isInteger = false): Kind => ({
  type: `${unit}${unit === 'number' ? '' : ','} from ${from} to ${to}`,
  shape: { from, to, isInteger },
});
const integer = (unit: string, from: number, to: number): Kind => number(unit, from, to, true);
const integerOrAuto = (from: number, to: number): Kind => ({
  type: `number from ${from} to ${to}, or auto`,
  shape: { from, to, isInteger: true, orAuto: true },
});
const choice = (choices: readonly string[]): Kind => ({ type: choices.join(', '), shape: { choices } });

interface Facts {
  /** A value for `lemmahead config init`; needed if the default is null. */
  example?: SettingValue;
  flag?: string;
  variable?: EnvironmentVariable;
  /**
   * `needed`: a project's file can set it only if the user trusts that file, because it sets a server, a key, a price, a
   * command, or a file that is written. Required in every entry, so no setting is free by oversight.
   */
  trust: 'needed' | 'free';
  meaning: string;
}

export interface SettingEntry<Field extends string = string, Value extends SettingValue = SettingValue>
  extends Kind, Facts {
  /** Its name in `Settings`; for `model`, `embedder`, `reranker`, `formalize` and `adapters`, in settings of their own. */
  field: Field;
  default: Value;
}

type Widened<Value> = Value extends number
  ? number
  : Value extends boolean
    ? boolean
    : Value extends string
      ? string
      : Value;

function setting<const Field extends string, Value extends SettingValue>(
  field: Field,
  value: Value,
  kind: Kind,
  facts: Facts,
): SettingEntry<Field, Widened<Value>> {
  return { field, default: value as Widened<Value>, ...kind, ...facts };
}

/** No default. */
const NO_TEXT = null as string | null;
const NO_PRICES: PriceTable = {};

export const SETTINGS = {
  'index.path': setting('indexPath', NO_TEXT, text('path'), {
    example: '~/lean/index.sqlite',
    flag: '--index',
    variable: 'LEMMAHEAD_INDEX',
    trust: 'needed',
    meaning: "The index to build and read. Default: the project's `.lemmahead/index.sqlite`, otherwise the user's own.",
  }),
  'concepts.path': setting('conceptsPath', NO_TEXT, text('path'), {
    example: '~/lean/index.concepts.sqlite',
    flag: '--concepts',
    trust: 'needed',
    meaning: 'The concept base to build and read. Default: beside the index, `index.concepts.sqlite`.',
  }),
  'concepts.top': setting('conceptsTop', 10, integer('number', 1, 100), {
    trust: 'free',
    meaning: 'Number of definitions that a search by meaning finds, and that the reranker reads.',
  }),
  'concepts.keep': setting('conceptsKeep', 5, integer('number', 1, 100), {
    trust: 'free',
    meaning: 'Number of those definitions that are kept for each concept of a statement.',
  }),
  'formalize.definitions': setting<'definitions', number | string>('definitions', 3, integerOrAuto(0, 20), {
    flag: '--definitions',
    trust: 'free',
    meaning: 'Definitions of the library to list in the prompt of `formalize`.',
  }),
  'formalize.examples': setting('examples', 0, integer('number', 0, 3), {
    flag: '--examples',
    trust: 'free',
    meaning: 'Theorems of the library to show in that prompt that use the definitions.',
  }),
  'formalize.candidates': setting('samples', 10, integer('number', 1, 1000), {
    flag: '--samples',
    trust: 'free',
    meaning: 'Number of answers that `formalize` asks for.',
  }),
  'formalize.temperature': setting('temperature', null as number | null, number('number', 0, 2), {
    example: 0.7,
    flag: '--temperature',
    trust: 'free',
    meaning: 'Sampling temperature of these answers. Default: `model.temperature`, or 0.7.',
  }),
  'formalize.rewrite': setting('rewrite', 'auto', choice(REWRITES), {
    flag: '--rewrite',
    trust: 'free',
    meaning: 'Whether `formalize` rewrites a problem as mathematics first; `auto` only an applied problem.',
  }),
  'formalize.judge': setting('judge', NO_TEXT, text('provider/model'), {
    example: 'anthropic/judge',
    flag: '--judge',
    trust: 'needed',
    meaning: 'The model that judges whether a statement of `formalize` says what the text says.',
  }),
  'formalize.formalizer': setting('formalizer', 'chat', text('name, or raw:FILE'), {
    flag: '--formalizer',
    trust: 'needed',
    meaning: 'The prompt of `formalize`.',
  }),
  'library.path': setting('libraryPath', NO_TEXT, text('path'), {
    example: '~/lean/library.sqlite',
    flag: '--library',
    variable: 'LEMMAHEAD_LIBRARY',
    trust: 'needed',
    meaning: "The library of documents to read and write. Default: `library.sqlite` in the user's data folder.",
  }),
  'library.store': setting(
    'libraryStore',
    'embedded',
    { type: 'embedded, or chroma:URL', shape: 'store' },
    {
      flag: '--store',
      trust: 'needed',
      meaning:
        "Where the vectors of the library's entries are stored: in the library's file, or in a collection of a Chroma server, `chroma:http://HOST:PORT/COLLECTION`.",
    },
  ),
  'embedder.name': setting('name', NO_TEXT, text('provider/model, or onnx:FOLDER'), {
    example: 'local/nomic-embed-text',
    flag: '--embedder',
    trust: 'needed',
    meaning:
      'The embedding model: `openai/…`, `local/…`, or `onnx:FOLDER` for a model on this machine. Without one, searches use only words.',
  }),
  'embedder.base_url': setting('baseUrl', NO_TEXT, URL, {
    example: 'http://localhost:11434/v1',
    flag: '--embedder-url',
    trust: 'needed',
    meaning: 'The embedding server, ending in `/v1`. Default: `model.base_url`, if both models are `local/…`.',
  }),
  'reranker.name': setting('name', NO_TEXT, text('local/NAME, onnx:FOLDER, or model'), {
    example: 'local/bge-reranker-v2-m3',
    flag: '--reranker',
    trust: 'needed',
    meaning:
      'What orders the definitions that a search by meaning finds: `local/…` for a server with `/rerank`, `onnx:FOLDER` for a cross-encoder on this machine, or `model` for the model of `model.name`.',
  }),
  'reranker.base_url': setting('baseUrl', NO_TEXT, URL, {
    example: 'http://localhost:8080/v1',
    flag: '--reranker-url',
    trust: 'needed',
    meaning:
      'The server of the reranker, whose address with `/rerank` is asked. Default: `model.base_url`, if both are `local/…`.',
  }),
  'templates.graph': setting('templateGraph', 'templates', text('text'), {
    flag: '--graph',
    trust: 'free',
    meaning: 'The graph of templates in the library that commands use.',
  }),
  'templates.k': setting('templatesK', 0.8, number('number', 0, 1), {
    flag: '--k',
    trust: 'free',
    meaning: 'A theorem of a problem is in its template if it is more similar than this to one there.',
  }),
  'templates.alpha': setting('templatesAlpha', 0.5, number('number', 0, 1), {
    flag: '--alpha',
    trust: 'free',
    meaning: 'A template of a model is kept if more than this share of the theorems of its problem are in it.',
  }),
  'templates.match_k': setting('templatesMatchK', 0.7, number('number', 0, 1), {
    flag: '--match-k',
    trust: 'free',
    meaning: 'With `--match`, a declaration or an entry states a theorem from this similarity on.',
  }),
  'templates.match_alpha': setting('templatesMatchAlpha', 0.5, number('number', 0, 1), {
    flag: '--match-alpha',
    trust: 'free',
    meaning: 'With `--match`, it is kept if more than this share of its theorems are stated elsewhere.',
  }),
  'templates.spread': setting('templatesSpread', 4, number('number', 0, 1000), {
    flag: '--spread',
    trust: 'free',
    meaning: 'Its number of steps may differ from the mean of its level by the range of that level, divided by this.',
  }),
  'solve.k': setting('solveK', 5, integer('number', 1, 100), {
    trust: 'free',
    meaning: 'Maximum number of templates that `solve` finds; `both:k=3` overrides it.',
  }),
  'solve.threshold': setting('solveThreshold', null as number | null, number('number', 0, 1), {
    example: 0.3,
    trust: 'free',
    meaning: 'Minimum similarity of these templates; `both:m=0.3` overrides it. Default: 0.2 by words, 0.6 by vectors.',
  }),
  'solve.distil': setting('solveDistil', 3, integer('number', 1, 10), {
    trust: 'free',
    meaning: 'Number of wordings of a problem that `solve` asks the model for; `both:distil=1` overrides it.',
  }),
  'judge.name': setting('judgeModel', NO_TEXT, text('provider/model'), {
    example: 'openai/judge',
    flag: '--judge-model',
    trust: 'needed',
    meaning:
      'The model that says whether an answer is right where the checker does not, for `solve`, `bench solve` and `templates build`.',
  }),
  'advanced.name': setting('advancedModel', NO_TEXT, text('provider/model'), {
    example: 'openai/advanced',
    flag: '--advanced-model',
    trust: 'needed',
    meaning: 'The second model of `templates build`, for mixed templates and variations.',
  }),
  'search.limit': setting('searchLimit', 10, integer('number', 1, 1000), {
    flag: '--limit',
    trust: 'free',
    meaning: 'Number of hits of a search.',
  }),
  'search.refresh': setting('searchRefresh', true, BOOLEAN, {
    flag: '--no-refresh',
    trust: 'free',
    meaning: 'Whether a search first reads changed project files.',
  }),
  'search.vectors': setting('searchVectors', false, BOOLEAN, {
    flag: '--vectors',
    trust: 'free',
    meaning:
      'Whether text queries on declarations also use the vectors from `lemmahead index embed`. Off by default, because the effect has not been measured.',
  }),
  'search.docs_site': setting('docsSite', NO_TEXT, URL, {
    example: 'https://example.org/docs',
    trust: 'needed',
    meaning:
      "The doc-gen4 site of the project and of packages that are not Mathlib's. Results link to it; Mathlib's own site is known.",
  }),
  'graph.auto': setting('linkConfidence', 0.95, number('number', 0, 1), {
    flag: '--auto',
    trust: 'free',
    meaning: 'Links to declarations of at least this confidence count as formalized without a decision of a person.',
  }),
  'adapters.application': setting('application', NO_TEXT, text('provider/model'), {
    example: 'local/application-lora',
    flag: '--application-model',
    trust: 'needed',
    meaning: 'The model that writes solutions of word problems for `graph complete`. Default: `model.name`.',
  }),
  'adapters.calculation': setting('calculation', NO_TEXT, text('provider/model'), {
    example: 'local/calculation-lora',
    flag: '--calculation-model',
    trust: 'needed',
    meaning: 'The model that writes solutions with programs for `graph complete`. Default: `model.name`.',
  }),
  'adapters.proof': setting('proof', NO_TEXT, text('provider/model'), {
    example: 'local/proof-lora',
    flag: '--proof-model',
    trust: 'needed',
    meaning: 'The model that writes proofs for `graph complete`. Default: `model.name`.',
  }),
  'queue.url': setting(
    'queueUrl',
    NO_TEXT,
    { type: 'URL', shape: 'queue' },
    {
      example: 'postgres://lemmahead@db.example.org/lemmahead',
      flag: '--queue',
      variable: 'LEMMAHEAD_QUEUE',
      trust: 'needed',
      meaning:
        'The PostgreSQL database with the queue of units, `postgres://USER@HOST:PORT/DATABASE`: its workers do what `check`, `prove`, `bench prove` and `serve` check and prove, and ask the models of the other commands with this flag. The password is in `LEMMAHEAD_QUEUE_PASSWORD`, `PGPASSWORD` or `~/.pgpass`.',
    },
  ),
  'lean.lake': setting('lakeCommand', 'lake', text('command'), {
    trust: 'needed',
    meaning: 'The command that runs Lake.',
  }),
  'lean.timeout': setting('leanTimeoutSeconds', 60, number('seconds', 1, 86_400), {
    trust: 'free',
    meaning: 'Time limit for one check by Lean.',
  }),
  'lean.memory': setting('leanMemoryMegabytes', 12_288, integer('megabytes', 512, 1_048_576), {
    trust: 'free',
    meaning:
      'Address space of one Lean process, including the compiled modules that it maps: Mathlib alone takes about 6,000.',
  }),
  'model.name': setting('name', NO_TEXT, text('provider/model'), {
    example: 'local/qwen',
    flag: '--model',
    trust: 'needed',
    meaning:
      'The model: `anthropic/…`, `openai/…`, `local/…`, `replay:FILE` or `dummy`. Without this setting, no model is used.',
  }),
  'model.base_url': setting('baseUrl', NO_TEXT, URL, {
    example: 'http://localhost:11434/v1',
    flag: '--base-url',
    trust: 'needed',
    meaning: 'The server to use instead of the provider, ending in `/v1`; needed for `local/…`.',
  }),
  'model.key_file': setting('keyFile', NO_TEXT, text('path'), {
    example: '~/.config/lemmahead/key',
    flag: '--key-file',
    trust: 'needed',
    meaning:
      'A file that contains only the key, owned by you, with mode 600. It takes precedence over the environment.',
  }),
  'model.timeout': setting('timeoutSeconds', 600, number('seconds', 1, 86_400), {
    trust: 'free',
    meaning: 'Time limit for one answer, from the request to the end of the answer.',
  }),
  'model.idle_timeout': setting('idleSeconds', 300, number('seconds', 1, 300), {
    trust: 'free',
    meaning:
      'How long the server may send nothing of the answer, before the first token or between two tokens. Pings and comments do not count.',
  }),
  'model.retries': setting('retries', 4, integer('number', 0, 20), {
    trust: 'free',
    meaning: 'How often a request is repeated after a transient failure.',
  }),
  'model.concurrency': setting('concurrency', 4, integer('number', 1, 64), {
    trust: 'free',
    meaning: 'Number of parallel requests to the model.',
  }),
  'model.temperature': setting('temperature', null as number | null, number('number', 0, 2), {
    example: 0.7,
    flag: '--temperature',
    trust: 'free',
    meaning: 'Sampling temperature. Without this setting, the provider decides; many newer models reject other values.',
  }),
  'model.top_p': setting('topP', null as number | null, number('number', 0, 1), {
    example: 0.95,
    flag: '--top-p',
    trust: 'free',
    meaning:
      'Share of the probability from which the model draws its words. Without this setting, the provider decides; some models reject it beside a temperature.',
  }),
  'model.tools': setting('tools', 'auto', choice(['auto', 'text']), {
    trust: 'free',
    meaning:
      'How a model calls tools: `auto`, as the API says, or by words if the server refuses that; `text`, always by words.',
  }),
  'model.max_output_tokens': setting('maxOutputTokens', 8192, integer('number', 16, 128_000), {
    trust: 'free',
    meaning: 'Maximum number of tokens in one answer, including the reasoning before it.',
  }),
  'model.prices': setting(
    'prices',
    NO_PRICES,
    { type: 'table of tables', shape: 'prices' },
    {
      trust: 'needed',
      meaning: 'US dollars per million tokens: `[model.prices."local/qwen"]` with `input` and `output`.',
    },
  ),
} satisfies Record<string, SettingEntry>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
