/**
 * Matches a pattern's tree against a statement's tree. Pattern variables (`_`, `?a`) match any term, the same letter
 * the same term. Ascriptions and coercion arrows are transparent; functions may be eta-reduced.
 */
import { castOf, coercedAt, visibleTypeHead, type Cast } from '../lean/term/coercion.ts';
import type { Certainty } from './field-meaning.ts';
import type { WorkLimit } from './work-limit.ts';
import type { NameMeanings, Place, QueryConstant } from './name-meaning.ts';
import * as Kind from '../lean/term/kinds.ts';
import { HOLE_TERM, apply, bare, lambda, lastPart, term, type Term } from '../lean/term/term.ts';

export interface MatchRules {
  meanings: NameMeanings;
  place: Place;
  /** Resolution of a constant of the query. */
  constantOf: (name: string) => QueryConstant;
  /** Head of a bound variable's type, '' if unknown. */
  typeOf?: (local: string) => string;
  /** Whether a field in the tree is the constant. Default: by its name and the type that the parser knows. */
  fieldRefersTo?: (constant: QueryConstant, field: Term) => Certainty;
  /** True if the pattern is the library's statement and the tree is the query, as for a goal. */
  isReversed?: boolean;
  /** When it is used up, nothing matches. */
  work?: WorkLimit;
}

const unknownType = () => '';

type Bindings = ReadonlyMap<string, Term>;

/** Maximum premise pairs tried per match. */
const MAX_TRIES = 4000;
const STEPS_PER_TRY = 15;

export class TreeMatcher {
  private readonly rules: MatchRules;
  private bindings = new Map<string, Term>();
  /** Pairs of variables bound on both sides. */
  private scope: { pattern: string; term: string }[] = [];
  private tries = 0;
  /** What the holes and variables of the pattern matched last. */
  readonly filled: Term[] = [];
  /** Whether the last match took a field of unknown type for a constant. */
  isUncertain = false;

  constructor(rules: MatchRules) {
    this.rules = rules;
  }

  get bound(): Bindings {
    return this.bindings;
  }

  /** Matches without previous bindings. */
  matches(pattern: Term, tree: Term): boolean {
    this.reset();
    return this.match(pattern, tree);
  }

  /** Matches with the existing bindings. Keeps new bindings only if it matches. */
  matchesFurther(pattern: Term, tree: Term): boolean {
    const before = new Map(this.bindings);
    this.scope = [];
    if (this.match(pattern, tree)) return true;
    this.bindings = before;
    return false;
  }

  /** Whether a subterm of `tree` matches. */
  matchesWithin(pattern: Term, tree: Term): boolean {
    if (this.matches(pattern, tree)) return true;
    return tree.args.some((child) => this.matchesWithin(pattern, child));
  }

  /** Whether `conclusion` matches and each pattern premise matches a different premise, in any order. */
  matchesStatement(
    patternPremises: readonly Term[],
    pattern: Term,
    premises: readonly Term[],
    conclusion: Term,
  ): boolean {
    if (patternPremises.length > premises.length) return false;
    this.reset();
    return this.match(pattern, conclusion) && this.assign(patternPremises, premises);
  }

  private reset(): void {
    if (this.bindings.size > 0) this.bindings = new Map();
    this.scope = [];
    this.tries = 0;
    this.filled.length = 0;
    this.isUncertain = false;
  }

  private assign(patterns: readonly Term[], premises: readonly Term[]): boolean {
    const order = [...patterns].sort((a, b) => Number(isOpen(a)) - Number(isOpen(b)));
    const used = new Set<number>();
    const go = (at: number): boolean => {
      const pattern = order[at];
      if (pattern === undefined) return true;
      for (let index = 0; index < premises.length; index++) {
        if (used.has(index)) continue;
        if (this.tries++ > MAX_TRIES || this.rules.work?.spend(STEPS_PER_TRY) === false) return false;
        const before = new Map(this.bindings);
        const filled = this.filled.length;
        if (this.match(pattern, premises[index]!)) {
          used.add(index);
          if (go(at + 1)) return true;
          used.delete(index);
        }
        this.bindings = before;
        this.filled.length = filled;
      }
      return false;
    };
    return go(0);
  }

  private match(rawPattern: Term, rawTree: Term): boolean {
    if (this.rules.work?.spend(1) === false) return false;
    const cast = this.rules.isReversed === true ? null : castOf(rawPattern);
    return cast === null ? this.matchBare(rawPattern, rawTree) : this.matchCast(cast, rawPattern, rawTree);
  }

