/** Flags of `runs`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { RESUME_OPTIONS, STREAM_OPTIONS } from '../options/prove-options.ts';
import { wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
Name a run by its id, by a unique prefix or suffix of its id, or by the word last.

Examples:
  lemmahead runs list
  lemmahead runs show last --prompts
  lemmahead runs resume last --max-cost 2.00     continue with a larger budget
  lemmahead runs replay 20261122-0530            judge the recorded answers again
`;

export function addRunsCommands(program: Command, execute: Execute): void {
  const runs = program
    .command('runs')
    .description('Recorded runs of prove and formalize: list, show, export, resume, replay')
    .addHelpText('after', EXAMPLES);
  addReading(runs, execute);
  addResume(runs, execute);
  const replay = runs
    .command('replay')
    .description("Repeat a run with the model's recorded answers: no network, no key; Lean checks everything again")
    .argument('<run>', 'the run')
    .option(
      '--without-lean',
      'take the verdicts from the record, too: shows that they follow from it, and checks nothing',
    );
  addFlags(replay, STREAM_OPTIONS).action((run, { withoutLean = false }) =>
    execute({ streams: readFlags(replay, STREAM_OPTIONS).jsonStream }, async (context) =>
      (await import('../commands/runs-replay.ts')).runsReplay({ run, withoutLean }, context),
    ),
  );
}

function addReading(runs: Command, execute: Execute): void {
  runs
    .command('list')
    .description('List the recorded runs, oldest first')
    .addOption(
      new Option('-k, --limit <number>', 'maximum number of runs').default(20).argParser(wholeNumber(1, 1_000_000)),
    )
    .action(({ limit }) =>
      execute({}, async (context) => (await import('../commands/runs-list.ts')).runsList({ limit }, context)),
    );
  runs
    .command('show')
    .description('Show one run: its request, each hole or problem, its cost')
    .argument('<run>', 'the run')
    .option('--prompts', 'also show all prompts and answers')
    .action((run, { prompts }) =>
      execute({}, async (context) =>
        (await import('../commands/runs-show.ts')).runsShow({ run, prompts: prompts ?? false }, context),
      ),
    );
  runs
    .command('export')
    .description('Print one run as a JSON object: original text, events, prompts and answers')
    .argument('<run>', 'the run')
    .option('--out <file>', 'write to this file')
    .action((run, { out }) =>
      execute({}, async (context) =>
        (await import('../commands/runs-export.ts')).runsExport({ run, out: out ?? null }, context),
      ),
    );
}

function addResume(runs: Command, execute: Execute): void {
  const command = runs
    .command('resume')
    .description('Resume a run that was stopped; recorded answers are not requested again')
    .argument('<run>', 'the run');
  addFlags(command, RESUME_OPTIONS).action((run) => {
    const { inPlace, jsonStream, ...options } = readFlags(command, RESUME_OPTIONS);
    return execute({ flags: readSettings(command, RESUME_OPTIONS), streams: jsonStream }, async (context) =>
      (await import('../commands/runs-resume.ts')).runsResume(
        { run, ...options, output: inPlace ? { to: 'file' } : null },
        context,
      ),
    );
  });
}
