/** Counterexamples that `plausible` prints: they are read, and Lean must prove them again. */
import { describe, expect, it } from 'vitest';
import type { StatementTools } from '../../../src/prove/statement/close-goal.ts';
import { counterexampleIn } from '../../../src/prove/statement/plausible.ts';
import { findCounterexample } from '../../../src/prove/statement/refute.ts';
import { applied, constantOf } from '../../../src/prove/statement/normal-term.ts';
import type { ElaboratedStatement, Term } from '../../../src/prove/statement/terms.ts';
import { statementIn } from './statement-in.ts';

const MESSAGE = `
===================
Found a counter-example!
a := 17
b := 23
guard: 17 < 23
issue: 17 * 23 = 0 does not hold
(2 shrinks)
-------------------
`;

describe('a counterexample', () => {
  it('has a value for each variable', () => {
    expect(counterexampleIn(MESSAGE)).toEqual(
      new Map([
        ['a', '17'],
        ['b', '23'],
      ]),
    );
    expect(counterexampleIn('Unable to find a counter-example')).toBe(null);
    expect(counterexampleIn(`Found a counter-example!\nf := ${'x'.repeat(300)}\n`)).toEqual(new Map());
  });

  const NAT = constantOf('Nat');
  const at = (id: number): Term => ({ kind: 'var', id });
  const order = applied(constantOf('LT.lt'), [NAT, constantOf('instLTNat'), at(0), at(1)]);
  const statement = {
    subject: { module: { declarations: [], byKey: new Map(), exprs: [{ kind: 'nat', digits: '0' }], levels: [] } },
    declared: { type: 0 },
    universes: [],
    variables: [
      { id: 0, name: 'a', binder: 'd', type: NAT },
      { id: 1, name: 'b', binder: 'd', type: NAT },
      { id: 2, name: 'h', binder: 'd', type: order },
    ],
    conclusion: applied(constantOf('Eq'), [NAT, at(0), at(1)]),
  } as unknown as ElaboratedStatement;
  const source = statementIn('theorem t (a b : Nat) (h : a < b) : a * b = 0 := sorry\n');

  /** A Lean that has `plausible`, and answers every other candidate with `verdict`. */
  function tools(message: string, verdict: object): { tools: StatementTools; tried: string[] } {
    const tried: string[] = [];
    const trial = {
      check: (_text: string, _hole: unknown, all: { candidate: { text: string } }[]) =>
        Promise.resolve(
          all.map(({ candidate }) => {
            tried.push(candidate.text);
            const answer = { kind: 'rejected', by: 'lean', diagnostics: [{ text: message }] };
            return { verdict: candidate.text === 'plausible' ? answer : verdict };
          }),
        ),
    };
    const made = {
      ...{ trial, tactics: () => Promise.resolve(new Set(['plausible', 'decide'])), judge: null },
      version: { generation: 'current' },
    };
    return { tools: made as unknown as StatementTools, tried };
  }

  it('is tried first, and counts only if Lean proves it', async () => {
    const accepted = tools(MESSAGE, { kind: 'accepted', conditional: [], axioms: [] });
    const found = await findCounterexample(accepted.tools, source, statement);
    expect(found.kind).toBe('proved');
    expect(accepted.tried.slice(0, 2)).toEqual(['plausible', expect.stringContaining('have lc := @lh (17) (23) (by ')]);
    const refused = tools(MESSAGE, { kind: 'rejected', by: 'lean', diagnostics: [] });
    expect(await findCounterexample(refused.tools, source, statement)).toEqual({ kind: 'open' });
  });

  it('without a value for a variable is not tried', async () => {
    const { tools: some, tried } = tools(MESSAGE.replace('b := 23\n', ''), { kind: 'rejected', by: 'lean' });
    await findCounterexample(some, source, statement);
    expect(tried.some((text) => text.includes('17'))).toBe(false);
  });
});