  /** `↑p` and `Nat.cast p` match only where the source may have a coercion, from a compatible type. */
  private matchCast({ inner, source }: Cast, pattern: Term, tree: Term): boolean {
    const coerced = coercedAt(tree);
    // `m + n` may be `↑m + ↑n`: Lean infers the coercion of a variable from the other operand.
    if (coerced === null) return isOpen(inner) && tree.kind === Kind.LOCAL && this.match(inner, tree);
    const from = visibleTypeHead(coerced, this.rules.typeOf ?? unknownType);
    if (source !== '' && from !== '' && from !== source) return false;
    const to = tree.kind === Kind.ASCRIPTION ? tree.args[1]! : null;
    if (to !== null && to.kind === Kind.CONSTANT && to.head === from) return false;
    const isOtherCast =
      tree.kind === Kind.CONSTANT && pattern.kind === Kind.CONSTANT && !this.headsMatch(pattern.head, tree.head);
    return !isOtherCast && this.match(inner, coerced);
  }

  private matchBare(rawPattern: Term, rawTree: Term): boolean {
    const pattern = bare(rawPattern);
    const tree = bare(rawTree);
    switch (pattern.kind) {
      case Kind.HOLE:
        if (pattern.args.length > 0) return this.matchArguments(pattern.args, tree);
        this.filled.push(tree);
        return true;
      case Kind.META:
        return this.matchVariable(pattern, tree);
      case Kind.APPLY: {
        const fn = bare(pattern.args[0]!);
        if (fn.kind === Kind.HOLE) return this.matchArguments(pattern.args.slice(1), tree);
        return tree.kind === Kind.APPLY && this.matchAll(pattern.args, tree.args);
      }
      case Kind.LAMBDA:
        return this.matchFunction(pattern, tree);
      case Kind.PI:
        return this.matchPi(pattern, tree);
      case Kind.LOCAL:
        return (
          tree.kind === Kind.LOCAL &&
          this.isSameBound(pattern.head, tree.head) &&
          this.matchPrefix(pattern.args, tree.args)
        );
      case Kind.CONSTANT:
      case Kind.EXPLICIT:
        return this.matchConstant(pattern, tree);
      case Kind.PROJECTION:
        return this.matchField(pattern, tree);
      case Kind.NUMBER:
        return tree.kind === Kind.NUMBER && tree.head === pattern.head;
      case Kind.SORT:
        return tree.kind === Kind.SORT && (tree.head === 'Prop') === (pattern.head === 'Prop');
      case Kind.TEXT:
        return tree.kind === Kind.TEXT && tree.head === pattern.head;
      case Kind.OPAQUE:
        return (
          tree.kind === Kind.OPAQUE &&
          tree.head === pattern.head &&
          tree.args.length === pattern.args.length &&
          this.matchAll(pattern.args, tree.args)
        );
      default:
        return false;
    }
  }

  private matchVariable(pattern: Term, tree: Term): boolean {
    const { args } = pattern;
    if (args.length > 0) {
      const abstracted = this.abstract(args, tree);
      if (abstracted !== null) return this.bind(pattern.head, abstracted);
      if (
        !isApplication(tree) ||
        tree.args.length < args.length + Number(tree.kind === Kind.PROJECTION || tree.kind === Kind.APPLY)
      )
        return false;
      const split = tree.args.length - args.length;
      if (!this.bind(pattern.head, term(tree.kind, tree.head, tree.args.slice(0, split)))) return false;
      return this.matchAll(args, tree.args.slice(split));
    }
    return this.bind(pattern.head, tree);
  }

  /** `?f x` with `x` bound outside matches any term in which `x` may occur: binds `?f` to `fun x => tree`. */
  private abstract(args: readonly Term[], tree: Term): Term | null {
    let abstraction = tree;
    for (const argument of args.toReversed()) {
      const pair =
        argument.kind === Kind.LOCAL && argument.args.length === 0
          ? this.scope.findLast(({ pattern }) => pattern === argument.head)
          : undefined;
      if (pair === undefined) return null;
      abstraction = lambda(pair.term, HOLE_TERM, abstraction);
    }
    return abstraction;
  }

  private bind(name: string, tree: Term): boolean {
    const bound = this.bindings.get(name);
    if (bound !== undefined) return this.isSame(bound, tree);
    this.bindings.set(name, tree);
    this.filled.push(tree);
    return true;
  }

