/** Searches with `lemmahead serve`: the format of requests and responses, and the same results as the command line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { faultsOf } from './json-schema.ts';
import {
  type ServerResponse,
  expectCleanEnd,
  expectError,
  LIBRARY,
  type ServeProcess,
  startServe,
} from './serve-process.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-serve-search-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
let server: ServeProcess;
let document: any;

const STRANGE = "Odd.«a/b %2F c.d».β₁'";

beforeAll(async () => {
  mkdirSync(join(home, 'odd'));
  writeFileSync(
    join(home, 'odd', 'Odd.lean'),
    `namespace Odd\ntheorem «a/b %2F c.d».β₁' : 1 = 1 := rfl\ntheorem «x?y#z» : 2 = 2 := rfl\ntheorem ζ_αβ₂ : 3 = 3 := rfl\nend Odd\n`,
  );
  const roots = ['--root', `Abacus=${LIBRARY}`, '--root', `Odd=${join(home, 'odd')}`];
  const built = lemmahead(['index', 'build', ...roots, '--out', env.LEMMAHEAD_INDEX], { env });
  expect(built.status, built.stderr).toBe(0);
  writeFileSync(
    join(home, 'notes.md'),
    '# Means\n\n**Theorem.** The arithmetic mean is at least the geometric mean.\n',
  );
  expect(lemmahead(['library', 'add', join(home, 'notes.md')], { env }).status).toBe(0);
  expect(lemmahead(['concepts', 'build'], { env }).status).toBe(0);
  server = await startServe([], { env });
  document = (await server.get('/openapi.json')).json;
}, 60_000);
afterAll(async () => {
  expectCleanEnd(await server.stop());
  rmSync(home, { recursive: true, force: true });
});

/** Checks the response with the schema in the OpenAPI document. */
function expectDescribed({ status, json }: ServerResponse, method: string, path: string): void {
  const { content } = document.paths[path][method].responses[status];
  expect(faultsOf(json, content['application/json'].schema, document)).toEqual([]);
}

async function search(body: object): Promise<any> {
  const answer = await server.post('/search', body);
  expect(answer.status, answer.text).toBe(200);
  expectDescribed(answer, 'post', '/search');
  return answer.json;
}

