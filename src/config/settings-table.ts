/** Every setting a user can make, with its default and who may make it. Shapes are checked in `schema.ts`. */
import type { EnvironmentVariable } from './env.ts';

export type SettingValue = string | number | boolean | null;

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
} as const satisfies Record<string, SettingEntry>;

export type SettingKey = keyof typeof SETTINGS;

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
