/**
 * Proves one statement from another in pure logic: a tableau (a refutation by cases) with instances found by matching. It
 * knows connectives, quantifiers, functions that agree everywhere, pairs and other structures by their fields, and which
 * of two numbers is less; no arithmetic and no rewriting. Its proof is a text that Lean checks.
 */
import type { LeanVersion } from '../../lean/toolchain/lean-version.ts';
import { isProposition } from './proposition-kinds.ts';
import { applied, constantOf, type Normaliser, substituted, textOfTerm } from './normal-term.ts';
import { type Argument, type Clause, instancesOf, openQuantified, type Quantified } from './quantified.ts';
import { argsOf, headOf, keyOf, type Term, type Variable } from './terms.ts';
import type { Subject } from '../../verify/audit/subject.ts';

/** What is known on a branch: a proof of `type`, or of its negation. */
export interface Fact {
  /** A term. */
  proof: string;
  type: Term;
  isTrue: boolean;
}

/** A case distinction: `close` makes a proof of `False` of one for each case. */
export interface Split {
  cases: readonly (readonly Fact[])[];
  close: (closed: readonly string[]) => string;
}

export interface Branch {
  /** By the key of the type. */
  known: ReadonlyMap<string, Fact>;
  splits: readonly Split[];
  quantified: readonly Quantified[];
  /** Data that instances may use. */
  constants: readonly Variable[];
  /** Keys of the instances that were made. */
  used: ReadonlySet<string>;
  /** Rounds of instances since the last case distinction. */
  rounds: number;
}

/** Facts that are looked at, for each number of instances on a branch. */
const MOST_STEPS = 1500;
const MOST_ROUNDS = 2;
const INSTANCES = [2, 4, 8, 16, 32];

const EMPTY: Branch = {
  known: new Map(),
  splits: [],
  quantified: [],
  constants: [],
  used: new Set(),
  rounds: 0,
};

export class Tableau {
  readonly normaliser: Normaliser;
  readonly scope = new Map<number, Variable>();
  /** Names of the free variables in the text. */
  readonly names = new Map<number, string>();
  readonly #subject: Subject;
  readonly #isCurrent: boolean;
  #steps = 0;
  #count = 0;
  #instances = 0;

  constructor(normaliser: Normaliser, subject: Subject, version: LeanVersion) {
    this.normaliser = normaliser;
    this.#subject = subject;
    this.#isCurrent = version.generation === 'current';
  }

  /** `premise`: the axiom to use; null for none. Returns a tactic, or null if there is no proof within the bounds. */
  prove(premise: { name: string; type: Term } | null, goal: Term): string | null {
    const name = this.#fresh();
    const denied: Fact = { proof: name, type: this.#prepared(goal), isTrue: false };
    const given = premise && { proof: `@${premise.name}`, type: this.#prepared(premise.type), isTrue: true };
    // Instances of what comes first are made first.
    const orders =
      given === null
        ? [[denied]]
        : [
            [given, denied],
            [denied, given],
          ];
    for (const most of INSTANCES) {
      for (const facts of orders) {
        this.#steps = 0;
        this.#instances = most;
        const closed = this.#step(facts, EMPTY);
        if (closed !== null) return `exact Classical.byContradiction (fun ${name} => by (${closed}))`;
      }
    }
    return null;
  }

  #prepared(type: Term): Term {
    return this.normaliser.normal(this.normaliser.refreshed(type));
  }

  #fresh(): string {
    return `lt${++this.#count}`;
  }

