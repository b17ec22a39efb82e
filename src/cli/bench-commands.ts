/** Flags of `bench`. */
import { Argument, InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';
import { words } from '../base/words.ts';
import type { BenchProveRequest, BenchProveOptions } from '../bench/prove/bench-options.ts';
import { DEFAULT_INFORMAL_OPTIONS } from '../prove/informal/informal-options.ts';
import { defaultTries } from '../prove/strategies.ts';
import {
  collect,
  embedderOption,
  embedderUrlOption,
  indexOption,
  libraryOption,
  librarySettings,
  storeOption,
  wholeNumber,
} from './arguments.ts';
import type { Execute } from './execute.ts';
import { judgingOf, withJudgingFlags } from './judging-flags.ts';
import { modelSettings } from './model-commands.ts';
import {
  amount,
  informalOption,
  jobsOption,
  limitsOf,
  UNLIMITED,
  defaultJobs,
  modeOption,
  noRetrievalOption,
  retrievedOption,
  withModelFlags,
  withBudgetFlags,
  withInformalFlags,
  informalOptionsOf,
} from './prove-flags.ts';

const RETRIEVAL_EXAMPLES = `
Examples:
  lemmahead bench retrieval --queries queries.jsonl --json
  lemmahead bench retrieval --queries questions.jsonl --in-library --source analysis
`;

const PROVE_EXAMPLES = `
Examples:
  lemmahead bench prove --dataset problems/ --strategy portfolio --strategy portfolio:no-retrieval
  lemmahead bench prove --dataset minif2f/test.jsonl --limit 20 --strategy baseline --strategy rag --model anthropic/NAME --max-cost 5
  lemmahead bench prove --dataset set.jsonl --strategy rag:rounds=0 --strategy rag --model local/NAME --base-url http://localhost:11434/v1 --runs 4
  lemmahead bench prove --dataset minif2f/valid.jsonl --dataset minif2f/test.jsonl --strategy baseline --strategy informal-rag --strategy eqg --strategy ipa --model openai/NAME --dry-run
  lemmahead bench prove --resume out/

Strategies: portfolio, baseline, rag, informal-baseline, informal-rag, eqg, ipa, human-guided (docs/explanation/proving.md).
A strategy may have its own options: rag:k=20,n=8,rounds=2,context-chars=3000 or portfolio:no-retrieval. The strategies
that write an informal proof first also take passages=8,context-tokens=3000,gate=0.3,declarations; ipa also takes
iterations=10,start=none,stop-early.
`;

const COMPARE_EXAMPLES = `
Examples:
  lemmahead bench compare before/report.json after/report.json
  lemmahead bench compare bench/prove/baseline.json out/report.json --same-lean
`;

const PROBLEMS = 'Problems:';
const RUN_BUDGET = 'Budget of each run of a problem:';

export function addBenchCommands(program: Command, execute: Execute): void {
  const bench = program.command('bench').description('Measure search and proving');
  addBenchRetrieval(bench, execute);
  addBenchProve(bench, execute);
  addBenchCompare(bench, execute);
}

/** Parses `1,2,5`: integers from 0 to 100, without duplicates. */
function integerList(text: string): number[] {
  return [...new Set(text.split(',').map((each) => wholeNumber(0, 100)(each)))];
}

function addBenchRetrieval(bench: Command, execute: Execute): void {
  bench
    .command('retrieval')
    .description('Measure search on queries with known answers')
    .requiredOption('--queries <file.jsonl>', 'one query per line, with its expected names')
    .addOption(indexOption())
    .addOption(
      new Option('--in-library', 'search the library; the expected answers are labels of passages')
        .conflicts(['vectors', 'index'])
        .helpGroup('Library:'),
    )
    .addOption(new Option('--source <name>', 'only this source').argParser(collect).helpGroup('Library:'))
    .addOption(libraryOption())
    .addOption(embedderOption())
    .addOption(embedderUrlOption())
    .addOption(storeOption())
    .addOption(new Option('--vectors', 'also use the vectors of declarations').helpGroup('Vectors:'))
    .addHelpText('after', RETRIEVAL_EXAMPLES)
    .action((flags) =>
      execute(
        {
          flags: {
            'index.path': flags.index,
            'search.vectors': flags.vectors,
            ...librarySettings(flags),
          },
        },
        async (context) =>
          flags.inLibrary === true
            ? (await import('../commands/bench-library.ts')).benchLibrary(
                { queries: flags.queries, sources: flags.source ?? [] },
                context,
              )
            : (await import('../commands/bench-retrieval.ts')).benchRetrieval({ queries: flags.queries }, context),
      ),
    );
}

/** For a repeatable flag whose value may contain commas. */
function repeated(text: string, sofar: string[] = []): string[] {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return [...sofar, text];
}

function problemLimit(name: string, description: string) {
  return new Option(`--problem-${name} <number>`, description).helpGroup(RUN_BUDGET);
}

function withProveFlags(bench: Command) {
  const command = bench
    .command('prove')
    .description('Compare strategies and models on proof problems')
    .addOption(
      new Option('--dataset <path>', 'a .lean file, a folder of them, or JSON Lines (repeatable)')
        .argParser(repeated)
        .helpGroup(PROBLEMS),
    )
    .addOption(new Option('--split <name>', 'only problems in this split').helpGroup(PROBLEMS))
    .addOption(
      new Option('--filter <parts>', 'only problems whose name contains one of these')
        .argParser(collect)
        .helpGroup(PROBLEMS),
    )
    .addOption(
      new Option('--limit <number>', 'a random sample of this size (see --seed)')
        .argParser(wholeNumber(1, UNLIMITED))
        .helpGroup(PROBLEMS),
    )
    .addOption(new Option('--informal', 'add the informal statement above each theorem').helpGroup(PROBLEMS))
    .addOption(
      new Option('--strategy <name>', 'strategy, optionally with options (repeatable): see below').argParser(repeated),
    )
    .addOption(
      new Option('--model <name>', 'provider/model, replay:FILE or dummy (repeatable)')
        .argParser(repeated)
        .helpGroup('Model:'),
    )
    .addOption(
      new Option('--runs <number>', 'independent runs of each problem, for pass@k')
        .default(1)
        .argParser(wholeNumber(1, 1000)),
    )
    .addOption(
      new Option('--seed <number>', 'random seed for sampling and confidence intervals')
        .default(1)
        .argParser(wholeNumber(0, 0xffff_ffff)),
    )
    .addOption(retrievedOption())
    .addOption(noRetrievalOption())
    .option(
      '--out <folder>',
      "folder for results and report; a benchmark begun there is continued (default: a new folder in the user's data)",
    )
    .addOption(
      new Option('--resume <folder>', 'continue a benchmark with its original options').conflicts(
        words('dataset strategy model out split filter limit informal'),
      ),
    )
    .option('--no-check', 'store the answers without checking them: no Lean is needed')
    .addOption(
      new Option('--dry-run', 'estimate requests and tokens for answers of typical length; send nothing').conflicts(
        'resume',
      ),
    )
    .addOption(jobsOption())
    .addOption(modeOption());
  const informal = withInformalFlags(withModelFlags(command)).addOption(
    informalOption('--iterations <numbers>', 'refinement steps of ipa; 1,2,5,10 gives one system each')
      .default([DEFAULT_INFORMAL_OPTIONS.iterations])
      .argParser(integerList),
  );
  const budgeted = withBudgetFlags(informal)
    .addOption(problemLimit('cost', 'US dollars').argParser(amount(UNLIMITED)))
    .addOption(problemLimit('tokens', 'input and output tokens').argParser(wholeNumber(0, UNLIMITED)))
    .addOption(problemLimit('attempts', 'number of candidates to try').argParser(wholeNumber(0, UNLIMITED)))
    .addOption(problemLimit('time', 'seconds').argParser(wholeNumber(1, 2_000_000)));
  return withJudgingFlags(budgeted).addOption(indexOption()).addHelpText('after', PROVE_EXAMPLES);
}

type ProveFlags = ReturnType<ReturnType<typeof withProveFlags>['opts']>;

function addBenchProve(bench: Command, execute: Execute): void {
  const command = withProveFlags(bench);
  command.action((flags) => {
    if (flags.resume === undefined && flags.dataset === undefined) {
      command.error("error: required option '--dataset <path>' not specified");
    }
    return execute(
      { flags: { 'index.path': flags.index, ...librarySettings(flags), ...modelSettings(flags) } },
      async (context) => (await import('../commands/bench-prove.ts')).benchProve(proveOptions(flags), context),
    );
  });
}

function proveOptions(flags: ProveFlags): BenchProveOptions {
  return {
    request: flags.dataset === undefined ? null : benchRequestOf(flags, flags.dataset),
    resume: flags.resume ?? null,
    out: flags.out ?? null,
    jobs: flags.jobs ?? defaultJobs(),
    dryRun: flags.dryRun ?? false,
    total: { ...limitsOf(flags), time: flags.maxTime ?? null },
  };
}

function benchRequestOf(flags: ProveFlags, datasets: string[]): BenchProveRequest {
  const { seed, runs, mode, check: checks, iterations } = flags;
  const strategies = flags.strategy ?? ['portfolio'];
  const defaults = defaultTries(strategies.map((spec) => spec.replace(/:.*/, '')));
  return {
    ...{ datasets, seed, runs, mode, checks, strategies },
    split: flags.split ?? null,
    filter: flags.filter ?? [],
    limit: flags.limit ?? null,
    withInformal: flags.informal ?? false,
    models: flags.model ?? [],
    defaults: {
      k: flags.retrieval ? flags.kDeclarations : 0,
      n: flags.samples ?? defaults.samples,
      rounds: flags.rounds ?? defaults.rounds,
      contextChars: flags.contextChars,
      ...informalOptionsOf(flags, iterations[0] ?? DEFAULT_INFORMAL_OPTIONS.iterations),
    },
    iterations: [...iterations],
    problemLimits: {
      cost: flags.problemCost ?? null,
      tokens: flags.problemTokens ?? null,
      attempts: flags.problemAttempts ?? null,
    },
    problemSeconds: flags.problemTime ?? null,
    record: flags.record ?? null,
    ...judgingOf(flags),
  };
}

function addBenchCompare(bench: Command, execute: Execute): void {
  bench
    .command('compare')
    .description('Compare two reports of bench prove; exit 1 if a solved problem is no longer solved')
    .addArgument(new Argument('<first-file>', 'old report.json or baseline.json'))
    .addArgument(new Argument('<second-file>', 'new report.json or baseline.json'))
    .option('--same-lean', 'compare only reports of the same Lean version; otherwise report that they differ')
    .addOption(new Option('--seed <number>', 'seed for the interval').default(1).argParser(wholeNumber(0, 0xffff_ffff)))
    .addHelpText('after', COMPARE_EXAMPLES)
    .action((first, second, { sameLean = false, seed }) =>
      execute({}, async (context) =>
        (await import('../commands/bench-compare.ts')).benchCompare({ first, second, sameLean, seed }, context),
      ),
    );
}
