/** The data of a picture stays small: texts are cut if the rest of the graph is large. */
import { expect, test } from 'vitest';
import type { PictureGraph } from '../../src/graph/picture-graph.ts';
import { graphView } from '../../src/report/graph-view.ts';

function viewOf(count: number, edges: number) {
  const graph: PictureGraph = {
    title: 'Harbours',
    nodes: Array.from({ length: count }, (_, at) => ({
      ...{ id: String(at), label: `thm:${at}`, title: `A theorem about harbour ${at}`, type: 'theorem' as const },
      ...{ state: null, field: null, details: 'A "harbour" is safe.\n'.repeat(40), link: null },
    })),
    edges: Array.from({ length: edges }, (_, at) => ({
      ...{ from: String(at % count), to: String((at * 7 + 1) % count), role: 'premise' },
    })),
  };
  const at = new Int32Array(count).fill(-12_345);
  return graphView(graph, { x: at, y: at, community: at }, { leftOut: 0, notices: [] });
}

test('of the size of AutoMathKG, data and scripts together have less than two megabytes', () => {
  const view = viewOf(13_388, 29_459);
  expect(view.details_cut).toBe(true);
  const { length } = JSON.stringify(view);
  expect(length).toBeGreaterThan(1_200_000);
  expect(length).toBeLessThan(1_700_000);
});

test('of a small graph no text is cut', () => {
  expect(viewOf(100, 200).details_cut).toBe(false);
});
