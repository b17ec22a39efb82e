import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/prove/portfolio/attempt-outcome.ts';
import { isOpen, render, solve, type GoalNode, type Move } from '../../../src/prove/portfolio/proof-tree.ts';
import type { Step } from '../../../src/prove/portfolio/step.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';
import { rejected, rootOf } from './made.ts';

const step = (text: string, ...lemmas: string[]): Step => ({ text, cost: 0, onward: 0, lemmas });

function below(node: GoalNode, text: string, heads: string[] | null, count: number): GoalNode[] {
  const move: Move = { node, step: step(text, `of ${text}`), heads, goals: [] };
  for (let at = 0; at < count; at++) move.goals.push({ ...rootOf(`⊢ g${at}`), parent: move });
  return move.goals;
}

describe('proof tree', () => {
  const root = rootOf('⊢ p');
  const [zero, succ] = below(root, 'induction n with', ['| zero =>', '| succ n ih =>'], 2) as [GoalNode, GoalNode];
  const [left, right] = below(succ, 'constructor', ['·', '·'], 2) as [GoalNode, GoalNode];

  it('renders one tried goal with its lines and leaves the others open', () => {
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

  it('is complete when its last goal is solved', () => {
    solve(left, { text: 'rfl', lemmas: [] });
    expect([isOpen(left), isOpen(right)]).toEqual([false, true]);
    solve(right, { text: 'simp', lemmas: ['L'] });
    expect([succ.solution?.text, root.solution]).toEqual(['constructor\n· rfl\n· simp', null]);
    solve(zero, { text: 'decide', lemmas: [] });
    expect(root.solution?.text).toContain('| succ n ih =>\n  constructor\n  · rfl\n  · simp');
    expect(root.solution?.lemmas).toContain('L');
  });

  it('continues a single goal within the lines of its parent', () => {
    const top = rootOf('⊢ q');
    const [only] = below(top, 'intro h', null, 1) as [GoalNode];
    expect(render(only, step('exact h'))).toMatchObject({ text: 'intro h\nexact h', frame: null });
  });

  it('solves duplicate goals and terminates for nested ones', () => {
    const top = rootOf('⊢ q');
    const [a] = below(top, 'apply x', null, 1) as [GoalNode];
    const [b] = below(a, 'apply y', null, 1) as [GoalNode];
    a.duplicates.push(b);
    b.duplicates.push(a);
    expect(isOpen(b)).toBe(true);
    solve(b, { text: 'rfl', lemmas: [] });
    expect([a.solution?.text, isOpen(a)]).toEqual(['rfl', false]);
  });
});

describe('outcomeOf', () => {
  const text = 'theorem a : 1 = 1 := rfl\n\ntheorem t : p := sorry';
  const hole = findHoles(text)[0]!;
  const rendered = { text: 'constructor\n· rfl\n· simp', lemmas: [], start: 0, frame: { first: 2, last: 2 } };
  const place = { text, hole };
  // `by` is on a separate line before the three lines of the candidate, which are lines 4 to 6.
  const of = (...messages: { line: number; text: string }[]) => outcomeOf(rejected(...messages), rendered, place);

  it('uses only messages in the lines of its goal', () => {
    expect(of({ line: 5, text: 'type mismatch' })).toEqual({ kind: 'closed' });
    expect(of({ line: 6, text: 'type mismatch' })).toEqual({ kind: 'failed', why: null });
    expect(of({ line: 6, text: 'unsolved goals\nh : q\n⊢ r' })).toEqual({ kind: 'left', goals: ['h : q\n⊢ r'] });
    const both = [
      { line: 6, text: 'unsolved goals\n⊢ r' },
      { line: 6, text: 'unknown tactic' },
    ];
    expect(of(...both)).toEqual({ kind: 'failed', why: null });
  });

  it('distinguishes timeouts and missing instances', () => {
    expect(of({ line: 6, text: '(deterministic) timeout at `whnf`' })).toEqual({ kind: 'failed', why: 'time' });
    expect(of({ line: 6, text: 'failed to synthesize\n  Group Nat' })).toEqual({ kind: 'failed', why: 'instance' });
    const late = outcomeOf({ kind: 'unchecked', why: 'timedOut', detail: '' }, rendered, place);
    expect(late).toEqual({ kind: 'failed', why: 'time' });
  });
});
