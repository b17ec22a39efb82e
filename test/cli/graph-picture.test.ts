/** `graph picture` and `graph export` on a small library and a blueprint. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GraphExportReport, GraphPictureReport, GraphView } from '../../src/report/picture-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const SHIPYARD = `
structure Ship where
  tons : Nat
namespace Ship
def IsHeavy (s : Ship) : Prop := s.tons = 9
theorem keel : 1 = 1 := rfl
theorem hull : 2 = 2 := by have := keel; rfl
theorem floats (s : Ship) (h : IsHeavy s) : True := by have := hull; trivial
theorem sails (s : Ship) : True := floats s
end Ship
theorem alone : True := trivial
`;

const BLUEPRINT = String.raw`\documentclass{article}\begin{document}
\begin{definition}\label{def:heavy}\lean{Ship.IsHeavy}\leanok A ship is heavy if it has $9$ tons.\end{definition}
\begin{lemma}[Floats <b>]\label{lem:floats}\lean{Ship.floats}\leanok\uses{def:heavy} Heavy ships float.\end{lemma}
\begin{proof}\leanok Clear.\end{proof}
\begin{theorem}\label{thm:race}\uses{lem:floats} Heavy ships race.\end{theorem}
\end{document}
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-picture-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };
const blueprint = join(home, 'plan.tex');

beforeAll(() => {
  mkdirSync(join(home, 'sources'));
  writeFileSync(join(home, 'sources', 'Shipyard.lean'), SHIPYARD);
  writeFileSync(blueprint, BLUEPRINT);
  lemmaheadJson(['index', 'build', '--root', `Shipyard=${join(home, 'sources')}`], { env });
}, 60_000);

/** What `graph picture` wrote. */
function viewIn(path: string): GraphView {
  const data = /<script type="application\/json" id="graph-data">(.*?)<\/script>/su.exec(readFileSync(path, 'utf8'));
  return JSON.parse(data![1]!);
}

describe('graph picture', () => {
  test('shows what a declaration uses and what uses it, in one file without links to files', () => {
    const out = join(home, 'floats.html');
    const { status, json } = lemmaheadJson(['graph', 'picture', 'Ship.floats', '--out', out], { env });
    const report: GraphPictureReport = json;
    expect(status).toBe(0);
    expect(report).toMatchObject({ title: 'Ship.floats', nodes: 6, left_out: 0, written_to: out, details_cut: false });
    const { nodes, types, edges } = viewIn(out);
    expect(nodes.id.toSorted()).toEqual([
      ...['Ship', 'Ship.IsHeavy', 'Ship.floats', 'Ship.hull', 'Ship.keel', 'Ship.sails'],
    ]);
    expect(types[nodes.type[nodes.id.indexOf('Ship.IsHeavy')]!]).toBe('definition');
    const ends = edges.from.map((from, edge) => `${nodes.id[from]}>${nodes.id[edges.to[edge]!]}`);
    expect(ends).toEqual(expect.arrayContaining(['Ship.sails>Ship.floats', 'Ship.floats>Ship.hull']));
    expect(report.edges).toBe(ends.length);
    const html = readFileSync(out, 'utf8');
    expect(html).toContain(`content="default-src 'none'; script-src 'sha256-`);
    expect(html).not.toMatch(/<link|<script[^>]*src=|<img/u);
    expect(report.bytes).toBe(Buffer.byteLength(html));
  });

  test('keeps the nearest declarations within a limit, and says how many are left out', () => {
    const out = join(home, 'few.html');
    const { stdout, status } = lemmahead(['graph', 'picture', 'Ship.floats', '--most', '3', '--out', out], { env });
    expect(status).toBe(0);
    expect(stdout).toContain('3 nodes');
    expect(stdout).toContain('3 nodes left out by the limit: --most');
    expect(viewIn(out).nodes.id).toContain('Ship.sails');
  });

  test('shows a blueprint with what is formalized; with --math the file has KaTeX', () => {
    const out = join(home, 'plan.html');
    const { status, json } = lemmaheadJson(['graph', 'picture', '--blueprint', blueprint, '--math', '--out', out], {
      env,
    });
    expect(status).toBe(0);
    const { nodes, states, edges } = viewIn(out);
    expect(nodes.id).toEqual(['def:heavy', 'lem:floats', 'thm:race']);
    expect(nodes.state.map((state) => states[state])).toEqual(['fully-proved', 'fully-proved', 'can-state']);
    expect(nodes.title[1]).toBe('Floats <b>');
    expect(edges.from).toEqual([1, 2]);
    const { bytes }: GraphPictureReport = json;
    const plain = lemmaheadJson(['graph', 'picture', '--blueprint', blueprint, '--out', out], { env }).json;
    expect(bytes - (plain as GraphPictureReport).bytes).toBeGreaterThan(100_000);
  });

  test.each([
    [2, 'The graph to show is missing', ['--out', 'x.html']],
    [2, 'are different graphs', ['Ship', '--blueprint', 'plan.tex', '--out', 'x.html']],
    [2, 'The output file of the picture is missing', ['Ship']],
    [2, 'does not exist', ['--blueprint', 'nothing.tex', '--out', 'x.html']],
    [1, 'No declaration is named', ['Shop.flaots', '--out', 'x.html']],
  ])('exits with %i: %s', (exit, words, given) => {
    const { status, stderr } = lemmahead(['graph', 'picture', ...given], { env, cwd: home });
    expect(stderr).toContain(words);
    expect(status).toBe(exit);
  });

  test('exits with 3 without an index', () => {
    const nowhere = { ...env, LEMMAHEAD_INDEX: join(home, 'no', 'index.sqlite') };
    expect(lemmahead(['graph', 'picture', 'Ship', '--out', 'x.html'], { env: nowhere }).status).toBe(3);
    expect(lemmahead(['graph', 'export', 'Ship'], { env: nowhere }).status).toBe(3);
  });
});

