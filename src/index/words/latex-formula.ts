/** Writes a LaTeX formula in the symbols and words of Lean: `\frac{a}{b}` as `a / b`, `2x` as `2 * x`. */
import { wordTable } from '../../base/words.ts';
import { ARROWS, BIG, BLACKBOARD, FUNCTIONS, LETTERS, OPERATIONS, RELATIONS, VALUES } from './latex-commands.ts';
import { pairBars, withoutDifferentials } from './latex-arrange.ts';
import {
  intervalOf,
  functionOf,
  isBar,
  isBigThing,
  isConnective,
  isCounted,
  isDifferential,
  isLimit,
  isProduct,
  isQuotient,
  isUpper,
  sourceOf,
} from './latex-meaning.ts';
import { newPiece, type Piece, readPieces } from './latex-pieces.ts';

/** Converts a formula, without its dollars, to plain text for the tokeniser. */
export function formulaToPlain(formula: string): string {
  return write(readPieces(formula));
}

function write(pieces: readonly Piece[]): string {
  const arranged = withoutDifferentials(pairBars(pieces));
  const words: string[] = [];
  arranged.forEach((piece, i) => {
    const before = arranged[i - 1];
    if (before !== undefined && isProduct(before, piece, arranged[i - 2])) words.push('*');
    words.push(writePiece(piece, i, arranged));
  });
  return words.filter((word) => word !== '').join(' ');
}

function writePiece(piece: Piece, at: number, all: readonly Piece[]): string {
  switch (piece.role) {
    case 'letter':
      return `${functionOf(piece, all[at + 1])} ${writeLetter(piece)}`.trim();
    case 'big':
      return writeBig(piece);
    case 'function':
      return withPower(writeFunction(piece), piece);
    case 'word':
      return withPower(piece.source, piece, false);
    case 'command':
      return withPower(functionOf(piece, all[at + 1]) || writeCommand(piece, all[at + 1]), piece);
    case 'group':
      return withPower(write(piece.parts[0]!), piece);
    case 'bracket':
      return withPower(writeBracket(piece, at, all), piece);
    case 'relation':
      return writeRelation(piece, at, all);
    case 'sign':
      return withPower(writeSign(piece, at, all), piece, false);
    case 'number':
      return withPower(piece.source, piece);
    case 'bar':
      return piece.source;
    case 'comma':
      return '';
  }
}

/** Adds the superscript, as a power or with its meaning for this piece. */
function withPower(base: string, piece: Piece, isPrimed = true): string {
  const derived = isPrimed && piece.primes > 0 && piece.role !== 'number' ? `${base} deriv` : base;
  if (piece.above.length === 0) return derived;
  return `${derived} ${powerOf(piece)}`;
}

/** Superscripts with a meaning of their own, as written. */
const POWERS = wordTable(`
  -1 ⁻¹, * star adjoint, ast star adjoint, star star adjoint, ** dual dual, perp ᗮ, bot ᗮ, times ˣ, dagger †, op ᵒᵖ,
  opp ᵒᵖ, + ⁺, -`);
/** Superscripts of a set, a space or a matrix. */
const BIG_POWERS = wordTable('T ᵀ, top ᵀ, intercal ᵀ, H ᴴ, c ᶜ, complement ᶜ, circ interior');

function powerOf(piece: Piece): string {
  const { above } = piece;
  const power = sourceOf(above);
  if (POWERS.has(power)) return POWERS.get(power)!;
  if (BIG_POWERS.has(power)) return isBigThing(piece) ? BIG_POWERS.get(power)! : power === 'circ' ? '' : '^';
  const isDerivative = above.length === 1 && above[0]!.role === 'bracket' && above[0]!.source === '(';
  return isDerivative ? 'iterated deriv' : `^ ${write(above)}`;
}

/** Exponents of the spaces `Lp`. */
const EXPONENT = /^(?:[pqr12]|infty)$/;

