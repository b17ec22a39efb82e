/** Parsers for flag values: text → value, or an error message. */
import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** For `Option.argParser`: an integer between `least` and `most`, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Parses `1,2,5`: integers between `least` and `most`, without duplicates. */
export function integerList(least: number, most: number): (text: string) => number[] {
  return (text) => [...new Set(text.split(',').map(wholeNumber(least, most)))];
}

/** A decimal number from 0 to `most`. */
export function amount(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d*\.?\d+$/.test(text) && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from 0 to ${most}.`);
  };
}

/** For a flag that may be repeated or take commas: `--kind lemma,theorem --kind def`. */
export function collect(text: string, sofar: string[] = []): string[] {
  const words = text.split(',').filter((word) => word !== '');
  if (words.length === 0) throw new InvalidArgumentError('It is empty.');
  return [...sofar, ...words];
}

/** As `collect`; each word must be one of `choices`. */
export function collectAmong(choices: readonly string[]): (text: string, sofar?: string[]) => string[] {
  return (text, sofar) => {
    const stray = collect(text).find((word) => !choices.includes(word));
    if (stray === undefined) return collect(text, sofar);
    throw new InvalidArgumentError(
      `${stray === text ? 'Allowed choices are' : `'${stray}' is not one of`} ${choices.join(', ')}.`,
    );
  };
}

/** For a repeatable flag whose value may contain commas. */
export function repeated(text: string, sofar: string[] = []): string[] {
  if (text === '') throw new InvalidArgumentError('It is empty.');
  return [...sofar, text];
}

/** For a repeatable flag with `NAME=PATH` or `NAME=SHA`. */
export function collectPairs(what: string): (text: string, sofar?: [string, string][]) => [string, string][] {
  return (text, sofar = []) => {
    const at = text.indexOf('=');
    if (at > 0 && at < text.length - 1) return [...sofar, [text.slice(0, at), text.slice(at + 1)]];
    throw new InvalidArgumentError(`It must be NAME=${what}.`);
  };
}

/** Adds `-n`, hidden from help, to every command that has `-k, --limit`: an option has only one short form. */
export function addShortLimits(command: CommandUnknownOpts): void {
  command.commands.forEach(addShortLimits);
  const limit = command.options.find(({ short, long }) => short === '-k' && long === '--limit');
  if (limit?.parseArg === undefined) return;
  const short = new Option('-n <number>').hideHelp();
  short.attributeName = () => limit.attributeName();
  short.parseArg = limit.parseArg;
  command.addOption(short);
}
