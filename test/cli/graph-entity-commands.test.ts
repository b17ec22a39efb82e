/** `graph depends`, `graph path` and `graph stats` on the entities of a library. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EntityDependsReport, EntityPathReport, EntityStatsReport } from '../../src/report/entity-graph-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const HARBOUR = String.raw`\documentclass{article}
\newtheorem{theorem}{Theorem}\newtheorem{definition}{Definition}\newtheorem{exercise}{Exercise}
\newtheorem{remark}{Remark}
\begin{document}
\begin{definition}[Ship]\label{def:ship}A ship is a vessel.\end{definition}
\begin{definition}[Harbour]\label{def:harbour}A harbour is a place for a ship, see \ref{def:ship}.\end{definition}
\begin{theorem}[Rest]\label{thm:rest}A ship in a harbour rests, by \ref{def:harbour} and \ref{thm:tide}.\end{theorem}
\begin{theorem}[Tide]\label{thm:tide}A ship rises. \end{theorem}
\begin{proof}See \ref{thm:rest} and \ref{def:ship}.\end{proof}
\begin{theorem}[Fleet]\label{thm:fleet}A fleet rests.\end{theorem}
\begin{proof}By \ref{thm:rest}, as in \ref{ex:mast} and \ref{rem:sail}.\end{proof}
\begin{exercise}\label{ex:mast}Find the mast, see \ref{def:ship}.\end{exercise}
\begin{remark}\label{rem:sail}Sails are old, see \ref{def:ship}.\end{remark}
\begin{theorem}[Alone]\label{thm:alone}Nothing is needed.\end{theorem}
\end{document}
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-entity-graph-'));
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };

beforeAll(() => {
  writeFileSync(join(home, 'harbour.tex'), HARBOUR);
  expect(lemmahead(['library', 'add', join(home, 'harbour.tex')], { env }).status).toBe(0);
  expect(lemmahead(['graph', 'build'], { env }).status).toBe(0);
  mkdirSync(join(home, 'sources'));
  writeFileSync(join(home, 'sources', 'Yard.lean'), 'theorem Ship : True := trivial\ntheorem hull : True := Ship\n');
  lemmaheadJson(['index', 'build', '--root', `Yard=${join(home, 'sources')}`], { env });
}, 60_000);

/** Exits with 0. */
function jsonOf(...arguments_: string[]) {
  const { status, json } = lemmaheadJson(['graph', ...arguments_], { env });
  expect(status).toBe(0);
  return json;
}

const labels = (all: readonly { label: string }[]): string[] => all.map(({ label }) => label);

describe('graph depends', () => {
  test('lists what an entity refers to, with roles, and what refers to it', () => {
    const { entity, entities, edges, counts }: EntityDependsReport = jsonOf('depends', 'thm:fleet', '--hops', '3');
    expect(entity).toMatchObject({ label: 'thm:fleet', title: 'Fleet', type: 'theorem' });
    expect(labels(entities)).toEqual(['thm:rest', 'def:harbour', 'thm:tide', 'def:ship']);
    expect(counts).toEqual([1, 2, 1]);
    const idOf = (label: string): number => entities.find((each) => each.label === label)!.id;
    expect(edges).toContainEqual({ from: entity.id, to: idOf('thm:rest'), role: 'deduction' });
    expect(edges).toContainEqual({ from: idOf('thm:rest'), to: idOf('thm:tide'), role: 'premise' });
    const back: EntityDependsReport = jsonOf('depends', 'Harbour', '--used-by', '--hops', '9');
    expect(labels(back.entities)).toEqual(['thm:rest', 'thm:tide', 'thm:fleet']);
  });

  test('finds declarations, too, and asks which of the two a name means', () => {
    expect(jsonOf('depends', 'hull')).toMatchObject({ schema: 'lemmahead/graph-depends@1', name: 'hull' });
    const both = lemmahead(['graph', 'depends', 'Ship'], { env });
    expect([both.status, both.stderr]).toEqual([1, expect.stringContaining('--entities or --declarations')]);
    expect(jsonOf('depends', 'Ship', '--declarations', '--used-by')).toMatchObject({ name: 'Ship', total: 1 });
    expect(jsonOf('depends', 'Ship', '--entities', '--used-by')).toMatchObject({ entity: { label: 'def:ship' } });
  });

  test('exits 1 for nothing and for unknown names, 2 for flags of declarations, 3 without a library', () => {
    expect(lemmahead(['graph', 'depends', 'thm:alone'], { env }).status).toBe(1);
    const unknown = lemmahead(['graph', 'depends', 'flee', '--entities'], { env });
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('harbour#thm:fleet')]);
    const source = lemmahead(['graph', 'depends', 'thm:fleet', '--source', 'nosuch'], { env });
    expect([source.status, source.stderr]).toEqual([1, expect.stringContaining('No source is named nosuch.')]);
    expect(lemmahead(['graph', 'depends', 'Ship', '--entities', '--in', 'value'], { env }).status).toBe(2);
    expect(lemmahead(['graph', 'depends', 'thm:fleet', '--in', 'value'], { env }).status).toBe(2);
    const both = ['--to', 'def:ship', '--known', 'def:ship'];
    expect(lemmahead(['graph', 'path', 'thm:fleet', ...both], { env }).status).toBe(2);
    const none = ['--library', join(home, 'none.sqlite')];
    expect(lemmahead(['graph', 'depends', 'Ship', '--entities', ...none], { env }).status).toBe(3);
  });

  test('is text for people', () => {
    const { stdout } = lemmahead(['graph', 'depends', 'thm:fleet'], { env });
    expect(stdout).toContain('Fleet refers to 1 directly, 4 in all, over at most 3 steps.');
    expect(stdout).toMatch(/theorem +Rest +thm:rest +deduction/u);
  });
});