function writeLetter(piece: Piece): string {
  const { source, above, below, primes } = piece;
  const power = sourceOf(above);
  if (source === 'L' && EXPONENT.test(power)) return 'Lp';
  if (source === 'ell' && EXPONENT.test(power)) return 'lp';
  if (source === 'C' && /^(?:[knr\d]|infty)$/.test(power)) return 'ContDiff';
  if (source === 'C' && power === '*') return 'CStar';
  if (source === 'T' && /^\d$/.test(sourceOf(below))) return `T${sourceOf(below)}`;
  if (source === 'Omega' && below.some(({ source: sign }) => sign === '/')) return 'kaehler differential';
  if (source === 'e' && above.length > 0) return `exp ( ${write(above)} )`;
  const letter = LETTERS.get(source) ?? source;
  const derived = primes > 0 && /^(?:[f-hFGuv]|phi|varphi|psi)$/.test(source) ? `${letter} deriv` : letter;
  const named = `${derived} ${wordsBelow(below)}`.trim();
  return above.length === 0 ? named : `${named} ${powerOf(piece)}`;
}

/** Below a letter, only names have a meaning, and the star of a pushforward. */
function wordsBelow(below: readonly Piece[]): string {
  if (sourceOf(below) === '*' || sourceOf(below) === 'ast') return 'map';
  return below
    .filter(({ role }) => role === 'word' || role === 'function')
    .map(({ source }) => source)
    .join(' ');
}

function writeFunction({ source, below }: Piece): string {
  const plain = FUNCTIONS.get(source)!;
  return below.length > 0 && source === 'log' ? 'logb' : plain;
}

function writeBig({ source, below, above }: Piece): string {
  const plain = BIG.get(source)!;
  const limit = sourceOf(above);
  const range = sourceOf(below);
  switch (source) {
    case 'sum':
    case 'prod':
      if (limit === 'infty') return source === 'sum' ? "∑'" : "∏'";
      if (below.some(({ source: sign }) => sign === 'mid' || sign === '|')) return `${plain} divisors`;
      if (above.length === 0) return plain;
      return range.endsWith('=0') ? `${plain} range` : `${plain} Icc`;
    case 'int':
      if (limit === '-') return '∫⁻';
      return below.length > 0 && above.length > 0 ? 'interval ∫' : plain;
    case 'lim':
      return `${plain} ${below.some(({ source: point }) => point === 'infty') ? 'atTop' : ''} nhds`;
    default:
      return plain;
  }
}

function writeCommand({ source, parts, below }: Piece, next: Piece | undefined): string {
  const [first = [], second = []] = parts;
  const only = first.length === 1 ? first[0]! : undefined;
  switch (source) {
    case 'frac':
    case 'dfrac':
    case 'tfrac':
    case 'cfrac':
      return isDifferential(first, second) ? `deriv ${write(first.slice(1))}` : `${write(first)} / ${write(second)}`;
    case 'binom':
    case 'tbinom':
    case 'dbinom':
      return `${write(first)} choose ${write(second)}`;
    case 'sqrt':
      return below.length > 0
        ? `root ${write(below)} ${write(first)}`
        : `${isUpper(first[0]) ? 'radical' : '√'} ${write(first)}`;
    case 'overline':
    case 'bar':
      if (only !== undefined && sourceOf(first) === 'mathbbR') return below.length > 0 ? 'ennreal' : 'ereal';
      return `${first.some(isBigThing) || first.length === 0 ? 'closure' : 'conj star'} ${write(first)}`;
    case 'hat':
    case 'widehat':
      return only !== undefined && /^[fg]$/.test(only.source) ? `𝓕 ${write(first)}` : write(first);
    case 'partial':
      return next !== undefined && isUpper(next) ? 'frontier boundary' : '∂ boundary';
    case 'mathbb':
    case 'mathbf':
      return writeBlackboard(source, first, below);
    case 'mathcal':
    case 'mathscr':
      return writeScript(sourceOf(first), below, next);
    case 'xrightarrow':
      return `tendsto ${write(first)}`;
    case 'pmod':
      return `mod ${write(first)}`;
  }
  if (parts.length > 0) return write(first);
  if (VALUES.has(source)) return VALUES.get(source)!;
  return source.length <= 2 ? '' : source;
}

