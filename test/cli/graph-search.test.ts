import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddingServer } from '../builders/vectors/embedding-server.ts';
import { lemmahead, lemmaheadJson, lemmaheadMeanwhile } from './spawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-graph-search-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home') };

const TEXT = String.raw`
\section{Spaces}
\begin{definition}[Compact space]\label{compact} A space is \emph{compact} if every open cover of it has a finite subcover.\end{definition}
\begin{theorem}[Images]\label{image} By \ref{compact}, the image of a compact space under a continuous function is compact.\end{theorem}
\begin{theorem}[Closed subsets]\label{closed} A closed subset of a compact space is compact.\end{theorem}
\section{Groups}
\begin{definition}[Group]\label{group} A group is a set with an associative operation, a unit and inverses.\end{definition}
\begin{theorem}[Lagrange]\label{lagrange} The order of a subgroup of a finite \ref{group} divides the order of the group.\end{theorem}
\begin{exercise}\label{cyclic} Show that a group of prime order is cyclic.\end{exercise}
`;

const search = (...args: string[]) => lemmaheadJson(['graph', 'search', ...args], { env, cwd: folder });
const keysOf = ({ json }: { json: any }): string[] => json.results.map(({ title, key }: any) => title || key);

beforeAll(() => {
  writeFileSync(join(folder, 'notes.tex'), TEXT);
  writeFileSync(join(folder, 'copy.tex'), TEXT.replaceAll('theorem}[Closed subsets]', 'theorem}[Closed]'));
  lemmaheadJson(['library', 'add', 'notes.tex'], { env, cwd: folder });
});

describe('graph search', () => {
  test('finds by vectors and words, without a model', () => {
    const { json, status } = search('subgroup of a finite group');
    expect(status).toBe(0);
    expect(json).toMatchObject({ space: 1, weights: null, references: true, notices: [] });
    expect(json.results[0]).toMatchObject({ title: 'Lagrange', type: 'theorem', channels: ['words', 'vectors'] });
  });

  test('joins its words to one query', () => {
    const joined = search('subgroup of a finite group').json;
    expect(search('subgroup', 'of', 'a', 'finite', 'group').json).toEqual(joined);
  });

  test('near an entity, without it, in both spaces', () => {
    for (const space of [[], ['--space', '2'], ['--no-references'], ['--space', '2', '--weights', '1,0,0,0,0']]) {
      const found = search('--near', 'closed', ...space);
      expect(keysOf(found)[0], space.join(' ')).toMatch(/Images|Compact/u);
      expect(keysOf(found)).not.toContain('Closed subsets');
    }
  });

  test('filters by type, field and source', () => {
    expect(keysOf(search('group', '--type', 'definition'))[0]).toBe('Group');
    for (const { field } of search('group', '--field', 'Groups').json.results) expect(field).toBe('Groups');
    expect(search('group', '--field', 'no such field').status).toBe(1);
    expect(search('group', '--source', 'notes').status).toBe(0);
  });

  test('a changed library is embedded again; merged entities are one result', () => {
    lemmaheadJson(['library', 'add', 'copy.tex'], { env, cwd: folder });
    lemmaheadJson(['graph', 'merge', '--source', 'copy'], { env, cwd: folder });
    const { json } = search('closed subset of a compact space');
    const closed = json.results.filter(({ title }: any) => title.startsWith('Closed'));
    expect(closed).toHaveLength(1);
    expect(closed[0].also_in).toHaveLength(1);
  });

  test('by an embedding model: graph embed makes the vectors', async () => {
    const server = await startEmbeddingServer();
    try {
      const embedder = ['--embedder', 'local/x', '--embedder-url', server.baseUrl];
      const run = async (...args: string[]) =>
        lemmaheadMeanwhile([...args, ...embedder, '--json'], { env, cwd: folder });
      const before = JSON.parse((await run('graph', 'search', 'group')).stdout);
      expect(before.notices[0]).toContain('lemmahead graph embed');
      expect(JSON.parse((await run('graph', 'embed')).stdout).embedded).toBeGreaterThan(5);
      const after = JSON.parse((await run('graph', 'search', 'group')).stdout);
      expect(after.notices).toEqual([]);
      expect(after.results[0].channels).toContain('vectors');
    } finally {
      await server.close();
    }
  });

  test('prints hits for people', () => {
    const { stdout } = lemmahead(['graph', 'search', 'order of a subgroup', '-n', '1'], { env, cwd: folder });
    expect(stdout).toContain('Lagrange');
  });

  test.each([
    [2, [], 'Missing a query'],
    [2, ['group', '--near', 'closed'], 'exclude each other'],
    [2, ['group', '--weights', '1,0,0,0,0'], 'need --space 2'],
    [2, ['group', '--space', '2', '--weights', '1,1'], 'is not a list of 5 numbers'],
    [2, ['group', '--space', '3'], 'Allowed choices'],
    [1, ['--near', 'nothing'], 'is named nothing'],
    [3, ['group', '--library', 'none.sqlite'], 'There is no library'],
    [2, ['group', '--embedder', 'nobody/x'], 'is not an embedding model'],
  ])('exit %i for %j', (exit, args, message) => {
    const { status, stderr } = lemmahead(['graph', 'search', ...args], { env, cwd: folder });
    expect(stderr).toContain(message);
    expect(status).toBe(exit);
  });
});
