/** How findings and remarks about a statement are shown. */
import { expect, test } from 'vitest';
import type { FormalizeReport } from '../../src/report/formalize-schema.ts';
import { renderFormalize } from '../../src/report/formalize-text.ts';
import { findingLines, remarkLines } from '../../src/report/statement-check-text.ts';

const PLAIN = { color: false, width: 80 };
const BY = Array.from({ length: 20 }, (_, at) => `intro lx${at}`).join('\n');

const found = {
  findings: [{ rule: 'vacuous' as const, by: BY }],
  remarks: [{ rule: 'unused-hypothesis' as const, strength: 'medium' as const, text: "'h' is \u001b[31mnot needed." }],
  judgement: null,
  unanswered: [],
};

const candidate = (text: string, samples: number[]): FormalizeReport['candidates'][number] => ({
  ...{ text, samples, definitions: [], verdict: 'compiles', why: null, errors: [] },
  ...{ faithfulness: 'unfaithful', class: null, ...found },
});

const report: FormalizeReport = {
  ...{ schema: 'lemmahead/formalize@1', statement: 'One.', header: '', formalizer: 'chat', model: 'local/m' },
  ...{ notices: [], template: 'formalize@1', prompt: '', checked: true, chosen: 'theorem a : 1 = 1', chosen_by: null },
  pack: {
    ...{ class: 'explicit', because: [], rewriting: null, concepts: [], candidates: [], hallucinated: [], stages: [] },
    ...{ definitions: [], examples: [] },
  },
  candidates: [candidate('theorem a : 1 = 1', [0]), candidate('theorem b : 2 = 2', [1])],
  counts: { asked: 2, answers: 2, repairs: 0, reused: 0, distinct: 2, compiled: 2, consistent: 0 },
  ...{ run: 'r', scripted: true, tokens: 0, cost: null, stopped_by: null, model_failure: null, written_to: null },
  ...{ replay_of: null, differs: false, proof: null },
};

test('a long label has a line of its own', () => {
  expect(remarkLines(found, PLAIN)).toEqual(["  unused-hypothesis:\n                'h' is [31mnot needed."]);
  expect(findingLines(found, PLAIN)[0]).toMatch(
    /^ {2}vacuous: {6}Its hypotheses contradict each other\. Proof: intro/u,
  );
});

test('the report of formalize keeps the lines and colours of findings', () => {
  const text = renderFormalize(report, PLAIN);
  expect(text).not.toMatch(/\S {2,}lx|intro {2,}/u);
  expect(text.split('\n').filter((line) => line.includes('lx') && line.length > 84)).toEqual([]);
  const coloured = renderFormalize(report, { ...PLAIN, color: true });
  // No part of a colour's code is left as text.
  expect(coloured.replaceAll('\u001b[2m', '')).not.toContain('[2m');
});
