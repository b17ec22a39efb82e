/** `lemmahead library remove`: shows what will be removed, asks for confirmation, and removes it. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { withLibrary } from '../library/library.ts';
import { resolveRemoval, type RemovalNames } from '../library/resolve-removal.ts';
import { countRemoval, remove } from '../library/removal.ts';
import { removalText, renderRemoval } from '../report/library-remove.ts';
import { confirm } from '../ui/confirm.ts';
import type { Command } from './command.ts';

export interface LibraryRemoveOptions extends RemovalNames {
  yes: boolean;
}

/** Exit `no` if the user declines. */
export const libraryRemove: Command<LibraryRemoveOptions> = (options, { settings, signal }) => {
  if (options.source === null && options.documents.length + options.entries.length === 0) throw nothingNamed();
  return withLibrary(libraryPathFor(settings), { writable: true, create: false }, async ({ database }) => {
    const removal = resolveRemoval(database, options);
    const counts = countRemoval(database, removal);
    const isSure = options.yes || (await confirm(`This removes ${removalText(counts)}. Continue?`, signal));
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
  return new Failure('usage', 'nothing-named', {
    message: 'Nothing to remove was given: no entry, no --document, no --source.',
    next: 'lemmahead library remove --help',
  });
}

function notSure(what: string): Failure {
  return new Failure('usage', 'not-confirmed', {
    message: `This would remove ${what}; nothing was removed.`,
    reason: 'There is no terminal on which to ask for confirmation.',
    next: 'Repeat the command with --yes.',
  });
}
