/** Options of every command that uses a model: the model, its server, and limits on its use. */
import { decimal, inGroup, integer, option, optionTable, setting, text } from '../config/option-table.ts';

export const UNLIMITED = 1_000_000_000;

export const MODEL_GROUP = 'Model:';
export const BUDGET_GROUP = 'Budget (exit 4 when it is used up; results so far are kept):';

export const MODEL_OPTIONS = inGroup(MODEL_GROUP, {
  model: setting('model.name', '--model <name>', 'provider/model, replay:FILE or dummy'),
});

/** The model that judges answers to problems. */
export const JUDGE_MODEL_OPTION = optionTable({
  judgeModel: setting('judge.name', '--judge-model <name>', 'also ask this model whether an answer is right'),
});

export const SERVER_OPTIONS = optionTable({
  baseUrl: setting(
    'model.base_url',
    '--base-url <url>',
    'server to use instead of the provider, ending in its version: …/v1',
  ),
  keyFile: setting('model.key_file', '--key-file <file>', 'file with the API key, owned by you, with mode 600'),
});

export const MODEL_SERVER_OPTIONS = inGroup(MODEL_GROUP, SERVER_OPTIONS);

export const RECORD_OPTIONS = inGroup(MODEL_GROUP, {
  record: option('--record <file>', 'also write answers to this file, for --model replay:FILE', text()),
});

const count = integer(0, UNLIMITED);

/** Limits on models. */
export const SPENDING_LIMITS = inGroup(BUDGET_GROUP, {
  cost: option('--max-cost <dollars>', 'stop before a request could exceed this cost (USD)', decimal(UNLIMITED), {
    request: { field: 'max_cost', help: 'US dollars' },
  }),
  tokens: option('--max-tokens <number>', 'limit on input and output tokens', count, {
    request: { field: 'max_tokens', forAgents: false },
  }),
});

/** Limits on proving. */
export const LIMITS = inGroup(BUDGET_GROUP, {
  ...SPENDING_LIMITS,
  attempts: option('--max-attempts <number>', 'limit on candidates to try', count, {
    request: { field: 'max_attempts', help: 'candidates to try', forAgents: false },
  }),
});

export const TIME_LIMIT = inGroup(BUDGET_GROUP, {
  maxTime: option('--max-time <seconds>', 'time limit for trying candidates', count, {
    request: { field: 'max_time', help: 'seconds' },
  }),
});
