/** Universal facts of a tableau: their parameters, and instances found by matching their atoms against known ones. */
import { isKnownData } from './proposition-kinds.ts';
import { applied, constantOf, matches, substituted, textOfTerm, variablesIn } from './normal-term.ts';
import type { StructureType } from './normal-term.ts';
import type { Branch, Fact, Tableau } from './tableau.ts';
import { argsOf, headOf, keyOf, mentions, type Term, type Variable } from './terms.ts';

/** One argument of a universal fact. */
export type Argument =
  | { kind: 'data'; id: number }
  /** The hypothesis with this number. */
  | { kind: 'proof'; at: number }
  | { kind: 'structure'; structure: StructureType; fields: Argument[] };

/** An instance: if the hypotheses hold, so does the conclusion. `proof`: from proofs of the hypotheses. */
export interface Clause {
  key: string;
  hypotheses: readonly Term[];
  conclusion: Omit<Fact, 'proof'>;
  proof: (proofs: readonly string[]) => string;
}

export interface Quantified {
  parameters: readonly Variable[];
  /** Atoms with the sign that they have in the clause. */
  atoms: readonly Omit<Fact, 'proof'>[];
  /** Null if a value cannot be written. */
  instance: (values: ReadonlyMap<number, Term>) => Clause | null;
}

const MOST_FILLED = 6;
const MOST_NEW = 12;

/** `∀ …, … → …`, `¬ ∃ …`, and equations between functions. Null for another type. */
export function openQuantified(tableau: Tableau, { proof, type, isTrue }: Fact): Quantified | null {
  const { normaliser } = tableau;
  const parameters: Variable[] = [];
  const hypotheses: Term[] = [];
  const args: Argument[] = [];
  const open = (variable: Variable): { argument: Argument; value: Term } => {
    const id = normaliser.freshId();
    const value: Term = { kind: 'var', id };
    const { type: of } = variable;
    if (tableau.isProp(of)) {
      hypotheses.push(of);
      return { argument: { kind: 'proof', at: hypotheses.length - 1 }, value };
    }
    const structure = normaliser.structure(of);
    if (structure === null) {
      const parameter = { ...variable, id };
      tableau.scope.set(id, parameter);
      parameters.push(parameter);
      return { argument: { kind: 'data', id }, value };
    }
    const values: Term[] = [];
    const fields = structure.fields.map((field, at) => {
      const before = new Map(structure.fields.slice(0, at).map((each, k) => [each.id, values[k]!]));
      const inner = open({ ...field, type: normaliser.normal(substituted(field.type, before)) });
      values.push(inner.value);
      return inner.argument;
    });
    const whole = applied(constantOf(`${structure.name}.mk`), [...structure.parameters, ...values]);
    return { argument: { kind: 'structure', structure, fields }, value: whole };
  };
  let body = type;
  let close: (texts: readonly (string | null)[]) => string;
  if (!isTrue) {
    for (let next = body; ; next = body) {
      const isExists = headOf(next) === 'Exists';
      const [domain, predicate] = argsOf(next);
      if (!isExists && headOf(next) !== 'Nonempty') break;
      const name = predicate?.kind === 'lam' ? predicate.variable.name : '';
      const { argument, value } = open({ id: -1, name, binder: 'd', type: domain! });
      args.push(argument);
      if (!isExists) {
        body = constantOf('True');
        break;
      }
      body = normaliser.normal(applied(predicate!, [value]));
    }
    const isNonempty = headOf(type) === 'Nonempty';
    close = (texts) =>
      isNonempty
        ? `(fun _ => ${proof} (Nonempty.intro ${texts[0]}))`
        : `(fun hx => ${proof} ${texts.reduceRight<string>((inner, text) => `(@Exists.intro _ _ ${text} ${inner})`, 'hx')})`;
  } else if (type.kind === 'pi') {
    while (body.kind === 'pi') {
      const { argument, value } = open({ ...body.variable });
      args.push(argument);
      body = normaliser.normal(substituted(body.body, new Map([[body.variable.id, value]])));
    }
    close = (texts) => `(${[`@${proof.replace(/^@/u, '')}`, ...texts].join(' ')})`;
  } else {
    const [domain, one, other] = argsOf(type);
    if (domain?.kind !== 'pi') return null;
    const { argument, value } = open(domain.variable);
    args.push(argument);
    const codomain = substituted(domain.body, new Map([[domain.variable.id, value]]));
    body = normaliser.normal(applied(constantOf('Eq'), [codomain, applied(one!, [value]), applied(other!, [value])]));
    close = (texts) => `(congrFun ${proof} ${texts[0]})`;
  }
  const conclusion = { type: body, isTrue };
  const negated = hypotheses.map((each) => ({ type: each, isTrue: false }));
  return {
    parameters,
    atoms: [conclusion, ...negated].flatMap(atomsOf),
    instance: (values) => {
      const at = (term: Term): Term => normaliser.normal(substituted(term, values));
      // A text that mentions a proof cannot be written.
      const blanks = hypotheses.map(() => '_');
      if (args.some((each) => tableau.argumentText(each, values, blanks) === null)) return null;
      const shown = parameters.map(({ id }) => textOfTerm(values.get(id)!, tableau.names));
      return {
        key: `${proof} ${shown.join(' ')}`,
        hypotheses: hypotheses.map(at),
        conclusion: { type: at(body), isTrue },
        proof: (proofs) => close(args.map((each) => tableau.argumentText(each, values, proofs))),
      };
    },
  };
}

