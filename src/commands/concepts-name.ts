/** `lemmahead concepts merge` and `alias`: the user says which phrases name one concept. The next build applies it. */
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import { openConceptBase } from '../concepts/open-base.ts';
import { decideConcepts, undecideConcept, type NameDecision } from '../library/concept-decisions.ts';
import { withLibrary } from '../library/library.ts';
import { renderDecision } from '../report/concept-decision.ts';
import { nearConcepts } from '../search/concepts/near-concepts.ts';
import { buildCommand, conceptsPathFor } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import { keyOfPhrase } from '../session/concept-phrase.ts';
import type { Command } from './command.ts';

export interface ConceptsNameOptions {
  verb: 'merge' | 'alias';
  /** A concept. */
  phrase: string;
  /** Another concept, or another name. */
  other: string;
  /** Takes the decision back. */
  undo: boolean;
}

const KINDS = { merge: 'same as', alias: 'also called' } as const satisfies Record<string, NameDecision['kind']>;
const MAX_NEAREST = 5;

/** @throws {Failure} `phrase-empty`, `names-equal`, `concept-unknown`, and those of the library */
export const conceptsName: Command<ConceptsNameOptions> = async ({ verb, phrase, other, undo }, context) => {
  const help = `lemmahead concepts ${verb} --help`;
  const key = keyOfPhrase(phrase, help);
  const otherKey = keyOfPhrase(other, help);
  if (key === otherKey) {
    throw new Failure('usage', 'names-equal', {
      message: `'${phrase}' and '${other}' already have the same normal form, '${key}'.`,
      next: help,
    });
  }
  const concepts = [{ key, phrase }, ...(verb === 'merge' ? [{ key: otherKey, phrase: other }] : [])];
  if (!undo) requireConcepts(concepts, context);
  const kind = KINDS[verb];
  const decision = { kind, key, phrase, other: { key: otherKey, phrase: other } };
  const changed = await withLibrary(libraryPathFor(context.settings), { writable: true, create: true }, (library) =>
    undo ? undecideConcept(library, decision) : decideConcepts(library, [decision]) > 0,
  );
  const sentence = `${phrase} is ${kind} ${other}`;
  return {
    exit: 'done',
    data: { schema: 'lemmahead/concepts-name@1', kind, key, phrase, other_key: otherKey, other, undo, changed },
    render: () => renderDecision(sentence, { undo, changed }),
  };
};

/** Without a base, nothing is known. @throws {Failure} `concept-unknown` */
function requireConcepts(concepts: readonly { key: string; phrase: string }[], { settings }: CommandContext): void {
  const path = conceptsPathFor(settings);
  if (!fileExists(path)) return;
  const base = openConceptBase(path, buildCommand(settings));
  try {
    const unknown = concepts.find(({ key }) => base.concept(key) === null);
    if (unknown === undefined) return;
    const nearest = nearConcepts(base, unknown.phrase, MAX_NEAREST);
    throw new Failure('usage', 'concept-unknown', {
      message: `The concept base has no concept '${unknown.phrase}'.`,
      ...(nearest.length === 0 ? {} : { reason: `Similar concepts: ${nearest.join(', ')}.` }),
      next: 'lemmahead concepts search WORDS',
    });
  } finally {
    base.close();
  }
}
