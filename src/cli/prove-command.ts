/** Flags of `prove`. */
import { Option, type Command } from '@commander-js/extra-typings';
import type { ProveCommandOptions, ProveOutput } from '../options/prove-options.ts';
import { DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { STRATEGY_NAMES, defaultTries } from '../prove/strategies.ts';
import { indexOption, librarySettings, wholeNumber } from './arguments.ts';
import type { Execute, Request } from './execute.ts';
import { modelSettings } from './model-commands.ts';
import { judgingOf, withJudgingFlags } from './judging-flags.ts';
import { printFirst } from './short-help.ts';
import {
  BUDGET,
  informalOption,
  jobsOption,
  jsonStreamOption,
  limitsOf,
  MODEL,
  modelOption,
  defaultJobs,
  modeOption,
  noRetrievalOption,
  RESEARCH,
  retrievedOption,
  withModelFlags,
  withBudgetFlags,
  withInformalFlags,
  informalOptionsOf,
} from './prove-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead prove My/File.lean                   print accepted proofs as a diff
  lemmahead prove My/File.lean --in-place        write them to the file
  lemmahead prove My/File.lean --decl my_lemma --max-time 120
  lemmahead prove My/File.lean --model anthropic/NAME --max-cost 0.50
  lemmahead prove My/File.lean --model local/qwen --base-url http://localhost:11434/v1
  lemmahead prove My/File.lean --model openai/NAME --dry-run
  lemmahead prove My/File.lean --model openai/NAME --strategy ipa --decl my_theorem --informal statement.tex
  lemmahead runs resume last                     resume a run that was stopped
`;

const OUTPUT = 'Output:';

/** The headings of `--help`; `--help-all` prints all. */
const USUAL = ['Options:', OUTPUT, MODEL, BUDGET];

function withFlags(program: Command) {
  const command = program
    .command('prove')
    .description('Fill the sorrys of a file with proofs that Lean accepts and the audit confirms')
    .argument('<file>', 'the Lean file')
    .option('--decl <declaration>', 'only the holes of this declaration')
    .addOption(
      new Option('--hole <number>', 'only the hole with this number in the output of lemmahead holes').argParser(
        wholeNumber(1, 1_000_000),
      ),
    )
    .addOption(
      new Option('--strategy <name>', 'strategy to run at each hole (default: all available)').choices(STRATEGY_NAMES),
    )
    .option('--informal <text-or-file>', 'the statement to prove, in words and LaTeX')
    .addOption(jobsOption())
    .option('--dry-run', 'show prompts and costs; send nothing')
    .option('--help-all', 'print this help with all flags')
    .addOption(
      new Option('--in-place', 'write accepted proofs to the file').conflicts(['out', 'diff']).helpGroup(OUTPUT),
    )
    .addOption(new Option('--out <file>', 'write the filled file to this path').conflicts('diff').helpGroup(OUTPUT))
    .addOption(new Option('--diff', 'print only the diff').helpGroup(OUTPUT))
    .addOption(new Option('--add-imports', 'allow adding imports that a proof needs').helpGroup(OUTPUT))
    .addOption(jsonStreamOption().helpGroup(OUTPUT))
    .addOption(modelOption());
  const retrieving = withJudgingFlags(withBudgetFlags(command))
    .addOption(retrievedOption())
    .addOption(noRetrievalOption())
    .addOption(indexOption());
  return withModelFlags(withInformalFlags(retrieving))
    .addOption(new Option('--no-portfolio', 'do not run the portfolio, which needs no model').helpGroup(RESEARCH))
    .addOption(new Option('--no-cache', 'do not read or write the proof cache').helpGroup(RESEARCH))
    .addOption(modeOption())
    .addOption(
      informalOption('--iterations <number>', 'refinement steps of ipa')
        .default(DEFAULT_INFORMAL_OPTIONS.iterations)
        .argParser(wholeNumber(0, 100)),
    )
    .addOption(informalOption('--informal-proof <text-or-file>', 'an informal proof by a human, for human-guided'))
    .addHelpText('after', EXAMPLES);
}

type Flags = ReturnType<ReturnType<typeof withFlags>['opts']>;

export function addProveCommand(program: Command, execute: Execute): void {
  const command = withFlags(program);
  printFirst(command, USUAL);
  command.action((file, flags) =>
    execute(requestOf(flags), async (context) => {
      const [{ prove }, { readInformalInput }] = await Promise.all([
        import('../commands/prove.ts'),
        import('../session/informal-input.ts'),
      ]);
      return prove(await readInformalInput(optionsOf(file, flags), context.cwd), context);
    }),
  );
}

function requestOf(flags: Flags): Request {
  return {
    flags: {
      'index.path': flags.index,
      ...librarySettings(flags),
      'model.name': flags.model,
      ...modelSettings(flags),
    },
    streams: flags.jsonStream ?? false,
  };
}

function optionsOf(file: string, flags: Flags): ProveCommandOptions {
  const defaults = defaultTries(flags.strategy === undefined ? [] : [flags.strategy]);
  return {
    file,
    decl: flags.decl ?? null,
    hole: flags.hole ?? null,
    strategy: flags.strategy ?? null,
    samples: flags.samples ?? defaults.samples,
    rounds: flags.rounds ?? defaults.rounds,
    jobs: flags.jobs ?? defaultJobs(),
    output: outputOf(flags),
    addImports: flags.addImports ?? false,
    k: flags.kDeclarations,
    contextChars: flags.contextChars,
    informal: flags.informal ?? null,
    informalProof: flags.informalProof ?? null,
    words: informalOptionsOf(flags, flags.iterations),
    mode: flags.mode,
    limits: limitsOf(flags),
    maxTime: flags.maxTime ?? null,
    retrieves: flags.retrieval,
    hasPortfolio: flags.portfolio,
    caches: flags.cache,
    record: flags.record ?? null,
    dryRun: flags.dryRun ?? false,
    ...judgingOf(flags),
  };
}

function outputOf({ inPlace, out, diff }: Flags): ProveOutput {
  if (out !== undefined) return { to: 'other', path: out };
  return { to: inPlace === true ? 'file' : diff === true ? 'diff' : 'show' };
}