function writeBlackboard(font: string, argument: readonly Piece[], below: readonly Piece[]): string {
  const letter = sourceOf(argument);
  if (font === 'mathbf' && !/^[RCNZQF]$/.test(letter)) return write(argument);
  const index = sourceOf(below);
  if (letter === 'F') return 'finite field';
  if ((letter === 'Z' || letter === 'Q') && /^(?:p|ell)$/.test(index)) return letter === 'Z' ? 'ℤ_[]' : 'ℚ_[]';
  if (letter === 'R' && /^(?:ge|geq|≥)/.test(index)) return 'nnreal';
  return letter.length === 1 ? (BLACKBOARD.get(letter) ?? '') : '';
}

function writeScript(letter: string, below: readonly Piece[], next: Piece | undefined): string {
  const isApplied = next?.role === 'bracket';
  if (letter === 'O') return isApplied ? 'isBigO' : below.length > 0 ? '𝓞' : '';
  if (letter === 'N' && isApplied) return '𝓝';
  if (letter === 'P' && isApplied) return '𝒫';
  return '';
}

function writeRelation(piece: Piece, at: number, all: readonly Piece[]): string {
  const { source } = piece;
  if (ARROWS.get(source) === '→') return isLimit(at, all) ? 'tendsto' : '→';
  return RELATIONS.get(source) ?? ARROWS.get(source) ?? source;
}

function writeSign(piece: Piece, at: number, all: readonly Piece[]): string {
  const { source } = piece;
  if (source.endsWith('dots')) return '';
  if ((source === 'wedge' || source === 'vee') && isConnective(at, all)) return source === 'wedge' ? '∧' : '∨';
  const before = all[at - 1];
  if (source === '/' && before !== undefined && sourceOf([before]) === 'mathbbZ') return 'ZMod';
  if (source === '/' && isBigThing(before) && isQuotient(all[at + 1])) return '⧸';
  return OPERATIONS.get(source) ?? (source !== 'restrict' && /^[A-Za-z\\:.]/.test(source) ? '' : source);
}

function writeBracket({ source, close, parts, below }: Piece, at: number, all: readonly Piece[]): string {
  const inner = parts[0]!;
  const before = all[at - 1];
  switch (source) {
    case '|':
      if (below.length > 0) return `padic norm abs ${write(inner)}`;
      return isCounted(inner) ? `card ${write(inner)}` : `norm abs ${write(inner)}`;
    case '‖':
      return `${below.length > 0 ? 'lp' : ''} ‖ ${write(inner)} ‖`;
    case '⟨':
      return `${inner.some(({ role }) => role === 'comma') ? 'inner' : 'span'} ${write(inner)}`;
    case '⌊':
    case '⌈':
      return `${source} ${write(inner)}`;
    case '{':
      return `{ ${write(inner.map((piece) => (isBar(piece) ? newPiece('comma', ',') : piece)))} }`;
  }
  const interval = intervalOf(source, close, inner, before, all.length === 1);
  if (interval !== null) return `${interval} ${write(inner)}`;
  if (source === '[') return writeSquare(inner, before);
  return `( ${isMean(before) ? conditioned(inner) : write(inner)} )`;
}

/** Whether it is a measure or mean: a bar in its brackets means "given". */
function isMean(before: Piece | undefined): boolean {
  return before !== undefined && /^(?:mathbb[EP]|mu|[EP]|Pr)$/.test(sourceOf([before]));
}

function conditioned(pieces: readonly Piece[]): string {
  const inner = pairBars(pieces);
  const at = inner.findIndex(isBar);
  return at < 0 ? write(inner) : `${write(inner.slice(0, at))} cond ${write(inner.slice(at + 1))}`;
}

/** `[K : F]`, `R[X]`, `\mathbb{E}[X]`, `\mu[f | m]`. */
function writeSquare(inner: readonly Piece[], before: Piece | undefined): string {
  if (inner.some(({ source }) => source === ':') && inner.some(isUpper)) return `finrank index ${write(inner)}`;
  if (isMean(before)) return `[ ${conditioned(inner)} ]`;
  if (inner.length === 1 && /^[XT]$/.test(inner[0]!.source) && before !== undefined) return '[X]';
  return `[ ${write(inner)} ]`;
}
