/** `graph link`, `accept`, `reject`, and `graph status` of a source of the library. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GraphDecisionReport, GraphLinkReport } from '../../src/report/graph-link-schema.ts';
import type { GraphStatusReport } from '../../src/report/graph-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

/** Two theorems say the same in words; only what they use distinguishes them. */
const HARBOUR = `
/-- A quay at which ships are moored. -/
structure Quay where
  length : Nat

/-- A lock through which ships are raised. -/
structure Lock where
  gates : Nat

namespace Quay
/-- The depth of the water is large enough for ships. -/
theorem deep_water (q : Quay) : q.length = q.length := rfl
end Quay

namespace Lock
/-- The depth of the water is large enough for ships. -/
theorem deep_water (l : Lock) : l.gates = l.gates := rfl
end Lock

@[stacks 0ABC "first part"]
theorem at_sea : 2 = 2 := rfl

@[simp, wikidata Q4115189]
theorem anchored : 5 = 5 := rfl

theorem tide_rises : 3 = 3 := rfl

/-- Pilots know the tides of the estuary. -/
theorem pilots_know : 4 = 4 := rfl

theorem admits_tankers (l : Lock) : 1 = 1 := by have := Lock.deep_water l; rfl
`;

const NOTES = String.raw`
\newtheorem{theorem}{Theorem}\newtheorem{definition}{Definition}
\begin{definition}[Lock]\label{def:lock} A lock, through which ships are raised.\end{definition}
\begin{theorem}\label{thm:water} The depth of the water is large enough for ships, by \ref{def:lock}.\end{theorem}
\begin{theorem}[It admits tankers]\label{thm:tankers} It admits tankers, by \ref{thm:water}.\end{theorem}
`;

/** Only the list tells which declaration is meant. */
const TIDES = String.raw`
\newtheorem{theorem}{Theorem}
\begin{theorem}[Laplace's equation]\label{thm:tides} Pilots know the tides of the estuary.\end{theorem}
\begin{theorem}[Rule of tides (heat)]\label{thm:heat} Pilots know the tides of the estuary.\end{theorem}
`;
const LIST = `
Q1:
  title: Laplace equation
  decls: [tide_rises, not_in_the_index]
Q2:
  title: Rule of tides (sea)
  decl: tide_rises
`;

