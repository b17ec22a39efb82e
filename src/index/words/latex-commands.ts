/** LaTeX commands, without their backslash, and their symbols and words for the tokeniser. */
import { wordSet, wordTable } from '../../base/words.ts';

/** Relations and connectives, written between two operands. */
export const RELATIONS = wordTable(`
  le ≤, leq ≤, leqslant ≤, ge ≥, geq ≥, geqslant ≥, lt <, gt >, ne ≠, neq ≠, prec ≺, preceq ≼, preccurlyeq ≼, ll ≪,
  in ∈, ni ∈, notin ∉, subset ⊆, subseteq ⊆, subseteqq ⊆, subsetneq ⊂, subsetneqq ⊂, supset ⊆, supseteq ⊆,
  supsetneq ⊂, cong ≅ ≃, simeq ≃, equiv ≡ ≃, sim ~, approx ≈, mid ∣, nmid ∤, trianglelefteq normal, unlhd normal,
  triangleleft normal, hookrightarrow ↪ injective, rightarrowtail ↪ injective, twoheadrightarrow ↠, rightleftarrows ⊣,
  dashv ⊣, models ⊨, vdash ⊢, parallel ∥, iff ↔, Leftrightarrow ↔, Longleftrightarrow ↔, leftrightarrow ↔`);

/** Operations between two operands. */
export const OPERATIONS = wordTable(`
  cup ∪, cap ∩, setminus ∖, smallsetminus ∖, triangle ∆ triangle, bigtriangleup ∆, sqcup ⊔, sqcap ⊓, vee ⊔, wedge ⊓,
  land ∧, lor ∨, neg ¬, lnot ¬, forall ∀, exists ∃, otimes ⊗, oplus ⊕, uplus ⊎, times ×, cdot *, circ ∘, ast ⋆,
  star star, amalg ⨿, rtimes ⋊, ltimes ⋊, wr ≀, pm + -, nabla ∇, pmod mod, bmod mod, mod mod, # card`);

/** Operations over a family, which may have an index below and a limit above. */
export const BIG = wordTable(`
  sum ∑, prod ∏, int ∫, iint ∫, iiint ∫, oint circle ∫, bigcup ⋃, bigcap ⋂, bigsqcup ⨆, bigsqcap ⨅, bigvee ⨆,
  bigwedge ⨅, bigotimes ⨂, bigoplus ⨁, coprod ⨿, sup ⨆, inf ⨅, max max ⊔, min min ⊓, lim limit tendsto, limsup limsup,
  liminf liminf, varinjlim colimit, varprojlim limit`);

/** Named functions and constructions, with or without a backslash, in `\mathrm` or `\operatorname`. */
export const FUNCTIONS = wordTable(`
  Ann annihilator, Aut aut, Cov covariance, End end, Frac fraction ring, GL general linear, Gal galois, Gamma gamma,
  Hom hom, Im im, Orb orbit, Re re, SL special linear, Spec spec spectrum, Stab stabilizer, Tr trace, Var variance,
  adj adjugate, arccos arccos, arcsin arcsin, arctan arctan, arg arg, card card, char char, cl closure,
  codim codimension, coker cokernel, colim colimit, conv convex hull, cos cos, cosh cosh, deg degree, det det,
  diag diagonal, diam diam, dim finrank dimension, disc discr, dist dist, dom domain, exp exp, gcd gcd, hom hom,
  id id, im range, ker ker, lcm lcm, lim limit tendsto, ln log, log log, max max ⊔, min min ⊓, mod mod, ord order,
  ran range, rank rank, rk rank, sgn sign, sin sin, sinh sinh, span span, supp support, tan tan, tanh tanh, tr trace,
  vol volume, zeta zeta`);

/** Constants. */
export const VALUES = wordTable(`
  emptyset ∅, varnothing ∅, complement ᶜ, top ⊤, bot ⊥, infty ∞, pi π, aleph ℵ, perp ⟂, dagger adjoint, mu measure,
  Delta delta, R ℝ, C ℂ, N ℕ, Z ℤ, Q ℚ`);

/** Arrows and colons, which show how to read a formula, and whether arrows before a number are limits. */
export const ARROWS = wordTable(`
  to →, rightarrow →, longrightarrow →, mapsto ↦, longmapsto ↦, implies ⇒, impliedby ⇒, Rightarrow ⇒,
  Longrightarrow ⇒, Leftarrow ⇒, colon :`);

/** Commands without meaning: fonts, spaces, sizes of brackets, dots. */
export const SILENT = wordSet(`
  textstyle displaystyle scriptstyle limits nolimits left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl
  biggr quad qquad leftarrow rightrightarrows asymp prime nonumber label hspace phantom`);

/** Greek letters, which are variables. Those that the tokeniser treats as symbols are written as another letter. */
export const LETTERS = wordTable(`
  alpha α, beta β, gamma γ, delta δ, epsilon ε, varepsilon ε, eta η, theta θ, vartheta θ, iota ι, kappa κ, lambda l,
  nu ν, xi ξ, rho ρ, varrho ρ, sigma σ, tau τ, upsilon υ, phi φ, varphi φ, chi χ, psi ψ, omega w, Theta Θ, Lambda Λ,
  Xi Ξ, Sigma Σ, Upsilon Υ, Phi Φ, Psi Ψ, Omega Ω, ell l, imath i, jmath j`);

/** Number systems by the letter in `\mathbb` or `\mathbf`. */
export const BLACKBOARD = wordTable('R ℝ, C ℂ, N ℕ, Z ℤ, Q ℚ, P ℙ, E 𝔼');
