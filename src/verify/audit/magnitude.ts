/**
 * Whether a declaration can make the kernel compute with large numbers. The library by which kernels of 2021 do so errs on
 * some (lean4#1433), and never on numbers that fit into a machine word. A bound from above: what it cannot see through
 * counts as large.
 */
import { type CompiledModule, type Declared, type ExprNode, reachable } from './compiled-module.ts';
import type { DeclarationGraph } from './declaration-graph.ts';
import { plainName } from './lean-name.ts';

/** Numbers of so many bits and fewer are computed without that library. */
const WORD_BITS = 61;

const keysOf = (list: string): Set<string> => new Set(list.split(' ').map((name) => plainName(name).key));

/** Each makes a number longer by a bit at most. */
const SUMS = keysOf('HAdd.hAdd Add.add Nat.add Nat.succ');

/** They make no number that is longer than those that they are given, and repeat nothing. */
const HARMLESS = keysOf(
  'HMod.hMod Mod.mod Nat.mod instHMod Nat.instModNat HSub.hSub Sub.sub Nat.sub instHSub instSubNat HDiv.hDiv Div.div ' +
    'Nat.div instHDiv Nat.instDivNat instHAdd instAddNat OfNat.ofNat OfNat instOfNatNat Nat Nat.zero Eq Eq.refl rfl Eq.mpr ' +
    'Eq.mp Eq.symm Eq.trans Eq.subst Ne Not And And.intro And.left And.right Or Or.inl Or.inr Iff Iff.intro Iff.mp Iff.mpr ' +
    'True True.intro False False.elim trivial Exists Exists.intro HEq HEq.refl absurd id idRhs inferInstance Bool Bool.true ' +
    'Bool.false and or not Decidable Decidable.decide Decidable.isTrue Decidable.isFalse decide ofDecideEqTrue ' +
    'ofDecideEqFalse instDecidableEqNat Nat.decEq Nat.decLt Nat.decLe Nat.beq Nat.ble instDecidableEqBool instDecidableAnd ' +
    'instDecidableOr instDecidableNot ite dite cond LT LT.lt LE LE.le Nat.lt Nat.le instLTNat instLENat GT.gt GE.ge BEq BEq.beq ' +
    'instBEq bne congrArg congr congrFun ofEqTrue eqTrue eqSelf DecidableEq Eq.rec Eq.ndrec And.rec Or.rec False.rec ' +
    'Inhabited Inhabited.default arbitrary instInhabitedNat HMod Mod HAdd Add HSub Sub HDiv Div',
);

/** `proofs`: imported theorems, with the constants that their statements name. */
export function computesInWords(
  module: CompiledModule,
  graph: DeclarationGraph,
  declared: Declared,
  proofs: ReadonlyMap<string, readonly string[]>,
): boolean {
  const { own, imported } = graph.restsOn(declared);
  const isHarmless = (key: string): boolean => HARMLESS.has(key) || SUMS.has(key);
  for (const key of imported) if (!isHarmless(key) && proofs.get(key)?.every(isHarmless) !== true) return false;
  const roots = [...own].flatMap(rootsOf);
  const bits = Math.max(0, ...roots.map((root) => longestLiteral(module, root)));
  const sums = new Sums(module);
  return bits + rootsOf(declared).reduce((sum, root) => sum + sums.in(root), 0) <= WORD_BITS;
}

const rootsOf = (declared: Declared): number[] =>
  'value' in declared ? [declared.type, declared.value] : [declared.type];

function longestLiteral(module: CompiledModule, root: number): number {
  const bitsOf = (node: ExprNode): number => (node.kind === 'nat' ? BigInt(node.digits).toString(2).length : 0);
  return reachable(module, root).reduce((most, id) => Math.max(most, bitsOf(module.exprs[id]!)), 0);
}

/**
 * How many sums an expression holds, one of a definition counted wherever that is used; infinitely many where a function is
 * handed on, which may be used any number of times.
 */
class Sums {
  readonly #module: CompiledModule;
  readonly #counts = new Map<number, number>();

  constructor(module: CompiledModule) {
    this.#module = module;
  }

  in(root: number): number {
    for (const id of reachable(this.#module, root, (at) => this.#counts.has(at)))
      this.#counts.set(id, this.#at(this.#module.exprs[id]!));
    return this.#of(root);
  }

  #of(id: number): number {
    return this.#counts.get(id) ?? 0;
  }

  #at(node: ExprNode): number {
    switch (node.kind) {
      case 'const':
        return this.#inConstant(this.#module.names[node.name]!.key);
      case 'app':
        return this.#of(node.fn) + this.#of(node.arg);
      case 'lam':
        return isFunction(this.#module, node.type) ? Infinity : this.#of(node.type) + this.#of(node.body);
      case 'pi':
        return this.#of(node.type) + this.#of(node.body);
      case 'let':
        if (isFunction(this.#module, node.type)) return Infinity;
        return this.#of(node.type) + this.#of(node.value) + this.#of(node.body);
      case 'proj':
        return this.#of(node.of);
      default:
        return 0;
    }
  }

  /** Of this file's own: what it is, once more. Nothing refers to itself by what the kernel accepted. */
  #inConstant(key: string): number {
    if (SUMS.has(key)) return 1;
    const own = this.#module.byKey.get(key);
    return own?.kind === 'def' ? this.in(own.value) : 0;
  }
}

const isFunction = ({ exprs }: CompiledModule, type: number): boolean => exprs[type]?.kind === 'pi';
