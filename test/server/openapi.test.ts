/** The OpenAPI document: complete, valid, and consistent with the server about every request. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ENDPOINTS } from '../../src/server/http/endpoints.ts';
import { openApiDocument } from '../../src/server/http/openapi.ts';
import { STATUS_BY_CODE, statusOf } from '../../src/server/http/status.ts';
import { faultsOf, lookUp } from './json-schema.ts';

// As clients receive it.
const document: any = JSON.parse(JSON.stringify(openApiDocument()));
const operations: [string, any][] = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
  Object.entries<any>(methods).map(([method, operation]): [string, any] => [`${method} ${path}`, operation]),
);

function within(part: any, visit: (part: any) => void): void {
  if (typeof part !== 'object' || part === null) return;
  visit(part);
  for (const each of Object.values(part)) within(each, visit);
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and has exactly the endpoints', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/u);
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/u),
    });
    expect(operations.map(([name]) => name).toSorted()).toEqual(
      ENDPOINTS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });

  it('has valid references and no $schema', () => {
    let references = 0;
    within(document, (part) => {
      expect(part).not.toHaveProperty('$schema');
      if (typeof part.$ref !== 'string') return;
      references++;
      expect(lookUp(part.$ref, document)).toBeTypeOf('object');
    });
    expect(references).toBeGreaterThan(operations.length);
  });

  it('gives each operation a unique valid id and a one-line summary', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { operationId, summary }] of operations) {
      expect(operationId, name).toMatch(/^[a-z][a-z_]*$/u);
      expect(summary, name).toMatch(/^\S.*[^.]$/u);
    }
  });

  it('declares exactly the parameters in the path', () => {
    for (const [name, { parameters = [] }] of operations) {
      const declared = parameters.filter((parameter: any) => parameter.in === 'path');
      expect(
        declared.map((parameter: any) => parameter.name),
        name,
      ).toEqual([...name.matchAll(/\{(\w+)\}/gu)].map(([, part]) => part));
      for (const parameter of parameters)
        if (parameter.in !== 'query') expect(parameter).toMatchObject({ schema: { type: 'string' } });
      for (const parameter of declared) expect(parameter.required).toBe(true);
    }
    expect(document.paths['/prove/{id}/events'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'Last-Event-ID', in: 'header' }),
    );
  });

  it('describes every response, including errors', () => {
    for (const [name, { responses }] of operations) {
      // 206 and 416: a part of a file, and a part that it does not have.
      const answers = Object.keys(responses).filter((status) => Number(status) < 300 && status !== '206');
      expect(answers.length, name).toBe(1);
      for (const [status, { description, content }] of Object.entries<any>(responses)) {
        expect(description, `${name} ${status}`).toMatch(/\S/u);
        expect(Object.keys(content).length, `${name} ${status}`).toBe(1);
        if (Number(status) >= 400 && status !== '416' && !('application/json' in content))
          expect.fail(`${name} ${status}`);
      }
      for (const status of [400, 401, 403, 429, 500, 503]) expect(responses, name).toHaveProperty(String(status));
    }
  });

  it('lists every status that an error can have, except 405, which belongs to no operation', () => {
    const exits = (['usage', 'missing', 'budget', 'interrupted', 'bug'] as const).map((exit) =>
      statusOf({ code: '', exit }),
    );
    const all = new Set([...Object.values(STATUS_BY_CODE), ...exits]);
    all.delete(405);
    const { responses } = document.paths['/check'].post;
    expect([...all].filter((status) => !(String(status) in responses))).toEqual([]);
  });

  it('maps errors to HTTP statuses', () => {
    const statuses = [
      ['search-timeout', 'budget', 504],
      ['job-timeout', 'budget', 504],
      ['busy', 'budget', 429],
      ['index-missing', 'missing', 503],
      ['lean-missing', 'missing', 503],
      ['stopping', 'interrupted', 503],
      ['file-unreadable', 'usage', 400],
      ['path-outside', 'usage', 403],
      ['bug', 'bug', 500],
    ] as const;
    for (const [code, exit, status] of statuses) expect(statusOf({ code, exit }), code).toBe(status);
  });

  it('requires a JSON body for the same operations as the server', () => {
    for (const { method, path, request } of ENDPOINTS) {
      const { requestBody } = document.paths[path][method];
      expect(requestBody === undefined, path).toBe(request === undefined);
      if (requestBody)
        expect([requestBody.required, Object.keys(requestBody.content)]).toEqual([true, ['application/json']]);
    }
  });

  it('lists which operations require the token', () => {
    const withoutToken = operations.filter(([, { security }]) => security !== undefined).map(([name]) => name);
    expect(withoutToken).toEqual(['get /health']);
    expect(document.security).toContainEqual({ token: [] });
    expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  });
});

const REQUESTS = ENDPOINTS.flatMap(({ method, path, request }) =>
  request === undefined
    ? []
    : [
        {
          path,
          request: request as z.ZodObject,
          schema: document.paths[path][method].requestBody.content['application/json'].schema,
        },
      ],
);

/** Values at and beyond every edge there is. */
const VALUES = [
  ...[
    null,
    true,
    false,
    '',
    'a',
    '5',
    0,
    1,
    -1,
    1.5,
    1000,
    1001,
    1e9,
    1e9 + 1,
    1e300,
    -0.5,
    [],
    {},
    ['a'],
    [5],
    [''],
    [[]],
  ],
  ...['name', 'pattern', 'audit', 'compile', 'challenge', 'cold', 'index', 'everywhere', 'rag', 'RAG', 'toString'],
  ...[
    'x'.repeat(1000),
    'x'.repeat(1001),
    'x'.repeat(4097),
    'x'.repeat(20_001),
    Array(100).fill('a'),
    Array(101).fill('a'),
  ],
  ...[
    { kind: 'theorem' },
    { kind: ['theorem', 'lemma'] },
    { kind: [] },
    { kind: 5 },
    { generated: 'no' },
    { unknown: 1 },
  ],
];

