/** `lemmahead graph accept` and `reject`: a person's word on a link. Later links are found with it. */
import { Failure } from '../base/errors.ts';
import { libraryPathFor } from '../config/paths.ts';
import { findEntryIds } from '../library/find-entry.ts';
import { decideLink, undecideLink } from '../library/formalization-links.ts';
import { withLibrary } from '../library/library.ts';
import type { GraphDecideOptions } from '../options/graph-options.ts';
import type { GraphDecisionReport } from '../report/graph-link-schema.ts';
import { renderGraphDecision } from '../report/graph-link-text.ts';
import { linkableDeclaration } from '../session/linkable-declaration.ts';
import type { Command } from './command.ts';

/** @throws {Failure} `declaration-unknown`, `entry-unknown`, and those of the index and the library */
export const graphDecide: Command<GraphDecideOptions, GraphDecisionReport> = async (
  { statement, name, accepted, source, undo },
  context,
) => {
  const declaration = await linkableDeclaration(name, undo, context);
  return withLibrary(libraryPathFor(context.settings), { writable: true, create: false }, (library) => {
    const ids = findEntryIds(library.database, statement, source);
    const entry = ids.length === 1 ? library.entry(ids[0]!) : null;
    if (entry === null) throw unknownStatement(statement, ids.length);
    const decision = { entry: entry.id, kind: accepted ? 'formalizes' : 'does not formalize', ...declaration } as const;
    const changed = undo ? undecideLink(library, entry.source, decision) : decideLink(library, entry.source, decision);
    const data: GraphDecisionReport = {
      schema: 'lemmahead/graph-decision@1',
      statement: entry.key,
      source: entry.source,
      name: declaration.name,
      accepted,
      undo,
      changed,
    };
    return { exit: 'done', data, render: () => renderGraphDecision(data) };
  });
};

function unknownStatement(name: string, found: number): Failure {
  return new Failure('usage', found === 0 ? 'entry-unknown' : 'entry-ambiguous', {
    message: found === 0 ? `The library has no entry ${name}.` : `${found} entries of the library are called ${name}.`,
    next:
      found === 0
        ? `lemmahead library list, or add the document: lemmahead library add FILE`
        : `lemmahead library show '${name}' lists them; give --source or the id of one`,
  });
}