/** The atoms of a formula that mention no variable bound in it. */
function atomsOf({ type, isTrue }: Omit<Fact, 'proof'>): Omit<Fact, 'proof'>[] {
  const [a, b] = argsOf(type);
  const both = (term: Term) => [true, false].flatMap((sign) => atomsOf({ type: term, isTrue: sign }));
  if (type.kind === 'pi') {
    const inner = atomsOf({ type: type.body, isTrue }).filter((each) => !mentions(each.type, type.variable.id));
    const isData = isKnownData(type.variable.type);
    return [...(isData ? [] : atomsOf({ type: type.variable.type, isTrue: !isTrue })), ...inner];
  }
  switch (headOf(type)) {
    case 'And':
    case 'Or':
      return [a!, b!].flatMap((each) => atomsOf({ type: each, isTrue }));
    case 'Not':
      return atomsOf({ type: a!, isTrue: !isTrue });
    case 'Iff':
      return [...both(a!), ...both(b!)];
    case 'Exists':
      if (b?.kind !== 'lam') return [];
      return atomsOf({ type: b.body, isTrue }).filter((each) => !mentions(each.type, b.variable.id));
    case 'LE.le':
      if (headOf(a!) !== 'Nat') return [{ type, isTrue }];
      return [{ type: applied(constantOf('LT.lt'), [a!, b!, argsOf(type)[3]!, argsOf(type)[2]!]), isTrue: !isTrue }];
    default:
      return [{ type, isTrue }];
  }
}

/** New instances: an atom of each contradicts a known fact. Parameters that no atom mentions get constants of their type. */
export function instancesOf(scope: ReadonlyMap<number, Variable>, branch: Branch): Clause[] {
  const found = new Map<string, Clause>();
  const atoms = [...branch.known.values()].filter(({ type }) => type.kind !== 'pi');
  for (const each of branch.quantified) {
    const open = new Set(each.parameters.map(({ id }) => id));
    const candidates: Map<number, Term>[] = [];
    for (const { type, isTrue } of each.atoms) {
      if (type.kind === 'var' || ![...variablesIn(type)].some((id) => open.has(id))) continue;
      for (const known of atoms) {
        if (known.isTrue === isTrue) continue;
        for (const turned of orientations(known.type)) {
          const values = new Map<number, Term>();
          if (matches(type, turned, open, values) && areFitting(each.parameters, values, scope))
            candidates.push(values);
        }
      }
    }
    if (candidates.length === 0) candidates.push(new Map());
    for (const values of candidates.flatMap((start) => filled(each.parameters, start, branch.constants))) {
      const clause = each.instance(values);
      if (clause !== null && !branch.used.has(clause.key)) found.set(clause.key, clause);
      if (found.size >= MOST_NEW) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Whether values have the types of their parameters, as far as that is seen: a function is a variable or a constant. */
function areFitting(
  parameters: readonly Variable[],
  values: ReadonlyMap<number, Term>,
  scope: ReadonlyMap<number, Variable>,
): boolean {
  return parameters.every(({ id, type }) => {
    const value = values.get(id);
    if (value === undefined) return true;
    if (value.kind !== 'var') return type.kind !== 'pi' || value.kind === 'const';
    const given = scope.get(value.id);
    return given === undefined || keyOf(given.type) === keyOf(substituted(type, values));
  });
}

function orientations(type: Term): Term[] {
  const [domain, one, other] = argsOf(type);
  if (headOf(type) !== 'Eq' || other === undefined) return [type];
  return [type, applied(constantOf('Eq'), [domain!, other, one!])];
}

/** Gives each open parameter a constant of its type, one with its name first. */
function filled(
  parameters: readonly Variable[],
  start: ReadonlyMap<number, Term>,
  constants: readonly Variable[],
): Map<number, Term>[] {
  let all = [new Map(start)];
  for (const { id, type, name } of parameters) {
    if (start.has(id)) continue;
    all = all.flatMap((values) => {
      const key = keyOf(substituted(type, values));
      const fitting = constants.filter((each) => keyOf(each.type) === key);
      const sorted = fitting.toSorted((x, y) => Number(y.name === name) - Number(x.name === name));
      return sorted.slice(0, 3).map((each) => new Map([...values, [id, { kind: 'var', id: each.id } as Term]]));
    });
    all = all.slice(0, MOST_FILLED);
  }
  return all;
}
