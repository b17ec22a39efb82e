/**
 * What terms are by definition: by the equations of the file's functions, and of common functions of Lean's core library.
 * They say what Lean makes of a goal, without asking Lean. Names are compared without namespaces, so Lean decides.
 */
import type { Declaration } from '../../lean/declaration.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { constant, lastPart, term, type Term } from '../../lean/term/term.ts';
import { canonical, renamed } from './canonical-term.ts';
import { constantsIn, type Lemma } from './lemma.ts';
import { CORE_CONSTRUCTORS, CORE_EQUATIONS, equationsOf, type Equation } from './read-equations.ts';
import { instantiate, SUM, type Bindings } from './unify.ts';

/** Maximum number of equations applied to a term. */
const MAX_STEPS = 60;

/** What terms are by definition, in a file with these declarations. */
export class DefinitionalEquations {
  /** By the last part of the function's name. */
  readonly #equations = new Map<string, readonly Equation[]>(CORE_EQUATIONS);
  /** Functions of the file, as written at the hole. */
  readonly #own = new Map<string, string>();
  readonly #constructors = new Set(CORE_CONSTRUCTORS.keys());
  /** As written at the hole, by the last part. */
  readonly #names: ReadonlyMap<string, string>;

  /** `written`: the name of a declaration at the hole. */
  constructor(declarations: readonly Declaration[], written: (declaration: Declaration) => string) {
    for (const { kind, name } of declarations) if (kind === 'constructor') this.#constructors.add(lastPart(name));
    this.#names = new Map(declarations.map((declaration) => [lastPart(declaration.name), written(declaration)]));
    for (const declaration of declarations) {
      if (declaration.kind !== 'def' && declaration.kind !== 'abbrev') continue;
      const equations = equationsOf(declaration, this.#constructors);
      const atHole = equations?.map((one) => ({ ...one, result: renamed(one.result, this.#names) }));
      if (atHole === undefined) continue;
      this.#equations.set(lastPart(declaration.name), atHole);
      this.#own.set(lastPart(declaration.name), written(declaration));
    }
  }

  /** The equations of the file's functions among these constants (last parts of names), as lemmas with proofs by `rfl`. */
  lemmasFor(constants: ReadonlySet<string>): Lemma[] {
    return [...this.#own].flatMap(([name, write]) =>
      constants.has(name)
        ? this.#equations.get(name)!.map(({ patterns, result }) => {
            const conclusion = constant('Eq', [canonical(constant(write, patterns)), canonical(result)]);
            const common = { name: write, write, args: [], isOwn: true, isDefinition: true as const, isRule: true };
            return { ...common, conclusion, constants: constantsIn([conclusion]) };
          })
        : [],
    );
  }

  /** The equations of a function, by the last part of its name. */
  equationsOf(name: string): readonly Equation[] | undefined {
    return this.#equations.get(name);
  }

  /** Whether it is the last part of a constructor's name. */
  isConstructor(name: string): boolean {
    return this.#constructors.has(name);
  }

  /** The term in canonical form, with all equations applied that hold by definition. */
  unfolded(tree: Term): Term {
    let left = MAX_STEPS;
    const visit = (one: Term): Term => {
      if (one.kind === Kind.LAMBDA || one.kind === Kind.PI) return one;
      const args = one.args.map(visit);
      const isSame = args.every((each, at) => each === one.args[at]);
      const root = isSame ? one : canonical(term(one.kind, one.head, args));
      const next = left > 0 ? this.#valueOf(root) : null;
      if (next === null) return root;
      left--;
      return visit(canonical(next));
    };
    return visit(canonical(tree));
  }

  /**
   * What follows from an equation of constructors: equations of their arguments, and how they are written; `absurd` if
   * the constructors differ. Null if a side is not known to be a constructor.
   */
  injection(name: string, left: Term, right: Term): { name: string; left: Term; right: Term }[] | 'absurd' | null {
    const [one, other] = [this.#constructorForm(left), this.#constructorForm(right)];
    if (one === null || other === null) return null;
    if (one.name !== other.name) return 'absurd';
    const proof = `${this.#written(one.name)}.inj ${name}`;
    // `h.1`, `h.2.1`, …, and the last one without `.1`.
    const part = (at: number): string =>
      one.args.length === 1 ? `(${proof})` : `(${proof})${'.2'.repeat(at)}${at < one.args.length - 1 ? '.1' : ''}`;
    return one.args.map((each, at) => ({ name: part(at), left: each, right: other.args[at]! }));
  }

  /** The type of a constructor, for `T.noConfusion`; null if it is not known. */
  typeOf(tree: Term): string | null {
    const form = this.#constructorForm(tree);
    const written = form === null ? null : this.#written(form.name);
    return written?.includes('.') === true ? written.slice(0, written.lastIndexOf('.')) : null;
  }

  #written(constructor: string): string {
    return this.#names.get(constructor) ?? CORE_CONSTRUCTORS.get(constructor) ?? constructor;
  }

  /** Null if no equation applies, or if it depends on the value of a variable which one does. */
  #valueOf(tree: Term): Term | null {
    if (tree.kind !== Kind.CONSTANT) return null;
    if (tree.head === 'HMul.hMul' && !isSimpleProduct(tree)) return null;
    for (const { patterns, result } of this.#equations.get(lastPart(tree.head)) ?? []) {
      if (patterns.length > tree.args.length) return null;
      const bound: Bindings = new Map();
      const matches = patterns.map((pattern, at) => this.#match(pattern, tree.args[at]!, bound));
      if (!matches.includes(false) && !matches.includes(null)) {
        const rest = tree.args.slice(patterns.length);
        const value = instantiate(result, bound);
        return rest.length === 0 ? value : applied(value, rest);
      }
      if (!matches.includes(false)) return null;
    }
    return null;
  }

  /** Null: it depends on the value of a variable. */
  #match(pattern: Term, tree: Term, bound: Bindings): boolean | null {
    if (pattern.kind === Kind.META) {
      bound.set(pattern.head, tree);
      return true;
    }
    const [one, other] = [this.#constructorForm(pattern), this.#constructorForm(tree)];
    if (one === null || other === null) return null;
    if (one.name !== other.name || one.args.length !== other.args.length) return false;
    const matches = one.args.map((each, at) => this.#match(each, other.args[at]!, bound));
    return matches.includes(false) ? false : matches.includes(null) ? null : true;
  }

  /** Null if the root is not known to be a constructor. A number is zero or a successor. */
  #constructorForm({ kind, head, args }: Term): { name: string; args: readonly Term[] } | null {
    if (kind === Kind.NUMBER)
      return head === '0' ? { name: 'zero', args: [] } : { name: 'succ', args: [number(Number(head) - 1)] };
    if (kind !== Kind.CONSTANT) return null;
    const [left, right] = args;
    if (head === SUM && right?.kind === Kind.NUMBER && right.head !== '0') {
      const rest = right.head === '1' ? left! : constant(head, [left!, number(Number(right.head) - 1)]);
      return { name: 'succ', args: [rest] };
    }
    return this.#constructors.has(lastPart(head)) ? { name: lastPart(head), args } : null;
  }
}

/** A product by a number, or of a larger term, stays as it is written. */
function isSimpleProduct({ args: [left, right] }: Term): boolean {
  return right?.kind === Kind.NUMBER ? right.head === '0' : left?.args.length === 0;
}

const applied = (fn: Term, args: readonly Term[]): Term | null =>
  fn.kind === Kind.CONSTANT || fn.kind === Kind.LOCAL ? term(fn.kind, fn.head, [...fn.args, ...args]) : null;

const number = (value: number): Term => term(Kind.NUMBER, String(value));
