/** `lemmahead library remove`: says what goes, asks, and takes it out. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { namedRemoval, type RemovalNames } from '../library/named-removal.ts';
import { countRemoval, remove } from '../library/removal.ts';
import { removalText, renderRemoval } from '../report/library-remove.ts';
import { confirm } from '../ui/confirm.ts';
import type { Command } from './command.ts';

export interface LibraryRemoveOptions extends RemovalNames {
  yes: boolean;
}

/** Exit `no` if the person says no. */
export const libraryRemove: Command<LibraryRemoveOptions> = (options, { settings, signal }) => {
  if (options.source === null && options.documents.length + options.entries.length === 0) throw nothingNamed();
  return withLibrary(libraryPathFor(settings), { writable: true, create: false }, async ({ database }) => {
    const removal = namedRemoval(database, options);
    const counts = countRemoval(database, removal);
    const isSure = options.yes || (await confirm(`This takes out ${removalText(counts)}. Go on?`, signal));
    if (isSure === null) throw notSure(removalText(counts));
    if (isSure) remove(database, removal);
    return {
      exit: isSure ? 'done' : 'no',
      data: { schema: 'lemmahead/library-remove@1', removed: isSure, ...counts },
      render: (style) => renderRemoval(counts, isSure, style),
    };
  });
};

function nothingNamed(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'nothing-named',
    message: 'Nothing is named: no entry, no --document, no --source.',
    next: 'lemmahead library remove --help',
  });
}

function notSure(what: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'not-confirmed',
    message: `This would take out ${what}; nothing was removed.`,
    reason: 'Nobody is at the terminal to be asked.',
    next: 'Type the same with --yes.',
  });
}
