/** Equations 1 to 3 of Lan et al. against their references, and the rules on records. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GraphItemRecord, TemplateRecord } from '../../../src/builders/templates/graph-records.ts';
import { nameSimilarity, vectorSimilarity } from '../../../src/builders/templates/model/build-by-model.ts';
import {
  readBareTemplate,
  readFullTemplate,
  readStepTheorems,
  readTheorems,
} from '../../../src/builders/templates/model/graph-answers.ts';
import {
  applyRules,
  DEFAULT_THRESHOLDS,
  isConsistent,
  stepRange,
} from '../../../src/builders/templates/model/graph-rules.ts';

/** Appendix B of the specification. */
const valid = (similarities: readonly number[], k: number): boolean => Math.max(-Infinity, ...similarities) > k;
const consistent = (own: readonly (readonly number[])[], k: number, a: number): boolean =>
  own.length > 0 && own.filter((each) => valid(each, k)).length / own.length > a;
function rangeOf(counts: readonly number[], n: number): ((s: number) => boolean) | null {
  if (counts.length < 5) return null;
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const spread = (Math.max(...counts) - Math.min(...counts)) / n;
  return spread === 0 ? null : (s) => mean - spread < s && s < mean + spread;
}

const share = fc.constantFrom(0, 0.25, 0.5, 0.7, 0.8, 0.81, 1);

describe('the equations', () => {
  test('1 and 2 are those of the reference', () => {
    const rows = fc.array(fc.array(share, { minLength: 1, maxLength: 6 }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, share, share, (own, k, alpha) => {
        const best = own.map((each) => Math.max(...each));
        expect(isConsistent(best, { k, alpha })).toBe(consistent(own, k, alpha));
      }),
      { numRuns: 10_000 },
    );
  });

  test('3 is that of the reference', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 16 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 10 }),
        (counts, n) => {
          const [range, expected] = [stepRange(counts, n), rangeOf(counts, n)];
          expect(range === null).toBe(expected === null);
          for (let steps = 1; steps <= 16; steps++)
            expect(range === null || (range.low < steps && steps < range.high)).toBe(expected?.(steps) ?? true);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('3 is off for a spread of 0, also where all have as many steps', () => {
    expect([stepRange([3, 3, 3, 3, 3], 0), stepRange([1, 2, 3, 4, 5], 0)]).toEqual([null, null]);
  });

  test('the similarity of theorems is 1 for the same name, and low for another one with a common word', () => {
    const named = (name: string, statement = '') => ({ name, statement });
    expect(
      nameSimilarity([named("Euler's Theorem", 'One statement.')], [named('the Euler theorem', 'Another.')]),
    ).toEqual([1]);
    const [other] = nameSimilarity([named("Abel's theorem")], [named("Abel's binomial theorem")]);
    expect(other).toBeLessThan(0.8);
    expect(nameSimilarity([named('Vieta')], [])).toEqual([0]);
  });
});

describe('the rules on a graph', () => {
  const template = (at: number, steps: number, best: number[]): TemplateRecord => ({
    ...{ record: 'template', key: `template/${at}`, stage: 'base', level: 1, field: null, title: String(at) },
    ...{ problem: `Class ${at}.`, parent: null, seed: `problem/${at}`, entry: null, rejected: null, made_by: {} },
    steps: Array.from({ length: steps }, (_, step) => ({ text: `Step ${step}.`, theorem: 'theorem/t' })),
    checks: { consistency: { best } },
  });
  const theorem = (declarations: number): GraphItemRecord => ({
    ...{ record: 'theorem', key: 'theorem/t', name: 't', statement: '', also: [], entries: [] },
    declarations: Array.from({ length: declarations }, () => ({
      ...{ package: 'Own', name: 'Own.t', statement_hash: '', similarity: 1 },
    })),
  });
  const reasons = (records: readonly GraphItemRecord[]) =>
    records.flatMap((each) => (each.record === 'template' ? [each.rejected] : []));

  test('reject by consistency, then by the number of steps', () => {
    const records = [theorem(0), ...[2, 2, 3, 2, 9, 2].map((steps, at) => template(at, steps, [at === 0 ? 0.1 : 0.9]))];
    const { records: applied, ranges } = applyRules(records, DEFAULT_THRESHOLDS);
    expect(reasons(applied)).toEqual(['consistency', null, null, null, 'steps', null]);
    expect(ranges['1']!.high).toBeCloseTo(20 / 6 + 7 / 4);
  });

  test('reject by matching only if asked for, and decide anew each time', () => {
    const records = [theorem(0), template(0, 2, [0.9])];
    const withMatch = { ...DEFAULT_THRESHOLDS, matchAlpha: 0.5 };
    expect(reasons(applyRules(records, DEFAULT_THRESHOLDS).records)).toEqual([null]);
    const rejected = applyRules(records, withMatch).records;
    expect(reasons(rejected)).toEqual(['matching']);
    expect(reasons(applyRules(rejected, DEFAULT_THRESHOLDS).records)).toEqual([null]);
    expect(reasons(applyRules([theorem(1), ...records.slice(1)], withMatch).records)).toEqual([null]);
  });

  test('count a match only from the similarity k′ on', () => {
    const [stated] = [theorem(1)].map((each) => ({
      ...each,
      declarations: [{ package: 'Own', name: 'Own.t', statement_hash: '', similarity: 0.8 }],
    }));
    const decided = (matchK: number) =>
      reasons(applyRules([stated!, template(0, 2, [0.9])], { ...DEFAULT_THRESHOLDS, matchAlpha: 0.5, matchK }).records);
    expect([0.7, 0.8, 0.81].map(decided)).toEqual([[null], [null], ['matching']]);
  });

  test('do not touch templates of documents', () => {
    const document: TemplateRecord = { ...template(0, 1, []), stage: 'document', seed: null };
    expect(reasons(applyRules([theorem(0), document], DEFAULT_THRESHOLDS).records)).toEqual([null]);
  });
});

