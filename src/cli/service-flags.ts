/** Flags of what answers others, `serve` and `mcp`: what is searched, what may run, for how long, and which model is asked. */
import { Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import { availableParallelism } from 'node:os';
import type { ServiceOptions } from '../server/service.ts';
import { indexOption, librarySettings, type LibraryFlags, wholeNumber, withLibraryFlags } from './arguments.ts';
import type { Request } from './execute.ts';
import { requireSandboxOption } from './judging-flags.ts';
import { baseUrlOption, keyFileOption, modelSettings } from './model-commands.ts';
import { limitsOf, maxAttemptsOption, maxCostOption, maxTokensOption, MODEL, modelOption } from './prove-flags.ts';

const JOBS = 'Checks and proofs:';
/** Each holds an index open. */
const MOST_THREADS = 4;

/** Apart from the others: the types of `--no-…` are lost in a function of any command. */
export function noRefreshOption() {
  return new Option('--no-refresh', 'do not read changed project files first').helpGroup('Index:');
}

export function withServiceFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return withLibraryFlags(command.addOption(indexOption()))
    .addOption(
      requireSandboxOption()
        .default('namespaces' as const)
        .helpGroup(JOBS),
    )
    .addOption(
      new Option('--max-time <seconds>', 'that a check or a proof may take')
        .argParser(wholeNumber(1, 86_400))
        .default(600)
        .helpGroup(JOBS),
    )
    .addOption(
      new Option('-j, --jobs <number>', 'checks and proofs at a time')
        .argParser(wholeNumber(1, 64))
        .default(1)
        .helpGroup(JOBS),
    )
    .addOption(
      new Option('--queue <number>', 'checks and proofs that may wait')
        .argParser(wholeNumber(0, 1000))
        .default(8)
        .helpGroup(JOBS),
    )
    .addOption(modelOption())
    .addOption(baseUrlOption().helpGroup(MODEL))
    .addOption(keyFileOption().helpGroup(MODEL))
    .addOption(maxCostOption())
    .addOption(maxTokensOption())
    .addOption(maxAttemptsOption());
}

interface ServiceFlags extends LibraryFlags {
  index?: string | undefined;
  refresh: boolean;
  requireSandbox: Exclude<ServiceOptions['requireSandbox'], 'none'>;
  maxTime: number;
  jobs: number;
  queue: number;
  model?: string | undefined;
  baseUrl?: string | undefined;
  keyFile?: string | undefined;
  maxCost?: number | undefined;
  maxTokens?: number | undefined;
  maxAttempts?: number | undefined;
}

/** `threads`: how many search at a time. */
export function serviceOptions(flags: ServiceFlags, threads = Math.min(MOST_THREADS, availableParallelism())) {
  const { requireSandbox, maxTime, jobs, queue: jobQueue } = flags;
  const searching = { threads, searchQueue: SEARCH_QUEUE, searchTimeoutMs: SEARCH_TIMEOUT_MS };
  return { ...searching, requireSandbox, maxTime, jobs, jobQueue, limits: limitsOf(flags) } satisfies ServiceOptions;
}

/** As many waited for are answered within seconds. */
const SEARCH_QUEUE = 256;
/** The first search of a project may read its changed files before. */
const SEARCH_TIMEOUT_MS = 15_000;

export function serviceSettings(flags: ServiceFlags): NonNullable<Request['flags']> {
  return {
    'index.path': flags.index,
    'search.refresh': flags.refresh ? undefined : false,
    ...librarySettings(flags),
    'model.name': flags.model,
    ...modelSettings(flags),
  };
}
