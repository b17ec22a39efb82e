/** Flags that say how holes are to be filled, by what, and for how much: `prove`, `runs resume`, `bench prove`. */
import { InvalidArgumentError, Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import { availableParallelism, totalmem } from 'node:os';
import type { Limits } from '../llm/budget.ts';
import { IPA_STARTS, DEFAULT_INFORMAL_OPTIONS, type InformalOptions } from '../prove/informal/informal-options.ts';
import { wholeNumber, withLibraryFlags } from './arguments.ts';
import { baseUrlOption, keyFileOption } from './model-commands.ts';

export const UNLIMITED = 1_000_000_000;

export const MODEL = 'Model:';
const BUDGET = 'Budget (exit 4 when it is used up; what was found is kept):';

/** A server with Mathlib loaded takes some gigabytes. */
const GIGABYTES_EACH = 4;

/** Without `--jobs`: as many as the machine has processors and memory for, four at most. */
export function defaultJobs(): number {
  return Math.max(1, Math.min(4, availableParallelism(), Math.floor(totalmem() / (GIGABYTES_EACH * 1024 ** 3))));
}

export function jobsOption() {
  return new Option('-j, --jobs <number>', 'holes and candidates at a time').argParser(wholeNumber(1, 64));
}

export function modeOption() {
  return new Option('--mode <mode>', 'how candidates are tried: at warm servers, or by a process each')
    .choices(['server', 'batch', 'cold'] as const)
    .default('server' as const);
}

export function retrievedOption() {
  return new Option('-k <number>', 'retrieved declarations at a time').default(10).argParser(wholeNumber(0, 1000));
}

export function recordOption() {
  return new Option('--record <file>', 'also write answers there, for --model replay:FILE').helpGroup(MODEL);
}

export function modelOption() {
  return new Option('--model <name>', 'provider/model, replay:FILE or dummy').helpGroup(MODEL);
}

function temperatureOption() {
  return new Option('--temperature <number>', 'how much answers vary').argParser(amount(2)).helpGroup(MODEL);
}

function samplesOption() {
  return new Option(
    '-n, --samples <number>',
    'answers to each prompt for Lean (default: 4; 1 where a proof in words comes first)',
  )
    .argParser(wholeNumber(1, 1000))
    .helpGroup(MODEL);
}

function roundsOption() {
  return new Option(
    '--rounds <number>',
    'rounds of repair at each hole (default: 3; 0 where a proof in words comes first)',
  )
    .argParser(wholeNumber(0, 100))
    .helpGroup(MODEL);
}

function contextCharsOption() {
  return new Option('--context-chars <number>', 'room for retrieved declarations in a prompt')
    .default(1500)
    .argParser(wholeNumber(0, 1_000_000))
    .helpGroup(MODEL);
}

const WORDS = 'A proof in words first (informal-baseline, informal-rag, eqg, ipa, human-guided):';

/** Of the strategies that have the problem in words first; `--iterations` is each command's own. */
export function withInformalFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  const { passages, contextTokens } = DEFAULT_INFORMAL_OPTIONS;
  return withLibraryFlags(
    command
      .addOption(
        new Option('--k-passages <number>', 'passages of the library at a time')
          .default(passages)
          .argParser(wholeNumber(0, 100))
          .helpGroup(WORDS),
      )
      .addOption(
        new Option('--context-tokens <number>', 'room for passages in a prompt')
          .default(contextTokens)
          .argParser(wholeNumber(0, 1_000_000))
          .helpGroup(WORDS),
      )
      .addOption(
        new Option('--ipa-start <how>', 'what ipa betters first: a proof with keywords, or one without passages')
          .choices(IPA_STARTS)
          .default(IPA_STARTS[0])
          .helpGroup(WORDS),
      )
      .addOption(new Option('--stop-early', 'ipa ends where its proof no longer changes').helpGroup(WORDS))
      .addOption(
        new Option('--with-declarations', 'show retrieved declarations when Lean is asked for').helpGroup(WORDS),
      )
      .addOption(
        new Option('--relevance-floor <number>', 'leave out passages that are less similar to their query, 0 to 1')
          .argParser(amount(1))
          .helpGroup(WORDS),
      ),
  );
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

export function informalOption<const Flags extends string>(flags: Flags, words: string) {
  return new Option(flags, words).helpGroup(WORDS);
}

export function maxCostOption() {
  return new Option('--max-cost <dollars>', 'no request that could pass this')
    .argParser(amount(UNLIMITED))
    .helpGroup(BUDGET);
}

export function maxTokensOption() {
  return new Option('--max-tokens <number>', 'tokens in and out')
    .argParser(wholeNumber(0, UNLIMITED))
    .helpGroup(BUDGET);
}

function maxTimeOption() {
  return new Option('--max-time <seconds>', 'for trying').argParser(wholeNumber(0, UNLIMITED)).helpGroup(BUDGET);
}

export function maxAttemptsOption() {
  return new Option('--max-attempts <number>', 'candidates that are tried')
    .argParser(wholeNumber(0, UNLIMITED))
    .helpGroup(BUDGET);
}

/** How a model is asked, whichever it is. */
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
  return new Option('--json-stream', 'print what happens as lines of JSON, the result last');
}

/** A number, not negative, perhaps with a point. */
export function amount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d*\.?\d+$/.test(text) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from 0 to ${most}.`);
  };
}
