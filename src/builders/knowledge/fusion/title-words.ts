/** The words of a title in a normal form, so that spellings and word orders of one name are equal. */

/** LaTeX accents, as in `H\"older` and `Poincar\'{e}`. The letter is kept. */
const ACCENTS = /\\[`'^"~=.cvuHdbkr]\s*\{?\\?([A-Za-z])\}?/gu;
const FORMULA = /\$([^$]*)\$/gu;
const GREEK =
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma ' +
  'ς sigma τ tau φ phi χ chi ψ psi ω omega ∞ infinity infty infinity';
const NAMES = new Map(Array.from(GREEK.matchAll(/(\S+) (\S+)/gu), ([, sign, name]) => [sign!, name!]));
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** An article is a word of its own: the letters of `A-group` and of `Axiom A` are names. */
const ARTICLES = /(?:^|(?<=[\s-]))the[\s-]|(?:^|(?<=\s))an?\s(?=\S)/gu;
/** `X of Y` is `Y X`. */
const PREPOSITIONS = /[\s-]of[\s-]|\s(?:for|on|in|to)\s/u;
const IRREGULAR = new Map([
  ['matrices', 'matrix'],
  ['vertices', 'vertex'],
  ['indices', 'index'],
]);

/** In a fixed order, without case, accents, possessives, articles, prepositions and plurals. */
export function titleWords(title: string): string[] {
  const plain = title
    .replace(ACCENTS, '$1')
    .replace(FORMULA, (_, formula: string) => formula.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s?(?!\p{L})/gu, '')
    .replace(/[‐‑–—]/gu, '-')
    .replace(/[\p{Script=Greek}∞]/gu, (letter) => NAMES.get(letter) ?? letter)
    .replace(ARTICLES, '')
    // As in an index: `Euler, Leonhard`.
    .replace(/^([^,(]+),\s+([^,]+)$/u, '$2 $1');
  return plain
    .split(PREPOSITIONS)
    .toReversed()
    .flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word !== 'and')
    .map((word) => spelling(singular(word)));
}

function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is|ics)$/u.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.endsWith('eaves')) return `${word.slice(0, -3)}f`;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (/(?:[sxz]|[cs]h)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** One of British and American, of `ö` and `oe`, of `4` and `four`, of `map` and `mapping`. */
function spelling(word: string): string {
  if (/^\d$/u.test(word)) return DIGITS[Number(word)]!;
  if (word === 'mapping') return 'map';
  return (NAMES.get(word) ?? word)
    .replace(/^(col|neighb|behavi|hon)our/u, '$1or')
    .replace(/^(fib|cent)re/u, '$1er')
    .replace(/(?<=.{3})is(?=e$|ed$|ing$|ation$)/u, 'iz')
    .replace(/([aou])e/gu, '$1');
}