  isProp(type: Term): boolean {
    return isProposition(type, this.scope, this.#subject) ?? false;
  }

  /** A tactic that closes the branch with these facts. */
  #step(facts: readonly Fact[], branch: Branch): string | null {
    const [fact, ...rest] = facts;
    if (fact === undefined) return this.#expand(branch);
    if (++this.#steps > MOST_STEPS) return null;
    if (!/^@?[\w.]+$/u.test(fact.proof)) {
      const name = this.#fresh();
      const closed = this.#step([{ ...fact, proof: name }, ...rest], branch);
      return closed === null ? null : `have ${name} := ${fact.proof}; ${closed}`;
    }
    const closing = this.#closing(fact, branch) ?? this.#closingByEquations(fact, branch);
    if (closing !== null) return closing;
    const key = keyOf(fact.type);
    if (branch.known.has(key)) return this.#step(rest, branch);
    const next = { ...branch, known: new Map([...branch.known, [key, fact]]) };
    return fact.isTrue ? this.#positive(fact, rest, next) : this.#negative(fact, rest, next);
  }

  /** A tactic that closes the branch by this fact at once. */
  #closing({ proof, type, isTrue }: Fact, { known }: Branch): string | null {
    const head = headOf(type);
    const args = argsOf(type);
    if (isTrue && head === 'False') return `exact ${proof}`;
    if (!isTrue && head === 'True') return `exact ${proof} trivial`;
    const other = known.get(keyOf(type));
    if (other !== undefined && other.isTrue !== isTrue) {
      return isTrue ? `exact ${other.proof} ${proof}` : `exact ${proof} ${other.proof}`;
    }
    if (head !== 'Eq' || args.length !== 3) {
      const isIrreflexive = head === 'LT.lt' && headOf(args[0]!) === 'Nat' && keyOf(args[2]!) === keyOf(args[3]!);
      return isTrue && isIrreflexive ? `exact ${this.#lemma('Nat.lt_irrefl', 'Nat.ltIrrefl')} _ ${proof}` : null;
    }
    if (isTrue) return null;
    const path = equalityPath(args[1]!, args[2]!, [...known.values()]);
    return path === null ? null : `exact ${proof} ${path}`;
  }

