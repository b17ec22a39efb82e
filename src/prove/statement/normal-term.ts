/** Terms for the tableau: normal forms, substitution, matching, and their texts. Lean decides whether they are equal. */
import { shownName } from '../../verify/audit/lean-name.ts';
import type { Subject } from '../../verify/audit/subject.ts';
import { argsOf, childrenOf, headOf, numeralOf, partsOf, type Term, termOf, type Variable } from './terms.ts';

export const constantOf = (name: string): Term => ({ kind: 'const', name });

export function applied(fn: Term, args: readonly Term[]): Term {
  if (args.length === 0) return fn;
  if (fn.kind === 'app') return { kind: 'app', fn: fn.fn, args: [...fn.args, ...args] };
  return { kind: 'app', fn, args };
}

/** Replaces free variables. What is put in contains no variable that is bound in `term`. */
export function substituted(term: Term, values: ReadonlyMap<number, Term>): Term {
  const inside = (each: Term): Term => substituted(each, values);
  switch (term.kind) {
    case 'var':
      return values.get(term.id) ?? term;
    case 'app':
      return applied(inside(term.fn), term.args.map(inside));
    case 'pi':
    case 'lam':
      return { ...term, variable: typed(term.variable, inside), body: inside(term.body) };
    case 'let':
      return { ...term, variable: typed(term.variable, inside), value: inside(term.value), body: inside(term.body) };
    case 'proj':
      return { ...term, of: inside(term.of) };
    default:
      return term;
  }
}

const typed = (variable: Variable, change: (term: Term) => Term): Variable => ({
  ...variable,
  type: change(variable.type),
});

/** Structures whose variables are read as their fields; `parameters`: of the constructor. */
const FIELDS: Readonly<Record<string, { parameters: number; fields: readonly string[] }>> = {
  Prod: { parameters: 2, fields: ['fst', 'snd'] },
  Subtype: { parameters: 2, fields: ['val', 'property'] },
  Fin: { parameters: 1, fields: ['val', 'isLt'] },
};

export interface StructureType {
  name: string;
  parameters: readonly Term[];
  /** The fields with their types, which may mention the variables before. */
  fields: readonly Variable[];
}

/** Normal forms of terms of two statements. */
export class Normaliser {
  readonly #subjects: readonly Subject[];
  readonly #unfolded = new Map<string, Term | null>();
  #ids = 1_000_000;

  constructor(subjects: readonly Subject[]) {
    this.#subjects = subjects;
  }

  freshId(): number {
    return this.#ids++;
  }

