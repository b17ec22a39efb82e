/**
 * Approximates the names that Lean generates for anonymous instances, from the text alone: `inst`,
 * the constants of the type, then `Of` and the constants of each instance binder; each constant occurs once.
 */
import { wordTable } from '../base/words.ts';
import { capitalised, lastComponent, nameComponents } from './full-name.ts';
import { headOf, memberOfBracket } from './head.ts';
import { IDENTIFIER, type Span, type Tokens } from './tokens.ts';

/** Constants of notations whose constant is not in the text: Lean's own, and the most common of Mathlib. */
const NOTATION_CONSTANTS = wordTable(`
  × Prod, ⊕ Sum, → Forall, ≃ Equiv, ↪ Function.Embedding, →* MonoidHom, →+ AddMonoidHom, →+* RingHom, →ₗ[ LinearMap,
  →L[ ContinuousLinearMap, →ₐ[ AlgHom, →o OrderHom, ≃* MulEquiv, ≃+ AddEquiv, ≃+* RingEquiv, ≃ₗ[ LinearEquiv,
  ≃ₐ[ AlgEquiv, ≃o OrderIso, ⥤ Functor, ⟶ Hom, ≅ Iso, ≫ CategoryStruct.comp, ⋙ Functor.comp, ⊗ TensorProduct,
  ⊗[ TensorProduct, ⧸ HasQuotient.Quotient, + HAdd, * HMul, • HSMul, ∘ Function.comp, ≤ LE, < LT, = Eq, ∈ Mem, ⊓ Min,
  ⊔ Max`);

/** Symbols before or after a single argument. */
const UNARY_CONSTANTS = wordTable(
  '⊤ Top, ⊥ Bot, ↥ SubtypeMem, ∀ Forall, Π Forall, ᵒᵖ Opposite, ᵐᵒᵖ MulOpposite, ᵒᵈ OrderDual',
);

export interface InstanceText {
  binders: Span;
  type: Span;
}

/** Last component only. `isBound` recognises variables in scope; the binders of the instance itself are found here. */
export function instanceName(
  tokens: Tokens,
  namespace: string,
  { binders, type }: InstanceText,
  isBound: (name: string) => boolean,
): string {
  const visitor = new Visitor(tokens, namespace, isBound);
  const groups = bracketGroups(tokens, binders);
  for (const group of groups) visitor.bindNames(group);
  let name = `inst${visitor.visit(type)}`;
  for (const [index, group] of groups.entries()) {
    if (!tokens.is(group.from, '[') || isNeededLater(tokens, groups, index)) continue;
    const constants = visitor.visit({ from: afterColon(tokens, group), to: group.to - 1 });
    if (constants !== '') name += `Of${constants}`;
  }
  return name;
}

function bracketGroups(tokens: Tokens, span: Span): Span[] {
  const groups: Span[] = [];
  for (let at = span.from; at < span.to;) {
    const to = tokens.bracket(at) === 1 ? tokens.afterBracket(at, span.to) : at + 1;
    if (to > at + 1) groups.push({ from: at, to });
    at = to;
  }
  return groups;
}

/** Classes that are rarely an argument of other classes. */
const MIXIN =
  /^(?:Is[A-Z]|Has[A-Z]|Decidable|Fact|Fin|Nontrivial|NeZero|Char|Inhabited|Nonempty|Subsingleton|Unique|T\d)/;

/**
 * Lean leaves out a binder on which others depend: `[Semiring R] [Module R M]`. The text does not show instance
 * arguments, so a later class over the same variable is assumed to depend on it.
 */
function isNeededLater(tokens: Tokens, groups: readonly Span[], index: number): boolean {
  const group = groups[index];
  if (group === undefined) return false;
  const classAt = afterColon(tokens, group);
  if (MIXIN.test(lastComponent(tokens.word(classAt)))) return false;
  const variable = tokens.word(classAt + 1);
  return groups.slice(index + 1).some((later) => {
    if (!tokens.is(later.from, '[')) return false;
    for (let at = later.from + 2; at < later.to - 1; at++) if (tokens.is(at, variable)) return true;
    return false;
  });
}

/** Index after the colon of `[inst : Foo R]`, or after the bracket. */
function afterColon(tokens: Tokens, group: Span): number {
  return tokens.is(group.from + 2, ':') ? group.from + 3 : group.from + 1;
}

/** Maximum nesting depth; no real type comes near it. */
const MAX_DEPTH = 40;

