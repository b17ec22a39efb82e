/** Compares titles of entities from different sources. */

/** LaTeX accents, as in `H\"older` and `Poincar\'{e}`. The letter is kept. */
const ACCENTS = /\\[`'^"~=.cvuHdbkr]\s*\{?\\?([A-Za-z])\}?/gu;
const STOP_WORDS = new Set('the a an of for on in to and s'.split(' '));

/** Words of a title in a fixed order, without case, accents, possessives, stop words, plurals and a remark in brackets. */
export function titleKey(title: string): string {
  const plain = title
    .replace(ACCENTS, '$1')
    .replace(/\$[^$]*\$/gu, (formula) => formula.replace(/[^A-Za-z0-9]+/gu, ' '))
    .replace(REMARK, ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s?\b/gu, '');
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word)).map(singular);
  return words.sort().join(' ');
}

const REMARK = /\(([^()]*)\)/gu;

/** True if both titles mean the same as far as they tell. Remarks in brackets must agree if both titles have one. */
export function titlesAgree(one: string, other: string): boolean {
  const key = titleKey(one);
  if (key === '' || key !== titleKey(other)) return false;
  const [first, second] = [one, other].map((title) =>
    Array.from(title.matchAll(REMARK), (match) => titleKey(match[1]!)),
  );
  return first!.length === 0 || second!.length === 0 || first!.join('\n') === second!.join('\n');
}

function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/u.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:[sxz]|[cs]h)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
