import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/prove/portfolio/outcome.ts';
import { isOpen, render, solve, type GoalNode, type Move } from '../../../src/prove/portfolio/proof-tree.ts';
import type { Step } from '../../../src/prove/portfolio/step.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import { rejected, rootOf } from './made.ts';

const step = (text: string, ...lemmas: string[]): Step => ({ text, cost: 0, onward: 0, lemmas });

function below(node: GoalNode, text: string, heads: string[] | null, count: number): GoalNode[] {
  const move: Move = { node, step: step(text, `of ${text}`), heads, goals: [] };
  for (let at = 0; at < count; at++) move.goals.push({ ...rootOf(`⊢ g${at}`), from: move });
  return move.goals;
}

describe('a proof in the making', () => {
  const root = rootOf('⊢ p');
  const [zero, succ] = below(root, 'induction n with', ['| zero =>', '| succ n ih =>'], 2) as [GoalNode, GoalNode];
  const [left, right] = below(succ, 'constructor', ['·', '·'], 2) as [GoalNode, GoalNode];

  it('is rendered with one goal tried and the others open, and says in which lines', () => {
    const rendered = render(right, step('simp\nrfl', 'L'));
    expect(rendered.text).toBe(
      [
        'induction n with',
        '| zero =>',
        '  skip',
        '| succ n ih =>',
        '  constructor',
        '  · skip',
        '  · simp',
        '    rfl',
      ].join('\n'),
    );
    expect(rendered.frame).toEqual({ first: 6, last: 7 });
    expect([...rendered.lemmas].toSorted()).toEqual(['L', 'of constructor', 'of induction n with']);
    expect(render(zero, step('rfl')).frame).toEqual({ first: 1, last: 2 });
    expect(render(root, step('rfl')).frame).toBeNull();
  });

  it('is whole when its last piece is found', () => {
    solve(left, { text: 'rfl', lemmas: [] });
    expect([isOpen(left), isOpen(right)]).toEqual([false, true]);
    solve(right, { text: 'simp', lemmas: ['L'] });
    expect([succ.solution?.text, root.solution]).toEqual(['constructor\n· rfl\n· simp', null]);
    solve(zero, { text: 'decide', lemmas: [] });
    expect(root.solution?.text).toContain('| succ n ih =>\n  constructor\n  · rfl\n  · simp');
    expect(root.solution?.lemmas).toContain('L');
  });

  it('goes straight on below a single goal, in the lines of the goal above', () => {
    const top = rootOf('⊢ q');
    const [only] = below(top, 'intro h', null, 1) as [GoalNode];
    expect(render(only, step('exact h'))).toMatchObject({ text: 'intro h\nexact h', frame: null });
  });

  it('solves a goal wherever else it came up, and ends where goals lie below each other', () => {
    const top = rootOf('⊢ q');
    const [a] = below(top, 'apply x', null, 1) as [GoalNode];
    const [b] = below(a, 'apply y', null, 1) as [GoalNode];
    a.twins.push(b);
    b.twins.push(a);
    expect(isOpen(b)).toBe(true);
    solve(b, { text: 'rfl', lemmas: [] });
    expect([a.solution?.text, isOpen(a)]).toEqual(['rfl', false]);
  });
});

describe('outcomeOf', () => {
  const text = 'theorem a : 1 = 1 := rfl\n\ntheorem t : p := sorry';
  const hole = findHoles(text)[0]!;
  const rendered = { text: 'constructor\n· rfl\n· simp', lemmas: [], frame: { first: 2, last: 2 } };
  const place = { text, hole };
  // `by` has a line of its own before the three of the candidate, which are lines 4 to 6.
  const of = (...said: { line: number; text: string }[]) => outcomeOf(rejected(...said), rendered, place);

  it('looks at the lines of its goal alone', () => {
    expect(of({ line: 5, text: 'type mismatch' })).toEqual({ kind: 'closed' });
    expect(of({ line: 6, text: 'type mismatch' })).toEqual({ kind: 'failed', why: null });
    expect(of({ line: 6, text: 'unsolved goals\nh : q\n⊢ r' })).toEqual({ kind: 'left', goals: ['h : q\n⊢ r'] });
    const both = [
      { line: 6, text: 'unsolved goals\n⊢ r' },
      { line: 6, text: 'unknown tactic' },
    ];
    expect(of(...both)).toEqual({ kind: 'failed', why: null });
  });

  it('tells what ran out of time and what lacks an instance', () => {
    expect(of({ line: 6, text: '(deterministic) timeout at `whnf`' })).toEqual({ kind: 'failed', why: 'time' });
    expect(of({ line: 6, text: 'failed to synthesize\n  Group Nat' })).toEqual({ kind: 'failed', why: 'instance' });
    const late = outcomeOf({ kind: 'unchecked', why: 'timedOut', detail: '' }, rendered, place);
    expect(late).toEqual({ kind: 'failed', why: 'time' });
  });
});
