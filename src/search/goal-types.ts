/** Types of the terms of a goal, as far as its hypotheses and the library's statements show them. */
import { memoizeByValue } from '../base/memoize.ts';
import { wordSet } from '../base/words.ts';
import * as Kind from '../lean/term/kinds.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import type { Statement } from '../lean/term/statement.ts';
import { HOLE_TERM, bare, constant, lastPart, typeHead, type Term } from '../lean/term/term.ts';
import { GoalClasses } from './goal-classes.ts';
import type { FitFeature, Variables } from './goal-fit.ts';
import type { Goal } from './goal-text.ts';
import type { Place } from './name-meaning.ts';
import type { ShapeLibrary } from './shape-library.ts';

/** Operations whose result has the type of their arguments. */
const KEEPS_TYPE = wordSet(`
  HAdd.hAdd HSub.hSub HMul.hMul HDiv.hDiv HMod.hMod HPow.hPow Neg.neg Inv.inv Max.max Min.min Union.union Inter.inter
  SDiff.sdiff Compl.compl abs`);
const NOWHERE: Place = { namespace: '', opens: [] };

export class GoalTypes {
  readonly #library: ShapeLibrary;
  /** Types of the local variables. */
  readonly #locals = new Map<string, Term>();

  readonly #classes: GoalClasses;

  constructor(goal: Goal, library: ShapeLibrary) {
    this.#library = library;
    this.#classes = new GoalClasses(goal, library);
    for (const { names, type } of goal.hypotheses) for (const name of names) this.#locals.set(name, bare(type));
  }

  /**
   * Compares the types of a declaration's variables with those of the terms that they stand for, and looks for the
   * instances that the declaration needs.
   */
  mismatches(row: StatementRow, statement: Statement, variables: Variables, bound: Variables): FitFeature[] {
    const { meanings } = this.#library;
    const types = new Map<string, Term>();
    let unknown: string | null = null;
    for (const [name, tree] of bound) {
      const expected = bare(variables.get(name) ?? HOLE_TERM);
      const actual = this.typeOf(tree);
      if (!bindTypes(expected, actual, types, bound))
        return [{ feature: 'wrong type', value: 1, what: `type arguments of ${name} differ` }];
      if (expected.kind !== Kind.CONSTANT || bare(tree).kind === Kind.NUMBER) continue;
      const head = typeHead(actual);
      if (head === '' && actual.kind !== Kind.LOCAL) unknown = expected.head;
      else if (
        head === '' ||
        (expected.head !== head &&
          !meanings.mayReferTo({ name: head, isFull: meanings.exists(head) }, expected.head, row))
      )
        return [{ feature: 'wrong type', value: 1, what: `${expected.head} is not ${head || actual.head}` }];
    }
    const features: FitFeature[] =
      unknown === null ? [] : [{ feature: 'type not known', value: 1, what: `unknown whether of type ${unknown}` }];
    return [...features, ...this.#instances(statement, types)];
  }

  #instances({ premises, premiseBinders }: Statement, types: Variables): FitFeature[] {
    let missing = 0;
    for (const [at, premise] of premises.entries()) {
      const root = bare(premise);
      const type = root.args[0] === undefined ? undefined : types.get(bare(root.args[0]).head);
      if (premiseBinders[at]?.style !== '[' || root.kind !== Kind.CONSTANT || type === undefined) continue;
      if (!this.#classes.mayBeInstance(root.head, type)) missing++;
    }
    return missing === 0 ? [] : [{ feature: 'instances not found', value: Math.min(missing, 3) }];
  }

  /** A hole if unknown. */
  typeOf(tree: Term): Term {
    if (tree.kind === Kind.ASCRIPTION) return bare(tree.args[1]!);
    const root = bare(tree);
    if (root.kind === Kind.LOCAL) return this.#valueType(root);
    if (root.kind !== Kind.CONSTANT) return HOLE_TERM;
    if (!KEEPS_TYPE.has(root.head)) return this.#resultType(root.head);
    for (const child of root.args) {
      const type = this.typeOf(child);
      if (type !== HOLE_TERM) return type;
    }
    return HOLE_TERM;
  }

  /** Type of a local variable applied to arguments. */
  #valueType({ head, args }: Term): Term {
    let type = this.#locals.get(head) ?? HOLE_TERM;
    for (let at = 0; at < args.length; at++) {
      if (type.kind !== Kind.PI) return HOLE_TERM;
      type = bare(type.args[1]!);
    }
    return type;
  }

  /** Type of a constant of the library with all arguments, without its own arguments. */
  readonly #resultType = memoizeByValue((written: string): Term => {
    const { meanings, rows, reader } = this.#library;
    const name = meanings.resolve(written, NOWHERE);
    const row = name === null ? null : rows.byName(name);
    const conclusion = row === null ? null : reader.read(row).conclusion;
    return conclusion === null || typeHead(conclusion) === '' ? HOLE_TERM : constant(typeHead(conclusion));
  });
}

/** `Set α` and `Set β` bind `α` to `β`. False if `α` stands for something else already. */
function bindTypes(expected: Term, actual: Term, types: Map<string, Term>, bound: Variables): boolean {
  if (actual.kind === Kind.HOLE) return true;
  if (expected.kind === Kind.LOCAL && expected.args.length === 0) {
    const known = bare(types.get(expected.head) ?? bound.get(expected.head) ?? actual);
    if (known === actual) types.set(expected.head, actual);
    return !hasHead(known) || !hasHead(actual) || lastPart(known.head) === lastPart(actual.head);
  }
  if (expected.kind !== Kind.CONSTANT || expected.head !== actual.head || expected.args.length !== actual.args.length)
    return true;
  return expected.args.every((child, at) => bindTypes(bare(child), bare(actual.args[at]!), types, bound));
}

function hasHead({ kind }: Term): boolean {
  return kind === Kind.LOCAL || kind === Kind.CONSTANT;
}