describe('answers of a model', () => {
  const readers = [readTheorems, readBareTemplate, readFullTemplate, (text: string) => readStepTheorems(text, 2)];

  test('are read with text around them, without control characters', () => {
    const answer =
      'Sure:\n```json\n{"title":"A\\u0007","problem":"Find ⟨n⟩ with \\frac12.","steps":["Add.\\u202e"]}\n```';
    expect(readBareTemplate(answer)).toEqual({ title: 'A', problem: 'Find ⟨n⟩ with \\frac12.', steps: ['Add.'] });
  });

  test.each([
    ['no JSON', () => readTheorems('None.')],
    ['a name without letters', () => readTheorems('{"theorems":[{"name":" "}]}')],
    ['no steps', () => readBareTemplate('{"title":"a","problem":"b","steps":[]}')],
    ['17 steps', () => readBareTemplate(JSON.stringify({ title: 'a', problem: 'b', steps: Array(17).fill('c') }))],
    ['an empty problem', () => readBareTemplate('{"title":"a","problem":"  ","steps":["c"]}')],
    [
      'a field of 2,001 characters',
      () => readBareTemplate(JSON.stringify({ title: 'a', problem: 'b'.repeat(2001), steps: ['c'] })),
    ],
    ['another number of theorems', () => readStepTheorems('{"theorems":[{"name":"a"}]}', 2)],
  ])('%s is a bad answer', (_, read) => expect(read).toThrow(expect.objectContaining({ name: 'BadAnswer' })));

  test('never crash a reader, and never leave a control character', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
    const theorem = fc.record({ name: text, statement: text }, { requiredKeys: [] });
    const value = fc.oneof(
      fc.json(),
      fc.record({ theorems: fc.array(theorem, { maxLength: 3 }) }).map((each) => JSON.stringify(each)),
      fc
        .record({ title: text, problem: text, steps: fc.array(fc.oneof(text, fc.record({ text, theorem }))) })
        .map((each) => JSON.stringify(each)),
      text,
    );
    fc.assert(
      fc.property(value, (answer) => {
        for (const read of readers) {
          try {
            expect(JSON.stringify(read(answer))).not.toMatch(/\\u00(?!0[9aA])[01]|[\u202a-\u202e\u2066-\u2069]/u);
          } catch (error) {
            expect((error as Error).name).toBe('BadAnswer');
          }
        }
      }),
      { numRuns: 25_000 },
    );
  }, 120_000);
});

describe('similarity of theorems by vectors', () => {
  const theorem = (name: string, statement: string) => ({ name, statement });
  const VECTORS: Record<string, number[]> = {
    'euler. a^φ(n) ≡ 1': [1, 0],
    'fermat. a^p ≡ a': [0.8, 0.6],
    'pythagorean. a² + b² = c²': [0, 1],
    'opposite. no': [-1, 0],
  };
  const vectorsOf = (texts: readonly string[]) =>
    Promise.resolve(texts.map((text) => Float32Array.from(VECTORS[text] ?? [0, 0])));
  const [euler, fermat, pythagoras] = [
    theorem("Euler's theorem", 'a^φ(n) ≡ 1'),
    theorem("Fermat's theorem", 'a^p ≡ a'),
    theorem('the Pythagorean theorem', 'a² + b² = c²'),
  ];

  test('is the cosine to the nearest, in both directions alike', async () => {
    expect(await vectorSimilarity([euler, pythagoras], [fermat], vectorsOf)).toEqual([0.8, 0.6]);
    expect(await vectorSimilarity([fermat], [euler, pythagoras], vectorsOf)).toEqual([0.8]);
  });

  test('is 1 for the same name, whatever the statement says, and at least 0', async () => {
    expect(await vectorSimilarity([euler], [theorem('Euler theorem', 'unknown')], vectorsOf)).toEqual([1]);
    expect(await vectorSimilarity([euler], [theorem('opposite', 'no')], vectorsOf)).toEqual([0]);
    expect(await vectorSimilarity([euler], [], vectorsOf)).toEqual([0]);
  });
});
