/** A title as one line of plain characters: common LaTeX as Unicode, and nothing that turns the direction of text. */

/** @type {Record<string, string>} */
const SYMBOLS = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ' },
  ...{ iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ' },
  ...{ phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ' },
  ...{ Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', infty: '∞', in: '∈', subset: '⊂', subseteq: '⊆' },
  ...{ cup: '∪', cap: '∩', to: '→', rightarrow: '→', mapsto: '↦', times: '×', otimes: '⊗', oplus: '⊕', cdot: '·' },
  ...{ leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', equiv: '≡', sim: '∼', approx: '≈', ell: 'ℓ' },
  ...{ sum: '∑', prod: '∏', int: '∫', partial: '∂', nabla: '∇', forall: '∀', exists: '∃', emptyset: '∅', circ: '∘' },
  ...{ dots: '…', ldots: '…', cdots: '⋯', setminus: '∖', langle: '⟨', rangle: '⟩', colon: ':', quad: ' ' },
};

const BLACKBOARD = /\\mathbb\s*\{?([CFHNPQRZ])\}?/gu;
/** @type {Record<string, string>} */
const BOARD = { C: 'ℂ', F: '𝔽', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' };

/** @param {string} title */
export function plainName(title) {
  return (/[$\\]/u.test(title) ? withoutLatex(title) : title)
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** @param {string} title */
function withoutLatex(title) {
  return title
    .replace(BLACKBOARD, (_, letter) => BOARD[letter] ?? letter)
    .replace(/\\([A-Za-z]+)\s*/gu, (_, name) => SYMBOLS[name] ?? '')
    .replace(/\\(.)/gu, '$1')
    .replace(/[${}~]+/gu, (found) => (found.includes('~') ? ' ' : ''));
}
