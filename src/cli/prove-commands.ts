/** Flags of `prove` and `bench`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { indexOption, wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { allowAxiomsOption, proveLevelOption, requireSandboxOption } from './judging-flags.ts';

const PROVE_EXAMPLES = `
Examples:
  lemmahead prove My/File.lean                   print what is accepted, as a diff
  lemmahead prove My/File.lean --write           and put it into the file
  lemmahead prove My/File.lean --max-time 120 --json
`;

const BENCH_EXAMPLES = `
Examples:
  lemmahead bench retrieval --queries queries.jsonl --json
`;

const UNLIMITED = 1_000_000_000;

export function addProveCommand(program: Command, execute: Execute): void {
  program
    .command('prove')
    .description('Fill the sorrys of a file with what Lean accepts and the audit confirms')
    .argument('<file>', 'the Lean file')
    .option('--write', 'put what is accepted into the file')
    .addOption(
      new Option('-k <number>', 'how many retrieved declarations to try at each hole')
        .default(10)
        .argParser(wholeNumber(0, 1000)),
    )
    .addOption(new Option('--max-attempts <number>', 'stop after this many tries').argParser(wholeNumber(1, UNLIMITED)))
    .addOption(new Option('--max-time <seconds>', 'stop after this long').argParser(wholeNumber(1, UNLIMITED)))
    .addOption(
      new Option('--mode <mode>', 'how candidates are tried: at a warm server, or by a process each')
        .choices(['server', 'batch', 'cold'] as const)
        .default('server' as const),
    )
    .addOption(proveLevelOption())
    .addOption(allowAxiomsOption())
    .addOption(requireSandboxOption())
    .addOption(indexOption())
    .addHelpText('after', PROVE_EXAMPLES)
    .action((file, flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/prove.ts')).prove(
          {
            file,
            write: flags.write ?? false,
            k: flags.k,
            maxAttempts: flags.maxAttempts ?? null,
            maxTime: flags.maxTime ?? null,
            mode: flags.mode,
            level: flags.level,
            allowAxioms: flags.allowAxioms ?? [],
            requireSandbox: flags.requireSandbox ?? null,
          },
          context,
        ),
      ),
    );
}

export function addBenchCommands(program: Command, execute: Execute): void {
  const bench = program.command('bench').description('Measure');

  bench
    .command('retrieval')
    .description('Measure the search against queries with known answers')
    .requiredOption('--queries <file.jsonl>', 'one query a line, with its gold names')
    .addOption(indexOption())
    .addHelpText('after', BENCH_EXAMPLES)
    .action((flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/bench-retrieval.ts')).benchRetrieval({ queries: flags.queries }, context),
      ),
    );
}
