/** Flags of `runs`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { keyFileOption, modelSettings } from './model-commands.ts';
import { jsonStreamOption, limitsOf, withBudgetFlags } from './prove-flags.ts';

const EXAMPLES = `
A run is named by its id, by the only beginning or end of it that fits, or by the word last.

Examples:
  lemmahead runs list
  lemmahead runs show last --prompts
  lemmahead runs resume last --max-cost 2.00     go on, with more to spend
  lemmahead runs replay 20261122-0530            the same answers again, judged anew
`;

export function addRunsCommands(program: Command, execute: Execute): void {
  const runs = program
    .command('runs')
    .description('What prove has on record: list, show, export, resume, replay')
    .addHelpText('after', EXAMPLES);
  addReading(runs, execute);
  addResume(runs, execute);
  runs
    .command('replay')
    .description("Do a run again with the model's answers from its record: no network, no key; Lean is asked anew")
    .argument('<run>', 'which run')
    .addOption(jsonStreamOption())
    .action((run, { jsonStream }) =>
      execute({ streams: jsonStream ?? false }, async (context) =>
        (await import('../commands/runs-replay.ts')).runsReplay({ run }, context),
      ),
    );
}

function addReading(runs: Command, execute: Execute): void {
  runs
    .command('list')
    .description('The runs on record, the last one last')
    .addOption(new Option('--limit <number>', 'so many at most').default(20).argParser(wholeNumber(1, 1_000_000)))
    .action(({ limit }) =>
      execute({}, async (context) => (await import('../commands/runs-list.ts')).runsList({ limit }, context)),
    );
  runs
    .command('show')
    .description('One run: what it was asked, each hole, what it spent')
    .argument('<run>', 'which run')
    .option('--prompts', 'with all prompts and answers')
    .action((run, { prompts }) =>
      execute({}, async (context) =>
        (await import('../commands/runs-show.ts')).runsShow({ run, prompts: prompts ?? false }, context),
      ),
    );
  runs
    .command('export')
    .description('One run in one JSON object: the original text, all events, prompts and answers')
    .argument('<run>', 'which run')
    .option('--out <file>', 'write it there')
    .action((run, { out }) =>
      execute({}, async (context) =>
        (await import('../commands/runs-export.ts')).runsExport({ run, out: out ?? null }, context),
      ),
    );
}

function addResume(runs: Command, execute: Execute): void {
  const command = runs
    .command('resume')
    .description('Go on with a run that was stopped; the model is not asked again for what it has answered')
    .argument('<run>', 'which run')
    .option('--in-place', 'put what is accepted into the file')
    .addOption(jsonStreamOption());
  withBudgetFlags(command)
    .addOption(keyFileOption())
    .action((run, flags) =>
      execute({ flags: modelSettings(flags), streams: flags.jsonStream ?? false }, async (context) =>
        (await import('../commands/runs-resume.ts')).runsResume(
          {
            run,
            limits: limitsOf(flags),
            maxTime: flags.maxTime ?? null,
            output: flags.inPlace === true ? { to: 'file' } : null,
          },
          context,
        ),
      ),
    );
}
