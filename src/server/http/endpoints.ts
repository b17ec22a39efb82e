/** The table of HTTP endpoints, from which the routes and the OpenAPI document are generated. */
import { z } from 'zod';
import { packageVersion } from '../../base/version.ts';
import { checkSchema, holesSchema } from '../../report/check-schema.ts';
import { conceptsPackSchema, conceptsSearchSchema, conceptsShowSchema } from '../../report/concepts-schema.ts';
import { entrySearchSchema } from '../../report/entry-search-schema.ts';
import { graphViewSchema } from '../../report/picture-schema.ts';
import { searchEverywhereSchema } from '../../report/search-everywhere-schema.ts';
import { searchSchema, showSchema, unknownSchema } from '../../report/search-schema.ts';
import {
  healthSchema,
  jobSchema,
  jobsSchema,
  modulesSchema,
  outcomeFields,
  statsSchema,
} from '../../report/server-schema.ts';
import { templatesNearestSchema } from '../../report/template-graph-schema.ts';
import { templatesSearchSchema } from '../../report/templates-schema.ts';
import { statementCompareSchema, statementSchema } from '../../report/statement-schema.ts';
import type { Job, Jobs } from '../jobs.ts';
import {
  checkRequest,
  conceptsRequest,
  formalizeRequest,
  solveRequest,
  holesRequest,
  pictureRequest,
  proveRequest,
  readRequest,
  searchRequest,
  statementRequest,
  templatesRequest,
} from '../requests.ts';
import type { Service } from '../service.ts';
import { commandResponse, jsonResponse, searcherResponse } from './json-response.ts';
import { eventStream } from './event-stream.ts';
import { EDITOR_ENDPOINTS } from './editor-endpoints.ts';
import { GRAPH_ENDPOINTS } from './graph-endpoints.ts';
import { INDEX_ENDPOINTS } from './index-endpoints.ts';
import { QUEUE_ENDPOINTS } from './queue-endpoints.ts';

/** The server state that the endpoints use. */
export interface EndpointContext {
  service: Service;
  jobs: Jobs;
  /** Start time of the server, in milliseconds. */
  started: number;
  /** Aborted when the server shuts down. */
  stopping: AbortSignal;
}

/** A request: its parsed body and path parameter. */
export interface EndpointRequest {
  body: unknown;
  /** The parameters of the address, if the endpoint has some. */
  query: Record<string, string | string[]>;
  /** The value of `{name}` or `{id}` in the path, decoded; '' if the path has none. */
  pathParameter: string;
  header: (name: string) => string | undefined;
  /** Aborted if the client disconnects. */
  signal: AbortSignal;
}

export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  /** With `{name}` as OpenAPI writes it. */
  path: string;
  summary: string;
  request?: z.ZodType;
  /** Parameters of the address. */
  query?: z.ZodObject;
  /** By status, without the error responses that all endpoints share. */
  responses: Record<number, { description: string; schema?: z.ZodType; type?: string }>;
  /** Needs no token. */
  isPublic?: true;
  handle: (request: EndpointRequest, context: EndpointContext) => Response | Promise<Response>;
}

