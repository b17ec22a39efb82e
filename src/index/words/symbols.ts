/** Mathematical symbols of Lean source and prose, with the words that Mathlib's names use for them. */
import { wordTable } from '../../base/words.ts';

/** Symbol → words, space-separated. A symbol without words is known, but means nothing to the search. */
export const SYMBOLS = wordTable(`
  ℝ≥0∞ ennreal, ℝ≥0 nnreal, ℚ≥0 nnrat, ℕ∞ enat, ℕ+ pnat, ℝ real, ℂ complex, ℕ nat, ℤ int, ℚ rat, ∀ forall, ∃ exists,
  ∃! exists unique, ↔ iff, ⟺ iff, ⇔ iff, <-> iff, <=> iff, ∧ and, ∨ or, ¬ not, /\\ and, \\/ or, ≤ le, ≥ le ge, <= le,
  >= le ge, < lt, > lt gt, = eq, == eq, ≠ ne, != ne, ≺ lt, ≼ le, ∈ mem, ∉ mem not, ⊆ subset, ⊂ ssubset, ⊇ subset,
  ∪ union, ∩ inter, ∅ empty, ᶜ compl, ∖ sdiff, \\ sdiff, △ symmdiff, ∆ symmdiff, ⊔ sup, ⊓ inf, ⊤ top, ⊥ bot,
  ⨆ isup sup, ⨅ iinf inf, ⋃ iunion union, ⋂ iinter inter, ⋃₀ sunion union, ⋂₀ sinter inter, ∑ sum, ∏ prod,
  ∑ᶠ finsum sum, ∏ᶠ finprod prod, ∑' tsum sum, ∏' tprod prod, ∫ integral, ∫⁻ lintegral, ⨍ average, ∂ deriv measure,
  * mul, + add, - sub neg, − sub neg, / div, ^ pow, ² sq pow, ³ pow three, ⁻¹ inv, ⁻ inv, √ sqrt, % mod, • smul,
  · mul, ⬝ mul, ∗ mul, × prod, ⨯ prod, ∣ dvd, ∤ dvd not, ! factorial, ‼ doublefactorial, ⌊ floor, ⌈ ceil, ‖ norm,
  ≡ modeq, ⧸ quotient, ⟪ inner, ∞ infinity, π pi, ℵ aleph, ℓ lp, ∘ comp, ≫ comp, ⋙ comp, ≃ equiv, ≅ iso,
  ≌ equivalence, ≈ equiv, ~ equiv, ⟶ hom, ⥤ functor, 𝟙 id, 𝟭 id, ᵒᵖ op, ⊣ adjunction, ◁ whisker, ▷ whisker,
  ↪ embedding, ↠ surjective, ⨿ coprod, ∐ coprod, ⊎ sum, ⊕ direct sum, ⨁ direct sum, ⊗ tensor, ⨂ tensor, ⋊ semidirect,
  ≀ wreath, 𝓝 nhds, 𝓤 uniformity, ∇ gradient, Δ laplacian, ⋆ star convolution, ᵀ transpose, ᴴ conjtranspose,
  ∥ parallel, ⟂ orthogonal, ᗮ orthogonal, ⊥ₘ mutually singular, ≪ absolutely continuous, 𝔼 expect, ℙ prob,
  ×ˢ sprod prod, ∆ₘ symmdiff, | abs, [X] polynomial, ⟦X⟧ power series, =ᵐ ae eq, ≤ᵐ ae le, ∀ᵐ ae forall,
  =ᶠ eventually eq, ≤ᶠ eventually le, ∀ᶠ eventually, ∃ᶠ frequently, ⋖ covby, →* monoid hom, →+ add monoid hom,
  →+* ring hom, →*₀ monoid with zero hom, →ₗ linear map, →ₛₗ semilinear map, →L continuous linear map,
  →SL continuous semilinear map, →ₐ alg hom, →⋆ₐ star alg hom, →o order hom, →r rel hom,
  →ᵇ bounded continuous function, →₀ finsupp, ≃* mul equiv, ≃+ add equiv, ≃+* ring equiv, ≃ₗ linear equiv,
  ≃L continuous linear equiv, ≃ₐ alg equiv, ≃⋆ₐ star alg equiv, ≃ₜ homeomorph, ≃ₗᵢ linear isometry equiv,
  →ₗᵢ linear isometry, ≃ᵢ isometry equiv, ≃ᵐ measurable equiv, ≃o order iso, ↪o order embedding, ↪r rel embedding,
  ⊗ₜ tmul tensor, ⁅ bracket, ∠ angle, ∡ oangle angle, 𝓞 ring integers, 𝓟 principal, ˣ units, ⅟ inv, ⊞ biprod,
  † adjoint, 𝓕 fourier, 𝔠 continuum, ℵ₀ aleph, ℶ beth, ⇨ himp, ￢ hnot, ᵒᵈ order dual, ⤳ specializes, ⬝ᵥ dot product,
  *ᵥ mul vec, ᵥ* vec mul, ⊙ hadamard, ∙ span, '' image, ≃r rel iso, →g graph hom, ⸨X⸩ laurent series, +ᵥ vadd add,
  -ᵥ vsub sub, ≃ₕ homotopy equiv, ≃ᵤ uniform equiv, ⊨ models realize, ∘ₗ comp, ≪≫ trans, /ₘ div by monic,
  %ₘ mod by monic, ‖₊ nnnorm norm, ‖ₑ enorm norm, ⤞ dinat, ⊠ box product, □ box product, # card, ≍ heq, ⟮ adjoin,
  ⋀ exterior power, [| cond, ⁺ pos part, ○ comp, 𝒫 powerset, ↾ restrict, ⊑ contained, ⁻¹' preimage, ⊢, →, ←, ↦, ⟹, ⇒,
  λ, ω, ⟨, ⟩, ₊, :=, =>, ->, <-, <|, |>, <|>, <;>, :, ::, .., ..., **, --, ---`);
