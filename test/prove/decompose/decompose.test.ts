/** The strategy `decompose` with a scripted model and a simulated Lean. */
import { describe, expect, it } from 'vitest';
import { decompose } from '../../../src/prove/decompose/decompose.ts';
import { fillHoles } from '../../../src/prove/loop.ts';
import { sketchStepsOf } from '../../../src/prove/run/sketch-steps.ts';
import { fakeRun } from '../made-run.ts';
import { type AskedFor, OPTIONS, scriptedModel, sketchTrial } from './made-sketches.ts';

const TEXT = 'theorem t : Whole := by\n  sorry\n';
const TWO_STEPS = 'by\n  have a : A := by sorry\n  have b : B := by sorry\n  exact f a b';

interface Case {
  answer: (asked: AskedFor) => string;
  isProof: (candidate: string, target: string) => boolean;
  options?: Partial<typeof OPTIONS>;
  limits?: { attempts?: number; tokens?: number };
}

async function prove({ answer, isProof, options = {}, limits = {} }: Case) {
  const model = scriptedModel(answer);
  const { run, events, budget } = fakeRun(TEXT, sketchTrial(isProof), {
    strategies: [decompose({ ...OPTIONS, ...options })],
    ...{ model, limits },
  });
  const [outcome] = await fillHoles(run, { isSelected: () => true, jobs: 1 });
  return { outcome: outcome!, events, budget, asked: model.asked, steps: sketchStepsOf(events, 1) };
}

const kinds = (asked: readonly AskedFor[]): string[] => asked.map(({ kind, target }) => `${kind} ${target}`);

