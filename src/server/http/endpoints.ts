/** Every question that HTTP takes: the routes and the OpenAPI document are both made of this table. */
import type { z } from 'zod';
import { packageVersion } from '../../base/version.ts';
import type { Jobs } from '../jobs.ts';
import { checkRequest, holesRequest, proveRequest, readRequest, searchRequest } from '../requests.ts';
import {
  checkResponse,
  healthResponse,
  holesResponse,
  jobResponse,
  jobsResponse,
  searchResponse,
  showResponse,
  statsResponse,
} from '../responses.ts';
import type { Service } from '../service.ts';
import { commandAnswer, foundAnswer, jsonAnswer } from './answers.ts';
import { eventStream } from './event-stream.ts';

/** What the endpoints work with. */
export interface Parts {
  service: Service;
  jobs: Jobs;
  /** When the server began, in milliseconds. */
  started: number;
  /** Aborted when it is told to end. */
  stopping: AbortSignal;
}

/** One request: its body read as JSON, and what stands in its path. */
export interface Asked {
  body: unknown;
  /** Of `{name}` or `{id}` in the path, decoded; '' where there is none. */
  part: string;
  lastEventId: string | undefined;
  /** Aborted where the client leaves. */
  signal: AbortSignal;
}

export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  /** With `{name}` as OpenAPI writes it. */
  path: string;
  summary: string;
  request?: z.ZodType;
  /** By status; those of errors go without saying. */
  responses: Record<number, { what: string; schema?: z.ZodType; type?: string }>;
  /** Asked without a token too. */
  isPublic?: true;
  handle: (asked: Asked, parts: Parts) => Response | Promise<Response>;
}

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/search',
    summary: 'Find declarations by name, pattern, plain words or goal; entries of the library',
    request: searchRequest,
    responses: { 200: { what: 'results, best first; none is an answer too', schema: searchResponse } },
    handle: async ({ body, signal }, { service }) =>
      foundAnswer(await service.search(readRequest(searchRequest, body), { signal })),
  },
  {
    method: 'get',
    path: '/declarations/{name}',
    summary: 'One declaration whole',
    responses: {
      200: { what: 'the declaration', schema: showResponse },
      404: { what: 'nothing has the name, or several could be meant: names near it', schema: showResponse },
    },
    handle: async ({ part, signal }, { service }) => {
      const found = await service.show(part, { signal });
      return foundAnswer(found, found.exit === 'no' ? 404 : 200);
    },
  },
  {
    method: 'get',
    path: '/stats',
    summary: 'What is indexed: counts, commits, digest; how busy the server is',
    responses: { 200: { what: 'counts', schema: statsResponse } },
    handle: stats,
  },
  {
    method: 'get',
    path: '/health',
    summary: 'Whether the server answers',
    responses: {
      200: { what: 'it does', schema: healthResponse },
      503: { what: 'it is about to end', schema: healthResponse },
    },
    isPublic: true,
    handle: (_asked, { stopping }) => {
      const status = stopping.aborted ? 'stopping' : 'ok';
      const version = packageVersion();
      return jsonAnswer({ schema: 'lemmahead/health@1', status, version }, stopping.aborted ? 503 : 200);
    },
  },
  {
    method: 'post',
    path: '/holes',
    summary: 'Every sorry of a file or a text, with its goal where Lean is asked',
    request: holesRequest,
    responses: { 200: { what: 'the holes', schema: holesResponse } },
    handle: async ({ body, signal }, { service }) =>
      commandAnswer(await service.holes(readRequest(holesRequest, body), { signal })),
  },
  {
    method: 'post',
    path: '/check',
    summary: 'What a Lean file or text really proves',
    request: checkRequest,
    responses: { 200: { what: 'the verdict', schema: checkResponse } },
    handle: async ({ body, signal }, { service }) =>
      commandAnswer(await service.check(readRequest(checkRequest, body), { signal })),
  },
  {
    method: 'post',
    path: '/prove',
    summary: 'Begin to fill the sorrys of a file or a text; a job goes on when the client leaves',
    request: proveRequest,
    responses: { 202: { what: 'the job', schema: jobResponse } },
    handle: ({ body }, { jobs }) => {
      const job = jobs.start(readRequest(proveRequest, body));
      return jsonAnswer(job.report(), 202, { location: `/prove/${job.id}` });
    },
  },
  {
    method: 'get',
    path: '/prove',
    summary: 'The jobs, latest first',
    responses: { 200: { what: 'the jobs', schema: jobsResponse } },
    handle: (_asked, { jobs }) =>
      jsonAnswer({ schema: 'lemmahead/jobs@1', jobs: jobs.all().map((job) => job.report()) }),
  },
  {
    method: 'get',
    path: '/prove/{id}',
    summary: 'One job, with its result once it has one',
    responses: { 200: { what: 'the job', schema: jobResponse } },
    handle: ({ part }, { jobs }) => jsonAnswer(jobs.get(part).report()),
  },
  {
    method: 'get',
    path: '/prove/{id}/events',
    summary: 'What happens in a job, from its beginning, or after the event that Last-Event-ID names',
    responses: { 200: { what: 'server-sent events; the last is `end`, with the job', type: 'text/event-stream' } },
    // Where the server ends, the job does, and says so.
    handle: ({ part, lastEventId, signal }, { jobs }) =>
      eventStream(jobs.get(part), Number(lastEventId ?? 0) || 0, signal),
  },
  {
    method: 'delete',
    path: '/prove/{id}',
    summary: 'Stop a job; what it has tried is on record',
    responses: { 202: { what: 'the job, which is ending', schema: jobResponse } },
    handle: ({ part }, { jobs }) => {
      const job = jobs.get(part);
      job.cancel();
      return jsonAnswer(job.report(), 202);
    },
  },
];

async function stats({ signal }: Asked, { service, started }: Parts): Promise<Response> {
  const found = await service.stats({ signal });
  const { packages, kinds, ...rest } = JSON.parse(found.json) as Counts;
  return jsonAnswer({
    ...rest,
    schema: 'lemmahead/stats@1',
    version: packageVersion(),
    declarations: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    commits: Object.fromEntries(packages.map(({ name, rev }) => [name, rev])),
    kinds,
    packages,
    uptime_seconds: Math.round((Date.now() - started) / 1000),
    load: service.load,
  });
}

interface Counts extends Record<string, unknown> {
  packages: { name: string; rev: string }[];
  kinds: Record<string, number>;
}
