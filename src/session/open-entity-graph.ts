/** Opens the graph of the library's entities for a command, and finds the entities that a user names. */
import { representatives } from '../builders/knowledge/fusion/merged-view.ts';
import { libraryPathFor } from '../config/paths.ts';
import { type EntityGraph, entityGraph } from '../graph/entity-graph.ts';
import { requireSources } from '../library/filter-entries.ts';
import {
  type EntityHead,
  entityHeads,
  type EntityReference,
  repeatedReferences,
  sameAsEdges,
} from '../library/knowledge-rows.ts';
import { type Library, withLibrary } from '../library/library.ts';
import type { CommandContext } from './command-context.ts';
import { entityNamed } from './entity-named.ts';

export interface OpenEntityGraph {
  library: Library;
  graph: EntityGraph<EntityHead>;
  /** All entities, also those of uncertain type, without their texts. */
  heads: EntityHead[];
}

/**
 * `sources`: only their entities and the references between them; empty for all. `terms`: with references without marks.
 * @throws {Failure} `source-unknown`
 */
export function withEntityGraph<T>(
  { settings }: CommandContext,
  { sources, terms }: { sources: readonly string[]; terms: boolean },
  work: (open: OpenEntityGraph) => T | Promise<T>,
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
  // Of a source, the representative may be in another one.
  const groups = sources.length === 0 ? representatives(sameAsEdges(database)) : new Map<number, number>();
  return entityGraph(entities, references, groups);
}

/** The node of a named entity. @throws {Failure} `entity-unknown`, `entity-ambiguous` */
export function entityNode({ library, graph }: OpenEntityGraph, name: string, source: string | null): number {
  return graph.nodeOf(entityNamed(library, name, source).id)!;
}
