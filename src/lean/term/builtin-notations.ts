/**
 * Notation of Lean's core and of Mathlib's macros that is not defined by `notation` commands. All other notation is
 * read from the sources. Precedences are those of Lean 4 (Init/Prelude, Init/Notation).
 */
import { words } from '../../base/words.ts';

/** Token, head, precedence, associativity. A head that starts with `~` swaps the two sides. */
export const BUILTIN_INFIX: readonly (readonly [string, string, number, 'l' | 'r' | 'n'])[] = [
  ['∘', 'Function.comp', 90, 'r'],
  ['×', 'Prod', 35, 'r'],
  ["×'", 'PProd', 35, 'r'],
  ['⊕', 'Sum', 30, 'r'],
  ["⊕'", 'PSum', 30, 'r'],
  ['∣', 'Dvd.dvd', 50, 'n'],
  ['|||', 'HOr.hOr', 55, 'l'],
  ['^^^', 'HXor.hXor', 58, 'l'],
  ['&&&', 'HAnd.hAnd', 60, 'l'],
  ['+', 'HAdd.hAdd', 65, 'l'],
  ['-', 'HSub.hSub', 65, 'l'],
  ['*', 'HMul.hMul', 70, 'l'],
  ['/', 'HDiv.hDiv', 70, 'l'],
  ['%', 'HMod.hMod', 70, 'l'],
  ['<<<', 'HShiftLeft.hShiftLeft', 75, 'l'],
  ['>>>', 'HShiftRight.hShiftRight', 75, 'l'],
  ['^', 'HPow.hPow', 75, 'r'],
  ['++', 'HAppend.hAppend', 65, 'l'],
  ['•', 'HSMul.hSMul', 73, 'r'],
  ['=', 'Eq', 50, 'n'],
  ['≠', 'Ne', 50, 'n'],
  ['≤', 'LE.le', 50, 'n'],
  ['<=', 'LE.le', 50, 'n'],
  ['<', 'LT.lt', 50, 'n'],
  ['≥', '~LE.le', 50, 'n'],
  ['>=', '~LE.le', 50, 'n'],
  ['>', '~LT.lt', 50, 'n'],
  ['==', 'BEq.beq', 50, 'n'],
  ['!=', 'bne', 50, 'n'],
  ['≍', 'HEq', 50, 'n'],
  ['≈', 'HasEquiv.Equiv', 50, 'n'],
  ['∧', 'And', 35, 'r'],
  ['/\\', 'And', 35, 'r'],
  ['∨', 'Or', 30, 'r'],
  ['\\/', 'Or', 30, 'r'],
  ['↔', 'Iff', 20, 'n'],
  ['<->', 'Iff', 20, 'n'],
  ['&&', 'and', 35, 'l'],
  ['||', 'or', 30, 'l'],
  ['∈', '~Membership.mem', 50, 'n'],
  ['⊆', 'HasSubset.Subset', 50, 'n'],
  ['⊂', 'HasSSubset.SSubset', 50, 'n'],
  ['⊇', '~HasSubset.Subset', 50, 'n'],
  ['⊃', '~HasSSubset.SSubset', 50, 'n'],
  ['∪', 'Union.union', 65, 'l'],
  ['∩', 'Inter.inter', 70, 'l'],
  ['\\', 'SDiff.sdiff', 70, 'n'],
  ['⊔', 'Max.max', 68, 'l'],
  ['⊓', 'Min.min', 69, 'l'],
  ['::', 'List.cons', 67, 'r'],
  ['>>=', 'Bind.bind', 55, 'l'],
  ['<*>', 'Seq.seq', 60, 'l'],
  ['<$>', 'Functor.map', 100, 'r'],
  ['<|>', 'HOrElse.hOrElse', 20, 'r'],
  ['>>', 'HAndThen.hAndThen', 60, 'r'],
  ['▸', 'Eq.rec', 75, 'r'],
  ['<+', 'List.Sublist', 50, 'n'],
  ['<+:', 'List.IsPrefix', 50, 'n'],
  ['<:+', 'List.IsSuffix', 50, 'n'],
  ['<:+:', 'List.IsInfix', 50, 'n'],
  ['~', 'List.Perm', 50, 'n'],
  ['≃', 'Equiv', 25, 'n'],
];

/** Token, head, precedence of the result, precedence of the operand. */
export const BUILTIN_PREFIX: readonly (readonly [string, string, number, number])[] = [
  ['¬', 'Not', 1024, 40],
  ['-', 'Neg.neg', 75, 75],
  ['!', 'not', 1024, 40],
  ['~~~', 'Complement.complement', 100, 100],
];

