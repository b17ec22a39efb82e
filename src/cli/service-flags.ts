/** Flags of the servers, `serve` and `mcp`: index and library, limits on checks and proofs, model. */
import { Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import { availableParallelism } from 'node:os';
import type { ServiceOptions } from '../server/service.ts';
import { indexOption, librarySettings, type LibraryFlags, wholeNumber, withLibraryFlags } from './arguments.ts';
import type { Request } from './execute.ts';
import { requireSandboxOption } from './judging-flags.ts';
import { baseUrlOption, keyFileOption, modelSettings } from './model-commands.ts';
import { limitsOf, maxAttemptsOption, maxCostOption, maxTokensOption, MODEL, modelOption } from './prove-flags.ts';

const JOBS = 'Checks and proofs:';
/** Each thread keeps an index open. */
const MAX_THREADS = 4;

/** Separate from `withServiceFlags`, because a generic function loses the types of `--no-…`. */
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
      new Option('--max-time <seconds>', 'time limit for one check or proof')
        .argParser(wholeNumber(1, 86_400))
        .default(600)
        .helpGroup(JOBS),
    )
    .addOption(
      new Option('-j, --jobs <number>', 'checks and proofs to run in parallel')
        .argParser(wholeNumber(1, 64))
        .default(1)
        .helpGroup(JOBS),
    )
    .addOption(
      new Option('--queue <number>', 'checks and proofs that may wait in the queue')
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

/** `threads`: number of parallel searches. */
export function serviceOptions(flags: ServiceFlags, threads = Math.min(MAX_THREADS, availableParallelism())) {
  const { requireSandbox, maxTime, jobs, queue: jobQueue } = flags;
  const searching = { threads, searchQueue: SEARCH_QUEUE, searchTimeoutMs: SEARCH_TIMEOUT_MS };
  return { ...searching, requireSandbox, maxTime, jobs, jobQueue, limits: limitsOf(flags) } satisfies ServiceOptions;
}

/** A full queue is answered within seconds. */
const SEARCH_QUEUE = 256;
/** The first search in a project may have to read its changed files first. */
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
