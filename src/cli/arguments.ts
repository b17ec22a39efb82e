/** Parsers for flag values: text → value, or an error message. Also the options that several commands share. */
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';

/** For `Option.argParser`: an integer between `least` and `most`, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
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
    throw new InvalidArgumentError(`'${stray}' is not one of ${choices.join(', ')}.`);
  };
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

/** For every command that reads or writes an index. */
export function indexOption(): Option<'--index <file>'> {
  return new Option('--index <file>', "the index to use (default: the project's, otherwise the user's)").helpGroup(
    'Index:',
  );
}

/** For every command that reads or writes the library of documents. */
export function libraryOption(): Option<'--library <file>'> {
  return new Option('--library <file>', "the library to use (default: the user's)").helpGroup('Library:');
}

const VECTORS = 'Vectors:';

/** For every command that creates vectors or searches with them. */
export function embedderOption(): Option<'--embedder <name>'> {
  return new Option('--embedder <name>', 'openai/NAME, local/NAME, or onnx:FOLDER').helpGroup(VECTORS);
}

export function embedderUrlOption(): Option<'--embedder-url <url>'> {
  return new Option('--embedder-url <url>', 'base URL of the embedding server, ending in /v1').helpGroup(VECTORS);
}

export function storeOption(): Option<'--store <place>'> {
  return new Option('--store <place>', 'where the library keeps its vectors: embedded, or chroma:URL').helpGroup(
    VECTORS,
  );
}

/** All library flags, for commands that use the library among other things. */
export function withLibraryFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return command
    .addOption(libraryOption())
    .addOption(embedderOption())
    .addOption(embedderUrlOption())
    .addOption(storeOption());
}

/** Parsed library flags; a command may have only some of them. */
export interface LibraryFlags {
  library?: string | undefined;
  embedder?: string | undefined;
  embedderUrl?: string | undefined;
  store?: string | undefined;
}

/** Maps the flags to their settings. */
export function librarySettings(flags: LibraryFlags) {
  return {
    'library.path': flags.library,
    'library.store': flags.store,
    'embedder.name': flags.embedder,
    'embedder.base_url': flags.embedderUrl,
  };
}
