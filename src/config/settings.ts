/** The resolved settings. Only `config/` reads the environment and configuration files. */
import { type SettingKey, SETTINGS, type SettingValue } from './settings-table.ts';

/** The settings of some tables, by their fields. `settings-table.ts` has their meaning. */
type FieldsOf<Table extends string> = {
  [
    Key in keyof typeof SETTINGS & `${Table}.${string}` as (typeof SETTINGS)[Key]['field']
  ]: (typeof SETTINGS)[Key]['default'];
};

/** `model.*`: the model, its server, and its timeouts. */
export type ModelSettings = FieldsOf<'model'>;

/** `embedder.*`: the embedding model. Timeouts, retries and prices are those of `model.*`. */
export type EmbedderSettings = FieldsOf<'embedder'>;

/** `reranker.*`: what orders found definitions. Prices are those of `model.*`; it gets at most 30 s and one retry. */
export type RerankerSettings = FieldsOf<'reranker'>;

/** `formalize.*`: defaults of the options of `formalize`. */
export type FormalizeSettings = FieldsOf<'formalize'>;

/** `adapters.*`: the models that write proofs and solutions of a kind. Their other settings are those of `model.*`. */
export type AdapterSettings = FieldsOf<'adapters'>;

/** Tables of the configuration whose fields are fields of `Settings` itself. */
export const FLAT_TABLES = [
  'index',
  'concepts',
  'library',
  'graph',
  'templates',
  'solve',
  'judge',
  'advanced',
  'search',
  'queue',
  'lean',
] as const;

/** The index and the library that are used: `indexPathFor`, `libraryPathFor`. */
export type TableSettings = FieldsOf<(typeof FLAT_TABLES)[number]>;

/** Paths are absolute. */
export interface Settings extends TableSettings {
  model: ModelSettings;
  embedder: EmbedderSettings;
  reranker: RerankerSettings;
  formalize: FormalizeSettings;
  adapters: AdapterSettings;
  /** The user's data folder (`LEMMAHEAD_HOME`, or XDG). */
  dataHome: string;
  /** Folder for data that can be deleted (`LEMMAHEAD_HOME`, or XDG). */
  cacheHome: string;
  /** Root of the Lake project that contains the working folder, or null. */
  projectRoot: string | null;
  /** Folder of elan: `ELAN_HOME`, or `~/.elan`. It need not exist. */
  elanHome: string;
  /** Shell command of the user's editor: `VISUAL`, or `EDITOR`. */
  editor: string | null;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
}

export function settingOf(settings: Settings, key: SettingKey): SettingValue {
  const table = settings[key.slice(0, key.indexOf('.')) as keyof Settings];
  const fields = typeof table === 'object' && table !== null ? table : settings;
  return (fields as unknown as Record<string, SettingValue>)[SETTINGS[key].field] ?? null;
}
