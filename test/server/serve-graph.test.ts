/** The knowledge graph over HTTP: the same answers as the command line, and nothing is written. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lemmahead, lemmaheadJson } from '../cli/spawn.ts';
import { expectCleanEnd, expectError, type ServeProcess, startServe } from './serve-process.ts';

const BOOK = String.raw`\begin{definition}[Ship]\label{def:ship}A ship is a vessel.\end{definition}
\begin{theorem}[Rest]\label{thm:rest}A ship rests, see \ref{def:ship}.\end{theorem}
\begin{theorem}[Fleet]\label{thm:fleet}A fleet rests, by \ref{thm:rest} and \ref{def:ship}.\end{theorem}`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-serve-graph-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
let server: ServeProcess;

beforeAll(async () => {
  mkdirSync(join(home, 'sources'));
  writeFileSync(join(home, 'sources', 'Yard.lean'), 'theorem Ship : True := trivial\ntheorem hull : True := Ship\n');
  lemmaheadJson(['index', 'build', '--root', `Yard=${join(home, 'sources')}`], { env });
  writeFileSync(join(home, 'book.tex'), BOOK);
  expect(lemmahead(['library', 'add', join(home, 'book.tex')], { env }).status).toBe(0);
  expect(lemmahead(['graph', 'build'], { env }).status).toBe(0);
  expect(lemmahead(['graph', 'search', 'ship'], { env }).status).toBe(0);
  server = await startServe([], { env });
}, 60_000);
afterAll(async () => expectCleanEnd(await server.stop()));

const printed = (...arguments_: string[]) => lemmaheadJson(['graph', ...arguments_], { env }).json;

it('answers as the command line, and leaves the library as it was', async () => {
  const library = readFileSync(join(home, 'library.sqlite'));
  const added = { exit: 'done', warnings: [] };
  expect((await server.get('/graph/depends/thm:fleet?hops=2&limit=1')).json).toEqual({
    ...printed('depends', 'thm:fleet', '--hops', '2', '--limit', '1'),
    ...added,
  });
  expect((await server.get('/graph/path/thm:fleet?known=def:ship&known=thm:rest')).json).toEqual({
    ...printed('path', 'thm:fleet', '--known', 'def:ship,thm:rest'),
    ...added,
  });
  expect((await server.get('/graph/path/thm:fleet?to=def:ship')).json.steps).toHaveLength(2);
  expect((await server.get('/graph/entities/thm:rest')).json).toEqual({ ...printed('show', 'thm:rest'), ...added });
  expect((await server.post('/graph/search', { query: 'a fleet', type: ['theorem'], k: 1 })).json).toEqual({
    ...printed('search', 'a fleet', '--type', 'theorem', '-k', '1'),
    ...added,
  });
  const { json } = await server.get('/graph/neighbours/thm:rest?hops=1');
  expect([json.refers_to, json.referred_to_by]).toMatchObject([[{ title: 'Ship' }], [{ title: 'Fleet' }]]);
  expect(json.edges).toHaveLength(2);
  expect((await server.get('/graph/status?source=book')).json).toMatchObject({ counts: { statements: 3, stated: 0 } });
  expect(readFileSync(join(home, 'library.sqlite')).equals(library)).toBe(true);
});

it('asks which of an entity and a declaration a name means', async () => {
  expectError(await server.get('/graph/depends/Ship'), 409, 'name-of-both');
  expect((await server.get('/graph/depends/Ship?half=declarations&used_by=true')).json).toMatchObject({ total: 1 });
  expect((await server.get('/graph/depends/Ship?half=entities&used_by=true')).json).toMatchObject({ total: 2 });
});

it.each([
  [400, '/graph/depends/thm:fleet?hops=0', 'bad-request'],
  [400, '/graph/depends/thm:fleet?hops=many', 'bad-request'],
  [400, '/graph/path/thm:fleet?most=3', 'bad-request'],
  [404, '/graph/depends/nothing', 'declaration-unknown'],
  [404, '/graph/path/thm:fleet?to=nosuch', 'entity-unknown'],
  [404, '/graph/neighbours/nothing', 'entity-unknown'],
  [409, '/graph/status?source=nowhere', 'source-unknown'],
  [403, '/graph/status?path=..', 'path-outside'],
] as const)('status %i for %s', async (status, path, code) => {
  expectError(await server.get(path), status, code);
});

it('404 for an unknown entity, with candidates', async () => {
  const { status, json } = await server.get('/graph/entities/thm:res');
  expect([status, json.candidates]).toMatchObject([404, [{ title: 'Rest' }]]);
});
