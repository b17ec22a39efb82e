/** Tokens of a statement for comparison with others: without layout, and with the letters of variables renamed. */
import { wordSet, wordTable } from '../../../base/words.ts';

export interface StatementToken {
  text: string;
  /** In a formula: such a letter is a variable, not a word. */
  isMath: boolean;
  /** As in `x_0` and `\sum_{n=1}`: signs and numbers there say nothing about the statement. */
  isSubscript: boolean;
}

/** Longer statements are cut: comparing takes time quadratic in the tokens that differ. */
const MAX_CHARACTERS = 20_000;

const POINTERS =
  /\\(?:label|index|myindex|sindex|cite[tp]?|hspace|vspace|makebox|pageref)\*?(?:\[[^\]]{0,200}\]){0,2}\{[^{}]{0,200}\}/gu;
/** What is referred to: `Prove Theorem~\ref{a}` and `Prove Theorem~\ref{b}` are different. */
const REFERENCE = /(?:\\(?:ref|eqref|[cC]ref|autoref)\*?|(?<![\\^_])\*)\{(?<label>[^{}\s]{1,200})\}/gu;
const REFERENCE_TOKEN = /^\uE000/u;
/** One sign each. */
const NEGATED = wordTable(String.raw`\not= \ne, \not\in \notin`);
const NEGATION = /\\not\s*(?:=|\\in(?![A-Za-z]))/gu;
const COMMENT = /(?<!\\)%[^\n]*/gu;
const TOKEN =
  /\uE000\S+|:=|\\begin\{[^{}]*\}|\\end\{[^{}]*\}|\\[A-Za-z]+\*?|\\.|\$\$?|[\p{L}]+(?:['’-][\p{L}]+)*|\d+(?:\.\d+)?|[^\s]/gsu;
const FORMULA_ENVIRONMENTS =
  /^(?:equation|align|aligned|multline|gather|eqnarray|displaymath|math|alignat|flalign)\*?$/u;
const FORMULA_SIGNS = wordSet(String.raw`$ $$ \( \) \[ \]`);
const LAYOUT = wordSet(
  String.raw`\left \right \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \biggl \biggr \Biggl \Biggr \quad \qquad
  \displaystyle \textstyle \limits \nolimits \emph \textbf \textit \text \mbox \hbox \mathrm \textrm \intertext \operatorname \it \bf \em
  \item \par \noindent \medskip \smallskip \bigskip \pagebreak \avoidbreak \nonumber \notag \allowbreak \hfill \,
  \; \! \: \> \\ \  ~ & \- \/ \rm \sc \myindex \defn \term`,
);
const CANONICAL = wordTable(String.raw`
  \leq \le, \leqslant \le, ≤ \le, \geq \ge, \geqslant \ge, ≥ \ge, \neq \ne, ≠ \ne, \coloneqq =, := =, \lvert |, \rvert |,
  \abs |, \lVert \|, \rVert \|, \norm \|, \varphi \phi, \varepsilon \epsilon, \dfrac \frac, \tfrac \frac,
  \nicefrac \frac, \sfrac \frac, \colon :, \to \to, \rightarrow \to, \emptyset \varnothing, \ldots \dots, \cdots \dots,
  \implies \Rightarrow, \iff \Leftrightarrow, \lbrace \{, \rbrace \}, \setminus \backslash`);
/** Words in a formula. */
const TEXT_COMMANDS = wordSet(String.raw`\text \mbox \hbox \textrm \textit \textbf \emph \intertext`);
/** Fonts that make another symbol of a letter: `\mathbb R` is one token. */
const FONTS = wordSet(String.raw`\mathbb \mathcal \mathscr \mathfrak \mathbf \boldsymbol`);

/** Braces, formula signs and punctuation count: where texts are similar, so is their structure. */
export function statementTokens(statement: string): StatementToken[] {
  const raw = readable(statement.slice(0, MAX_CHARACTERS)).match(TOKEN) ?? [];
  const tokens: StatementToken[] = [];
  let isMath = false;
  /** For each open brace: whether it is in a subscript, and whether a formula continues after it. */
  const braces: { isSubscript: boolean; isMath: boolean }[] = [];
  let font: string | null = null;
  const add = (text: string, isSubscript: boolean): unknown => tokens.push({ text, isMath, isSubscript });
  for (const [at, token] of raw.entries()) {
    const environment = /^\\(begin|end)\{([^{}]*)\}$/u.exec(token);
    if (environment !== null) {
      if (FORMULA_ENVIRONMENTS.test(environment[2]!)) isMath = environment[1] === 'begin';
      continue;
    }
    const isSubscript = braces.at(-1)?.isSubscript === true || raw[at - 1] === '_';
    if (token === '{') {
      braces.push({ isSubscript, isMath });
      add(token, true);
      if (TEXT_COMMANDS.has(raw[at - 1]!)) isMath = false;
    } else if (token === '}') {
      isMath = braces.pop()?.isMath ?? isMath;
      add(token, true);
    } else if (FORMULA_SIGNS.has(token)) {
      isMath = token === '\\(' || token === '\\[' || (token.startsWith('$') && !isMath);
      add('$', true);
    } else if (FONTS.has(token)) font = token;
    else if (REFERENCE_TOKEN.test(token)) add(token, isSubscript);
    else if (!LAYOUT.has(token)) {
      for (const text of isMath && /^\p{L}/u.test(token) ? token.match(/\p{L}/gu)! : [token]) {
        const named = canonical(font === null ? text : `${font}:${text}`);
        add(isMath ? named : named.toLowerCase(), isSubscript);
        font = null;
      }
    }
  }
  return tokens;
}

function readable(statement: string): string {
  return statement
    .replace(COMMENT, ' ')
    .replace(POINTERS, ' ')
    .replace(REFERENCE, ' \uE000$<label> ')
    .replace(NEGATION, (sign) => ` ${NEGATED.get(sign.replace(/\s/gu, ''))!} `);
}

function canonical(token: string): string {
  return CANONICAL.get(token) ?? token;
}

const GREEK = wordSet(
  String.raw`\alpha \beta \gamma \delta \epsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \rho \sigma \tau
  \phi \chi \psi \omega \ell`,
);
/** The letter that usually is a constant. */
const CONSTANT = 'e';

/**
 * Texts of the tokens, with each variable replaced by its number of first occurrence. A statement binds all of its
 * variables, so those that differ only in the choice of letters become equal.
 */
export function renameVariables(tokens: readonly StatementToken[]): string[] {
  const numbers = new Map<string, string>();
  return tokens.map(({ text, isMath }) => {
    if (!isMath || text === CONSTANT || !(/^\p{L}$/u.test(text) || GREEK.has(text))) return text;
    const number = numbers.get(text) ?? `v${numbers.size + 1}`;
    numbers.set(text, number);
    return number;
  });
}

const RUN = 3;

/** Runs of three tokens; all tokens as one run if there are fewer. */
export function tokenRuns(tokens: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at === 0 || at + RUN <= tokens.length; at++) runs.add(tokens.slice(at, at + RUN).join(' '));
  return runs;
}

/** Shared runs among all runs of both, 0 to 1. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const run of one) if (other.has(run)) shared++;
  return shared / (one.size + other.size - shared);
}

/** The label that a token refers to, or null. */
export function referenceOf(token: string): string | null {
  return REFERENCE_TOKEN.test(token) ? token.slice(1) : null;
}