describe('POST /search', () => {
  it('accepts a request in its short form and responds with the documented fields', async () => {
    const answer = await server.post('/search', {
      query: 'Nat.add_comm',
      k: 10,
      filters: { kind: ['theorem', 'lemma'] },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.json).toMatchObject({
      query: 'Nat.add_comm',
      schema: 'lemmahead/search@1',
      exit: 'done',
      warnings: [],
    });
    expect(answer.json.results.length).toBeGreaterThan(1);
    expect(answer.json.results.length).toBeLessThanOrEqual(10);
    for (const result of answer.json.results) {
      expect(result).toMatchObject({
        name: expect.stringMatching(/\S/u),
        kind: expect.stringMatching(/^(?:theorem|lemma)$/u),
        signature: expect.stringMatching(/\S/u),
        file_path: expect.stringMatching(/^(?:Abacus|Odd).*\.lean$/u),
        line_start: expect.any(Number),
      });
      expect(result).toHaveProperty('doc');
    }
    expect(answer.json.results[0]).toMatchObject({
      name: 'Nat.add_comm',
      kind: 'theorem',
      signature: 'theorem Nat.add_comm : m + n = n + m',
      doc: 'Addition of natural numbers is commutative.',
      file_path: 'Abacus/Nat/Basic.lean',
      line_start: 83,
    });
  });

  it.each<[string, string[], object]>([
    ['a name', ['Nat.add_comm'], { query: 'Nat.add_comm' }],
    ['an unknown name', ['Nat.add_comm_of_zebra'], { query: 'Nat.add_comm_of_zebra' }],
    ['a pattern', ['_ + _ = _ + _', '-k', '3'], { query: '_ + _ = _ + _', k: 3 }],
    ['words', ['addition is commutative', '-k', '50'], { query: 'addition is commutative', k: 50 }],
    [
      'a goal, explained',
      ['--as', 'goal', 'n : Nat ⊢ n + 0 = n', '--explain'],
      { query: 'n : Nat ⊢ n + 0 = n', as: 'goal', explain: true },
    ],
    [
      'filters',
      ['comm', '--kind', 'theorem', '--namespace', 'Nat,Set', '--no-generated', '--no-deprecated', '--no-fold'],
      {
        query: 'comm',
        filters: { kind: 'theorem', namespace: ['Nat', 'Set'], generated: false, deprecated: false },
        fold: false,
      },
    ],
    ['instances', ['--instances-of', 'Monoid'], { filters: { instances_of: 'Monoid' } }],
    ['a library search', ['arithmetic mean', '--in-library'], { query: 'arithmetic mean', where: 'library' }],
    ['a search of both', ['mean', '--everywhere', '-k', '2'], { query: 'mean', where: 'everywhere', k: 2 }],
  ])('returns the same for %s as the command', async (_what, args, body) => {
    const { json, status } = lemmaheadJson(['search', ...args], { env });
    const answer = await server.post('/search', body);
    const { exit, warnings, ...rest } = answer.json;
    expect(rest).toEqual(json);
    expect([answer.status, exit, warnings]).toEqual([200, status === 0 ? 'done' : 'no', []]);
    expectDescribed(answer, 'post', '/search');
  });

  it('returns status 200 if nothing is found', async () => {
    expect(await search({ query: 'Nat.add_comm_of_zebra' })).toMatchObject({ results: [], exit: 'no' });
  });

  it('respects k', async () => {
    for (const k of [1, 2, 1000]) expect((await search({ query: 'comm', k })).results.length).toBeLessThanOrEqual(k);
    expect((await search({ query: 'Nat', k: 1000, filters: { kind: 'theorem' } })).results.length).toBeGreaterThan(10);
  });

  it('accepts spellings of the JSON content type, escapes and chunked encoding', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset=utf-8']) {
      const body = Buffer.from('\uFEFF{"query": "Odd.\\u03b6_αβ₂"}');
      const answer = await server.send('POST', '/search', { body, headers: { 'content-type': type } });
      expect([answer.status, answer.json.results?.[0]?.name]).toEqual([200, 'Odd.ζ_αβ₂']);
    }
    const body = JSON.stringify({ query: 'Nat.succ', k: 1 });
    const chunked = await server.send('POST', '/search', { body, headers: { 'transfer-encoding': 'chunked' } });
    expect(chunked.json.results.length).toBe(1);
  });

  it('does not read files or stdin for a query that looks like a path or flag', async () => {
    for (const query of ['-', '@/etc/passwd', '/etc/passwd', '--help'])
      expect((await server.post('/search', { query })).text).not.toMatch(/root:|Usage/u);
  });

  it('answers many concurrent searches correctly', async () => {
    const names = Array.from({ length: 60 }, (_, k) => ['Nat.add_comm', 'mul_assoc', 'Nat.succ'][k % 3]!);
    const found = await Promise.all(names.map((query) => search({ query, k: 1 })));
    expect(found.map(({ query, results }) => [query, results[0].name])).toEqual(names.map((name) => [name, name]));
  });
});

describe('GET /declarations/{name}', () => {
  const show = (name: string): Promise<ServerResponse> => server.get(`/declarations/${encodeURIComponent(name)}`);

  it.each(['Nat.add_comm', 'Odd.ζ_αβ₂', 'Odd.«x?y#z»', 'Odd.x?y#z', STRANGE])(
    'returns the same for %s as the command',
    async (name) => {
      const answer = await show(name);
      const { json } = lemmaheadJson(['show', name], { env });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({ ...json, exit: 'done', warnings: [] });
      expect(answer.json.declaration.name).toBe(name.replaceAll(/[«»]/gu, ''));
      expectDescribed(answer, 'get', '/declarations/{name}');
    },
  );

  it('accepts unencoded characters and lower-case escapes', async () => {
    for (const path of ['Odd.%ce%b6_%ce%b1%ce%b2%e2%82%82', 'Nat.add_comm?ignored=1', 'Nat%2Eadd_comm'])
      expect((await server.get(`/declarations/${path}`)).status, path).toBe(200);
  });

  it('returns similar names for an unknown name', async () => {
    const answer = await show('Nat.add_cmm');
    expect([answer.status, answer.json.declaration, answer.json.exit]).toEqual([404, null, 'no']);
    expect(answer.json.candidates).toContain('Nat.add_comm');
    expectDescribed(answer, 'get', '/declarations/{name}');
  });

  it.each(['%', '%ZZ', '%FF', '%00', '+', 'a%2F..%2F..', '%2525'])('handles the malformed name %s', async (path) => {
    const answer = await server.get(`/declarations/${path}`);
    expect([answer.status, answer.json?.schema]).toEqual([404, 'lemmahead/show@1']);
  });

  it('refuses an empty or blank name', async () => {
    expectError(await server.get('/declarations/'), 404, 'not-found');
    expectError(await server.get('/declarations/%20'), 400, 'name-empty');
  });
});