  /** Without redexes, definitions of the file and ways to write an order; instances of `Nat` count as equal. */
  normal(term: Term): Term {
    switch (term.kind) {
      case 'app':
        return this.#reduced(
          applied(
            this.normal(term.fn),
            term.args.map((arg) => this.normal(arg)),
          ),
        );
      case 'const':
        return this.#reduced(term);
      case 'pi':
      case 'lam':
        return { ...term, variable: typed(term.variable, (type) => this.normal(type)), body: this.normal(term.body) };
      case 'let':
        return this.normal(substituted(term.body, new Map([[term.variable.id, term.value]])));
      case 'proj':
        return this.#projected(this.normal(term.of), term.index) ?? { ...term, of: this.normal(term.of) };
      default:
        return term;
    }
  }

  #reduced(term: Term): Term {
    if (term.kind === 'app' && term.fn.kind === 'lam') {
      const [first, ...rest] = term.args;
      const body = substituted(term.fn.body, new Map([[term.fn.variable.id, first!]]));
      return this.normal(applied(body, rest));
    }
    const head = headOf(term);
    if (head === null) return term;
    const args = argsOf(term);
    const [a, b, c, d, e] = args;
    if (head === 'id' && b !== undefined) return this.normal(applied(b, args.slice(2)));
    if (head === 'Function.comp' && args.length >= 6) {
      return this.normal(applied(d!, [applied(e!, args.slice(5, 6)), ...args.slice(6)]));
    }
    if (head === 'Ne' && args.length === 3) return applied(constantOf('Not'), [applied(constantOf('Eq'), args)]);
    if ((head === 'GT.gt' || head === 'GE.ge') && args.length === 4) {
      return this.#reduced(applied(constantOf(head === 'GT.gt' ? 'LT.lt' : 'LE.le'), [a!, b!, d!, c!]));
    }
    if (head === 'Nat.succ' && a !== undefined) return sum(a);
    if ((head === 'LT.lt' || head === 'LE.le') && args.length === 4 && headOf(a!) === 'Nat') {
      return applied(constantOf(head), [a!, INSTANCE, c!, d!]);
    }
    if (head === 'HAdd.hAdd' && args.length === 6 && headOf(a!) === 'Nat') {
      return applied(constantOf(head), [a!, b!, c!, INSTANCE, e!, args[5]!]);
    }
    const digits = head === 'OfNat.ofNat' && a !== undefined && headOf(a) === 'Nat' ? numeralOf(term) : null;
    if (digits !== null) return { kind: 'number', digits };
    const field = /^(\w+)\.(\w+)$/u.exec(head);
    const known = field && FIELDS[field[1]!];
    const index = known ? known.fields.indexOf(field[2]!) : -1;
    const of = known && index >= 0 ? args[known.parameters] : undefined;
    const projection = of === undefined ? null : this.#projected(of, index);
    if (projection !== null && known) return this.normal(applied(projection, args.slice(known.parameters + 1)));
    const own = this.#ownField(head, args);
    if (own !== null) return own;
    if (head === 'ExistsUnique' && b !== undefined) return this.normal(this.#unique(a!, b));
    const value = this.#value(head);
    return value === null ? term : this.normal(applied(this.refreshed(value), args));
  }

  /** `∃ x, p x ∧ ∀ y, p y → y = x`. */
  #unique(domain: Term, predicate: Term): Term {
    const [x, y] = [this.freshId(), this.freshId()];
    const variable = (id: number): Variable => ({ id, name: '', binder: 'd', type: domain });
    const holds = (id: number): Term => applied(predicate, [{ kind: 'var', id }]);
    const equal = applied(constantOf('Eq'), [domain, { kind: 'var', id: y }, { kind: 'var', id: x }]);
    const implied: Term = { kind: 'pi', variable: { ...variable(-1), type: holds(y) }, body: equal };
    const others: Term = { kind: 'pi', variable: variable(y), body: implied };
    const body = applied(constantOf('And'), [holds(x), others]);
    return applied(constantOf('Exists'), [domain, { kind: 'lam', variable: variable(x), body }]);
  }

  /** The same term with new numbers for its bound variables, so that no variable is captured. */
  refreshed(root: Term): Term {
    const visit = (term: Term, ids: ReadonlyMap<number, number>): Term => {
      switch (term.kind) {
        case 'var':
          return { kind: 'var', id: ids.get(term.id) ?? term.id };
        case 'app':
          return { ...term, fn: visit(term.fn, ids), args: term.args.map((each) => visit(each, ids)) };
        case 'pi':
        case 'lam':
        case 'let': {
          const id = this.freshId();
          const inside = new Map([...ids, [term.variable.id, id]]);
          const variable = { ...term.variable, id, type: visit(term.variable.type, ids) };
          const body = visit(term.body, inside);
          return term.kind === 'let'
            ? { ...term, variable, value: visit(term.value, ids), body }
            : { ...term, variable, body };
        }
        case 'proj':
          return { ...term, of: visit(term.of, ids) };
        default:
          return term;
      }
    };
    return visit(root, new Map());
  }

  /** A field of a constructor application. */
  #projected(of: Term, index: number): Term | null {
    const structure = headOf(of)?.replace(/\.mk$/u, '');
    if (structure === undefined || !headOf(of)!.endsWith('.mk')) return null;
    const parameters = FIELDS[structure]?.parameters ?? 0;
    return argsOf(of)[parameters + index] ?? null;
  }

  /** A field of a structure of the file without parameters. */
  #ownField(head: string, args: readonly Term[]): Term | null {
    const at = head.lastIndexOf('.');
    const [of, ...rest] = args;
    if (at < 0 || of === undefined || headOf(of) !== `${head.slice(0, at)}.mk`) return null;
    const index = this.#ownFields(head.slice(0, at))?.findIndex(({ name }) => name === head.slice(at + 1)) ?? -1;
    const field = index < 0 ? null : this.#projected(of, index);
    return field === null ? null : this.normal(applied(field, rest));
  }

  /** The value of a definition of the file that does not recurse; null for another constant. */
  #value(name: string): Term | null {
    const known = this.#unfolded.get(name);
    if (known !== undefined) return known;
    const found = this.#declared(name);
    let value: Term | null = null;
    if (found !== null && found.declared.kind === 'def' && 'value' in found.declared) {
      const term = termOf(found.subject.module, found.declared.value);
      const recurses = [...partsOf(term)].some(
        (part) =>
          part.kind === 'const' && (part.name === name || /\.(?:rec|recOn|brecOn|casesOn)$|match_\d/u.test(part.name)),
      );
      if (!recurses) value = term;
    }
    this.#unfolded.set(name, value);
    return value;
  }

  #declared(name: string) {
    for (const subject of this.#subjects) {
      const declared = subject.module.declarations.find((each) => shownName(each.name) === name);
      if (declared !== undefined) return { subject, declared };
    }
    return null;
  }

  /** Null if a variable of this type is not read as its fields. */
  structure(type: Term): StructureType | null {
    const name = headOf(type);
    if (name === null) return null;
    const parameters = argsOf(type);
    const variable = (label: string, of: Term): Variable => ({
      id: this.freshId(),
      name: label,
      binder: 'd',
      type: of,
    });
    if (name === 'Prod' && parameters.length === 2) {
      return { name, parameters, fields: [variable('fst', parameters[0]!), variable('snd', parameters[1]!)] };
    }
    if (name === 'Subtype' && parameters.length === 2) {
      const value = variable('val', parameters[0]!);
      const property = this.normal(applied(parameters[1]!, [{ kind: 'var', id: value.id }]));
      return { name, parameters, fields: [value, variable('property', property)] };
    }
    if (name === 'Fin' && parameters.length === 1) {
      const value = variable('val', constantOf('Nat'));
      const less = applied(constantOf('LT.lt'), [
        constantOf('Nat'),
        INSTANCE,
        { kind: 'var', id: value.id },
        parameters[0]!,
      ]);
      return { name, parameters, fields: [value, variable('isLt', less)] };
    }
    const own = parameters.length === 0 ? this.#ownFields(name) : null;
    return own === null ? null : { name, parameters, fields: own };
  }

  #ownFields(name: string): Variable[] | null {
    const found = this.#declared(name);
    if (found === null || found.declared.kind !== 'inductive' || found.declared.parameters > 0) return null;
    const [constructor, ...others] = found.declared.constructors;
    const declared = constructor && found.subject.module.byKey.get(constructor.key);
    if (declared === undefined || others.length > 0 || shownName(constructor!) !== `${name}.mk`) return null;
    let term = termOf(found.subject.module, declared.type);
    const fields: Variable[] = [];
    while (term.kind === 'pi') {
      const id = this.freshId();
      const old = term.variable;
      fields.push({ ...old, id, type: this.normal(old.type) });
      term = substituted(term.body, new Map([[old.id, { kind: 'var', id }]]));
    }
    return fields.length > 0 ? fields : null;
  }
}