describe('decompose', () => {
  it('proves each step, and puts the proofs together', async () => {
    const { outcome, asked, steps } = await prove({
      answer: ({ kind, target }) =>
        kind === 'words'
          ? 'First A, then B.'
          : kind === 'sketch'
            ? TWO_STEPS
            : `by exact ${target.toLowerCase()}_proof`,
      isProof: (text) => /^exact [ab]_proof$|^ {2}have a : A := by exact a_proof\n/u.test(text),
    });
    expect(outcome).toMatchObject({ state: 'filled', strategy: 'decompose' });
    expect(outcome.proposal?.candidate.text).toBe(
      '  have a : A := by exact a_proof\n  have b : B := by exact b_proof\n  exact f a b',
    );
    expect(kinds(asked)).toEqual(['words Whole', 'sketch Whole', 'proof A', 'proof B']);
    expect(asked[1]!.prompt).toContain('First A, then B.');
    expect(steps).toMatchObject([
      { node: '1.1', state: 'filled', strategy: 'rag', candidate: 'exact a_proof' },
      { node: '1.2', state: 'filled' },
    ]);
  });

  it('shows open steps to the model, and keeps the proofs of the others', async () => {
    const again = 'by\n  have a : A := by sorry\n  have c : C := by sorry\n  exact g a c';
    const { outcome, asked } = await prove({
      answer: ({ kind, target }) =>
        kind === 'sketch' ? TWO_STEPS : kind === 'sketch-again' ? again : `by exact ${target.toLowerCase()}_proof`,
      isProof: (text) => /^exact [ac]_proof$|exact a_proof\n.*exact c_proof\n/u.test(text),
      options: { depth: 1 },
    });
    expect(outcome.state).toBe('filled');
    // The proof of A is not asked for again.
    expect(kinds(asked)).toEqual([
      'words Whole',
      'sketch Whole',
      'proof A',
      'proof B',
      'sketch-again Whole',
      'proof C',
    ]);
    expect(asked[4]!.prompt).toMatch(
      /1 of its 2 steps are open:\nStep 2 could not be proved[^]*⊢ B[^]*were proved[^]*⊢ A/u,
    );
  });

  it('sketches a step that is not proved otherwise, up to the depth', async () => {
    const answer = ({ kind, target }: AskedFor): string =>
      kind.startsWith('sketch')
        ? `by\n  have h : ${target}x := by sorry\n  exact f h`
        : kind === 'words'
          ? 'words'
          : `by exact p`;
    const isProof = (text: string, target: string): boolean =>
      (text === 'exact p' && target === 'Wholexx') || text.includes('\n');
    const deep = await prove({ answer, isProof, options: { depth: 2, sketches: 1 } });
    expect(deep.outcome.state).toBe('filled');
    expect(deep.steps).toMatchObject([
      { node: '1.1', strategy: 'decompose' },
      { node: '1.1/1.1', strategy: 'rag' },
    ]);
    const shallow = await prove({ answer, isProof, options: { depth: 1, sketches: 1 } });
    expect(shallow.outcome.state).toBe('open');
    expect(shallow.steps.map(({ node }) => node)).toEqual(['1.1']);
  });

  it('drops steps that are not used, also open ones', async () => {
    const { outcome } = await prove({
      answer: ({ kind, target }) =>
        kind === 'sketch' ? TWO_STEPS.replace('f a b', 'f a') : `by exact ${target.toLowerCase()}_proof`,
      isProof: (text) => /^exact a_proof$|have a : A := by exact a_proof\n {2}exact f a$/u.test(text),
      options: { depth: 1 },
    });
    expect(outcome.proposal?.candidate.text).toBe('  have a : A := by exact a_proof\n  exact f a');
  });

  it('refuses a step with the goal of the whole, and tries an answer without steps as a proof', async () => {
    const { outcome, asked } = await prove({
      answer: ({ kind }) =>
        kind === 'sketch' ? 'by\n  have h : Whole := by sorry\n  exact h' : kind === 'words' ? 'words' : 'by exact w',
      isProof: (text) => text === 'exact w',
    });
    expect(outcome.state).toBe('filled');
    expect(kinds(asked)).toEqual(['words Whole', 'sketch Whole', 'sketch-again Whole']);
    expect(asked[2]!.prompt).toContain('A step of the sketch has the same goal as the whole.');
  });

  it('ends after its sketches with a note, if the model answers nothing useful', async () => {
    const { outcome, asked } = await prove({ answer: () => 'I cannot do this, sorry.', isProof: () => false });
    expect(outcome).toMatchObject({ state: 'open', noCandidate: OPTIONS.sketches });
    expect(outcome.note).toBe('No proof was found with 3 sketches: --sketches allows more.');
    expect(asked).toHaveLength(1 + OPTIONS.sketches);
  });

  it('asks for a limited number of sketches, and reads no sketch with too many steps', async () => {
    const answer = ({ kind, target }: AskedFor): string =>
      kind === 'proof'
        ? 'by exact nothing'
        : kind === 'words'
          ? 'words'
          : `by\n  have a : ${target}a := by sorry\n  have b : ${target}b := by sorry\n  exact f a b`;
    const { asked, events } = await prove({ answer, isProof: () => false, options: { depth: 10, sketches: 100 } });
    expect(asked.filter(({ kind }) => kind.startsWith('sketch'))).toHaveLength(60);
    expect(events).toContainEqual(
      expect.objectContaining({
        event: 'remark',
        text: 'No further sketch was requested: there were 60 for this hole.',
      }),
    );
    const many = ({ kind }: AskedFor): string =>
      kind === 'words' ? 'words' : `by\n${'  have : A := by sorry\n'.repeat(1000)}  exact this`;
    const { asked: sent, steps } = await prove({ answer: many, isProof: () => false });
    expect(sent[2]!.prompt).toContain('The sketch has 1000 steps. At most 32 are allowed.');
    expect(steps).toEqual([]);
  });

  it('leaves each step its share of the attempts', async () => {
    const answer = ({ kind }: AskedFor): string =>
      kind === 'words' ? 'words' : kind.startsWith('sketch') ? TWO_STEPS : `by exact ${Math.random()}`;
    const { steps, budget } = await prove({
      answer,
      isProof: () => false,
      options: { depth: 1, sketches: 2, samples: 1, rounds: 40 },
      limits: { attempts: 31 },
    });
    // Of 31, the first sketch takes one; its steps a third of the others, each one half of it.
    expect(steps.slice(0, 2).map(({ attempts }) => attempts)).toEqual([5, 5]);
    expect(steps[0]!.note).toBe('Its share of the budget for attempts is used up.');
    expect(budget.attempts).toBeLessThanOrEqual(31);
  });
});