test('control characters of a title reach neither a pipe nor the colours of a terminal', () => {
  const library = ['--library', join(home, 'hostile.sqlite')];
  const hostile = '\\begin{theorem}[Red \u001b[31mflag\u001b]0;title\u0007]\\label{thm:red}A flag.\\end{theorem}';
  writeFileSync(join(home, 'hostile.tex'), hostile);
  expect(lemmahead(['library', 'add', join(home, 'hostile.tex'), ...library], { env }).status).toBe(0);
  for (const arguments_ of [
    ['show', 'thm:red'],
    ['stats', '--entities'],
    ['path', 'thm:red', '--entities'],
  ]) {
    for (const color of ['always', 'never']) {
      const { stdout } = lemmahead(['graph', ...arguments_, ...library, `--color=${color}`], { env });
      expect(stdout).toContain('flag');
      for (const control of ['\u001b', '\u0007']) expect(stdout).not.toContain(control);
    }
  }
  expect(lemmahead(['graph', 'path', 'thm:fleet', '--color=always'], { env }).stdout).toContain('\u001b[1m');
});

test('a label that two entities have is asked about', () => {
  const library = ['--library', join(home, 'twice.sqlite')];
  const twice = ['one', 'two'].map((word) => `\\begin{lemma}\\label{dup}Number ${word}.\\end{lemma}`).join('\n');
  writeFileSync(join(home, 'twice.tex'), twice);
  expect(lemmahead(['library', 'add', join(home, 'twice.tex'), ...library], { env }).status).toBe(0);
  const { status, json } = lemmaheadJson(['graph', 'show', 'dup', ...library], { env });
  expect([status, json.candidates]).toMatchObject([1, [{}, {}]]);
  const depends = lemmahead(['graph', 'depends', 'dup', '--entities', ...library], { env });
  expect([depends.status, depends.stderr]).toEqual([1, expect.stringContaining('2 entities are named dup')]);
});

describe('graph path', () => {
  test('orders what an entity needs, and names what is circular and what a limit leaves out', () => {
    const { steps, total, circular }: EntityPathReport = jsonOf('path', 'thm:fleet');
    expect([labels(steps)[0], labels(steps).at(-1), total]).toEqual(['def:ship', 'thm:fleet', 5]);
    expect(circular).toEqual([[3, 4]]);
    expect(labels(steps).slice(2, 4).toSorted()).toEqual(['thm:rest', 'thm:tide']);
    expect(steps[4]!.needs).toEqual([
      { step: steps.findIndex(({ label }) => label === 'thm:rest') + 1, role: 'deduction' },
    ]);
    const cut: EntityPathReport = jsonOf('path', 'thm:fleet', '--limit', '1');
    expect(cut.steps).toMatchObject([{ label: 'thm:fleet', left_out: [{ label: 'thm:rest' }] }]);
  });

  test('leaves out what is known, and shows a shortest chain', () => {
    const known: EntityPathReport = jsonOf('path', 'thm:fleet', '--known', 'thm:rest');
    expect(labels(known.steps)).toEqual(['thm:fleet']);
    const chain: EntityPathReport = jsonOf('path', 'thm:fleet', '--to', 'def:ship');
    expect(chain.to).toMatchObject({ label: 'def:ship' });
    expect(chain.steps).toHaveLength(4);
    const none = lemmahead(['graph', 'path', 'def:ship', '--to', 'thm:fleet'], { env });
    expect([none.status, none.stdout]).toEqual([1, expect.stringContaining('Ship does not refer to Fleet.')]);
  });
});

describe('graph stats', () => {
  test('has the counts of the paper and of circuits, and says what is left out', () => {
    const report: EntityStatsReport = jsonOf('stats', '--entities');
    expect(report).toMatchObject({
      entities: 7,
      references: 7,
      uncertain: 1,
      left_out: { to_problems: 1, uncertain: 2 },
      by_type: { theorem: 4, definition: 2, problem: 1 },
      by_source: { [Object.keys(report.by_source)[0]!]: { theorem: 4, definition: 2, problem: 1, other: 1 } },
      heads: 1,
      leaves: 2,
      isolated: 1,
      mutual: 1,
      cycles: { groups: 1, entities: 2, largest: 2 },
      circuits: { longest: 8, count: 1, at_least: false },
      cycle_rank: 7 - 7 + 2,
      roles: { premise: 2 },
    });
    expect(report.communities!.count).toBeGreaterThan(0);
    expect(report.central[0]).toMatchObject({ label: 'def:ship' });
    const [source] = Object.keys(report.by_source);
    expect(jsonOf('stats', '--source', source!).entities).toBe(7);
  });

  test('is text for people; exits 1 for an unknown source, 3 without a library', () => {
    const { stdout } = lemmahead(['graph', 'stats', '--entities'], { env });
    expect(stdout).toMatch(/heads\) +1/u);
    expect(stdout).toContain('3 references left out: 1 to problems, 2 from or to entities of uncertain type');
    expect(lemmahead(['graph', 'stats', '--source', 'nowhere'], { env }).status).toBe(1);
    expect(lemmahead(['graph', 'stats', '--entities', '--library', join(home, 'none.sqlite')], { env }).status).toBe(3);
  });
});