/** Values of fields that some requests require. */
const REQUIRED: Record<string, unknown> = { line: 1, attempts: ['a'], snippet: 'a' };

describe.each(REQUESTS)('a request of $path', ({ request, schema }) => {
  const required = Object.fromEntries((schema.required ?? []).map((name: string) => [name, REQUIRED[name]]));
  const isAccepted = (body: unknown): boolean => {
    const { success } = request.safeParse(body);
    const faults = faultsOf(body, schema, document);
    expect(faults.length === 0, `${JSON.stringify(body).slice(0, 200)}: ${faults.join('; ')}`).toBe(success);
    return success;
  };

  it('is accepted or refused by the document as by the server, for many values of each field', () => {
    const accepted = [];
    for (const field of Object.keys(request.shape)) {
      for (const value of VALUES) if (isAccepted({ ...required, [field]: value })) accepted.push(field);
    }
    // Each field has valid values.
    expect(new Set(accepted)).toEqual(new Set(Object.keys(request.shape)));
  });

  it('is accepted or refused alike with several fields, with unknown fields, or if it is not an object', () => {
    const field = fc.constantFrom(...Object.keys(request.shape), 'unknown', '__proto__', 'constructor', 'toString');
    const body = fc.array(fc.tuple(field, fc.constantFrom(...VALUES)), { maxLength: 6 });
    fc.assert(
      fc.property(body, (fields) => {
        // Parsed from JSON, as in a real request, including `__proto__`.
        isAccepted(
          JSON.parse(`{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`),
        );
      }),
    );
    for (const other of [null, [], 'text', 5, true, [{}]]) isAccepted(other);
    expect(isAccepted(required)).toBe(true);
    expect(isAccepted({ ...required, unknown: 1 })).toBe(false);
    for (const name of Object.keys(required)) expect(isAccepted({ ...required, [name]: undefined })).toBe(false);
  });
});
