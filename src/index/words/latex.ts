/** LaTeX put into the symbols and words that the tokeniser knows. */

/** Command without its backslash → what it stands for. Commands that only set type are empty. */
const COMMANDS: Record<string, string> = {
  le: '≤',
  leq: '≤',
  leqslant: '≤',
  ge: '≥',
  geq: '≥',
  geqslant: '≥',
  lt: '<',
  gt: '>',
  ne: '≠',
  neq: '≠',
  prec: '≺',
  preceq: '≼',
  ll: '≪',
  sum: '∑',
  prod: '∏',
  int: '∫',
  iint: '∫',
  oint: '∫',
  in: '∈',
  ni: '∈',
  notin: '∉',
  cup: '∪',
  cap: '∩',
  subset: '⊆',
  subseteq: '⊆',
  subsetneq: '⊂',
  supset: '⊆',
  supseteq: '⊆',
  setminus: '∖',
  emptyset: '∅',
  varnothing: '∅',
  complement: 'ᶜ',
  triangle: '∆ triangle',
  bigcup: '⋃',
  bigcap: '⋂',
  sqcup: '⊔',
  sqcap: '⊓',
  bigsqcup: '⨆',
  bigsqcap: '⨅',
  vee: '⊔',
  wedge: '⊓',
  bigvee: '⨆',
  bigwedge: '⨅',
  top: '⊤',
  bot: '⊥',
  sup: '⨆',
  inf: '⨅',
  max: 'max ⊔',
  min: 'min ⊓',
  iff: '↔',
  Leftrightarrow: '↔',
  Longleftrightarrow: '↔',
  leftrightarrow: '↔',
  forall: '∀',
  exists: '∃',
  neg: '¬',
  lnot: '¬',
  land: '∧',
  lor: '∨',
  otimes: '⊗',
  bigotimes: '⨂',
  oplus: '⊕',
  bigoplus: '⨁',
  times: '×',
  cdot: '• *',
  circ: '∘',
  ast: '⋆',
  star: 'star',
  amalg: '⨿',
  coprod: '⨿',
  rtimes: '⋊',
  ltimes: '⋊',
  wr: '≀',
  sqrt: '√',
  frac: '/',
  dfrac: '/',
  tfrac: '/',
  binom: 'choose',
  partial: '∂ boundary',
  nabla: '∇',
  infty: '∞',
  pi: 'π',
  aleph: 'ℵ',
  lim: 'limit tendsto',
  limsup: 'limsup',
  liminf: 'liminf',
  varinjlim: 'colimit',
  varprojlim: 'limit',
  cong: '≅ ≃',
  simeq: '≃',
  equiv: '≡ ≃',
  sim: '~',
  pmod: 'mod',
  bmod: 'mod',
  mod: 'mod',
  mid: '∣',
  nmid: '∤',
  trianglelefteq: 'normal',
  perp: '⟂',
  hookrightarrow: '↪ injective',
  twoheadrightarrow: '↠',
  dashv: '⊣',
  langle: 'inner span',
  lVert: '‖',
  Vert: '‖',
  lvert: 'abs',
  lfloor: '⌊',
  lceil: '⌈',
  overline: 'closure',
  dagger: 'adjoint',
  hom: 'hom',
  Hom: 'hom',
  dim: 'finrank dimension',
  det: 'det',
  ker: 'ker',
  im: 'range',
  log: 'log',
  ln: 'log',
  exp: 'exp',
  sin: 'sin',
  cos: 'cos',
  tan: 'tan',
  gcd: 'gcd',
  deg: 'degree',
  mu: 'measure',
  Gamma: 'gamma',
  zeta: 'zeta',
  Delta: 'delta',
  R: 'ℝ',
  C: 'ℂ',
  N: 'ℕ',
  Z: 'ℤ',
  Q: 'ℚ',
};

/** Commands that say nothing: fonts, spaces, brackets, arrows, and Greek letters, which are variables. */
const SILENT = new Set(
  (
    'mathbb mathcal mathrm mathbf mathsf mathop mathfrak mathscr operatorname text textbf textstyle displaystyle emph ' +
    'left right big Big bigl bigr Bigl Bigr colon quad qquad limits ldots cdots dots bar hat widehat tilde widetilde ' +
    'to rangle rVert rvert rfloor rceil rightrightarrows xrightarrow longrightarrow rightarrow leftarrow implies ' +
    'Rightarrow Longrightarrow mapsto asymp approx prime not begin end ell lambda alpha beta gamma delta epsilon ' +
    'varepsilon phi varphi psi theta iota kappa nu xi rho sigma tau upsilon chi eta omega Omega Lambda Phi Psi Sigma ' +
    'Theta Xi'
  ).split(' '),
);

const BLACKBOARD: Record<string, string> = { R: 'ℝ', C: 'ℂ', N: 'ℕ', Z: 'ℤ', Q: 'ℚ', P: 'ℙ', E: '𝔼' };

/** Replaces LaTeX by Unicode symbols and plain words; text without any comes back as it is. */
export function latexToPlain(text: string): string {
  if (!text.includes('\\') && !text.includes('$')) return text;
  return spellOut(text.replace(/\$([^$]+)\$/g, (_, formula: string) => spellOut(formulaToPlain(formula)).trim()));
}

/**
 * What holds between dollars only: `\ ` is a space, an index says nothing, a prime before a bracket is a derivative,
 * bars are an absolute value, and an arrow is a limit when it goes to a number.
 */
function formulaToPlain(formula: string): string {
  return formula
    .replace(/\\ /g, ' ')
    .replace(/_\s*(?:\{[^{}]*\}|[0-9])/g, ' ')
    .replace(/\\to(?=\s*[-+]?\s*(?:\\infty|[0-9]))/g, ' tendsto ')
    .replace(/\bL\^\{?p\}?/g, ' Lp ')
    .replace(/([A-Za-z])'+(?=\s*\()/g, '$1 deriv ')
    .replace(/(?<!\\)\|([^|]{1,40})(?<!\\)\|/g, ' norm abs $1 ');
}

function spellOut(text: string): string {
  return text
    .replace(/\\[,;!:>{}'"]|\\\\/g, ' ')
    .replace(/\\\|/g, '‖')
    .replace(
      /\\mathbb\s*(?:\{\s*([A-Z])\s*\}|([A-Z]))/g,
      (_, braced?: string, bare?: string) => ` ${BLACKBOARD[braced ?? bare ?? ''] ?? ''} `,
    )
    .replace(/\\(?:operatorname|mathrm|text|mathsf|mathbf|mathop)\s*\*?\s*\{([^}]*)\}/g, ' $1 ')
    .replace(/\^\s*(?:\{\s*-\s*1\s*\}|-1)/g, ' ⁻¹ ')
    .replace(/\^\s*\{?\s*(?:c|\\complement)\s*\}/g, ' ᶜ ')
    .replace(/\\([A-Za-z]+)/g, (_, command: string) => ` ${commandToPlain(command)} `);
}

function commandToPlain(command: string): string {
  if (Object.hasOwn(COMMANDS, command)) return COMMANDS[command]!;
  return SILENT.has(command) || command.length <= 2 ? '' : command;
}
