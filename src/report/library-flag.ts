/** Commands that are shown to be typed next: for the library of `--library`, not for the user's own one. Pure. */
import { shellQuote } from '../base/shell-quote.ts';

/** The commands that read or write a library. Their help needs none. */
const LIBRARY_COMMAND = /\blemmahead (?:graph|library) [a-z]+\b(?! --(?:help|library)\b)/gu;

/**
 * Adds `--library` to the `graph` and `library` commands in `text`. `library`: the file as the user typed it; absent for
 * the default. The flag comes before the arguments, because a sentence may continue after them.
 */
export function withLibraryFlag(text: string, { library }: { library?: string }): string {
  if (library === undefined) return text;
  return text.replaceAll(LIBRARY_COMMAND, (command) => `${command} --library ${shellQuote(library)}`);
}
