/** `lemmahead concepts link` and `unlink`: the user's decisions on what a phrase means. The next build applies them. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { decideConcept } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import { normalForm } from '../search/concepts/normal-form.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import { statementHash } from '../search/library/declaration-links.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

export interface ConceptsLinkOptions {
  phrase: string;
  /** Name of a declaration. */
  name: string;
  /** False for `unlink`. */
  means: boolean;
}

/** @throws {Failure} `phrase-empty`, `declaration-unknown`, and those of the index and the library */
export const conceptsLink: Command<ConceptsLinkOptions> = async ({ phrase, name, means }, context) => {
  const key = normalForm(phrase);
  if (key === '') {
    throw new Failure('usage', 'phrase-empty', {
      message: `'${phrase}' has no word that a concept can be known by.`,
      next: 'lemmahead concepts link --help',
    });
  }
  const row = await withCommandIndex(context, (index) => {
    const found = findDeclaration(index, name);
    if (found.row === null) throw unknown(name, found.candidates);
    return found.row;
  });
  const changed = await withLibrary(libraryPathFor(context.settings), { writable: true, create: true }, (library) =>
    decideConcept(
      library,
      { key, phrase, name: row.name, means },
      { package: row.package, statementHash: statementHash(row) },
    ),
  );
  const sentence = `${phrase} ${means ? 'means' : 'does not mean'} ${row.name}`;
  return {
    exit: 'done',
    data: { schema: 'lemmahead/concepts-link@1', key, phrase, name: row.name, means, changed },
    render: () => `${sentence}${changed ? '' : ', as before'}\nThe next build applies it: lemmahead concepts build\n`,
  };
};

function unknown(name: string, candidates: readonly string[]): Failure {
  return new Failure('usage', 'declaration-unknown', {
    message: `The index has no declaration ${name}.`,
    ...(candidates.length === 0 ? {} : { reason: `Similar names: ${candidates.slice(0, 5).join(', ')}.` }),
    next: `lemmahead search '${name.replaceAll("'", '')}'`,
  });
}
