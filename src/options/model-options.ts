/** Options of every command that uses a model: the model, its server, and limits on its use. */
import { decimal, integer, optionTable, text } from '../config/option-table.ts';

export const UNLIMITED = 1_000_000_000;

export const MODEL_GROUP = 'Model:';
export const BUDGET_GROUP = 'Budget (exit 4 when it is used up; results so far are kept):';

export const MODEL_OPTIONS = optionTable({
  model: {
    flag: '--model <name>',
    help: 'provider/model, replay:FILE or dummy',
    group: MODEL_GROUP,
    value: text(),
    setting: 'model.name',
  },
});

export const SERVER_OPTIONS = optionTable({
  baseUrl: {
    flag: '--base-url <url>',
    help: 'server to use instead of the provider, ending in its version: …/v1',
    value: text(),
    setting: 'model.base_url',
  },
  keyFile: {
    flag: '--key-file <file>',
    help: 'file with the API key, owned by you, with mode 600',
    value: text(),
    setting: 'model.key_file',
  },
});

export const MODEL_SERVER_OPTIONS = optionTable({
  baseUrl: { ...SERVER_OPTIONS.baseUrl, group: MODEL_GROUP },
  keyFile: { ...SERVER_OPTIONS.keyFile, group: MODEL_GROUP },
});

export const RECORD_OPTIONS = optionTable({
  record: {
    flag: '--record <file>',
    help: 'also write answers to this file, for --model replay:FILE',
    group: MODEL_GROUP,
    value: text(),
    default: null,
  },
});

const limit = { group: BUDGET_GROUP, value: integer(0, UNLIMITED), default: null } as const;

/** Limits on models. */
export const SPENDING_LIMITS = optionTable({
  cost: {
    ...limit,
    flag: '--max-cost <dollars>',
    help: 'stop before a request could exceed this cost (USD)',
    value: decimal(UNLIMITED),
    request: { field: 'max_cost', help: 'US dollars' },
  },
  tokens: {
    ...limit,
    flag: '--max-tokens <number>',
    help: 'limit on input and output tokens',
    request: { field: 'max_tokens' },
  },
});

/** Limits on proving. */
export const LIMITS = optionTable({
  ...SPENDING_LIMITS,
  attempts: {
    ...limit,
    flag: '--max-attempts <number>',
    help: 'limit on candidates to try',
    request: { field: 'max_attempts', help: 'candidates to try' },
  },
});

export const TIME_LIMIT = optionTable({
  maxTime: {
    ...limit,
    flag: '--max-time <seconds>',
    help: 'time limit for trying candidates',
    request: { field: 'max_time', help: 'seconds' },
  },
});
