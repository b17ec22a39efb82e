/** The endpoints for editors and agents: goals, attempts, snippets, messages, hovers, outlines and references. */
import type { z } from 'zod';
import { optionsOf } from '../../config/option-table.ts';
import { REFERENCES_OPTIONS } from '../../options/graph-options.ts';
import * as editor from '../../report/editor-schema.ts';
import { outcomeFields } from '../../report/server-schema.ts';
import { outlineSchema, referencesSchema } from '../../report/outline-schema.ts';
import { fileRequest, placeRequest, readRequest, referencesQuery, runRequest, tryRequest } from '../requests.ts';
import type { Caller, CommandResult, Service } from '../service.ts';
import type { Endpoint } from './endpoints.ts';
import { commandResponse, searcherResponse } from './json-response.ts';

function post<Body>(
  [path, summary]: [path: string, summary: string],
  request: z.ZodType<Body>,
  schema: z.ZodObject,
  answer: (service: Service, body: Body, caller: Caller) => Promise<CommandResult>,
): Endpoint {
  return {
    method: 'post',
    path,
    summary,
    request,
    responses: { 200: { description: 'the result', schema: schema.extend(outcomeFields) } },
    handle: async ({ body, signal }, { service }) =>
      commandResponse(await answer(service, readRequest(request, body), { signal })),
  };
}

export const EDITOR_ENDPOINTS: readonly Endpoint[] = [
  post(['/goal', 'The goals at a place of a Lean file or text'], placeRequest, editor.goalSchema, (service, ...of) =>
    service.goal(...of),
  ),
  post(
    ['/try', 'What each of some tactics or terms does at a place; files never change'],
    tryRequest,
    editor.trySchema,
    (service, ...of) => service.try(...of),
  ),
  post(
    ['/run', 'The messages of a snippet of Lean, run alone or after a file'],
    runRequest,
    editor.runSchema,
    (service, ...of) => service.run(...of),
  ),
  post(
    ['/diagnostics', "Lean's messages for a file or text, from a running language server"],
    fileRequest,
    editor.diagnosticsSchema,
    (service, ...of) => service.diagnostics(...of),
  ),
  post(['/hover', 'What Lean says of the name at a place'], placeRequest, editor.hoverSchema, (service, ...of) =>
    service.hover(...of),
  ),
  post(
    ['/outline', 'The declarations of a Lean file or text, without running Lean'],
    fileRequest,
    outlineSchema,
    (service, ...of) => service.outline(...of),
  ),
  {
    method: 'get',
    path: '/references/{name}',
    summary: 'The places in the sources that use a declaration',
    query: referencesQuery,
    responses: { 200: { description: 'the places', schema: referencesSchema.extend(outcomeFields) } },
    handle: async ({ query, pathParameter: name, signal }, { service }) => {
      const { limit, module } = readRequest(referencesQuery, query);
      const options = optionsOf(REFERENCES_OPTIONS);
      return searcherResponse(
        await service.references(
          { ...options, name, limit: limit ?? options.limit, module: module ?? null },
          { signal },
        ),
      );
    },
  },
];
