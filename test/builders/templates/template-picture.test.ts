/** The picture of a graph of templates. */
import { expect, test } from 'vitest';
import type { TemplateRecord } from '../../../src/builders/templates/graph-records.ts';
import type { TemplateGraph } from '../../../src/builders/templates/template-graph.ts';
import { templatePicture } from '../../../src/session/template-picture.ts';

const template = (id: number, changes: Partial<TemplateRecord>): TemplateRecord & { id: number } => ({
  ...{
    record: 'template',
    key: `template/${id}`,
    stage: 'base',
    level: 1,
    field: null,
    title: `T${id}`,
    problem: 'P.',
  },
  ...{ steps: [{ text: 'S.', theorem: 'theorem/t' }], parent: null, seed: null, entry: null, checks: {}, made_by: {} },
  ...{ rejected: null, id, ...changes },
});

test('has no rejected template, nothing that only they use, and no edge to them', () => {
  const seed = (id: number) => ({
    ...{ record: 'problem' as const, key: `problem/${id}`, stage: 'seed' as const, name: `P${id}`, problem: 'P?', id },
    ...{ solution: null, answer: null, options: [], level: null, field: null, theorems: [] },
  });
  const theorem = (id: number, key: string) => ({
    ...{ record: 'theorem' as const, key, name: key, statement: '', also: [], entries: [], id },
    declarations: [{ package: 'Own', name: 'Own.t', statement_hash: '', similarity: 1 }],
  });
  const graph: TemplateGraph = {
    ...{ name: 'g', plan: {}, isImported: false },
    theorems: [theorem(1, 'theorem/t'), theorem(2, 'theorem/unused')],
    problems: [seed(3), seed(4)],
    templates: [
      template(5, { seed: 'problem/3' }),
      template(6, { seed: 'problem/4', rejected: 'steps', steps: [{ text: 'S.', theorem: 'theorem/unused' }] }),
      template(7, { stage: 'variation', parent: 'template/6' }),
    ],
  };
  const { nodes, edges } = templatePicture(graph);
  expect(nodes.map(({ id }) => id)).toEqual([
    ...['template/5', 'template/7', 'problem/3', 'theorem/t', 'declaration/Own.t'],
  ]);
  expect(edges.map(({ from, to, role }) => `${from} ${role} ${to}`)).toEqual([
    ...['template/5 uses theorem/t', 'template/5 abstracts problem/3', 'template/7 uses theorem/t'],
    'theorem/t matches declaration/Own.t',
  ]);
});
