import { describe, expect, it } from 'vitest';
import { blueprintPicture } from '../../src/graph/blueprint-picture.ts';
import { formalizationStatus } from '../../src/graph/formalization-status.ts';
import { mostConnected } from '../../src/graph/picture-graph.ts';
import { layoutPicture } from '../../src/graph/picture-layout.ts';
import { graphView } from '../../src/report/graph-view.ts';
import { pictureNode, pictureOf } from './sample-picture.ts';

/** Two triangles with one edge between them, and two nodes without edges. */
const TWO = pictureOf([...'abcdefgh'], ['a>b', 'b>c', 'c>a', 'd>e', 'e>f', 'f>d', 'a>d']);

describe('layoutPicture', () => {
  it('finds communities, gives each node a place of its own, and is the same each time', async () => {
    const layout = await layoutPicture(TWO);
    const { community, x, y } = layout;
    expect([...community.subarray(0, 3)]).toEqual([community[0], community[0], community[0]]);
    expect([...community.subarray(3, 6)]).toEqual([community[3], community[3], community[3]]);
    expect(community[0]).not.toBe(community[3]);
    expect([...community.subarray(6)]).toEqual([-1, -1]);
    expect(new Set([...x].map((at, node) => `${at} ${y[node]}`)).size).toBe(8);
    expect(await layoutPicture(TWO)).toEqual(layout);
  });

  it('says how far it is, and stops on demand', async () => {
    const ids = Array.from({ length: 3000 }, (_, at) => `n${at}`);
    const large = pictureOf(
      ids,
      ids.slice(1).map((id, at) => `${id}>n${Math.floor(at / 3)}`),
    );
    const seen: number[] = [];
    const stop = new AbortController();
    const onProgress = (done: number, all: number): void => {
      seen.push(done / all);
      if (seen.length === 2) stop.abort();
    };
    await expect(layoutPicture(large, { signal: stop.signal, onProgress })).rejects.toThrow('aborted');
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBeLessThan(seen[1]!);
    expect(seen[1]).toBeLessThan(1);
  });

  it('puts nodes without edges in a row below the others', async () => {
    const { x, y } = await layoutPicture(TWO);
    expect(y[6]).toBe(y[7]);
    expect(x[6]).not.toBe(x[7]);
    expect(y[6]).toBeLessThan(Math.min(...y.subarray(0, 6)) - 50);
  });

  it('works without edges, and without nodes', async () => {
    const { x, y } = await layoutPicture(pictureOf([...'abcd'], []));
    expect(new Set([...x].map((at, node) => `${at} ${y[node]}`)).size).toBe(4);
    expect((await layoutPicture(pictureOf([], []))).x).toHaveLength(0);
  });

  it('keeps nodes apart', async () => {
    const ids = Array.from({ length: 120 }, (_, at) => `n${at}`);
    const { x, y } = await layoutPicture(
      pictureOf(
        ids,
        ids.slice(1).map((id) => `${id}>n0`),
      ),
    );
    let nearest = Infinity;
    for (let one = 0; one < 120; one++)
      for (let other = 0; other < one; other++)
        nearest = Math.min(nearest, Math.hypot(x[one]! - x[other]!, y[one]! - y[other]!));
    expect(nearest).toBeGreaterThan(35);
  });
});

describe('mostConnected', () => {
  it('keeps the nodes with the most neighbours and the edges between them', () => {
    const { nodes, edges } = mostConnected(TWO, 2);
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'd']);
    expect(edges).toEqual([{ from: 'a', to: 'd', role: 'statement' }]);
    expect(mostConnected(TWO, 8)).toBe(TWO);
  });
});

describe('graphView', () => {
  it('has links with https only, and shortens texts only as far as the budget needs', async () => {
    const long = 'é'.repeat(500_000);
    const graph = {
      ...pictureOf([], []),
      nodes: [
        pictureNode('short', { details: 'short', link: 'javascript:alert(1)' }),
        pictureNode('long', { details: long, link: 'https://example.org/' }),
        pictureNode('longer', { details: `${long}${long}`, link: 'http://example.org/' }),
      ],
    };
    const view = graphView(graph, await layoutPicture(graph), { leftOut: 0, notices: [] });
    expect(view.nodes.link).toEqual(['', 'https://example.org/', '']);
    expect(view.nodes.details[0]).toBe('short');
    expect(view.nodes.details[1]!.length + view.nodes.details[2]!.length).toBeLessThan(600_010);
    expect(view.details_cut).toBe(true);
  });
});

describe('blueprintPicture', () => {
  const marks = { uses: [], lean: [], isFormalized: false, isInMathlib: false, isNotReady: false };
  const piece = (label: string, kind: 'theorem' | 'definition') => ({
    ...{ key: label, kind, called: 'Lemma', number: null, title: `On ${label}`, headings: ['One', 'Two'] },
    ...{ body: 'Text.', proof: null, labels: [label], references: [], place: { file: 'a.tex', line: 3, page: null } },
  });

  it('has a node per statement with its state, and an edge per use', () => {
    const nodes = [
      { label: 'd', piece: piece('d', 'definition'), statement: { ...marks, lean: ['D'] }, proof: null },
      { label: 't', piece: piece('t', 'theorem'), statement: marks, proof: marks },
      { label: 't', piece: piece('t', 'theorem'), statement: { ...marks, isNotReady: true }, proof: null },
    ].map((node, at) => ({
      ...{ ...node, statementUses: at === 1 ? [0] : [], proofUses: at === 1 ? [0, 2] : [], unresolved: [] },
    }));
    const statuses = formalizationStatus(nodes, () => ({ exists: true, isComplete: true }));
    const graph = blueprintPicture('Plan', nodes, statuses, (name) => `https://example.org/${name}`);
    expect(graph.nodes.map(({ id, type, state, link }) => [id, type, state, link])).toEqual([
      ['d', 'definition', 'fully-proved', 'https://example.org/D'],
      ['t', 'theorem', 'can-state', null],
      ['t#2', 'theorem', 'not-ready', null],
    ]);
    expect(graph.edges).toEqual([
      { from: 't', to: 'd', role: 'statement' },
      { from: 't', to: 't#2', role: 'proof' },
    ]);
    expect(graph.nodes[0]!.details).toBe('Lemma, a.tex:3\nLean: D\n\nText.');
  });
});