  /** With the equations among the facts: a denied equation that follows, or a literal that contradicts another. */
  #closingByEquations(fact: Fact, { known }: Branch): string | null {
    const facts = [...known.values(), fact];
    const equations = facts.filter(({ type, isTrue }) => isTrue && headOf(type) === 'Eq');
    if (equations.length === 0) return null;
    const isEquation = fact.isTrue && headOf(fact.type) === 'Eq';
    for (const denied of isEquation ? facts : [fact]) {
      if (denied.isTrue || headOf(denied.type) !== 'Eq') continue;
      const path = equalityPath(argsOf(denied.type)[1]!, argsOf(denied.type)[2]!, equations);
      if (path !== null) return `exact ${denied.proof} ${path}`;
    }
    const keys = new Map(facts.map((each) => [keyOf(each.type), each]));
    for (const equation of isEquation ? [fact] : equations) {
      const [, one, other] = argsOf(equation.type);
      for (const literal of isEquation ? facts : [fact]) {
        if (literal === equation || literal.type.kind === 'pi') continue;
        for (const [from, to] of [
          [one!, other!],
          [other!, one!],
        ] as const) {
          const found = keys.get(keyOf(replaced(literal.type, from, to)));
          if (found === undefined || found.isTrue === literal.isTrue) continue;
          const [holds, fails] = literal.isTrue ? [literal, found] : [found, literal];
          return `exact ${fails.proof} (${equation.proof} ▸ ${holds.proof})`;
        }
      }
    }
    return null;
  }

  #lemma(current: string, old: string): string {
    return this.#isCurrent ? current : old;
  }

  #positive(fact: Fact, rest: readonly Fact[], branch: Branch): string | null {
    const { proof, type } = fact;
    const head = headOf(type);
    const args = argsOf(type);
    const [a, b] = args;
    const also = (...facts: Fact[]): string | null => this.#step([...facts, ...rest], branch);
    const is = (term: Term, text: string, isTrue = true): Fact => ({ proof: text, type: term, isTrue });
    if (type.kind === 'pi') return this.#quantify(fact, rest, branch);
    switch (head) {
      case 'And':
        return also(is(a!, `(And.left ${proof})`), is(b!, `(And.right ${proof})`));
      case 'Iff':
        return also(is(arrow(a!, b!), `(Iff.mp ${proof})`), is(arrow(b!, a!), `(Iff.mpr ${proof})`));
      case 'Not':
        return also(is(a!, proof, false));
      case 'Or': {
        const [one, other] = [this.#fresh(), this.#fresh()];
        return this.#split(rest, branch, {
          cases: [[is(a!, one)], [is(b!, other)]],
          close: ([first, second]) => `cases ${proof} with | inl ${one} => (${first}) | inr ${other} => (${second})`,
        });
      }
      case 'Exists':
      case 'Nonempty':
        return this.#witness(fact, rest, branch);
      case 'Eq': {
        const domain = args[0]!;
        if (domain.kind === 'pi') return this.#quantify(fact, rest, branch);
        if (domain.kind === 'sort' && domain.isProp) {
          return also(is(arrow(b!, args[2]!), `(Eq.mp ${proof})`), is(arrow(args[2]!, b!), `(Eq.mpr ${proof})`));
        }
        const value = headOf(args[2]!);
        if (value !== 'Bool.true' && value !== 'Bool.false') return also();
        const opposite = value === 'Bool.true' ? 'Bool.false' : 'Bool.true';
        const clash = `(fun (hb : _ = ${opposite}) => (Bool.noConfusion (Eq.trans (Eq.symm hb) ${proof}) : False))`;
        return also(is(applied(constantOf('Eq'), [domain, b!, constantOf(opposite)]), clash, false));
      }
      case 'LE.le': {
        if (headOf(a!) !== 'Nat') return also();
        const [irrefl, trans] = [
          this.#lemma('Nat.lt_irrefl', 'Nat.ltIrrefl'),
          this.#lemma('Nat.lt_of_lt_of_le', 'Nat.ltOfLtOfLe'),
        ];
        return also(is(less(args[3]!, args[2]!), `(fun hl => ${irrefl} _ (${trans} hl ${proof}))`, false));
      }
      default:
        return also();
    }
  }

  #negative(fact: Fact, rest: readonly Fact[], branch: Branch): string | null {
    const { proof, type } = fact;
    const args = argsOf(type);
    const [a, b, c] = args;
    const also = (...facts: Fact[]): string | null => this.#step([...facts, ...rest], branch);
    const is = (term: Term, text: string, isTrue = false): Fact => ({ proof: text, type: term, isTrue });
    if (type.kind === 'pi') return this.#counterexample(fact, rest, branch);
    switch (headOf(type)) {
      case 'Not':
        return also(is(a!, `(Classical.byContradiction ${proof})`, true));
      case 'Or':
        return also(is(a!, `(fun hl => ${proof} (Or.inl hl))`), is(b!, `(fun hr => ${proof} (Or.inr hr))`));
      case 'And': {
        const [one, other] = [this.#fresh(), this.#fresh()];
        return this.#split(rest, branch, {
          cases: [[is(a!, one)], [is(b!, other)]],
          close: ([first, second]) => `exact ${proof} (And.intro ${indirect(one, first!)} ${indirect(other, second!)})`,
        });
      }
      case 'Iff':
        return this.#negatedIff(a!, b!, (iff) => `exact ${proof} ${iff}`, rest, branch);
      case 'Exists':
      case 'Nonempty':
        return this.#quantify(fact, rest, branch);
      case 'Eq': {
        if (a!.kind === 'sort' && a!.isProp) {
          return this.#negatedIff(b!, c!, (iff) => `exact ${proof} (propext ${iff})`, rest, branch);
        }
        if (a!.kind === 'pi') return this.#counterexample(fact, rest, branch);
        const value = headOf(c!);
        if (value !== 'Bool.true' && value !== 'Bool.false') return also();
        const [opposite, lemma] =
          value === 'Bool.true'
            ? ['Bool.false', this.#lemma('eq_false_of_ne_true', 'eqFalseOfNeTrue')]
            : ['Bool.true', this.#lemma('eq_true_of_ne_false', 'eqTrueOfNeFalse')];
        return also(is(applied(constantOf('Eq'), [a!, b!, constantOf(opposite)]), `(${lemma} ${proof})`, true));
      }
      case 'LE.le':
        if (headOf(a!) !== 'Nat') return also();
        return also(is(less(args[3]!, c!), `(${this.#lemma('Nat.gt_of_not_le', 'Nat.gtOfNotLe')} ${proof})`, true));
      default:
        return also();
    }
  }

  #negatedIff(a: Term, b: Term, close: (iff: string) => string, rest: readonly Fact[], branch: Branch): string | null {
    const names = [this.#fresh(), this.#fresh(), this.#fresh(), this.#fresh()] as const;
    const [one, notOther, other, notOne] = names;
    const cases: Fact[][] = [
      [
        { proof: one, type: a, isTrue: true },
        { proof: notOther, type: b, isTrue: false },
      ],
      [
        { proof: other, type: b, isTrue: true },
        { proof: notOne, type: a, isTrue: false },
      ],
    ];
    return this.#split(rest, branch, {
      cases,
      close: ([first, second]) =>
        close(
          `(Iff.intro (fun ${one} => ${indirect(notOther, first!)}) (fun ${other} => ${indirect(notOne, second!)}))`,
        ),
    });
  }

  #split(rest: readonly Fact[], branch: Branch, split: Split): string | null {
    return this.#step(rest, { ...branch, splits: [...branch.splits, split] });
  }

  /** Names a new constant, which becomes its fields if its type is a structure. `inside`: makes the tactic below. */
  #introduce(
    variable: Variable,
    name: string,
    inside: (value: Term, found: { facts: Fact[]; constants: Variable[] }) => string | null,
  ): string | null {
    if (this.isProp(variable.type)) {
      const id = this.normaliser.freshId();
      this.names.set(id, name);
      return inside(
        { kind: 'var', id },
        { facts: [{ proof: name, type: variable.type, isTrue: true }], constants: [] },
      );
    }
    const structure = this.normaliser.structure(variable.type);
    if (structure === null) {
      const constant = { ...variable, id: this.normaliser.freshId() };
      this.scope.set(constant.id, constant);
      this.names.set(constant.id, name);
      return inside({ kind: 'var', id: constant.id }, { facts: [], constants: [constant] });
    }
    const labels = structure.fields.map(() => this.#fresh());
    const build = (at: number, values: Term[], facts: Fact[], constants: Variable[]): string | null => {
      const field = structure.fields[at];
      if (field === undefined) {
        const whole = applied(constantOf(`${structure.name}.mk`), [...structure.parameters, ...values]);
        return inside(whole, { facts, constants });
      }
      const before = new Map(structure.fields.slice(0, at).map(({ id }, k) => [id, values[k]!]));
      const typed = { ...field, type: this.normaliser.normal(substituted(field.type, before)) };
      return this.#introduce(typed, labels[at]!, (value, found) =>
        build(at + 1, [...values, value], [...facts, ...found.facts], [...constants, ...found.constants]),
      );
    };
    const closed = build(0, [], [], []);
    return closed === null ? null : `cases ${name} with | mk ${labels.join(' ')} => (${closed})`;
  }

  /** `∃ x, p x`: a constant for `x`. */
  #witness({ proof, type }: Fact, rest: readonly Fact[], branch: Branch): string | null {
    const [domain, predicate] = argsOf(type);
    const [name, holds] = [this.#fresh(), this.#fresh()];
    const binder = predicate?.kind === 'lam' ? predicate.variable.name : '';
    const variable: Variable = { id: -1, name: binder, binder: 'd', type: domain! };
    const closed = this.#introduce(variable, name, (value, { facts, constants }) => {
      const body =
        predicate === undefined
          ? []
          : [{ proof: holds, type: this.normaliser.normal(applied(predicate, [value])), isTrue: true }];
      return this.#step([...facts, ...body, ...rest], { ...branch, constants: [...branch.constants, ...constants] });
    });
    if (closed === null) return null;
    return predicate === undefined
      ? `exact Nonempty.elim ${proof} (fun ${name} => by (${closed}))`
      : `exact Exists.elim ${proof} (fun ${name} ${holds} => by (${closed}))`;
  }

  /** `¬ ∀ x, p x`, and `f ≠ g` for functions: a constant for `x`. */
  #counterexample({ proof, type }: Fact, rest: readonly Fact[], branch: Branch): string | null {
    const [name, denied] = [this.#fresh(), this.#fresh()];
    const [domain, one, other] = argsOf(type);
    const pi = type.kind === 'pi' ? type : domain!.kind === 'pi' ? domain! : null;
    if (pi === null || pi.kind !== 'pi') return null;
    const closed = this.#introduce(pi.variable, name, (value, { facts, constants }) => {
      const body = substituted(pi.body, new Map([[pi.variable.id, value]]));
      const claim =
        type.kind === 'pi' ? body : applied(constantOf('Eq'), [body, applied(one!, [value]), applied(other!, [value])]);
      const fact = { proof: denied, type: this.normaliser.normal(claim), isTrue: false };
      const inner = this.#step([...facts, fact, ...rest], {
        ...branch,
        constants: [...branch.constants, ...constants],
      });
      return inner === null ? null : `exact ${indirect(denied, inner)}`;
    });
    if (closed === null) return null;
    const all = `(@fun ${name} => by (${closed}))`;
    return type.kind === 'pi' ? `exact ${proof} ${all}` : `exact ${proof} (funext ${all})`;
  }

  #quantify(fact: Fact, rest: readonly Fact[], branch: Branch): string | null {
    const opened = openQuantified(this, fact);
    if (opened === null) return this.#step(rest, branch);
    if (opened.parameters.length > 0) {
      return this.#step(rest, { ...branch, quantified: [...branch.quantified, opened] });
    }
    const clause = opened.instance(new Map());
    return clause === null ? this.#step(rest, branch) : this.#split(rest, branch, this.#splitOf(clause));
  }

  /** The cases of an implication: one of its hypotheses fails, or its conclusion holds. */
  #splitOf({ hypotheses, conclusion, proof }: Clause): Split {
    const denied = hypotheses.map((type): Fact => ({ proof: this.#fresh(), type, isTrue: false }));
    const name = this.#fresh();
    return {
      cases: [...denied.map((each) => [each]), [{ ...conclusion, proof: name }]],
      close: (closed) => {
        const proofs = denied.map((each, at) => indirect(each.proof, closed[at]!));
        return `have ${name} := ${proof(proofs)}; ${closed.at(-1)!}`;
      },
    };
  }

  /** Case distinctions with at most one open case come first, then instances, then the others. */
  #expand(branch: Branch): string | null {
    if (++this.#steps > MOST_STEPS) return null;
    const isClosed = (facts: readonly Fact[]): boolean => facts.some((each) => this.#closing(each, branch) !== null);
    const counted = branch.splits.map((split, at) => {
      const isIdle = split.cases.some((facts) => facts.every((each) => this.#isKnown(each, branch)));
      return { split, at, open: isIdle ? Infinity : split.cases.filter((facts) => !isClosed(facts)).length };
    });
    const [first] = counted.filter(({ open }) => open !== Infinity).toSorted((x, y) => x.open - y.open || x.at - y.at);
    if (first !== undefined && first.open <= 1) return this.#distinguish(first, branch, branch.rounds);
    const room = this.#instances - branch.used.size;
    const clauses = branch.rounds < MOST_ROUNDS && room > 0 ? instancesOf(this.scope, branch).slice(0, room) : [];
    if (clauses.length > 0) {
      const splits = clauses.map((clause) => this.#splitOf(clause));
      const used = new Set([...branch.used, ...clauses.map(({ key }) => key)]);
      return this.#expand({ ...branch, splits: [...branch.splits, ...splits], used, rounds: branch.rounds + 1 });
    }
    return first === undefined ? null : this.#distinguish(first, branch, 0);
  }

  #isKnown({ type, isTrue }: Fact, { known }: Branch): boolean {
    return known.get(keyOf(type))?.isTrue === isTrue;
  }

  #distinguish({ split, at }: { split: Split; at: number }, branch: Branch, rounds: number): string | null {
    const inside = { ...branch, rounds, splits: branch.splits.toSpliced(at, 1) };
    const closed: string[] = [];
    for (const facts of split.cases) {
      const text = this.#step(facts, inside);
      if (text === null) return null;
      closed.push(text);
    }
    return split.close(closed);
  }

  /** The text of data or of a structure; null if it cannot be written. */
  argumentText(argument: Argument, values: ReadonlyMap<number, Term>, proofs: readonly string[]): string | null {
    if (argument.kind === 'proof') return proofs[argument.at] ?? null;
    if (argument.kind === 'data') return textOfTerm(values.get(argument.id)!, this.names);
    const fields = argument.fields.map((field) => this.argumentText(field, values, proofs));
    const blanks = argument.structure.parameters.map(() => '_');
    return fields.includes(null) ? null : `(@${[`${argument.structure.name}.mk`, ...blanks, ...fields].join(' ')})`;
  }
}

/** A proof of `from = to` by the true equations among the facts; null if there is none. */
function equalityPath(from: Term, to: Term, facts: readonly Fact[]): string | null {
  const edges = facts.flatMap(({ proof, type, isTrue }) => {
    if (!isTrue || headOf(type) !== 'Eq') return [];
    const [, one, other] = argsOf(type).map((each) => keyOf(each));
    return [
      { from: one!, to: other!, proof },
      { from: other!, to: one!, proof: `(Eq.symm ${proof})` },
    ];
  });
  const target = keyOf(to);
  const reached = new Map<string, string | null>([[keyOf(from), null]]);
  for (const [place, before] of reached) {
    if (place === target) return before ?? 'rfl';
    for (const edge of edges) {
      if (edge.from !== place || reached.has(edge.to)) continue;
      reached.set(edge.to, before === null ? edge.proof : `(Eq.trans ${before} ${edge.proof})`);
    }
  }
  return null;
}

/** Replaces a part everywhere. */
function replaced(term: Term, from: Term, to: Term): Term {
  const key = keyOf(from);
  const visit = (each: Term): Term => {
    if (keyOf(each) === key) return to;
    return each.kind === 'app' ? applied(visit(each.fn), each.args.map(visit)) : each;
  };
  return visit(term);
}

const less = (one: Term, other: Term): Term =>
  applied(constantOf('LT.lt'), [constantOf('Nat'), constantOf('_'), one, other]);

const arrow = (from: Term, to: Term): Term => ({
  kind: 'pi',
  variable: { id: -1, name: '', binder: 'd', type: from },
  body: to,
});

/** A proof by contradiction. */
const indirect = (denied: string, closed: string): string =>
  `(Classical.byContradiction (fun ${denied} => by (${closed})))`;