/** Token, head, precedence. */
export const BUILTIN_POSTFIX: readonly (readonly [string, string, number])[] = [
  ['⁻¹', 'Inv.inv', 1024],
  ['ᶜ', 'Compl.compl', 1024],
];

/** Tokens that denote a constant. */
export const BUILTIN_CONSTANT: readonly (readonly [string, string])[] = [
  ['∅', 'EmptyCollection.emptyCollection'],
  ['⊤', 'Top.top'],
  ['⊥', 'Bot.bot'],
];

/** One-letter names of types; `Nat` and `ℕ` are the same constant. */
export const BUILTIN_ALIAS: readonly (readonly [string, string])[] = [
  ['ℕ', 'Nat'],
  ['ℤ', 'Int'],
  ['ℚ', 'Rat'],
  ['ℝ', 'Real'],
  ['ℂ', 'Complex'],
];

/** Opening token; its possible closing tokens with the head that each gives. */
export const BUILTIN_DELIMITERS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    '‖',
    [
      ['‖₊', 'NNNorm.nnnorm'],
      ['‖ₑ', 'ENorm.enorm'],
      ['‖', 'Norm.norm'],
    ],
  ],
  [
    '|',
    [
      ['|ₘ', 'mabs'],
      ['|', 'abs'],
    ],
  ],
  [
    '⌊',
    [
      ['⌋₊', 'Nat.floor'],
      ['⌋', 'Int.floor'],
    ],
  ],
  [
    '⌈',
    [
      ['⌉₊', 'Nat.ceil'],
      ['⌉', 'Int.ceil'],
    ],
  ],
];

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

export const BUILTIN_BINDERS: ReadonlyMap<string, BinderNotation> = new Map<string, BinderNotation>([
  ['∀', { head: '', style: 'quantifier', body: 0 }],
  ['Π', { head: '', style: 'quantifier', body: 0 }],
  ['∃', { head: 'Exists', style: 'quantifier', body: 0 }],
  ['∀ᵉ', { head: '', style: 'quantifier', body: 0 }],
  ['∃ᵉ', { head: 'Exists', style: 'quantifier', body: 0 }],
  ['∃!', { head: 'ExistsUnique', style: 'quantifier', body: 0 }],
  ['Σ', { head: 'Sigma', style: 'nested', body: 0 }],
  ["Σ'", { head: 'PSigma', style: 'nested', body: 0 }],
  ['Π₀', { head: 'DFinsupp', style: 'family', body: 0 }],
  ['⨆', { head: 'iSup', style: 'nested', body: 60 }],
  ['⨅', { head: 'iInf', style: 'nested', body: 60 }],
  ['⋃', { head: 'Set.iUnion', style: 'nested', body: 60 }],
  ['⋂', { head: 'Set.iInter', style: 'nested', body: 60 }],
  ['∑', { head: 'Finset.sum', style: 'big', body: 67 }],
  ['∏', { head: 'Finset.prod', style: 'big', body: 67 }],
  ['𝔼', { head: 'Finset.expect', style: 'big', body: 67 }],
  ["∑'", { head: 'tsum', style: 'nested', body: 67 }],
  ["∏'", { head: 'tprod', style: 'nested', body: 67 }],
  ['∑ᶠ', { head: 'finsum', style: 'nested', body: 67 }],
  ['∏ᶠ', { head: 'finprod', style: 'nested', body: 67 }],
  ['⨁', { head: 'DirectSum', style: 'family', body: 0 }],
  ['∀ᶠ', { head: 'Filter.Eventually', style: 'filter', body: 0 }],
  ['∃ᶠ', { head: 'Filter.Frequently', style: 'filter', body: 0 }],
  ['∀ᵐ', { head: 'Filter.Eventually', style: 'almost', body: 0 }],
  ['∃ᵐ', { head: 'Filter.Frequently', style: 'almost', body: 0 }],
  ['∫', { head: 'MeasureTheory.integral', style: 'integral', body: 60 }],
  ['∫⁻', { head: 'MeasureTheory.lintegral', style: 'integral', body: 60 }],
  ['⨍', { head: 'MeasureTheory.average', style: 'integral', body: 60 }],
  ['⨍⁻', { head: 'MeasureTheory.laverage', style: 'integral', body: 60 }],
]);

/** Punctuation and symbols of keywords that are always tokens. */
export const BUILTIN_TOKENS: readonly string[] = words(`
  ( ) [ ] { } ⟨ ⟩ ⦃ ⦄ , ; : := => ↦ → -> ← | @ · . .. ↑ ⇑ ↥ <| |> |>. $ λ ‹ › #[ ![ !![ ⊢ // \` ∂ ?`);
