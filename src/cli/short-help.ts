/** Commands with many flags: `--help` prints only the usual groups, and `--help-all` prints all. */
import { type CommandUnknownOpts, Help } from '@commander-js/extra-typings';

/** For a command with the flag `--help-all`. `headings`: the groups that `--help` prints. */
export function printFirst(command: CommandUnknownOpts, headings: string[]): void {
  command.configureHelp({
    ...command.configureHelp(),
    formatHelp(_, helper) {
      if (command.opts().helpAll !== true)
        helper.visibleOptions = (own) =>
          Help.prototype.visibleOptions
            .call(helper, own)
            .filter(({ helpGroupHeading = 'Options:' }) => headings.includes(helpGroupHeading));
      return Help.prototype.formatHelp.call(helper, command, helper);
    },
  });
  command.on('option:help-all', () => command.help());
}