describe('POST /templates/search', () => {
  it('returns what the command prints', async () => {
    const goal = 'm n : Nat\n⊢ m + n = n + m';
    const answer = await server.post('/templates/search', { goal, k: 3 });
    expect(answer.status, answer.text).toBe(200);
    expectDescribed(answer, 'post', '/templates/search');
    const { json } = lemmaheadJson(['templates', 'search', '--goal', goal, '-k', '3'], { env });
    expect(json.hits).toHaveLength(3);
    expect(answer.json).toMatchObject(json);
    expectError(await server.post('/templates/search', { goal, problem: 'Trees?' }), 400, 'bad-request');
    expectError(await server.post('/templates/search', { goal: ' ' }), 400, 'query-empty');
    expectError(await server.post('/templates/search', {}), 400, 'bad-request');
  });
});

describe('POST /templates/search for a problem', () => {
  const problem = 'How many labelled trees on 9 vertices are there?';

  it('returns what the command prints, from the graph in the library', async () => {
    expectError(await server.post('/templates/search', { problem }), 503, 'template-graph-missing');
    const seeds = join(ROOT, 'fixtures', 'problems', 'labelled.jsonl');
    lemmaheadJson(['templates', 'build', seeds, '--from', 'labelled'], { env });
    try {
      const answer = await server.post('/templates/search', { problem, k: 2, threshold: 0.1 });
      expectDescribed(answer, 'post', '/templates/search');
      const { json } = lemmaheadJson(['templates', 'search', problem, '-k', '2', '--threshold', '0.1'], { env });
      expect(json.hits).toHaveLength(2);
      expect(answer.json).toMatchObject(json);
      const ranked = await server.post('/templates/search', { problem, theorems: true });
      expect(ranked.json.theorems[0].name).toBe("Cayley's formula");
    } finally {
      lemmaheadJson(['templates', 'remove', '--yes'], { env });
    }
  });
});

describe('POST /concepts and GET /concepts/{name}', () => {
  it('return what the commands print', async () => {
    const answer = await server.post('/concepts', { term: 'group', k: 3 });
    expect(answer.status, answer.text).toBe(200);
    expectDescribed(answer, 'post', '/concepts');
    const { json } = lemmaheadJson(['concepts', 'search', 'group', '-k', '3'], { env });
    expect(answer.json).toMatchObject(json);
    const pack = await server.post('/concepts', { text: 'Every group homomorphism preserves one.', k: 2 });
    expect(pack.json).toMatchObject({ schema: 'lemmahead/concepts-pack@1', exit: 'done' });
    expect(pack.json.definitions).toHaveLength(2);
    expectDescribed(pack, 'post', '/concepts');
    const shown = await server.get('/concepts/group');
    expect([shown.status, shown.json.concept.name]).toEqual([200, 'group']);
    expectDescribed(shown, 'get', '/concepts/{name}');
  });

  it('refuse other requests; an unknown concept is not found', async () => {
    for (const body of [{}, { term: 'a', text: 'b' }, { term: 'group', definitions: '3' }])
      expectError(await server.post('/concepts', body), 400, 'bad-request');
    expectError(await server.post('/concepts', { term: ' ' }), 400, 'term-empty');
    expectError(await server.post('/concepts', { text: 'a\0b' }), 400, 'text-unusable');
    const unknown = await server.get('/concepts/zzzz');
    expect([unknown.status, unknown.json.concept, unknown.json.definition]).toEqual([404, null, null]);
    expectDescribed(unknown, 'get', '/concepts/{name}');
  });
});

describe('GET /stats and /health', () => {
  it('return the counts by kind and package, and the load of the server', async () => {
    const answer = await server.get('/stats');
    const { json } = lemmaheadJson(['index', 'stats'], { env });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      schema: 'lemmahead/stats@1',
      digest: json.digest,
      kinds: json.kinds,
      packages: json.packages,
      load: { jobs: 0, waiting: 0 },
    });
    const counts = Object.values(answer.json.kinds as Record<string, number>);
    expect(answer.json.declarations).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(Object.keys(answer.json.commits).toSorted()).toEqual(['Abacus', 'Odd']);
    expectDescribed(answer, 'get', '/stats');
  });

  it('report that the server is available, also for HEAD', async () => {
    const answer = await server.get('/health');
    expect([answer.status, answer.json]).toEqual([
      200,
      { schema: 'lemmahead/health@1', status: 'ok', version: document.info.version },
    ]);
    expectDescribed(answer, 'get', '/health');
    expect(await server.send('HEAD', '/health')).toMatchObject({ status: 200, text: '' });
  });
});
