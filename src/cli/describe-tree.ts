/** Converts commander's tree to plain data, so renderers do not depend on commander. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandTree } from '../report/command-tree.ts';

export function describeTree(command: CommandUnknownOpts): CommandTree {
  const help = command.createHelp();
  return {
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      isRequired: argument.required,
      isVariadic: argument.variadic,
      choices: argument.argChoices ?? [],
    })),
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null),
      description: option.description,
      value: /[<[](.*)[>\]]/u.exec(option.flags)?.[1] ?? null,
      choices: option.argChoices ?? [],
    })),
    // Without hidden commands, and without the help commands that commander adds to groups.
    commands: help
      .visibleCommands(command)
      .filter((child) => command.commands.includes(child))
      .map(describeTree),
    help: helpText(command),
  };
}

/** The help with all flags; `helpInformation` would leave out the text from `addHelpText`. */
function helpText(command: CommandUnknownOpts): string {
  let text = '';
  command.setOptionValue('helpAll', true);
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}
