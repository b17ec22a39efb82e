/** The endpoints about the knowledge graph. They only read. */
import type { z } from 'zod';
import { entityDependsSchema, entityPathSchema, neighboursSchema } from '../../report/entity-graph-schema.ts';
import { graphShowSchema } from '../../report/entity-schema.ts';
import { graphDependsSchema, graphPathSchema, graphStatusSchema } from '../../report/graph-schema.ts';
import { graphSearchSchema } from '../../report/knowledge-schema.ts';
import { outcomeFields } from '../../report/server-schema.ts';
import {
  dependsQuery,
  graphDependsOptions,
  graphPathOptions,
  graphSearchOptions,
  graphSearchRequest,
  graphShowOptions,
  graphStatusOptions,
  type GraphThreadRequest,
  neighboursOptions,
  neighboursQuery,
  pathQuery,
  statusQuery,
} from '../graph-requests.ts';
import { readRequest } from '../requests.ts';
import type { Service } from '../service.ts';
import type { Endpoint } from './endpoints.ts';
import { searcherResponse } from './json-response.ts';

/** A `GET` with parameters. `requestOf`: the command that answers. */
function get<Query extends z.ZodObject>(
  path: string,
  summary: string,
  query: Query,
  schemas: readonly z.ZodObject[],
  requestOf: (name: string, query: z.infer<Query>, service: Service) => GraphThreadRequest,
): Endpoint {
  const [first, ...others] = schemas.map((schema) => schema.extend(outcomeFields));
  return {
    method: 'get',
    path,
    summary,
    query,
    responses: {
      200: {
        description: 'what was found; may be empty',
        schema: others.length === 0 ? first! : first!.or(others[0]!),
      },
    },
    handle: async ({ pathParameter, query: given, signal }, { service }) =>
      searcherResponse(
        await service.graph(requestOf(pathParameter, readRequest(query, given) as z.infer<Query>, service), { signal }),
      ),
  };
}

export const GRAPH_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/graph/search',
    summary: 'Find definitions, theorems and problems of the library by words, or near an entity',
    request: graphSearchRequest,
    responses: {
      200: { description: 'entities, best first; may be empty', schema: graphSearchSchema.extend(outcomeFields) },
    },
    handle: async ({ body, signal }, { service }) => {
      const search = graphSearchOptions(readRequest(graphSearchRequest, body), service.settings.searchLimit);
      return searcherResponse(await service.graph({ search }, { signal }));
    },
  },
  {
    method: 'get',
    path: '/graph/entities/{id}',
    summary: 'One entity of the library with its attributes and references, by id, key, label or title',
    responses: {
      200: { description: 'the entity', schema: graphShowSchema.extend(outcomeFields) },
      404: {
        description: 'no entity has the name, or several: candidates',
        schema: graphShowSchema.extend(outcomeFields),
      },
    },
    handle: async ({ pathParameter, signal }, { service }) => {
      const result = await service.graph({ show: graphShowOptions(pathParameter) }, { signal });
      return searcherResponse(result, result.exit === 'no' ? 404 : 200);
    },
  },
  get(
    '/graph/neighbours/{id}',
    'What an entity refers to, and what refers to it',
    neighboursQuery,
    [neighboursSchema],
    (id, query) => ({ neighbours: neighboursOptions(id, query) }),
  ),
  get(
    '/graph/depends/{name}',
    'What a declaration or an entity depends on, or what depends on it',
    dependsQuery,
    [graphDependsSchema, entityDependsSchema],
    (name, query) => ({ depends: graphDependsOptions(name, query) }),
  ),
  get(
    '/graph/path/{name}',
    'In which order to learn what a declaration or an entity needs, or why it needs another',
    pathQuery,
    [graphPathSchema, entityPathSchema],
    (name, query) => ({ path: graphPathOptions(name, query) }),
  ),
  get(
    '/graph/status',
    'What of a blueprint or a source of the library is formalized, and what can be formalized next',
    statusQuery,
    [graphStatusSchema],
    (_name, query, service) => ({ status: graphStatusOptions(query, (file) => service.files.within(file)) }),
  ),
];
