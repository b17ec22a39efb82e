/** Proofs by pure logic: what the tableau finds without Lean, and what it must not find. */
import { describe, expect, it } from 'vitest';
import { applied, constantOf, matches, Normaliser } from '../../../src/prove/statement/normal-term.ts';
import { Tableau } from '../../../src/prove/statement/tableau.ts';
import type { Term, Variable } from '../../../src/prove/statement/terms.ts';
import type { LeanVersion } from '../../../src/lean/toolchain/lean-version.ts';
import type { Subject } from '../../../src/verify/audit/subject.ts';

const SUBJECT = { module: { declarations: [], byKey: new Map() } } as unknown as Subject;
const CURRENT = { generation: 'current' } as LeanVersion;

const NAT = constantOf('Nat');
const PROP: Term = { kind: 'sort', isProp: true };
let ids = 0;
const variable = (name: string, type: Term): Variable => ({ id: ids++, name, binder: 'd', type });
const at = ({ id }: Variable): Term => ({ kind: 'var', id });
const pi = (bound: Variable, body: Term): Term => ({ kind: 'pi', variable: bound, body });
const arrow = (from: Term, to: Term): Term => pi(variable('', from), to);
const call = (head: string, ...args: Term[]): Term => applied(constantOf(head), args);
const exists = (bound: Variable, body: Term): Term =>
  call('Exists', bound.type, { kind: 'lam', variable: bound, body });

const predicate = (): Variable => variable('p', arrow(NAT, PROP));
const holds = (p: Variable, x: Term): Term => applied(at(p), [x]);

function prove(premise: Term | null, goal: Term): string | null {
  const tableau = new Tableau(new Normaliser([SUBJECT]), SUBJECT, CURRENT);
  return tableau.prove(premise && { name: 'base', type: premise }, goal);
}

/** `∀ p, statement p`. */
function about(statement: (p: Variable, x: Variable) => Term): Term {
  const p = predicate();
  return pi(p, statement(p, variable('x', NAT)));
}

const noWitness = about((p, x) => call('Not', exists(x, holds(p, at(x)))));
const allFail = about((p, x) => pi(x, call('Not', holds(p, at(x)))));
const some = about((p, x) => exists(x, holds(p, at(x))));

describe('a tableau', () => {
  it('exchanges ¬ ∃ and ∀ ¬', () => {
    expect(prove(noWitness, allFail)).toContain('@base');
    expect(prove(allFail, noWitness)).toContain('@base');
  });

  it('proves nothing that does not follow', () => {
    expect(prove(null, allFail)).toBe(null);
    expect(prove(some, allFail)).toBe(null);
    expect(prove(allFail, call('False'))).toBe(null);
    const all = about((p, x) => pi(x, holds(p, at(x))));
    expect(prove(noWitness, all)).toBe(null);
  });

  it('reads a pair as its parts', () => {
    const pairs = call('Prod', NAT, NAT);
    const relation = (): Variable => variable('r', arrow(NAT, arrow(NAT, PROP)));
    const [r, s] = [relation(), relation()];
    const pair = variable('q', pairs);
    const part = (name: string): Term => call(`Prod.${name}`, NAT, NAT, at(pair));
    const [a, b] = [variable('a', NAT), variable('b', NAT)];
    const byPairs = pi(r, pi(pair, applied(at(r), [part('fst'), part('snd')])));
    const byParts = pi(s, pi(a, pi(b, applied(at(s), [at(a), at(b)]))));
    expect(prove(byPairs, byParts)).toContain('@Prod.mk _ _');
    expect(prove(byParts, byPairs)).toContain('cases');
  });

  it('knows that one of two numbers is less, in the words of the toolchain', () => {
    const order = (head: string, x: Term, y: Term): Term => call(head, NAT, constantOf('inst'), x, y);
    const build = (body: (x: Term, y: Term) => Term): Term => {
      const [x, y] = [variable('x', NAT), variable('y', NAT)];
      return pi(x, pi(y, body(at(x), at(y))));
    };
    const notLess = build((x, y) => arrow(call('Not', order('LT.lt', x, y)), order('LE.le', y, x)));
    expect(prove(null, notLess)).toContain('Nat.gt_of_not_le');
    expect(
      prove(
        null,
        build((x, y) => order('LE.le', x, y)),
      ),
    ).toBe(null);
  });
});

describe('terms', () => {
  it('have a normal form without redexes and ways to write an order', () => {
    const normaliser = new Normaliser([SUBJECT]);
    const x = variable('x', NAT);
    const double: Term = { kind: 'lam', variable: x, body: call('f', at(x), at(x)) };
    expect(normaliser.normal(applied(double, [NAT]))).toEqual(call('f', NAT, NAT));
    const greater = call('GT.gt', constantOf('Int'), constantOf('i'), constantOf('a'), constantOf('b'));
    expect(normaliser.normal(greater)).toEqual(
      call('LT.lt', constantOf('Int'), constantOf('i'), constantOf('b'), constantOf('a')),
    );
  });

  it('match a pattern, but no variable escapes its binder', () => {
    const [open, bound, other] = [variable('o', NAT), variable('b', NAT), variable('c', NAT)];
    const values = new Map<number, Term>();
    const pattern = call('f', at(open), at(open));
    expect(matches(pattern, call('f', NAT, NAT), new Set([open.id]), values)).toBe(true);
    expect(values.get(open.id)).toEqual(NAT);
    expect(matches(pattern, call('f', NAT, PROP), new Set([open.id]), new Map())).toBe(false);
    const under = (of: Variable, body: Term): Term => ({ kind: 'lam', variable: of, body });
    const escaping = matches(under(bound, at(open)), under(other, at(other)), new Set([open.id]), new Map());
    expect(escaping).toBe(false);
  });
});
