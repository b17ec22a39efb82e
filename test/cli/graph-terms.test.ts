/** References without marks: `graph build --terms`, and the commands that follow them. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { GraphBuildReport } from '../../src/report/entity-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

/** Without a reference. */
const PLAIN = String.raw`\begin{definition}[Natural harbour]\label{def:harbour}A bay in which ships rest.\end{definition}
\begin{theorem}[Shelter]\label{thm:shelter}Every ship in a natural harbour is safe.\end{theorem}
\begin{proof}Natural harbours have no waves.\end{proof}`;
/** Refers to a definition, and only names another. */
const LINKED = String.raw`\begin{definition}[Sailing ship]\label{def:sail}A ship with sails.\end{definition}
\begin{theorem}[Wind]\label{thm:wind}A sailing ship, see \ref{def:sail}, leaves a natural harbour.\end{theorem}`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-terms-'));
const env = { LEMMAHEAD_HOME: home };

beforeAll(() => {
  for (const [name, text] of Object.entries({ plain: PLAIN, linked: LINKED })) {
    writeFileSync(join(home, `${name}.tex`), text);
    expect(lemmahead(['library', 'add', join(home, `${name}.tex`)], { env }).status).toBe(0);
  }
}, 60_000);

function jsonOf(...arguments_: string[]) {
  const { status, json } = lemmaheadJson(['graph', ...arguments_], { env });
  expect(status).toBe(0);
  return json;
}

const edges = (...flags: string[]): number => jsonOf('stats', '--entities', ...flags).references;

test('are found in documents without references, once, and only followed if asked', () => {
  const first: GraphBuildReport = jsonOf('build');
  expect(first.names).toEqual({ read: 2, found: 1 });
  expect(jsonOf('build')).toMatchObject({ run: null, names: { read: 0, found: 0 } });
  expect([edges(), edges('--terms')]).toEqual([1, 2]);
  expect(lemmahead(['graph', 'depends', 'thm:shelter'], { env }).status).toBe(1);
  expect(jsonOf('depends', 'thm:shelter', '--terms')).toMatchObject({
    entities: [{ label: 'def:harbour' }],
    edges: [{ role: null }],
  });
  expect(jsonOf('path', 'thm:shelter', '--terms').steps).toHaveLength(2);
});

test('with --terms in all documents, with the words and a confidence; without what has a reference', () => {
  expect((jsonOf('build', '--terms') as GraphBuildReport).names).toEqual({ read: 2, found: 1 });
  const { stdout } = lemmahead(['graph', 'export', '--entities', '--terms', '--format', 'csv', '--out', 'g.csv'], {
    env,
    cwd: home,
  });
  expect(stdout).toContain('4 nodes and 3 edges');
  const rows = readFileSync(join(home, 'g-edges.csv'), 'utf8');
  expect(rows.match(/,names\r$/gmu)).toHaveLength(2);
});

test('a problem gets the theorem whose words it uses, as a guess that can be undone', () => {
  const own = { LEMMAHEAD_HOME: join(home, 'exercises') };
  const text = String.raw`
\begin{theorem}[Pigeonhole principle]\label{thm:holes}If more pigeons than holes are placed in holes, a hole has two pigeons.\end{theorem}
\begin{theorem}[Intermediate values]\label{thm:values}A continuous function on an interval takes each value between two.\end{theorem}
\begin{problem}\label{prob:socks}Seven pigeons are placed in six holes. Show that two pigeons share a hole.\end{problem}
\begin{problem}\label{prob:vague}Is the answer a number?\end{problem}`;
  writeFileSync(join(home, 'exercises.tex'), text);
  expect(lemmahead(['library', 'add', join(home, 'exercises.tex')], { env: own }).status).toBe(0);
  const { json } = lemmaheadJson(['graph', 'build'], { env: own });
  expect(json.names).toEqual({ read: 4, found: 1 });
  const needs = (...flags: string[]) => lemmaheadJson(['graph', 'depends', 'prob:socks', ...flags], { env: own });
  expect(needs('--terms').json.entities).toMatchObject([{ label: 'thm:holes' }]);
  expect(needs().status).toBe(1);
  expect(lemmahead(['graph', 'undo', String(json.run)], { env: own }).status).toBe(0);
  expect(needs('--terms').status).toBe(1);
});

test('a build that finds none is no run', () => {
  const own = { LEMMAHEAD_HOME: join(home, 'none') };
  writeFileSync(
    join(home, 'alone.tex'),
    PLAIN.replace('natural harbour', 'quiet bay').replace(/Natural harb.* w/u, 'No w'),
  );
  expect(lemmahead(['library', 'add', join(home, 'alone.tex')], { env: own }).status).toBe(0);
  expect(lemmahead(['graph', 'build', '--no-terms'], { env: own }).status).toBe(0);
  const { json } = lemmaheadJson(['graph', 'build', '--terms'], { env: own });
  expect(json).toMatchObject({ run: null, names: { read: 2, found: 0 } });
  expect(lemmaheadJson(['graph', 'runs'], { env: own }).json.runs).toHaveLength(1);
  expect(lemmaheadJson(['graph', 'build', '--terms'], { env: own }).json.names).toEqual({ read: 0, found: 0 });
});

test.each([[['--terms', '--no-terms']], [['--no-terms', '--terms']]])('%j is refused', (flags) => {
  const { status, stderr } = lemmahead(['graph', 'build', ...flags], { env });
  expect([status, stderr]).toEqual([2, expect.stringContaining("'--terms' cannot be used with option '--no-terms'")]);
});

test('are taken back by undo, and not found with --no-terms', () => {
  const [{ id }] = jsonOf('runs').runs;
  jsonOf('undo', String(id));
  expect(edges('--terms')).toBe(2);
  expect(jsonOf('build', '--no-terms')).toMatchObject({ run: null, names: { read: 0, found: 0 } });
  writeFileSync(join(home, 'plain.tex'), PLAIN.replaceAll('atural harbour', 'atural port'));
  expect(lemmahead(['library', 'add', join(home, 'plain.tex')], { env }).status).toBe(0);
  expect(jsonOf('build').names).toEqual({ read: 2, found: 1 });
});
