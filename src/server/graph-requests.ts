/** Requests about the knowledge graph: their schemas, and the commands that answer them. They only read. */
import { z } from 'zod';
import { optionsOf } from '../config/option-table.ts';
import {
  GRAPH_DEPENDS_OPTIONS,
  GRAPH_PATH_OPTIONS,
  GRAPH_STATUS_OPTIONS,
  type GraphDependsOptions,
  type GraphPathOptions,
  type GraphStatusOptions,
} from '../options/graph-options.ts';
import { GRAPH_SHOW_OPTIONS, type GraphShowOptions } from '../options/entity-options.ts';
import { GRAPH_SEARCH_OPTIONS, type GraphSearchOptions } from '../options/knowledge-options.ts';

const MAX_NAME_LENGTH = 1000;
const MAX_QUERY_LENGTH = 20_000;

const name = () => z.string().min(1).max(MAX_NAME_LENGTH);
const names = () => z.array(name()).max(20);

export const graphSearchRequest = z.strictObject({
  query: z.string().max(MAX_QUERY_LENGTH).optional().describe('words, with LaTeX'),
  near: name().optional().describe('or an entity: id, key or label'),
  type: z.array(z.enum(['definition', 'theorem', 'problem'])).optional(),
  field: names().optional(),
  source: names().optional(),
  space: z
    .union([z.literal(1), z.literal(2)])
    .optional()
    .describe('1: one vector of an entity; 2: a weighted sum'),
  references: z.boolean().optional().describe('false: leave references out of the vectors'),
  k: z.int().min(1).max(1000).optional().describe('maximum number of results'),
});

/** As the parameters of an address are read: all are text. */
const number = (most: number) => z.coerce.number().int().min(1).max(most);
const truth = () => z.enum(['true', 'false']);
const half = z.enum(['entities', 'declarations']).describe('what a name is of, if both have it');

export const neighboursQuery = z.strictObject({ hops: number(1000).optional(), limit: number(10_000).optional() });
export const dependsQuery = z.strictObject({
  used_by: truth().optional().describe('what depends on it'),
  hops: number(1000).optional(),
  limit: number(10_000).optional(),
  half: half.optional(),
  source: name().optional().describe('the source of the entity'),
});
export const pathQuery = z.strictObject({
  to: name().optional().describe('a shortest chain to this name'),
  known: z.union([name(), names()]).optional().describe('leave out this one and what only it needs; may be repeated'),
  limit: number(1000).optional(),
  half: half.optional(),
  source: name().optional().describe('the source of the entities'),
});
export const statusQuery = z.strictObject({
  source: name().optional().describe('a source of the library'),
  path: z.string().min(1).max(4096).optional().describe('or a blueprint of the project (default: its own)'),
});

export type GraphSearchRequest = z.infer<typeof graphSearchRequest>;
export type NeighboursQuery = z.infer<typeof neighboursQuery>;
export type DependsQuery = z.infer<typeof dependsQuery>;
export type PathQuery = z.infer<typeof pathQuery>;
export type StatusQuery = z.infer<typeof statusQuery>;

/** A command with its options, for a search thread. */
export type GraphThreadRequest =
  | { search: GraphSearchOptions }
  | { show: GraphShowOptions }
  | { neighbours: { id: string; hops: number; limit: number } }
  | { depends: GraphDependsOptions }
  | { path: GraphPathOptions }
  | { status: GraphStatusOptions };

export function graphSearchOptions(request: GraphSearchRequest, searchLimit: number): GraphSearchOptions {
  const { query, near, type, field, source, space, references, k } = request;
  return {
    ...optionsOf(GRAPH_SEARCH_OPTIONS),
    query: query ?? null,
    near: near ?? null,
    types: type ?? [],
    fields: field ?? [],
    sources: source ?? [],
    space: space === 2 ? '2' : '1',
    references: references ?? true,
    limit: k ?? searchLimit,
  };
}

export function graphShowOptions(entity: string): GraphShowOptions {
  return { ...optionsOf(GRAPH_SHOW_OPTIONS), name: entity };
}

export function neighboursOptions(id: string, { hops = 1, limit = 100 }: NeighboursQuery) {
  return { id, hops, limit };
}

const halfOptions = (of: DependsQuery['half']) => ({
  entities: of === 'entities',
  declarations: of === 'declarations',
});

export function graphDependsOptions(name_: string, query: DependsQuery): GraphDependsOptions {
  const options = optionsOf(GRAPH_DEPENDS_OPTIONS);
  return {
    ...options,
    ...halfOptions(query.half),
    name: name_,
    usedBy: query.used_by === 'true',
    hops: query.hops ?? options.hops,
    limit: query.limit ?? options.limit,
    source: query.source ?? null,
  };
}

export function graphPathOptions(name_: string, query: PathQuery): GraphPathOptions {
  const options = optionsOf(GRAPH_PATH_OPTIONS);
  return {
    ...options,
    ...halfOptions(query.half),
    name: name_,
    to: query.to ?? null,
    known: [query.known ?? []].flat(),
    limit: query.limit ?? options.limit,
    source: query.source ?? null,
  };
}

/** `within`: the absolute path of a file of the project. */
export function graphStatusOptions(
  { source, path = '.' }: StatusQuery,
  within: (file: string) => string,
): GraphStatusOptions {
  return {
    ...optionsOf(GRAPH_STATUS_OPTIONS),
    source: source ?? null,
    path: source === undefined ? within(path) : '.',
  };
}
