/** Flags for proving (strategies, model, budget) that `prove`, `runs resume`, `bench prove` and others share. */
import { InvalidArgumentError, Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import { availableParallelism, totalmem } from 'node:os';
import type { Limits } from '../llm/budget.ts';
import { IPA_STARTS, DEFAULT_INFORMAL_OPTIONS, type InformalOptions } from '../prove/informal/informal-options.ts';
import { wholeNumber, withLibraryFlags } from './arguments.ts';
import { baseUrlOption, keyFileOption } from './model-commands.ts';

export const UNLIMITED = 1_000_000_000;

export const MODEL = 'Model:';
const RETRIEVAL = 'Retrieval:';
export const RESEARCH = 'Research:';
export const BUDGET = 'Budget (exit 4 when it is used up; results so far are kept):';

/** Memory of one server with Mathlib loaded. */
const GIGABYTES_PER_JOB = 4;

/** The default of `--jobs`: as many as processors and memory allow, at most four. */
export function defaultJobs(): number {
  return Math.max(1, Math.min(4, availableParallelism(), Math.floor(totalmem() / (GIGABYTES_PER_JOB * 1024 ** 3))));
}

export function jobsOption() {
  return new Option('-j, --jobs <number>', 'holes and candidates to process in parallel').argParser(wholeNumber(1, 64));
}

export function modeOption() {
  return new Option('--mode <mode>', 'how to try candidates: on running servers, or in a process each')
    .choices(['server', 'batch', 'cold'] as const)
    .default('server' as const)
    .helpGroup(RESEARCH);
}

export function retrievedOption() {
  return new Option('-k, --k-declarations <number>', 'number of declarations per retrieval')
    .default(10)
    .argParser(wholeNumber(0, 1000))
    .helpGroup(RETRIEVAL);
}

export function noRetrievalOption() {
  return new Option('--no-retrieval', 'retrieve nothing').helpGroup(RETRIEVAL);
}

export function recordOption() {
  return new Option('--record <file>', 'also write answers to this file, for --model replay:FILE').helpGroup(MODEL);
}

export function modelOption() {
  return new Option('--model <name>', 'provider/model, replay:FILE or dummy').helpGroup(MODEL);
}

function temperatureOption() {
  return new Option('--temperature <number>', 'sampling temperature').argParser(amount(2)).helpGroup(RESEARCH);
}

function samplesOption() {
  return new Option(
    '-n, --samples <number>',
    'answers per prompt for Lean code (default: 4; 1 for strategies that write an informal proof first)',
  )
    .argParser(wholeNumber(1, 1000))
    .helpGroup(RESEARCH);
}

function roundsOption() {
  return new Option(
    '--rounds <number>',
    'repair rounds at each hole (default: 3; 0 for strategies that write an informal proof first)',
  )
    .argParser(wholeNumber(0, 100))
    .helpGroup(RESEARCH);
}

function contextCharsOption() {
  return new Option('--context-chars <number>', 'maximum characters of retrieved declarations in a prompt')
    .default(1500)
    .argParser(wholeNumber(0, 1_000_000))
    .helpGroup(RETRIEVAL);
}

const INFORMAL = 'Research: informal proof first (informal-baseline, informal-rag, eqg, ipa, human-guided):';

/** For the strategies that write an informal proof first. Each command defines its own `--iterations`. */
export function withInformalFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  const { passages, contextTokens } = DEFAULT_INFORMAL_OPTIONS;
  const retrieving = command
    .addOption(
      new Option('--k-passages <number>', 'number of library passages per retrieval')
        .default(passages)
        .argParser(wholeNumber(0, 100))
        .helpGroup(RETRIEVAL),
    )
    .addOption(
      new Option('--context-tokens <number>', 'maximum tokens of passages in a prompt')
        .default(contextTokens)
        .argParser(wholeNumber(0, 1_000_000))
        .helpGroup(RETRIEVAL),
    )
    .addOption(
      new Option('--relevance-floor <number>', 'omit passages with a lower similarity to their query, 0 to 1')
        .argParser(amount(1))
        .helpGroup(RETRIEVAL),
    )
    .addOption(
      new Option('--with-declarations', 'include retrieved declarations in Lean prompts').helpGroup(RETRIEVAL),
    );
  return withLibraryFlags(retrieving)
    .addOption(
      informalOption(
        '--ipa-start <how>',
        'the first proof that ipa refines: one with keywords, or one without passages',
      )
        .choices(IPA_STARTS)
        .default(IPA_STARTS[0]),
    )
    .addOption(informalOption('--stop-early', 'end ipa when its proof no longer changes'));
}

interface InformalFlags {
  kPassages: number;
  contextTokens: number;
  ipaStart: InformalOptions['ipaStart'];
  stopEarly?: true | undefined;
  withDeclarations?: true | undefined;
  relevanceFloor?: number | undefined;
}

export function informalOptionsOf(flags: InformalFlags, iterations: number): InformalOptions {
  return {
    passages: flags.kPassages,
    contextTokens: flags.contextTokens,
    iterations,
    ipaStart: flags.ipaStart,
    stopsEarly: flags.stopEarly ?? false,
    withDeclarations: flags.withDeclarations ?? false,
    relevanceFloor: flags.relevanceFloor ?? null,
  };
}

export function informalOption<const Flags extends string>(flags: Flags, description: string) {
  return new Option(flags, description).helpGroup(INFORMAL);
}

export function maxCostOption() {
  return new Option('--max-cost <dollars>', 'stop before a request could exceed this cost (USD)')
    .argParser(amount(UNLIMITED))
    .helpGroup(BUDGET);
}

export function maxTokensOption() {
  return new Option('--max-tokens <number>', 'limit on input and output tokens')
    .argParser(wholeNumber(0, UNLIMITED))
    .helpGroup(BUDGET);
}

function maxTimeOption() {
  return new Option('--max-time <seconds>', 'time limit for trying candidates')
    .argParser(wholeNumber(0, UNLIMITED))
    .helpGroup(BUDGET);
}

export function maxAttemptsOption() {
  return new Option('--max-attempts <number>', 'limit on candidates to try')
    .argParser(wholeNumber(0, UNLIMITED))
    .helpGroup(BUDGET);
}

/** Flags for requests to a model. */
export function withModelFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return command
    .addOption(baseUrlOption().helpGroup(MODEL))
    .addOption(keyFileOption().helpGroup(MODEL))
    .addOption(temperatureOption())
    .addOption(samplesOption())
    .addOption(roundsOption())
    .addOption(contextCharsOption())
    .addOption(recordOption());
}

export function withBudgetFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return command
    .addOption(maxCostOption())
    .addOption(maxTokensOption())
    .addOption(maxAttemptsOption())
    .addOption(maxTimeOption());
}

interface BudgetFlags {
  maxCost?: number | undefined;
  maxTokens?: number | undefined;
  maxAttempts?: number | undefined;
}

export function limitsOf({ maxCost, maxTokens, maxAttempts }: BudgetFlags): Limits {
  return { cost: maxCost ?? null, tokens: maxTokens ?? null, attempts: maxAttempts ?? null };
}

export function jsonStreamOption() {
  return new Option('--json-stream', 'print events as lines of JSON; the last line is the result');
}

/** For `Option.argParser`: a decimal number from 0 to `most`. */
export function amount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d*\.?\d+$/.test(text) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from 0 to ${most}.`);
  };
}