class Visitor {
  readonly #tokens: Tokens;
  readonly #isBound: (name: string) => boolean;
  readonly #own = new Set<string>();
  readonly #seen: Set<string>;
  #depth = 0;

  constructor(tokens: Tokens, namespace: string, isBound: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isBound = isBound;
    // The constants of the namespace count as already used.
    this.#seen = new Set(nameComponents(namespace).map(capitalised));
  }

  bindNames(group: Span): void {
    for (let at = group.from + 1; at < group.to - 1 && this.#tokens.kind(at) === IDENTIFIER; at++) {
      if (!this.#tokens.is(group.from, '[') || this.#tokens.is(at + 1, ':')) this.#own.add(this.#tokens.word(at));
    }
  }

  /** Constants in the order in which Lean visits them: an infix before its arguments. */
  visit({ from, to }: Span): string {
    if (from >= to || this.#depth >= MAX_DEPTH) return '';
    this.#depth++;
    const out = this.#visitTop(from, to);
    this.#depth--;
    return out;
  }

  #visitTop(from: number, to: number): string {
    const head = headOf(this.#tokens, { from, to });
    const constant = head === null || head.isConstant ? undefined : NOTATION_CONSTANTS.get(head.name);
    if (head !== null && constant !== undefined && head.at > from) {
      const first = this.#addConstant(lastComponent(constant));
      return first + this.visit({ from, to: head.at }) + this.visit({ from: head.at + 1, to });
    }
    return this.#visitSequence(from, to);
  }

  #visitSequence(from: number, to: number): string {
    const tokens = this.#tokens;
    let out = '';
    for (let at = from; at < to;) {
      if (tokens.is(at, '.{')) {
        at = tokens.afterBracket(at, to);
      } else if (memberOfBracket(tokens, at, to) >= 0) {
        // `(f x).obj` is `obj (f x)`.
        const member = memberOfBracket(tokens, at, to);
        for (const component of nameComponents(tokens.word(member)).toReversed()) out += this.#addConstant(component);
        out += this.visit({ from: at + 1, to: member - 2 });
        at = member + 1;
      } else if (tokens.bracket(at) === 1) {
        const after = tokens.afterBracket(at, to);
        const isNamed = tokens.kind(at + 1) === IDENTIFIER && tokens.is(at + 2, ':=');
        out += this.visit({ from: isNamed ? at + 3 : at + 1, to: after - 1 });
        at = after;
      } else if (tokens.is(at, 'fun') || tokens.is(at, 'λ') || tokens.is(at, '∀') || tokens.is(at, 'Π')) {
        if (tokens.is(at, '∀') || tokens.is(at, 'Π')) out += this.#addConstant('Forall');
        at = this.#bindUpToBody(at + 1, to);
      } else {
        out += this.#visitWord(at);
        at++;
      }
    }
    return out;
  }

  /** Binds the names before `=>`, `↦` or the comma as variables. */
  #bindUpToBody(from: number, to: number): number {
    const tokens = this.#tokens;
    for (let at = from; at < to; at++) {
      if (tokens.is(at, '=>') || tokens.is(at, '↦') || tokens.is(at, ',')) return at + 1;
      if (tokens.kind(at) === IDENTIFIER) this.#own.add(tokens.word(at));
    }
    return to;
  }

  #visitWord(at: number): string {
    const tokens = this.#tokens;
    const word = tokens.word(at);
    if (tokens.kind(at) !== IDENTIFIER) {
      const constant = UNARY_CONSTANTS.get(word);
      return constant === undefined ? '' : this.#addConstant(constant);
    }
    const components = nameComponents(word);
    const first = components[0] ?? word;
    if (!this.#own.has(first) && !this.#isBound(first) && !isVariableLike(first))
      return this.#addConstant(lastComponent(word));
    // `X.obj.op` is `op (obj X)`.
    return components
      .slice(1)
      .toReversed()
      .map((component) => this.#addConstant(component))
      .join('');
  }

  #addConstant(constant: string): string {
    const shown = capitalised(constant);
    if (this.#seen.has(shown)) return '';
    this.#seen.add(shown);
    return shown;
  }
}

/** Names that Lean binds automatically: a letter with primes, digits or subscripts. */
function isVariableLike(word: string): boolean {
  return /^\p{L}[₀-₉\d'!]*$/u.test(word) || word === '_' || word === 'max' || word === 'imax';
}
