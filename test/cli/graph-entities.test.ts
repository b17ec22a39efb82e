/** The `graph` commands on the entities of a library. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GraphBuildReport, GraphShowReport } from '../../src/report/entity-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const GROUPS = String.raw`\documentclass{article}
\newtheorem{theorem}{Theorem}\newtheorem{definition}{Definition}
\begin{document}
\begin{definition}[Group]\label{def:group}
Let $G$ be a set with a binary operation. Then $G$ is called a \emph{group} if the operation has inverses.
\end{definition}
\begin{theorem}[The center is normal]\label{thm:center}
Let $G$ be a group, see Definition~\ref{def:group}. Then the center of $G$ is normal.
\end{theorem}
\begin{proof}Hence $gzg^{-1} = z$.\end{proof}
\begin{proof}It is a kernel by Definition~\ref{def:group}.\end{proof}
\end{document}
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-entities-'));
const env = { LEMMAHEAD_HOME: home };
const book = join(home, 'groups.tex');

beforeAll(() => {
  writeFileSync(book, GROUPS);
  expect(lemmahead(['library', 'add', book], { env }).status).toBe(0);
}, 60_000);

/** Exits with 0. */
function jsonOf(...arguments_: string[]) {
  const { status, json } = lemmaheadJson(['graph', ...arguments_], { env });
  expect(status).toBe(0);
  return json;
}

describe('graph build', () => {
  test('fills attributes once, and again only for entries that changed', () => {
    const first: GraphBuildReport = jsonOf('build');
    expect(first).toMatchObject({ run: 1, entities: { read: 2, changed: 2, unchanged: 0 } });
    expect(first.attributes).toMatchObject({ type: 2, bodylist: 4, references_tactics: 2 });
    expect(jsonOf('build')).toMatchObject({ run: null, entities: { changed: 0, unchanged: 2 } });
    writeFileSync(book, GROUPS.replace('is normal.', 'is a normal subgroup.'));
    lemmahead(['library', 'add', book], { env });
    expect(jsonOf('build')).toMatchObject({ run: 2, entities: { changed: 1, unchanged: 1 } });
  });

  test('can be undone, run by run', () => {
    expect(jsonOf('runs').runs).toMatchObject([
      { id: 2, command: 'build', undone_at: null },
      { id: 1, command: 'build', undone_at: null },
    ]);
    expect(jsonOf('undo', '1').runs).toEqual([{ run: 1, removed: 1, restored: 0, kept: 1 }]);
    expect(jsonOf('undo', '2').runs).toEqual([{ run: 2, removed: 1, restored: 0, kept: 0 }]);
    const again = lemmahead(['graph', 'undo', '2'], { env });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('Run 2 was undone already.');
    expect(jsonOf('show', 'thm:center').values).toEqual([]);
    expect(jsonOf('build')).toMatchObject({ run: 3, entities: { changed: 2 } });
  });

  test('exits 1 for an unknown source, 3 without a library', () => {
    const unknown = lemmahead(['graph', 'build', '--source', 'nowhere'], { env });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('nowhere');
    expect(lemmahead(['graph', 'build', '--library', join(home, 'none.sqlite')], { env }).status).toBe(3);
  });
});

describe('graph show', () => {
  test('has the 16 attributes, of each proof apart', () => {
    const { entity, values }: GraphShowReport = jsonOf('show', 'The center is normal');
    expect(entity).toMatchObject({
      type: 'theorem',
      label: 'thm:center',
      title: 'The center is normal',
      refs: ['def:group'],
      in_refs: { 'def:group': 'premise' },
      proofs: [{ refs: [] }, { refs: ['def:group'], contents: ['It is a kernel by Definition~\\ref{def:group}.'] }],
    });
    expect(values).toContainEqual(expect.objectContaining({ name: 'type', value: 'theorem', maker: 'rules' }));
    expect(jsonOf('show', 'def:group').entity!.out_refs).toEqual({ 'thm:center': 'premise' });
  });

  test('prints the role of each sentence and reference', () => {
    const { stdout } = lemmahead(['graph', 'show', 'thm:center'], { env });
    expect(stdout).toMatch(/premise +Let \$G\$ be a group/u);
    expect(stdout).toMatch(/proof 2\n/u);
    expect(stdout).toMatch(/refers to\n {2}def:group {2}premise/u);
  });

  test('exits 1 for an unknown name, with similar entries', () => {
    const { status, json } = lemmaheadJson(['graph', 'show', 'center'], { env });
    expect(status).toBe(1);
    expect((json as GraphShowReport).candidates).toMatchObject([{ key: 'groups#thm:center' }]);
  });
});

