/** `lemmahead concepts link` and `unlink`: the user's decisions on what a phrase means. The next build applies them. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { decideConcepts, undecideConcept } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import { renderDecision } from '../report/concept-decision.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import { statementHash } from '../search/library/declaration-links.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { keyOfPhrase } from '../session/concept-phrase.ts';
import type { Command } from './command.ts';

export interface ConceptsLinkOptions {
  phrase: string;
  /** Name of a declaration. */
  name: string;
  /** False for `unlink`. */
  means: boolean;
  /** Takes the decision back. */
  undo: boolean;
}

/** @throws {Failure} `phrase-empty`, `declaration-unknown`, and those of the index and the library */
export const conceptsLink: Command<ConceptsLinkOptions> = async ({ phrase, name, means, undo }, context) => {
  const key = keyOfPhrase(phrase, `lemmahead concepts ${means ? 'link' : 'unlink'} --help`);
  const kind = means ? 'means' : 'does not mean';
  const declaration = await withCommandIndex(context, (index) => {
    const { row, candidates } = findDeclaration(index, name);
    if (row !== null) return { name: row.name, package: row.package, statementHash: statementHash(row) };
    // A decision on a declaration that is gone can be taken back.
    if (undo) return { name, package: '', statementHash: '' };
    throw unknown(name, candidates);
  });
  const decision = { kind, key, phrase, ...declaration } as const;
  const changed = await withLibrary(libraryPathFor(context.settings), { writable: true, create: true }, (library) =>
    undo ? undecideConcept(library, decision) : decideConcepts(library, [decision]) > 0,
  );
  return {
    exit: 'done',
    data: { schema: 'lemmahead/concepts-link@1', key, phrase, name: declaration.name, means, undo, changed },
    render: () => renderDecision(`${phrase} ${kind} ${declaration.name}`, { undo, changed }),
  };
};

function unknown(name: string, candidates: readonly string[]): Failure {
  return new Failure('usage', 'declaration-unknown', {
    message: `The index has no declaration ${name}.`,
    ...(candidates.length === 0 ? {} : { reason: `Similar names: ${candidates.slice(0, 5).join(', ')}.` }),
    next: `lemmahead search '${name.replaceAll("'", '')}'`,
  });
}