  /** `_ a b`: matches the last arguments of any application. */
  private matchArguments(patterns: readonly Term[], tree: Term): boolean {
    if (!isApplication(tree)) return false;
    const split = tree.args.length - patterns.length;
    if (split < (tree.kind === Kind.APPLY ? 1 : 0)) return false;
    return this.matchAll(patterns, tree.args.slice(split));
  }

  private matchAll(patterns: readonly Term[], trees: readonly Term[]): boolean {
    return patterns.length === trees.length && patterns.every((pattern, at) => this.match(pattern, trees[at]!));
  }

  /** Compares only as many arguments as the pattern has: `f a` matches `f a b`. */
  private matchPrefix(patterns: readonly Term[], trees: readonly Term[]): boolean {
    return patterns.length <= trees.length && patterns.every((pattern, at) => this.match(pattern, trees[at]!));
  }

  private matchConstant(pattern: Term, tree: Term): boolean {
    switch (tree.kind) {
      case Kind.CONSTANT:
        if (pattern.head === 'Not' && tree.head === 'Ne' && tree.args.length === 2) {
          return pattern.args.length <= 1 && this.matchPrefix(pattern.args, [term(Kind.CONSTANT, 'Eq', tree.args)]);
        }
        return this.headsMatch(pattern.head, tree.head) && this.matchPrefix(pattern.args, tree.args);
      case Kind.EXPLICIT: {
        if (!this.headsMatch(pattern.head, tree.head)) return false;
        if (pattern.kind === Kind.EXPLICIT) return this.matchPrefix(pattern.args, tree.args);
        const hidden = tree.args.length - pattern.args.length;
        return hidden < 0 || this.matchAll(pattern.args, tree.args.slice(hidden));
      }
      case Kind.PROJECTION:
        return this.fieldsMatch(pattern.head, tree) && this.matchReceiver(pattern.args, tree.args);
      case Kind.LAMBDA:
        return this.matchReduced(pattern, tree);
      default:
        return false;
    }
  }

  /** The receiver of `x.f a` is one of the arguments of `f`. Its position depends on the type of `f`, so tries each. */
  private matchReceiver(patterns: readonly Term[], args: readonly Term[]): boolean {
    if (patterns.length === 0) return true;
    if (patterns.length > args.length) return false;
    const [receiver, ...rest] = args;
    for (let position = 0; position < patterns.length; position++) {
      const before = new Map(this.bindings);
      const filled = this.filled.length;
      const ordered = [...rest.slice(0, position), receiver!, ...rest.slice(position)];
      if (this.matchPrefix(patterns, ordered)) return true;
      this.bindings = before;
      this.filled.length = filled;
    }
    return false;
  }

  private matchField(pattern: Term, tree: Term): boolean {
    const name = lastPart(pattern.head);
    if (tree.kind === Kind.PROJECTION) return lastPart(tree.head) === name && this.matchPrefix(pattern.args, tree.args);
    if (tree.kind !== Kind.CONSTANT || lastPart(tree.head) !== name) return false;
    return this.matchReceiver(tree.args, pattern.args) || this.matchPrefix(pattern.args, tree.args);
  }

  private matchFunction(pattern: Term, tree: Term): boolean {
    const [, body] = pattern.args;
    if (tree.kind === Kind.LAMBDA) return this.under(pattern.head, tree.head, () => this.match(body!, tree.args[1]!));
    if (!isApplication(tree)) return false;
    return this.under(pattern.head, '✝', () => this.match(body!, apply(tree, [term(Kind.LOCAL, '✝')])));
  }

  /** Matches an eta-reduced pattern against `fun x => …`. */
  private matchReduced(pattern: Term, tree: Term): boolean {
    const body = bare(tree.args[1]!);
    if (body.kind !== Kind.CONSTANT || pattern.args.length === 0) return false;
    return this.under('✝', tree.head, () => this.matchConstantExactly(apply(pattern, [term(Kind.LOCAL, '✝')]), body));
  }

  private matchConstantExactly(pattern: Term, tree: Term): boolean {
    return this.headsMatch(pattern.head, tree.head) && this.matchAll(pattern.args, tree.args);
  }

  private under(patternName: string, treeName: string, inside: () => boolean): boolean {
    this.scope.push({ pattern: patternName, term: treeName });
    const found = inside();
    this.scope.pop();
    return found;
  }