const BLUEPRINT = String.raw`
\begin{definition}\label{lock}\lean{Lock} A lock.\end{definition}
\begin{theorem}\label{water}\uses{lock} The depth of the water is large enough for ships.\end{theorem}
\begin{theorem}\label{gone}\lean{Lock.deep_watre} There is water.\end{theorem}
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-link-'));
const sources = join(home, 'sources');
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };

beforeAll(() => {
  mkdirSync(sources);
  writeFileSync(join(sources, 'Harbour.lean'), HARBOUR);
  writeFileSync(join(sources, 'Blueprint.tex'), BLUEPRINT);
  writeFileSync(join(home, 'Notes.tex'), NOTES);
  mkdirSync(join(sources, 'docs'));
  writeFileSync(join(sources, 'docs', '1000.yaml'), LIST);
  writeFileSync(join(home, 'Tides.tex'), TIDES);
  writeFileSync(join(home, 'Empty.tex'), 'Only text.');
  lemmaheadJson(['index', 'build', '--root', `Harbour=${sources}`], { env });
  lemmaheadJson(['library', 'add', 'Notes.tex', '--source', 'notes'], { env, cwd: home });
}, 60_000);

function link(arguments_: string[], exit = 0): GraphLinkReport {
  const { json, status } = lemmaheadJson(['graph', 'link', ...arguments_], { env, cwd: home });
  expect(status).toBe(exit);
  return json;
}

const bestOf = ({ links }: GraphLinkReport): Record<string, string> =>
  Object.fromEntries(links.map(({ statement, declarations }) => [statement, declarations[0]!.name]));

describe('graph link', () => {
  test('of two declarations that fit the words, chooses the one that uses what the text uses', () => {
    const report = link(['Notes.tex']);
    expect(bestOf(report)).toEqual({
      'def:lock': 'Lock',
      'thm:water': 'Lock.deep_water',
      'thm:tankers': 'admits_tankers',
    });
    const water = report.links.find(({ statement }) => statement === 'thm:water')!.declarations[0]!;
    expect(water.evidence).toContainEqual({ kind: 'uses', declaration: 'Lock', statement: 'def:lock' });
    expect(water.evidence).toContainEqual({ kind: 'used by', declaration: 'admits_tankers', statement: 'thm:tankers' });
    expect(report.written).toBe(0);
  });

  test('takes what a blueprint names as known, and says what is missing', () => {
    const report = link([join(sources, 'Blueprint.tex')]);
    expect(report.known).toEqual([
      { statement: 'lock', name: 'Lock', by: 'blueprint', found: true, nearest: [] },
      {
        statement: 'gone',
        name: 'Lock.deep_watre',
        by: 'blueprint',
        found: false,
        nearest: expect.arrayContaining(['Lock.deep_water']),
      },
    ]);
    expect(bestOf(report)).toMatchObject({ water: 'Lock.deep_water' });
    const { stdout } = lemmahead(['graph', 'link', join(sources, 'Blueprint.tex')], { env });
    expect(stdout).toContain('1 of 2 known declarations found');
    expect(stdout).toContain('similar: Lock.deep_water');
    expect(stdout).toContain('uses Lock, as it uses lock');
  });

  test('knows what the lists of a package give under a title, unless remarks in brackets differ', () => {
    const { links } = link(['Tides.tex', '--candidates', '3']);
    const found = new Map(links.map(({ statement, declarations }) => [statement, declarations]));
    const listed = found.get('thm:tides')!.find(({ name }) => name === 'tide_rises');
    expect(listed?.evidence).toContainEqual({ kind: 'list', list: '1000' });
    expect(lemmahead(['graph', 'link', 'Tides.tex'], { env, cwd: home }).stdout).toContain(
      'under this title in docs/1000.yaml',
    );
    expect(JSON.stringify(found.get('thm:heat'))).not.toContain('"list"');
  });

  test('links one statement', () => {
    const report = link(['Notes.tex', '--statement', 'thm:tankers', '--candidates', '2']);
    expect(report.links.map(({ statement }) => statement)).toEqual(['thm:tankers']);
    expect(report.links[0]!.declarations).toHaveLength(2);
  });

  test('without any statement finds nothing', () => {
    expect(link(['Empty.tex'], 1)).toMatchObject({ statements: 0, links: [], known: [] });
  });

  test('refuses what does not exist', () => {
    expect(lemmahead(['graph', 'link', 'Missing.tex'], { env, cwd: home })).toMatchObject({ status: 2 });
    expect(lemmahead(['graph', 'link', 'Notes.tex', '--statement', 'thm:x'], { env, cwd: home })).toMatchObject({
      status: 2,
    });
    expect(lemmahead(['graph', 'link', '--source', 'none'], { env })).toMatchObject({ status: 1 });
    const elsewhere = { ...env, LEMMAHEAD_INDEX: join(home, 'none.sqlite') };
    expect(lemmahead(['graph', 'link', 'Notes.tex'], { env: elsewhere, cwd: home })).toMatchObject({ status: 3 });
  });
});

describe('links of the library', () => {
  const status = (): GraphStatusReport =>
    lemmaheadJson(['graph', 'status', '--source', 'notes', '--auto', '0.1'], { env }).json;

  function decide(arguments_: string[], exit = 0): GraphDecisionReport {
    const { json, status: code } = lemmaheadJson(['graph', ...arguments_], { env });
    expect(code).toBe(exit);
    return json;
  }

  test('are written above a confidence, once, and count as formalized', () => {
    expect(status().counts).toMatchObject({ statements: 3, stated: 0, can_state: 1 });
    expect(link(['--source', 'notes', '--auto', '0.1']).written).toBe(3);
    expect(link(['--source', 'notes', '--auto', '0.1']).written).toBe(0);
    expect(status()).toMatchObject({ path: null, source: 'notes', counts: { stated: 3, proved: 3, uses: 2 } });
    expect(link(['--source', 'notes', '--auto', '1']).written).toBe(3);
    expect(status().counts.stated).toBe(0);
  });

  test('a person decides: an accepted link is known, a rejected one is not found again', () => {
    expect(decide(['accept', 'thm:water', 'Quay.deep_water'])).toMatchObject({ changed: true, source: 'notes' });
    expect(decide(['accept', 'thm:water', 'Quay.deep_water'])).toMatchObject({ changed: false });
    const accepted = link(['--source', 'notes']);
    expect(accepted.known).toContainEqual(
      expect.objectContaining({ statement: 'thm:water', name: 'Quay.deep_water', by: 'human', found: true }),
    );
    expect(status().nodes.find(({ label }) => label === 'thm:water')).toMatchObject({ statement: 'stated' });
    expect(decide(['reject', 'thm:water', 'Quay.deep_water'])).toMatchObject({ changed: true });
    expect(decide(['reject', 'thm:water', 'Lock.deep_water'])).toMatchObject({ changed: true });
    const water = link(['--source', 'notes']).links.find(({ statement }) => statement === 'thm:water');
    expect(water?.declarations.map(({ name }) => name) ?? []).not.toContain('Lock.deep_water');
    expect(decide(['reject', 'thm:water', 'Lock.deep_water', '--undo'])).toMatchObject({ changed: true });
    expect(bestOf(link(['--source', 'notes']))).toMatchObject({ 'thm:water': 'Lock.deep_water' });
  });

  test('a rejection raises the probability of no other declaration', () => {
    const confidences = () =>
      new Map(
        link(['--source', 'notes', '--candidates', '5']).links.flatMap(({ statement, declarations }) =>
          declarations.map(({ name, confidence }) => [`${statement} ${name}`, confidence] as const),
        ),
      );
    const before = confidences();
    decide(['reject', 'thm:water', 'Lock.deep_water']);
    const after = confidences();
    decide(['reject', 'thm:water', 'Lock.deep_water', '--undo']);
    const others = [...after].filter(([pair]) => pair.startsWith('thm:water '));
    expect(others.length).toBeGreaterThan(0);
    for (const [pair, confidence] of others) expect(confidence).toBeLessThanOrEqual(before.get(pair) ?? 0);
  });

  test('a tag in the source of a declaration makes it known', () => {
    const folder = join(home, 'tagged');
    mkdirSync(join(folder, 'tags'), { recursive: true });
    writeFileSync(join(folder, 'sea.tex'), String.raw`\begin{theorem}\label{lemma-storm} No words fit.\end{theorem}`);
    writeFileSync(join(folder, 'tags', 'tags'), '# tags\n0ABC,sea-lemma-storm\n0ABD,sea-lemma-calm\n');
    lemmaheadJson(['library', 'add', 'tagged/sea.tex', '--source', 'sea'], { env, cwd: home });
    const report = link(['--source', 'sea']);
    expect(report.known).toEqual([
      { statement: 'lemma-storm', name: 'at_sea', by: 'attribute', found: true, nearest: [] },
    ]);
    expect(report).toMatchObject({ links: [], unlinked: 0, written: 1 });
    const { json } = lemmaheadJson(['graph', 'status', '--source', 'sea'], { env });
    expect(json.counts).toMatchObject({ statements: 1, stated: 1 });
  });

  test('so does an item of Wikidata that a statement has as a label, in a document and in the library', () => {
    const text = String.raw`
