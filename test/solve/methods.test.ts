/** Methods of `solve`, the rules without a model, and reading the answers of one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSolutionText } from '../../src/builders/templates/model/graph-answers.ts';
import { readChoice, readTable, readWordings } from '../../src/solve/solve-answers.ts';
import { parseMethod as parse } from '../../src/solve/solve-method.ts';
import { isSameProblem } from '../../src/solve/solve-problem.ts';
import { distilled, type HitTheorems, offlineChoice, offlineTable } from '../../src/solve/solve-offline.ts';

const parseMethod = (label: string) => parse(label, { solveK: 5, solveThreshold: 0.1, solveDistil: 3 });

describe('parseMethod', () => {
  test('has the settings where its text says nothing', () => {
    expect(parseMethod('both:k=3')).toMatchObject({ k: 3, threshold: 0.1, wordings: 3 });
  });

  test('reads a method with its options', () => {
    expect(parseMethod('both:no-refine,k=3,m=0.35,distil=2')).toEqual({
      ...{ label: 'both:no-refine,k=3,m=0.35,distil=2', name: 'both', k: 3, threshold: 0.35, wordings: 2 },
      ...{ generated: true, verified: true, refine: false, reselect: true },
    });
  });

  test.each([
    '',
    'boths',
    'both:k',
    'both:k=0',
    'both:k=x',
    'both:m=2',
    'both:distil=1.5',
    'both:no-thing',
    'both:no-refine=1',
  ])('%j is refused', (label) => {
    expect(() => parseMethod(label)).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ code: 'method-unknown' }) }),
    );
  });
});

describe('isSameProblem', () => {
  const problem = 'How many labelled trees are there on 9 vertices?';
  test.each([
    [problem, true],
    ['how many labelled trees are there, on $9$ vertices', true],
    ['How many labelled trees are there on 8 vertices?', false],
    ['How many labelled paths are there on 9 vertices?', false],
    ['How many apples have 9 children?', false],
    ['There are 9 trees.', false],
  ])('%j: %s', (text, isSame) => {
    expect([isSameProblem(problem, text), isSameProblem(text, problem)]).toEqual([isSame, isSame]);
  });

  test('also of formulas alone', () => {
    expect([isSameProblem('$1+2$', ' $1+2$'), isSameProblem('$1+2$', '$1-2$')]).toEqual([true, false]);
  });
});

describe('without a model', () => {
  test('numbers become placeholders, names and commands stay', () => {
    expect(distilled('Find $x_1^2 + 3x = -10$ for 2,500 and \\frac{1}{2}.')).toBe(
      'Find $x_1^⟨number⟩ + ⟨number⟩x = ⟨number⟩$ for ⟨number⟩ and \\frac{⟨number⟩}{⟨number⟩}.',
    );
    expect(distilled('Solve $x^2-9x+(a)-4=-14$.')).toBe('Solve $x^⟨number⟩-⟨number⟩x+(a)-⟨number⟩=⟨number⟩$.');
  });

  test('the table has the theorems of the nearest hits first, each once, at most twelve', () => {
    const hits = [
      { similarity: 0.9, theorems: ['A'] },
      { similarity: 0.6, theorems: ['B'] },
      { similarity: 0.5, theorems: ['B', 'C'] },
    ];
    const table = offlineTable(hits, (name) => (name === 'B' ? 'About B.' : ''));
    expect(table.map(({ name, statement }) => [name, statement])).toEqual([
      ['B', 'About B.'],
      ['A', ''],
      ['C', ''],
    ]);
    const many = Array.from({ length: 30 }, (_, at) => ({ similarity: 0.5, theorems: [`T${at}`] }));
    expect(offlineTable(many, () => '')).toHaveLength(12);
  });

  /** Appendix B: argmax of ½ s + ½ Jaccard, ties to the first. */
  function reference(hits: readonly HitTheorems[], table: readonly string[]): number | null {
    let best: number | null = null;
    let most = -Infinity;
    for (const [at, hit] of hits.entries()) {
      const all = new Set([...hit.theorems, ...table]);
      const common = new Set(hit.theorems.filter((name) => table.includes(name)));
      const score = 0.5 * hit.similarity + 0.5 * (all.size === 0 ? 0 : common.size / all.size);
      if (score > most) [best, most] = [at, score];
    }
    return best;
  }

  test('the choice is that of the reference', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 });
    const hits = fc.array(fc.record({ similarity: fc.constantFrom(0, 0.2, 0.5, 1), theorems: names }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(hits, names, (all, table) => {
        expect(
          offlineChoice(
            all,
            table.map((name) => ({ name })),
          ),
        ).toBe(reference(all, table));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('answers of a model', () => {
  test('are read from JSON with text around it', () => {
    expect(readWordings('Here: {"templates": ["a", "b", "a", ""]}', 3)).toEqual({ wordings: ['a', 'b'] });
    expect(readTable('{"rows": [{"name": "Bayes"}, {"name": ""}]}')).toEqual({
      rows: [{ name: 'Bayes', statement: '', when: '' }],
    });
    expect(readChoice('```json\n{"template": 0}\n```', 3)).toEqual({ at: null });
    expect(readSolutionText('<think>7</think>\\boxed{8}\u0007')).toEqual({ text: '\\boxed{8}' });
  });

  test.each<[string, () => unknown]>([
    ['no JSON', () => readWordings('I do not know.', 3)],
    ['no wording', () => readWordings('{"templates": []}', 3)],
    ['an empty table', () => readTable('{"rows": []}')],
    ['a template that was not offered', () => readChoice('{"template": 4}', 3)],
    ['only thinking', () => readSolutionText('<think>7</think>')],
  ])('%s is a bad answer', (_, read) => expect(read).toThrow(expect.objectContaining({ name: 'BadAnswer' })));

  test('never crash the reader', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        for (const read of [() => readWordings(text, 3), () => readTable(text), () => readChoice(text, 3)]) {
          try {
            read();
          } catch (error) {
            expect((error as Error).name).toBe('BadAnswer');
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