const searchResponse = z.union([
  searchSchema.extend(outcomeFields),
  entrySearchSchema.extend(outcomeFields),
  searchEverywhereSchema.extend(outcomeFields),
]);

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/search',
    summary: 'Find declarations by name, pattern, plain words or goal; entries of the library',
    request: searchRequest,
    responses: { 200: { description: 'results, best first; may be empty', schema: searchResponse } },
    handle: async ({ body, signal }, { service }) =>
      searcherResponse(await service.search(readRequest(searchRequest, body), { signal })),
  },
  {
    method: 'get',
    path: '/declarations/{name}',
    summary: 'One declaration in full',
    responses: {
      200: { description: 'the declaration', schema: showSchema.extend(outcomeFields) },
      404: {
        description: 'no declaration has the name, or it is ambiguous: similar names',
        schema: unknownSchema.extend(outcomeFields),
      },
    },
    handle: async ({ pathParameter: name, signal }, { service }) => {
      const result = await service.show(name, { signal });
      return searcherResponse(result, result.exit === 'no' ? 404 : 200);
    },
  },
  {
    method: 'post',
    path: '/templates/search',
    summary: 'Proof templates for a goal, or the templates and solved problems nearest to a problem in words',
    request: templatesRequest,
    responses: {
      200: {
        description: 'templates, best first',
        schema: z.union([templatesSearchSchema.extend(outcomeFields), templatesNearestSchema.extend(outcomeFields)]),
      },
    },
    handle: async ({ body, signal }, { service }) =>
      searcherResponse(await service.templates(readRequest(templatesRequest, body), { signal })),
  },
  {
    method: 'post',
    path: '/concepts',
    summary: 'The definitions that a mathematical term means, or that a whole statement in words needs',
    request: conceptsRequest,
    responses: {
      200: {
        description: 'the meanings of the term, or the pack of the statement; may be empty',
        schema: z.union([conceptsSearchSchema.extend(outcomeFields), conceptsPackSchema.extend(outcomeFields)]),
      },
    },
    handle: async ({ body, signal }, { service }) =>
      searcherResponse(await service.concepts(readRequest(conceptsRequest, body), { signal })),
  },
  {
    method: 'get',
    path: '/concepts/{name}',
    summary: 'All meanings of a concept by field, or the concepts of a definition',
    responses: {
      200: { description: 'the concept or the definition', schema: conceptsShowSchema.extend(outcomeFields) },
      404: { description: 'neither: similar concepts', schema: conceptsShowSchema.extend(outcomeFields) },
    },
    handle: async ({ pathParameter: name, signal }, { service }) => {
      const result = await service.showConcept(name, { signal });
      return searcherResponse(result, result.exit === 'no' ? 404 : 200);
    },
  },
  {
    method: 'post',
    path: '/graph/picture',
    summary: 'A graph with its layout: around a declaration, or of a blueprint of the project',
    request: pictureRequest,
    responses: {
      200: { description: 'the graph, as columns', schema: graphViewSchema.extend(outcomeFields) },
    },
    handle: async ({ body, signal }, { service }) =>
      searcherResponse(await service.picture(readRequest(pictureRequest, body), { signal })),
  },
  ...GRAPH_ENDPOINTS,
  ...['/modules', '/modules/{name}'].map((path): Endpoint => ({
    method: 'get',
    path,
    summary: path === '/modules' ? 'The top modules of the index' : 'The modules directly below a module',
    responses: { 200: { description: 'modules with counts', schema: modulesSchema.extend(outcomeFields) } },
    handle: async ({ pathParameter: below, signal }, { service }) =>
      searcherResponse(await service.modules(below, { signal })),
  })),
  {
    method: 'get',
    path: '/stats',
    summary: 'The index (counts, commits, digest) and the load of the server',
    responses: { 200: { description: 'counts', schema: statsSchema } },
    handle: stats,
  },
  {
    method: 'get',
    path: '/health',
    summary: 'Whether the server is available',
    responses: {
      200: { description: 'it is available', schema: healthSchema },
      503: { description: 'it is stopping', schema: healthSchema },
    },
    isPublic: true,
    handle: (_request, { stopping }) => {
      const status = stopping.aborted ? 'stopping' : 'ok';
      const version = packageVersion();
      return jsonResponse({ schema: 'lemmahead/health@1', status, version }, stopping.aborted ? 503 : 200);
    },
  },
  {
    method: 'post',
    path: '/holes',
    summary: 'Every sorry of a file or a text, optionally with its goal from Lean',
    request: holesRequest,
    responses: { 200: { description: 'the holes', schema: holesSchema.extend(outcomeFields) } },
    handle: async ({ body, signal }, { service }) =>
      commandResponse(await service.holes(readRequest(holesRequest, body), { signal })),
  },
  {
    method: 'post',
    path: '/check',
    summary: 'Check what a Lean file or text proves',
    request: checkRequest,
    responses: { 200: { description: 'the verdict', schema: checkSchema.extend(outcomeFields) } },
    handle: async ({ body, signal }, { service }) =>
      commandResponse(await service.check(readRequest(checkRequest, body), { signal })),
  },
  {
    method: 'post',
    path: '/statement',
    summary: 'Whether a statement is false, vacuous or trivial, or equivalent to another',
    request: statementRequest,
    responses: {
      200: {
        description: 'the checks, or the comparison',
        schema: z.union([statementSchema.extend(outcomeFields), statementCompareSchema.extend(outcomeFields)]),
      },
    },
    handle: async ({ body, signal }, { service }) =>
      commandResponse(await service.statement(readRequest(statementRequest, body), { signal })),
  },
  ...EDITOR_ENDPOINTS,
  ...QUEUE_ENDPOINTS,
  ...INDEX_ENDPOINTS,
  ...jobEndpoints('prove', 'Start a job that fills the sorrys of a file or a text', proveRequest, (body, jobs) =>
    jobs.start(readRequest(proveRequest, body)),
  ),
  ...jobEndpoints('formalize', 'Start a job that writes a statement in words as Lean', formalizeRequest, (body, jobs) =>
    jobs.startFormalize(readRequest(formalizeRequest, body)),
  ),
  ...jobEndpoints('solve', 'Start a job that solves a problem in words', solveRequest, (body, jobs) =>
    jobs.startSolve(readRequest(solveRequest, body)),
  ),
];

