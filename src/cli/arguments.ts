/** Parsers of single flag values: text → value, or one sentence on what is wrong with it. */
import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';

/** For `Option.argParser`: a whole number within bounds, both included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** A flag that may be given several times or with commas: `--kind lemma,theorem --kind def`. */
export function collect(text: string, sofar: string[] = []): string[] {
  const words = text.split(',').filter((word) => word !== '');
  if (words.length === 0) throw new InvalidArgumentError('It is empty.');
  return [...sofar, ...words];
}

/** As `collect`, each word out of a list. */
export function collectAmong(choices: readonly string[]): (text: string, sofar?: string[]) => string[] {
  return (text, sofar) => {
    const stray = collect(text).find((word) => !choices.includes(word));
    if (stray === undefined) return collect(text, sofar);
    throw new InvalidArgumentError(`'${stray}' is none of ${choices.join(', ')}.`);
  };
}

/** `NAME=PATH` or `NAME=SHA`, several times. */
export function collectPairs(what: string): (text: string, sofar?: [string, string][]) => [string, string][] {
  return (text, sofar = []) => {
    const at = text.indexOf('=');
    if (at > 0 && at < text.length - 1) return [...sofar, [text.slice(0, at), text.slice(at + 1)]];
    throw new InvalidArgumentError(`It must be NAME=${what}.`);
  };
}

/** The same on every command that reads or writes an index. */
export function indexOption(): Option<'--index <file>'> {
  return new Option('--index <file>', "the index to use (default: the project's, else the user's)").helpGroup('Index:');
}

/** The same on every command that reads or writes the library of documents. */
export function libraryOption(): Option<'--library <file>'> {
  return new Option('--library <file>', "the library to use (default: the user's)").helpGroup('Library:');
}

const VECTORS = 'Vectors:';

/** The same on every command that makes vectors or searches by them. */
export function embedderOption(): Option<'--embedder <name>'> {
  return new Option('--embedder <name>', 'openai/NAME, local/NAME, or onnx:FOLDER').helpGroup(VECTORS);
}

export function embedderUrlOption(): Option<'--embedder-url <url>'> {
  return new Option('--embedder-url <url>', 'the server of the embedder, as far as /v1').helpGroup(VECTORS);
}

export function storeOption(): Option<'--store <place>'> {
  return new Option('--store <place>', 'where the vectors of the library are: embedded, or chroma:URL').helpGroup(
    VECTORS,
  );
}

/** All flags of the library, for what asks it beside other things. */
export function withLibraryFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return command
    .addOption(libraryOption())
    .addOption(embedderOption())
    .addOption(embedderUrlOption())
    .addOption(storeOption());
}

/** What the library's flags come to; a command may have some of them. */
export interface LibraryFlags {
  library?: string | undefined;
  embedder?: string | undefined;
  embedderUrl?: string | undefined;
  store?: string | undefined;
}

/** The settings that these flags are of. */
export function librarySettings(flags: LibraryFlags) {
  return {
    'library.path': flags.library,
    'library.store': flags.store,
    'embedder.name': flags.embedder,
    'embedder.base_url': flags.embedderUrl,
  };
}
