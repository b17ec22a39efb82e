/** Generates the OpenAPI 3.1 document from the table of endpoints and the schemas that validate requests. */
import { z } from 'zod';
import { packageVersion } from '../../base/version.ts';
import { errorSchema } from '../../report/error-schema.ts';
import { type Endpoint, ENDPOINTS } from './endpoints.ts';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'the request is invalid',
  401: 'the token is missing or wrong',
  403: 'a foreign host or origin, or a path outside the project',
  404: 'not found',
  413: 'the request is too large',
  415: 'not application/json',
  429: 'busy: retry after Retry-After seconds',
  500: 'a bug in lemmahead',
  503: 'something is missing on the machine (the index, Lean), or the server is stopping',
  504: 'timeout',
};

export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'lemmahead',
      version: packageVersion(),
      description: 'Search the Lean libraries of a project, check what a file proves, and fill its sorrys.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorSchema) },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation({ method, path, summary, request, query, responses, isPublic }: Endpoint): object {
  const name = /\{(?<name>\w+)\}/u.exec(path)?.groups?.['name'];
  const parameters = [
    ...(name === undefined ? [] : [{ name, in: 'path', required: true, schema: STRING }]),
    ...(query === undefined ? [] : queryParameters(query)),
    ...(200 in responses && responses[200].type === EVENTS ? [LAST_EVENT] : []),
  ];
  const results = Object.entries(responses).map(([status, { description, schema, type }]) => {
    const content = schema ? jsonContent(schemaOf(schema)) : { [type ?? 'text/plain']: { schema: STRING } };
    return [status, { description, content }];
  });
  const errors = Object.entries(ERRORS)
    .filter(([status]) => !(status in responses))
    .map(([status, description]) => [status, { description, content: jsonContent(ERROR) }]);
  return {
    operationId: [method, ...path.split('/').map((word) => word.replace(/\W/gu, ''))].filter(Boolean).join('_'),
    summary,
    ...(isPublic ? { security: [{}] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request ? { requestBody: { required: true, content: jsonContent(schemaOf(request)) } } : {}),
    responses: Object.fromEntries([...results, ...errors]) as object,
  };
}

function queryParameters(query: z.ZodObject): object[] {
  const { properties } = schemaOf(query) as { properties: Record<string, { description?: string }> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: false, schema },
    ...(description === undefined ? {} : { description }),
  }));
}

const STRING = { type: 'string' };
const EVENTS = 'text/event-stream';
const LAST_EVENT = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: STRING,
  description: 'the id of the last received event',
};
const ERROR = { $ref: '#/components/schemas/Error' };

function jsonContent(schema: object): object {
  return { 'application/json': { schema } };
}

/** OpenAPI 3.1 uses the dialect of JSON Schema that zod generates; only `$schema` must be removed. */
function schemaOf(schema: z.ZodType): object {
  const json = z.toJSONSchema(schema, { io: 'input' });
  delete json.$schema;
  return json;
}