test('an earlier output is replaced, any other file is left as it is', () => {
  const cases = [
    ['picture', 'Ship.floats'],
    ...['gexf', 'graphml', 'json-ld', 'cypher'].map((format) => ['export', 'Ship.floats', '--format', format]),
  ];
  for (const [number, arguments_] of cases.entries()) {
    const out = join(home, `again-${number}`);
    const run = () => lemmahead(['graph', ...arguments_, '--out', out], { env });
    expect([run().status, run().status]).toEqual([0, 0]);
    writeFileSync(out, 'my thesis');
    const refused = run();
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('is not an earlier output')]);
    expect(readFileSync(out, 'utf8')).toBe('my thesis');
  }
  const table = join(home, 'table-edges.csv');
  const csv = ['graph', 'export', 'Ship.floats', '--format', 'csv', '--out', join(home, 'table.csv')];
  expect([lemmahead(csv, { env }).status, lemmahead(csv, { env }).status]).toEqual([0, 0]);
  writeFileSync(table, 'my,table\r\n');
  expect(lemmahead(csv, { env }).status).toBe(2);
  expect(readFileSync(table, 'utf8')).toBe('my,table\r\n');
});

describe('graph export', () => {
  test('prints one file, and writes two tables', () => {
    const printed = lemmahead(['graph', 'export', 'Ship.floats', '--hops', '1'], { env });
    expect(printed.status).toBe(0);
    expect(printed.stdout).toMatch(/^<\?xml/u);
    expect(printed.stdout).toContain('<node id="Ship.sails">');
    const csv = ['graph', 'export', '--blueprint', blueprint, '--format', 'csv'];
    const { json, status } = lemmaheadJson([...csv, '--out', join(home, 'plan.csv')], { env });
    const { written_to: written }: GraphExportReport = json;
    expect(status).toBe(0);
    expect(written).toEqual([join(home, 'plan-nodes.csv'), join(home, 'plan-edges.csv')]);
    expect(readFileSync(written[1]!, 'utf8')).toBe(
      'from,to,role\r\nlem:floats,def:heavy,statement\r\nthm:race,lem:floats,statement\r\n',
    );
    const without = lemmahead(csv, { env });
    expect([without.status, without.stderr]).toEqual([2, expect.stringContaining('csv has several files')]);
  });

  test('exits with 1 if no declaration has the name, and with 2 for an unknown format', () => {
    expect(lemmahead(['graph', 'export', 'Shop.flaots'], { env }).status).toBe(1);
    expect(lemmahead(['graph', 'export', 'Ship', '--format', 'dot'], { env }).status).toBe(2);
  });
});
