/** The declaration that a person names in a decision on a link. */
import { Failure } from '../base/errors.ts';
import type { DeclarationLink } from '../library/derivation.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import { statementHash } from '../search/library/declaration-links.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';

/** `undo`: a decision on a declaration that is gone can be taken back. @throws {Failure} `declaration-unknown` */
export function linkableDeclaration(
  name: string,
  undo: boolean,
  context: CommandContext,
): Promise<Pick<DeclarationLink, 'name' | 'package' | 'statementHash'>> {
  return withCommandIndex(context, (index) => {
    const { row, candidates } = findDeclaration(index, name);
    if (row !== null) return { name: row.name, package: row.package, statementHash: statementHash(row) };
    if (undo) return { name, package: '', statementHash: '' };
    throw new Failure('usage', 'declaration-unknown', {
      message: `The index has no declaration ${name}.`,
      ...(candidates.length === 0 ? {} : { reason: `Similar names: ${candidates.slice(0, 5).join(', ')}.` }),
      next: `lemmahead search '${name.replaceAll("'", '')}'`,
    });
  });
}