describe('graph export --entities', () => {
  /** Ids differ between libraries. */
  const exported = (library: string[]): unknown => {
    const { stdout, status } = lemmahead(['graph', 'export', '--entities', '--format', 'automathkg', ...library], {
      env,
    });
    expect(status).toBe(0);
    return JSON.parse(stdout, (key, value: unknown) => (key === 'id' || key.endsWith('_ids') ? null : value));
  };

  test('writes JSON that another library reads back with all attributes', () => {
    const first = exported([]);
    expect(first).toMatchObject([{ label: 'def:group' }, { label: 'thm:center', proofs: [{}, {}] }]);
    const file = join(home, 'entities.json');
    const other = ['--library', join(home, 'other.sqlite')];
    expect(lemmahead(['graph', 'export', '--entities', '--format', 'automathkg', '--out', file], { env }).status).toBe(
      0,
    );
    expect(lemmahead(['library', 'add', file, ...other], { env }).status).toBe(0);
    expect(exported(other)).toEqual(first);
    lemmahead(['graph', 'build', ...other], { env });
    expect(exported(other)).toEqual(first);
  });

  test('has references as edges, also in other formats', () => {
    const { stdout } = lemmahead(['graph', 'export', '--entities', '--format', 'graphml'], { env });
    expect(stdout).toContain('>premise<');
  });

  test('exits 2 without --entities for a format of entities', () => {
    const { status, stderr } = lemmahead(['graph', 'export', 'Nat', '--format', 'automathkg'], { env });
    expect([status, stderr]).toEqual([2, expect.stringContaining('automathkg is a format of entities')]);
  });
});

describe('--library', () => {
  const library = join(home, "its own 'library'.sqlite");
  const typed = "--library '" + library.replaceAll("'", String.raw`'\''`) + "'";

  beforeAll(() => {
    expect(lemmahead(['library', 'add', book, '--library', library], { env }).status).toBe(0);
  }, 60_000);

  test('is in the commands that are shown', () => {
    expect(lemmahead(['graph', 'build', '--library', library], { env }).stdout).toContain(
      `to undo: lemmahead graph undo ${typed} 1`,
    );
    expect(lemmahead(['graph', 'depends', 'nothing', '--entities', '--library', library], { env }).stderr).toContain(
      `next: lemmahead library list ${typed} --entries`,
    );
    const unknown = lemmaheadJson(['graph', 'depends', 'nothing', '--entities', '--library', library], { env });
    expect(unknown.json.next).toMatch(/^lemmahead library list --library '/u);
    expect(lemmahead(['graph', 'depends', 'nothing', '--entities'], { env }).stderr).not.toContain('--library');
  });

  test.each(['depends', 'path'])('without an index, %s says that no entity has the name', (command) => {
    const { status, stderr } = lemmahead(['graph', command, 'Evil red', '--library', library], { env });
    expect(status).toBe(3);
    expect(stderr).toContain('No entity of the library is named Evil red, and there is no index');
    expect(stderr).toContain('lemmahead index build');
  });

  test.each([[['--library', library]], [['--terms']]])('stats %j counts entities', (given) => {
    expect(jsonOf('stats', ...given)).toMatchObject({ schema: 'lemmahead/graph-stats-entities@1', entities: 2 });
  });
});
