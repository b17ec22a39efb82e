/** Whether a name in a `graph` command means an entity of the library or a declaration of the index. */
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import { findEntryIds } from '../library/find-entry.ts';
import { entityRows } from '../library/knowledge-rows.ts';
import { withLibrary } from '../library/library.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';

export interface HalfOptions {
  name: string;
  /** The user says which. */
  entities: boolean;
  declarations: boolean;
  /** A source of the library: only entities have one. */
  source: string | null;
}

/** An entity if the library has one of that name and the index has none. @throws {Failure} `name-of-both` */
export async function isNameOfEntity(
  { name, entities, declarations, source }: HalfOptions,
  context: CommandContext,
): Promise<boolean> {
  if (entities || source !== null) return true;
  if (declarations || !(await isInLibrary(name, context))) return false;
  if (!(await isInIndex(name, context))) return true;
  throw new Failure('no', 'name-of-both', {
    message: `${name} is the name of an entity of the library and of a declaration.`,
    next: 'Say which: --entities or --declarations',
  });
}

/** `work` on the declaration of that name. Without an index, says that the library was searched too. @throws {Failure} */
export async function asDeclaration<T>(
  { name, declarations }: HalfOptions,
  { settings }: CommandContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const wasSearched = !declarations && fileExists(libraryPathFor(settings));
    if (!wasSearched || !(error instanceof Failure) || error.detail.code !== 'index-missing') throw error;
    throw new Failure(error.detail.exit, 'index-missing', {
      message: `No entity of the library is named ${name}, and there is no index to look for a declaration.`,
      reason: error.detail.message,
      next: `lemmahead library list --entries, or, for declarations: ${error.detail.next}`,
    });
  }
}

/** @throws {Failure} `entity-option` for an option that only applies to declarations */
export function requireEntityOptions({ in: place, module }: { in: string; module: string | null }): void {
  const given = [...(place === 'any' ? [] : ['--in']), ...(module === null ? [] : ['--module'])];
  if (given.length === 0) return;
  throw new Failure('usage', 'entity-option', {
    message: `${given.join(' and ')} cannot be used with an entity of the library.`,
    next: 'Leave it out, or say that the name is of a declaration: --declarations',
  });
}

/** A library that cannot be read must not hide declarations. */
async function isInLibrary(name: string, { settings }: CommandContext): Promise<boolean> {
  const path = libraryPathFor(settings);
  if (!fileExists(path)) return false;
  return orFalse(
    withLibrary(path, {}, ({ database }) => entityRows(database, findEntryIds(database, name, null)).length > 0),
  );
}

function isInIndex(name: string, context: CommandContext): Promise<boolean> {
  return orFalse(withCommandIndex(context, (index) => index.idsByName(name).length > 0));
}

async function orFalse(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
