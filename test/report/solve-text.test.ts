/** The text report of `solve`. */
import { expect, test } from 'vitest';
import type { SolveReport } from '../../src/report/solve-schema.ts';
import { renderSolve } from '../../src/report/solve-text.ts';

test.each([
  [1, 1, 'with 1 template of graph, 1 theorem, no template chosen'],
  [2, 3, 'with 2 templates of graph, 3 theorems, no template chosen'],
])('counts %i templates and %i theorems in words', (hits, theorems, line) => {
  const hit = { id: 1, similarity: 1, title: 'T', problem: 'P', steps: [], theorems: [] };
  const context = {
    ...{ wordings: ['P'], hits: Array.from({ length: hits }, () => hit), invented: 0, template: null },
    table: Array.from({ length: theorems }, (_, at) => ({ name: `N${at}`, statement: '', when: '' })),
  };
  const report = {
    ...{ graph: 'graph', imported: false, method: 'both', problem: 'P', answer: '4', rule: 'boxed', text: 'So 4.' },
    ...{ samples: [], calls: [], votes: 1, verdict: null, context, models: [], seconds: 1, notices: [], prompt: null },
  };
  expect(renderSolve(report as unknown as SolveReport, false, { color: false, width: 80 })).toContain(line);
});