  /** `_ → _`: premises in any order. A dependent pattern (`∀ x, p x`): in its own order. */
  private matchPi(pattern: Term, tree: Term): boolean {
    if (tree.kind !== Kind.PI) return false;
    if (pattern.head !== '') {
      return (
        this.match(pattern.args[0]!, tree.args[0]!) &&
        this.under(pattern.head, tree.head, () => this.match(pattern.args[1]!, tree.args[1]!))
      );
    }
    const required = telescope(pattern);
    const actual = telescope(tree);
    if (required.premises.length > actual.premises.length) return false;
    const before = new Map(this.bindings);
    if (this.match(required.conclusion, actual.conclusion) && this.assign(required.premises, actual.premises))
      return true;
    this.bindings = before;
    return false;
  }

  private headsMatch(pattern: string, written: string): boolean {
    return this.rules.isReversed === true ? this.mayReferTo(written, pattern) : this.mayReferTo(pattern, written);
  }

  private mayReferTo(pattern: string, written: string): boolean {
    if (pattern === written && !written.includes('.')) {
      const constant = this.rules.constantOf(pattern);
      return !constant.isFull || this.rules.meanings.mayReferTo(constant, written, this.rules.place);
    }
    return (
      pattern === written || this.rules.meanings.mayReferTo(this.rules.constantOf(pattern), written, this.rules.place)
    );
  }

  private fieldsMatch(pattern: string, tree: Term): boolean {
    const field = tree.head;
    if (lastPart(pattern) !== lastPart(field)) return false;
    const { meanings, place, isReversed, fieldRefersTo } = this.rules;
    const constant = this.rules.constantOf(pattern);
    if (fieldRefersTo !== undefined) {
      const certainty = fieldRefersTo(constant, tree);
      this.isUncertain ||= certainty === 'maybe';
      return certainty !== 'no';
    }
    if (field.startsWith('.') || !pattern.includes('.') || isReversed === true) return true;
    // A type without this field inherits it from a parent or from its unfolding.
    return meanings.mayReferTo(constant, field, place) || !this.hasField(field);
  }

  private hasField(field: string): boolean {
    const { meanings, place } = this.rules;
    return meanings.resolve(field, place) !== null;
  }

  private isSameBound(pattern: string, tree: string): boolean {
    for (let at = this.scope.length - 1; at >= 0; at--) {
      const pair = this.scope[at]!;
      if (pair.pattern === pattern || pair.term === tree) return pair.pattern === pattern && pair.term === tree;
    }
    return pattern === tree;
  }

  /** Whether two terms of the same statement are equal. */
  private isSame(rawA: Term, rawB: Term): boolean {
    this.rules.work?.spend(1);
    const a = bare(rawA);
    const b = bare(rawB);
    if (a.args.length !== b.args.length) return false;
    if (a.kind === Kind.PI || a.kind === Kind.LAMBDA) {
      if (b.kind !== a.kind || !this.isSame(a.args[0]!, b.args[0]!)) return false;
      const renamed = a.head === b.head ? b.args[1]! : renameLocal(b.args[1]!, b.head, a.head);
      return this.isSame(a.args[1]!, renamed);
    }
    const isField = a.kind === Kind.PROJECTION || b.kind === Kind.PROJECTION;
    if (a.kind !== b.kind && !isField) return false;
    if (isField ? lastPart(a.head) !== lastPart(b.head) : a.head !== b.head) return false;
    return a.args.every((child, at) => this.isSame(child, b.args[at]!));
  }
}

function renameLocal(tree: Term, from: string, to: string): Term {
  const args = tree.args.map((child) => renameLocal(child, from, to));
  return term(tree.kind, tree.kind === Kind.LOCAL && tree.head === from ? to : tree.head, args);
}

function isApplication(tree: Term): boolean {
  return (
    tree.kind === Kind.CONSTANT ||
    tree.kind === Kind.LOCAL ||
    tree.kind === Kind.PROJECTION ||
    tree.kind === Kind.APPLY ||
    tree.kind === Kind.EXPLICIT
  );
}

function isOpen(pattern: Term): boolean {
  return pattern.kind === Kind.HOLE || pattern.kind === Kind.META;
}

/** `a → b → c` as premises and conclusion. */
export function telescope(tree: Term): { premises: Term[]; conclusion: Term } {
  const premises: Term[] = [];
  let at = tree;
  while (at.kind === Kind.PI) {
    premises.push(at.args[0]!);
    at = at.args[1]!;
  }
  return { premises, conclusion: at };
}
