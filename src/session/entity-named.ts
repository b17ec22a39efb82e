/** Finds the entity that a user names by an id, a key or a label. */
import { Failure } from '../base/errors.ts';
import { entryLines } from '../library/entry-card.ts';
import { requireSources } from '../library/filter-entries.ts';
import { findEntryIds, similarEntryIds } from '../library/find-entry.ts';
import { entityRows, type EntityRow } from '../library/knowledge-rows.ts';
import type { Library } from '../library/library.ts';

const MAX_CANDIDATES = 5;

/** `source`: null for any. @throws {Failure} `source-unknown`, `entity-unknown`, `entity-ambiguous` */
export function entityNamed(library: Library, name: string, source: string | null = null): EntityRow {
  if (source !== null) requireSources(library.database, [source]);
  return theOnly(findEntities(library, name, source), library, name);
}

/** What an id, a key, a label or a title may mean. */
export interface FoundEntities {
  /** Ids of the entries. */
  ids: number[];
  /** Those of them that are entities of known type. */
  entities: EntityRow[];
}

/** `source`: null for any. */
export function findEntities({ database }: Library, name: string, source: string | null): FoundEntities {
  const ids = findEntryIds(database, name, source);
  return { ids, entities: entityRows(database, ids) };
}

/** @throws {Failure} `entity-unknown`, `entity-ambiguous` */
export function theOnly({ ids, entities }: FoundEntities, { database }: Library, name: string): EntityRow {
  if (entities.length === 1) return entities[0]!;
  const isUnknown = entities.length === 0;
  const shown = isUnknown ? [...ids, ...similarEntryIds(database, name, MAX_CANDIDATES)] : entities.map(({ id }) => id);
  const lines = entryLines(database, shown.slice(0, MAX_CANDIDATES));
  const candidates = lines.map(({ id, source: of, key, kind }) => `${id} ${kind} ${of} ${key}`).join('; ');
  throw new Failure('no', isUnknown ? 'entity-unknown' : 'entity-ambiguous', {
    message: isUnknown
      ? `No definition, theorem or problem of the library is named ${name}.`
      : `${entities.length} entities are named ${name}.`,
    ...(lines.length === 0 ? {} : { reason: isUnknown ? `Entries with a similar name: ${candidates}` : candidates }),
    next: lines.length === 0 ? 'lemmahead library list --entries' : `lemmahead library show ${lines[0]!.id}`,
  });
}
