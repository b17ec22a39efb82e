import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysedDeclaration } from '../../../src/index/analysis.ts';
import { emittedTokens } from '../emitted-tokens.ts';
import { wordAnalyser } from '../../../src/index/words/analyser.ts';
import { FIELDS } from '../../../src/index/words/fields.ts';
import { IMPACTS, quantise } from '../../../src/index/words/impact.ts';

const BLANK: AnalysedDeclaration['declaration'] = {
  name: 'x',
  kind: 'theorem',
  signature: '',
  typeAt: 0,
  doc: null,
  namespace: '',
  attributes: [],
  origin: 'written',
  variables: [],
  body: '',
  section: null,
  opens: [],
  instanceOf: null,
  isApproximate: false,
};

function analyse(
  declaration: Partial<AnalysedDeclaration['declaration']>,
  rest: Partial<Omit<AnalysedDeclaration, 'declaration'>> = {},
): Map<string, number> {
  const row = { declaration: { ...BLANK, ...declaration }, module: 'M', title: null, mentions: [], ...rest };
  const emitted = emittedTokens(wordAnalyser(null))(row);
  const weights = new Map(emitted);
  expect(weights.size).toBe(emitted.length);
  return weights;
}

describe('impacts', () => {
  it('differ by less than 2 % after quantisation', () => {
    for (let impact = 0.0101; impact < 99; impact *= 1.013) {
      expect(Math.abs(IMPACTS[quantise(impact)]! / impact - 1)).toBeLessThan(0.02);
    }
  });

  it('are quantised to 1 to 255', () => {
    expect(quantise(1e-9)).toBe(1);
    expect(quantise(1e9)).toBe(255);
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        (impact) => quantise(impact) >= 1 && quantise(impact) <= 255,
      ),
    );
  });
});

describe('the word analyser', () => {
  it('weights a word as in BM25F', () => {
    const { weight, b, meanLength } = FIELDS.lastName;
    const expected = weight / (1 - b + (b * 2) / meanLength);
    expect(analyse({ name: 'comm_ring' }).get('w:ring')).toBe(quantise(expected));
  });

  it('adds the impacts of all fields', () => {
    const alone = analyse({ name: 'Ring.foo' }).get('w:ring')!;
    const twice = analyse({ name: 'Ring.foo', doc: 'A ring.' }).get('w:ring')!;
    expect(IMPACTS[twice]! - IMPACTS[alone]!).toBeGreaterThan(4);
  });

  it('weights the conclusion more than hypotheses', () => {
    const weights = analyse({ signature: 'theorem x (h : Prime p) : Odd p', typeAt: 10 });
    expect(weights.get('w:odd')!).toBeGreaterThan(weights.get('w:prime')!);
  });

  it('reads the docstring, including its LaTeX', () => {
    expect(analyse({ doc: 'The limit of $f^{-1}(U) \\subseteq \\mathbb{R}$.' })).toSatisfy(
      (weights: Map<string, number>) => ['w:limit', 'w:inv', 'w:subset', 'w:real'].every((token) => weights.has(token)),
    );
  });

  it('reads only the variables in use', () => {
    const variables = ['(R : Type*)', '[CommRing R]', '(M : FooModule)', '(n : ℕ)', '{S : Barred}'];
    const weights = analyse({ signature: 'theorem x : R = n', typeAt: 10, variables });
    expect([...weights.keys()].filter((token) => /ring|nat|foo|bar/.test(token)).sort()).toEqual(['w:nat', 'w:ring']);
  });

  it('reads module, headings, body, parents and mentions', () => {
    const weights = analyse(
      {
        kind: 'structure',
        signature: 'structure x extends Monoid',
        typeAt: 12,
        body: 'inverse : G → G',
        section: 'Powers',
      },
      {
        module: 'Mathlib.Algebra.Lattice',
        title: 'Towers',
        mentions: [
          { kind: 'bullet', text: 'a famous thing' },
          { kind: 'sentence', text: 'used elsewhere' },
        ],
      },
    );
    for (const token of ['monoid', 'invers', 'power', 'algebra', 'lattic', 'tower', 'famou', 'elsewher'])
      expect(weights.has(`w:${token}`)).toBe(true);
    expect(weights.has('w:mathlib')).toBe(false);
  });

  it('keeps no state from one declaration to the next', () => {
    const analyser = emittedTokens(wordAnalyser(null));
    const run = (name: string): [string, number][] =>
      analyser({ declaration: { ...BLANK, name, variables: ['(ab : Left)'] }, module: 'M', title: null, mentions: [] });
    const alone = run('first_one');
    run('second_two');
    expect(run('first_one')).toEqual(alone);
  });

  it('never throws, for any source', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, fc.array(text), (name, signature, doc, variables) => {
        for (const weight of analyse({ name, signature, doc, body: doc, variables }).values())
          expect(weight >= 1 && weight <= 255).toBe(true);
      }),
    );
  });
});