const INSTANCE = constantOf('_');

const sum = (term: Term): Term =>
  applied(constantOf('HAdd.hAdd'), [
    ...[constantOf('Nat'), constantOf('Nat'), constantOf('Nat'), INSTANCE],
    ...[term, { kind: 'number', digits: '1' } as const],
  ]);

/** Extends `values` so that the pattern becomes the term; false if that is impossible. `open`: variables of the pattern. */
export function matches(pattern: Term, term: Term, open: ReadonlySet<number>, values: Map<number, Term>): boolean {
  const bound = new Map<number, number>();
  const mentionsBound = (each: Term): boolean => {
    const inner = new Set(bound.values());
    return inner.size > 0 && [...partsOf(each)].some((part) => part.kind === 'var' && inner.has(part.id));
  };
  const equal = (one: Term, other: Term): boolean => {
    const clean = new Set<number>();
    return matches(one, other, clean, new Map());
  };
  const visit = (one: Term, other: Term): boolean => {
    if (one.kind === 'var') {
      if (open.has(one.id)) {
        const known = values.get(one.id);
        if (known !== undefined) return equal(known, other);
        if (mentionsBound(other)) return false;
        values.set(one.id, other);
        return true;
      }
      return other.kind === 'var' && (bound.get(one.id) ?? one.id) === other.id;
    }
    if (one.kind === 'app') {
      if (other.kind !== 'app' || other.args.length < one.args.length) return false;
      const extra = other.args.length - one.args.length;
      const fn = extra === 0 ? other.fn : applied(other.fn, other.args.slice(0, extra));
      return visit(one.fn, fn) && one.args.every((arg, at) => visit(arg, other.args[at + extra]!));
    }
    if (one.kind === 'const' && one.name === '_') return true;
    if (one.kind !== other.kind) return other.kind === 'const' && other.name === '_';
    switch (one.kind) {
      case 'pi':
      case 'lam': {
        const same = other as typeof one;
        if (!visit(one.variable.type, same.variable.type)) return false;
        bound.set(one.variable.id, same.variable.id);
        const isSame = visit(one.body, same.body);
        bound.delete(one.variable.id);
        return isSame;
      }
      case 'const':
        return one.name === (other as typeof one).name;
      case 'sort':
        return one.isProp === (other as typeof one).isProp;
      case 'number':
        return one.digits === (other as typeof one).digits;
      case 'text':
        return one.text === (other as typeof one).text;
      case 'proj':
        return one.index === (other as typeof one).index && visit(one.of, (other as typeof one).of);
      case 'let':
        return false;
    }
  };
  return visit(pattern, term);
}

/** The text of a term whose variables have names; null if it cannot be written. */
export function textOfTerm(term: Term, names: ReadonlyMap<number, string>): string | null {
  switch (term.kind) {
    case 'var':
      return names.get(term.id) ?? null;
    case 'number':
      return `(${term.digits} : Nat)`;
    case 'const':
      return term.name === '_' ? '_' : `@${term.name}`;
    case 'text':
      return JSON.stringify(term.text);
    case 'app': {
      const parts = [term.fn, ...term.args].map((each) => textOfTerm(each, names));
      return parts.includes(null) ? null : `(${parts.join(' ')})`;
    }
    case 'lam': {
      const name = `lw${names.size}`;
      const type = textOfTerm(term.variable.type, names);
      const body = textOfTerm(term.body, new Map([...names, [term.variable.id, name]]));
      return body === null ? null : `(fun (${name} : ${type ?? '_'}) => ${body})`;
    }
    default:
      return null;
  }
}

/** Variables that occur, bound ones too. */
export function variablesIn(term: Term): Set<number> {
  const found = new Set<number>();
  const visit = (each: Term): void => {
    if (each.kind === 'var') found.add(each.id);
    childrenOf(each).forEach(visit);
  };
  visit(term);
  return found;
}