/** A job continues if the client disconnects. */
function jobEndpoints(
  kind: Job['kind'],
  summary: string,
  request: z.ZodType,
  start: (body: unknown, jobs: Jobs) => Job,
): Endpoint[] {
  const path = `/${kind}`;
  return [
    {
      method: 'post',
      path,
      summary: `${summary}; it continues if the client disconnects`,
      request,
      responses: { 202: { description: 'the job', schema: jobSchema } },
      handle: ({ body }, { jobs }) => {
        const job = start(body, jobs);
        return jsonResponse(job.report(), 202, { location: `${path}/${job.id}` });
      },
    },
    {
      method: 'get',
      path,
      summary: 'The jobs, latest first',
      responses: { 200: { description: 'the jobs', schema: jobsSchema } },
      handle: (_request, { jobs }) => {
        const own = jobs.all().filter((job) => job.kind === kind);
        return jsonResponse({ schema: 'lemmahead/jobs@1', jobs: own.map((job) => job.report()) });
      },
    },
    {
      method: 'get',
      path: `${path}/{id}`,
      summary: 'One job, with its result if it has ended',
      responses: { 200: { description: 'the job', schema: jobSchema } },
      handle: ({ pathParameter: id }, { jobs }) => jsonResponse(jobs.get(id).report()),
    },
    {
      method: 'get',
      path: `${path}/{id}/events`,
      summary: 'The events of a job, from its start or after the event in Last-Event-ID',
      responses: {
        200: { description: 'server-sent events; the last is `end`, with the job', type: 'text/event-stream' },
      },
      // If the server stops, the job ends and emits its `end` event.
      handle: ({ pathParameter: id, header, signal }, { jobs }) =>
        eventStream(jobs.get(id), Number(header('last-event-id') ?? 0) || 0, signal),
    },
    {
      method: 'delete',
      path: `${path}/{id}`,
      summary: 'Stop a job; what it has done stays recorded',
      responses: { 202: { description: 'the job, which is stopping', schema: jobSchema } },
      handle: ({ pathParameter: id }, { jobs }) => {
        const job = jobs.get(id);
        job.cancel();
        return jsonResponse(job.report(), 202);
      },
    },
  ];
}

async function stats({ signal }: EndpointRequest, { service, started }: EndpointContext): Promise<Response> {
  const { json } = await service.stats({ signal });
  const { packages, kinds, ...rest } = JSON.parse(json) as Counts;
  return jsonResponse({
    ...rest,
    schema: 'lemmahead/stats@1',
    version: packageVersion(),
    declarations: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    commits: Object.fromEntries(packages.map(({ name, rev }) => [name, rev])),
    kinds,
    packages,
    uptime_seconds: Math.round((Date.now() - started) / 1000),
    load: service.load,
    has_queue: service.settings.queueUrl !== null,
    template_graphs: await service.templateGraphs(),
  });
}

interface Counts extends Record<string, unknown> {
  packages: { name: string; rev: string }[];
  kinds: Record<string, number>;
}
