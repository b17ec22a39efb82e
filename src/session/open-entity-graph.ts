/** Opens the graph of the library's entities for a command, and finds the entities that a user names. */
import { representatives } from '../builders/knowledge/fusion/merged-view.ts';
import { libraryPathFor } from '../config/paths.ts';
import { type EntityGraph, entityGraph } from '../graph/entity-graph.ts';
import { requireSources } from '../library/filter-entries.ts';
import {
  type EntityHead,
  entityHeads,
  type EntityReference,
  reachedEntries,
  referencesAt,
  repeatedReferences,
  sameAsEdges,
} from '../library/knowledge-rows.ts';
import { type Library, withLibrary } from '../library/library.ts';
import type { CommandContext } from './command-context.ts';

export interface OpenEntityGraph {
  library: Library;
  graph: EntityGraph<EntityHead>;
}

/**
 * `sources`: only their entities and the references between them; empty for all. `terms`: with references without marks.
 * @throws {Failure} `source-unknown`
 */
export function withEntityGraph<T>(
  { settings }: CommandContext,
  { sources, terms }: { sources: readonly string[]; terms: boolean },
  /** `heads`: all entities, also those of uncertain type, without their texts. */
  work: (open: OpenEntityGraph & { heads: EntityHead[] }) => T | Promise<T>,
): Promise<T> {
  return withLibrary(libraryPathFor(settings), {}, (library) => {
    const { database } = library;
    requireSources(database, sources);
    const all = entityHeads(database);
    const heads = sources.length === 0 ? all : all.filter(({ source }) => sources.includes(source));
    return work({
      library,
      graph: graphAmong(database, heads, repeatedReferences(database, { terms }), sources),
      heads,
    });
  });
}

/** The graph of these entities of `sources`, or of all sources if it is empty. Merged entities are one node. */
export function graphAmong<E extends EntityHead>(
  database: Library['database'],
  entities: readonly E[],
  references: readonly EntityReference[],
  sources: readonly string[],
): EntityGraph<E> {
  // If only some sources are read, the representative may be in another one.
  const groups = sources.length === 0 ? representatives(sameAsEdges(database)) : new Map<number, number>();
  return entityGraph(entities, references, groups);
}

/**
 * As much of the graph as is needed to follow references from `start`, or with `backwards` to it: the entities that are
 * reached, with all of the references to them, so that as many lead to them as in the whole graph. `also`: ids of entities
 * that are nodes even if they are not reached.
 */
export function reachedGraph(
  library: Library,
  start: number,
  { also = [], ...how }: { also?: readonly number[]; terms: boolean; backwards: boolean },
): OpenEntityGraph {
  const { database } = library;
  const groups = representatives(sameAsEdges(database));
  const reached = [...reachedEntries(database, [start], how), ...also];
  // All that refers to what leads to `start` leads to it, too.
  const references = referencesAt(database, reached, { terms: how.terms, from: !how.backwards || also.length > 0 });
  const ids = new Set(reached);
  for (const { from, to } of references) ids.add(from).add(to);
  for (const id of [...ids]) ids.add(groups.get(id) ?? id);
  return { library, graph: entityGraph(entityHeads(database, [...ids]), references, groups) };
}