\begin{theorem}\label{thm:rest}\label{wikidata:Q4115189} No words fit.\end{theorem}
\begin{theorem}\label{Q4115189} None here.\end{theorem}
\begin{theorem}\label{Q41151} Nor there.\end{theorem}`;
    writeFileSync(join(home, 'Rest.tex'), `\\newtheorem{theorem}{Theorem}${text}`);
    const known = ['thm:rest', 'Q4115189'].map((statement) => ({
      ...{ statement, name: 'anchored', by: 'attribute', found: true, nearest: [] },
    }));
    expect(link(['Rest.tex']).known).toEqual(known);
    lemmaheadJson(['library', 'add', 'Rest.tex', '--source', 'rest'], { env, cwd: home });
    expect(link(['--source', 'rest'])).toMatchObject({ known, written: 2 });
    const { json } = lemmaheadJson(['graph', 'status', '--source', 'rest'], { env });
    expect(json.counts).toMatchObject({ statements: 3, stated: 2 });
  });

  test('an unknown statement or declaration is refused', () => {
    expect(lemmahead(['graph', 'accept', 'thm:none', 'Lock'], { env })).toMatchObject({ status: 2 });
    expect(lemmahead(['graph', 'accept', 'thm:water', 'Lock.none'], { env })).toMatchObject({ status: 2 });
    expect(
      lemmahead(['graph', 'accept', 'thm:water', 'Lock', '--library', join(home, 'none.sqlite')], { env }).status,
    ).toBe(3);
  });
});
