/** Flags of the commands about lemmahead itself: `config`, `doctor`, `completion`. */
import { Argument, type Command } from '@commander-js/extra-typings';
import type { ConfigFileOptions } from '../commands/config-file.ts';
import { COMPLETION_KINDS } from '../index/completions.ts';
import { INDEX_OPTIONS } from '../options/data-options.ts';
import { describeTree } from './describe-tree.ts';
import type { Execute } from './execute.ts';
import { addFlags, readSettings } from './option-flags.ts';

const CONFIG_EXAMPLES = `
Examples:
  lemmahead config --explain        every setting, its value, and its origin
  lemmahead config init             write a file with all settings, commented out
  lemmahead config edit --project   open this project's file in the editor
  lemmahead config trust            allow the present content of this project's file to set commands and files
`;

const DOCTOR_EXAMPLES = `
Examples:
  lemmahead doctor
  lemmahead doctor --self-test      also test the judge on this Lean with known attacks and valid proofs
`;

const COMPLETION_EXAMPLES = `
Examples:
  lemmahead completion bash > ~/.local/share/bash-completion/completions/lemmahead
  lemmahead completion zsh > "\${fpath[1]}/_lemmahead"
  lemmahead completion fish > ~/.config/fish/completions/lemmahead.fish
`;

export function addMetaCommands(program: Command, execute: Execute): void {
  addConfig(program, execute);

  const doctor = program
    .command('doctor')
    .description('Check everything lemmahead needs, and print a fix for each fault')
    .option('--self-test', 'also test the judge on this Lean with all known attacks and valid proofs');
  addFlags(doctor, INDEX_OPTIONS)
    .addHelpText('after', DOCTOR_EXAMPLES)
    .action(({ selfTest = false }) => {
      const request = { flags: readSettings(doctor, INDEX_OPTIONS), toleratesProblems: true };
      return execute(request, async (context, configuration) =>
        (await import('../commands/doctor.ts')).doctor({ configuration, selfTest }, context),
      );
    });

  program
    .command('completion')
    .description('Print a shell completion script for commands, flags, and names of the index')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action((shell) =>
      execute({ toleratesProblems: true }, async (context) =>
        (await import('../commands/completion.ts')).completion({ shell, tree: describeTree(program) }, context),
      ),
    );

  program
    .command('__complete', { hidden: true })
    .description('Print the words that continue a prefix, for completion scripts')
    .addArgument(new Argument('<kind>', 'what to complete').choices(COMPLETION_KINDS))
    .argument('<prefix>', 'what was typed')
    .action((kind, prefix) =>
      execute({ toleratesProblems: true }, async (context) =>
        (await import('../commands/complete.ts')).complete({ kind, prefix }, context),
      ),
    );
}

function addConfig(program: Command, execute: Execute): void {
  const config = program
    .command('config')
    .description('Print the current settings; create, edit or trust a configuration file')
    .option('--explain', 'also show where each value comes from')
    .addHelpText('after', CONFIG_EXAMPLES)
    .action((flags) =>
      execute({ toleratesProblems: true }, async (context, configuration) =>
        (await import('../commands/config.ts')).config({ explain: flags.explain ?? false, configuration }, context),
      ),
    );

  const file = (action: ConfigFileOptions['action'], description: string) =>
    config
      .command(action)
      .description(description)
      .option('--project', "the project's file instead of the user's")
      .action(({ project = false }) =>
        execute({ toleratesProblems: true }, async (context, configuration) =>
          (await import('../commands/config-file.ts')).configFile({ action, project, configuration }, context),
        ),
      );
  file('init', 'Create a configuration file with all settings, commented out');
  file('path', 'Print the path of the configuration file');
  file('edit', 'Open the configuration file in the editor (VISUAL or EDITOR)');
  config
    .command('trust')
    .description("Trust the present content of this project's configuration file; a changed file must be trusted again")
    .option('--revoke', 'revoke the trust')
    .action((flags) =>
      execute({ toleratesProblems: true }, async (context, configuration) =>
        (await import('../commands/config-trust.ts')).configTrust(
          { revoke: flags.revoke ?? false, configuration },
          context,
        ),
      ),
    );
}
