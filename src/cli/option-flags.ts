/** Commander flags from an option table, and the values of the flags. */
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import {
  flagsOf,
  type FlagsOf,
  type OptionRow,
  rowsOf,
  type OptionTable,
  type OptionValue,
} from '../config/option-table.ts';
import type { Settings } from '../config/settings.ts';
import type { SettingKey, SettingValue } from '../config/settings-table.ts';
import { amount, collect, collectAmong, integerList, repeated, wholeNumber } from './arguments.ts';

/** Adds the flags of a table in its order. */
export function addFlags<Command extends CommandUnknownOpts>(command: Command, table: OptionTable): Command {
  for (const row of rowsOf(table)) {
    if (row.flag === undefined) continue;
    const option = makeOption(row, row.flag, row.help);
    if (isShown(row)) option.default(row.default);
    command.addOption(withParser(option, row.value));
    if (row.negatedHelp !== undefined) {
      const negated = makeOption(row, row.flag.replace('--', '--no-'), row.negatedHelp);
      command.addOption(negated);
      refuseBoth(command, option, negated);
    }
  }
  return command;
}

/** Commander lets the last of the two count. */
function refuseBoth(command: CommandUnknownOpts, option: Option, negated: Option): void {
  const given = new Set<Option>();
  for (const each of [option, negated]) {
    command.on(`option:${each.name()}`, () => {
      if (given.add(each).size < 2) return;
      command.error(`error: option '${option.long}' cannot be used with option '${negated.long}'`, {
        code: 'commander.conflictingOption',
      });
    });
  }
}

function makeOption({ group, conflicts = [] }: OptionRow, flag: string, help: string | undefined): Option {
  const option = new Option(flag, help).conflicts([...conflicts]);
  return group === undefined ? option : option.helpGroup(group);
}

/** Whether `--help` shows the default. */
function isShown({ default: value, value: { is } }: OptionRow): boolean {
  return is !== 'boolean' && is !== 'list' && value !== undefined && value !== null && typeof value !== 'function';
}

function withParser(option: Option, value: OptionValue): Option {
  switch (value.is) {
    case 'integer':
      return option.argParser(wholeNumber(value.least, value.most));
    case 'integer-or-auto': {
      const number = wholeNumber(value.least, value.most);
      return option.argParser((given) => (given === 'auto' ? given : number(given)));
    }
    case 'integers':
      return option.argParser(integerList(value.least, value.most));
    case 'number':
      return option.argParser(amount(value.most));
    case 'choice':
      return option.choices(value.choices);
    case 'list':
      if (value.choices !== undefined) return option.choices(value.choices).argParser(collectAmong(value.choices));
      return option.argParser(value.hasCommas ? collect : repeated);
    default:
      return option;
  }
}

/** The value that the user gave. */
const given =
  (command: CommandUnknownOpts) =>
  ({ flag }: OptionRow): unknown => {
    if (flag === undefined) return undefined;
    const name = new Option(flag).attributeName();
    return command.getOptionValueSource(name) === 'cli' ? command.getOptionValue(name) : undefined;
  };

/** The options of the command and its other flags, with defaults; `settings`: for the defaults that are settings. */
export function readFlags<Table extends OptionTable>(
  command: CommandUnknownOpts,
  table: Table,
  settings: Settings | null = null,
): FlagsOf<Table> {
  return flagsOf(table, given(command), settings);
}

/** The settings that the user gave as flags. */
export function readSettings(
  command: CommandUnknownOpts,
  table: OptionTable,
): Partial<Record<SettingKey, SettingValue>> {
  const settings: Partial<Record<SettingKey, SettingValue>> = {};
  for (const row of rowsOf(table)) {
    const value = given(command)(row);
    if (row.setting !== undefined && value !== undefined) settings[row.setting] = value as SettingValue;
  }
  return settings;
}
