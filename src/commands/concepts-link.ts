/** `lemmahead concepts link` and `unlink`: the user's decisions on what a phrase means. The next build applies them. */
import { libraryPathFor } from '../config/paths.ts';
import { decideConcepts, undecideConcept } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import { renderDecision } from '../report/concept-decision.ts';
import { keyOfPhrase } from '../session/concept-phrase.ts';
import { linkableDeclaration } from '../session/linkable-declaration.ts';
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
  const declaration = await linkableDeclaration(name, undo, context);
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
