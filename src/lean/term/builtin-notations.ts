/**
 * Notation of Lean's core and of Mathlib's macros that is not defined by `notation` commands. All other notation is
 * read from the sources. Precedences are those of Lean 4 (Init/Prelude, Init/Notation).
 */
import { words, wordTable } from '../../base/words.ts';

/** Token, head, precedence, associativity. A head that starts with `~` swaps the two sides. */
type Infix = readonly [token: string, head: string, precedence: number, side: 'l' | 'r' | 'n'];

const infix = (precedence: number, side: Infix[3], list: string): Infix[] =>
  Array.from(wordTable(list), ([token, head]) => [token, head, precedence, side]);

export const INFIX: readonly Infix[] = [
  ...infix(20, 'n', '↔ Iff, <-> Iff'),
  ...infix(20, 'r', '<|> HOrElse.hOrElse'),
  ...infix(25, 'n', '≃ Equiv'),
  ...infix(30, 'l', '|| or'),
  ...infix(30, 'r', "⊕ Sum, ⊕' PSum, ∨ Or, \\/ Or"),
  ...infix(35, 'l', '&& and'),
  ...infix(35, 'r', "× Prod, ×' PProd, ∧ And, /\\ And"),
  ...infix(50, 'n', '∣ Dvd.dvd, = Eq, ≠ Ne, == BEq.beq, != bne, ≍ HEq, ≈ HasEquiv.Equiv'),
  ...infix(50, 'n', '≤ LE.le, <= LE.le, < LT.lt, ≥ ~LE.le, >= ~LE.le, > ~LT.lt, ∈ ~Membership.mem'),
  ...infix(50, 'n', '⊆ HasSubset.Subset, ⊂ HasSSubset.SSubset, ⊇ ~HasSubset.Subset, ⊃ ~HasSSubset.SSubset'),
  ...infix(50, 'n', '<+ List.Sublist, <+: List.IsPrefix, <:+ List.IsSuffix, <:+: List.IsInfix, ~ List.Perm'),
  ...infix(55, 'l', '||| HOr.hOr, >>= Bind.bind'),
  ...infix(58, 'l', '^^^ HXor.hXor'),
  ...infix(60, 'l', '&&& HAnd.hAnd, <*> Seq.seq'),
  ...infix(60, 'r', '>> HAndThen.hAndThen'),
  ...infix(65, 'l', '+ HAdd.hAdd, - HSub.hSub, ++ HAppend.hAppend, ∪ Union.union'),
  ...infix(67, 'r', ':: List.cons'),
  ...infix(68, 'l', '⊔ Max.max'),
  ...infix(69, 'l', '⊓ Min.min'),
  ...infix(70, 'l', '* HMul.hMul, / HDiv.hDiv, % HMod.hMod, ∩ Inter.inter'),
  ...infix(70, 'n', '\\ SDiff.sdiff'),
  ...infix(73, 'r', '• HSMul.hSMul'),
  ...infix(75, 'l', '<<< HShiftLeft.hShiftLeft, >>> HShiftRight.hShiftRight'),
  ...infix(75, 'r', '^ HPow.hPow, ▸ Eq.rec'),
  ...infix(90, 'r', '∘ Function.comp'),
  ...infix(100, 'r', '<$> Functor.map'),
];

/** Token, head, precedence of the result, precedence of the operand. */
export const PREFIX: readonly (readonly [string, string, number, number])[] = [
  ['¬', 'Not', 1024, 40],
  ['-', 'Neg.neg', 75, 75],
  ['!', 'not', 1024, 40],
  ['~~~', 'Complement.complement', 100, 100],
];

/** Token, head, precedence. */
export const POSTFIX: readonly (readonly [string, string, number])[] = [
  ['⁻¹', 'Inv.inv', 1024],
  ['ᶜ', 'Compl.compl', 1024],
];

/** Tokens that denote a constant. */
export const CONSTANT = wordTable('∅ EmptyCollection.emptyCollection, ⊤ Top.top, ⊥ Bot.bot');

/** One-letter names of types; `Nat` and `ℕ` are the same constant. */
export const ALIAS = wordTable('ℕ Nat, ℤ Int, ℚ Rat, ℝ Real, ℂ Complex');

/** Opening token; its possible closing tokens with the head that each gives. */
export const DELIMITERS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['‖', wordTable('‖₊ NNNorm.nnnorm, ‖ₑ ENorm.enorm, ‖ Norm.norm')],
  ['|', wordTable('|ₘ mabs, | abs')],
  ['⌊', wordTable('⌋₊ Nat.floor, ⌋ Int.floor')],
  ['⌈', wordTable('⌉₊ Nat.ceil, ⌉ Int.ceil')],
]);

/**
 * Operators that bind variables, and the precedence of their body. `quantifier`: one per variable; `∈ s` becomes a
 * premise or a conjunct. `nested`: head applied to a function, one per variable; `∈ s` is another variable. `big`: a
 * sum over a finset. `family`: head applied to one function. `filter`: `∀ᶠ x in f, p`. `integral`: with `∂μ`, `in s`.
 */
export interface BinderNotation {
  head: string;
  style: 'quantifier' | 'nested' | 'big' | 'family' | 'filter' | 'almost' | 'integral';
  body: number;
}

const binders = (style: BinderNotation['style'], body: number, list: string): [string, BinderNotation][] =>
  Array.from(wordTable(list), ([token, head]) => [token, { head, style, body }]);

export const BINDERS: ReadonlyMap<string, BinderNotation> = new Map([
  ...binders('quantifier', 0, '∀, Π, ∃ Exists, ∀ᵉ, ∃ᵉ Exists, ∃! ExistsUnique'),
  ...binders('nested', 0, "Σ Sigma, Σ' PSigma"),
  ...binders('family', 0, 'Π₀ DFinsupp, ⨁ DirectSum'),
  ...binders('nested', 60, '⨆ iSup, ⨅ iInf, ⋃ Set.iUnion, ⋂ Set.iInter'),
  ...binders('big', 67, '∑ Finset.sum, ∏ Finset.prod, 𝔼 Finset.expect'),
  ...binders('nested', 67, "∑' tsum, ∏' tprod, ∑ᶠ finsum, ∏ᶠ finprod"),
  ...binders('filter', 0, '∀ᶠ Filter.Eventually, ∃ᶠ Filter.Frequently'),
  ...binders('almost', 0, '∀ᵐ Filter.Eventually, ∃ᵐ Filter.Frequently'),
  ...binders('integral', 60, '∫ MeasureTheory.integral, ∫⁻ MeasureTheory.lintegral'),
  ...binders('integral', 60, '⨍ MeasureTheory.average, ⨍⁻ MeasureTheory.laverage'),
]);

/** Punctuation and symbols of keywords that are always tokens. */
export const TOKENS: readonly string[] = words(`
  ( ) [ ] { } ⟨ ⟩ ⦃ ⦄ , ; : := => ↦ → -> ← | @ · . .. ↑ ⇑ ↥ <| |> |>. $ λ ‹ › #[ ![ !![ ⊢ // \` ∂ ?`);
