/** Whether a name in a `graph` command means an entity of the library or a declaration of the index. */
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import type { EntityRow } from '../library/knowledge-rows.ts';
import { type Library, withLibrary } from '../library/library.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';
import { findEntities, theOnly } from './entity-named.ts';

export interface HalfOptions {
  name: string;
  /** The user says which. */
  entities: boolean;
  declarations: boolean;
  /** A source of the library: only entities have one. */
  source: string | null;
}

export interface WorkOnHalf<T> {
  /** The library is open as long as it runs. */
  entity: (library: Library, entity: EntityRow) => T | Promise<T>;
  declaration: () => Promise<T>;
}

/**
 * Works on the entity of that name if the library has one and the index has none, otherwise on the declaration.
 * @throws {Failure} `name-of-both`, `entity-unknown`, `entity-ambiguous`
 */
export async function onEntityOrDeclaration<T>(
  options: HalfOptions,
  context: CommandContext,
  work: WorkOnHalf<T>,
): Promise<T> {
  if (options.declarations) return work.declaration();
  const { name, source } = options;
  const isEntity = options.entities || source !== null;
  const path = libraryPathFor(context.settings);
  const done = await (isEntity || fileExists(path) ? inLibrary() : null);
  return done === null ? asDeclaration(options, context, work.declaration) : done.result;

  async function inLibrary(): Promise<{ result: T } | null> {
    let isOpen = false;
    try {
      return await withLibrary(path, {}, async (library) => {
        isOpen = true;
        if (source !== null) requireSources(library.database, [source]);
        const found = findEntities(library, name, source);
        if (!isEntity) {
          if (found.entities.length === 0) return null;
          if (await isInIndex(name, context)) throw nameOfBoth(name);
        }
        return { result: await work.entity(library, theOnly(found, library, name)) };
      });
    } catch (error) {
      // A library that cannot be read must not hide declarations.
      if (isOpen || isEntity || !(error instanceof Failure)) throw error;
      return null;
    }
  }
}

function nameOfBoth(name: string): Failure {
  return new Failure('no', 'name-of-both', {
    message: `${name} is the name of an entity of the library and of a declaration.`,
    next: 'Say which: --entities or --declarations',
  });
}

/** `work` on the declaration of that name. Without an index, says that the library was searched too. @throws {Failure} */
async function asDeclaration<T>(
  { name }: HalfOptions,
  { settings }: CommandContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const wasSearched = fileExists(libraryPathFor(settings));
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

async function isInIndex(name: string, context: CommandContext): Promise<boolean> {
  try {
    return await withCommandIndex(context, (index) => index.idsByName(name).length > 0);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
