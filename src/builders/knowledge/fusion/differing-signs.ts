/**
 * Finds differences between two similar statements that change what they say: a negation, a quantifier, a relation
 * sign, a number, or a word with an opposite. Two statements with such a difference are not the same, however much of
 * their text they share.
 */
import { getOrAdd } from '../../../base/memoize.ts';
import { keyByWord, wordTable } from '../../../base/words.ts';
import { referenceOf, type StatementToken } from './statement-tokens.ts';

/**
 * Words and signs of which another in the same place says something else. Those before `|` mean the same as the first,
 * such as all quantifiers of one kind.
 */
const CLASSES: readonly (readonly string[])[] = [
  String.raw`<|\prec \le|\preceq > \ge = \ne \equiv \sim \approx`,
  String.raw`\in \notin \subset \subseteq \subsetneq \supset \supseteq`,
  String.raw`all|every|each|any|\forall exists|\exists|some`,
  String.raw`+ - \pm`,
  String.raw`\cup|union|unions|\bigcup \cap|intersection|intersections|\bigcap`,
  String.raw`\sin \cos \tan \cot \sinh \cosh \exp \log|\ln`,
  String.raw`\min|minimum|minimal|smallest|least \max|maximum|maximal|largest|greatest`,
  String.raw`\sup|supremum \inf|infimum`,
  String.raw`\limsup \liminf`,
  String.raw`\wedge \vee`,
  String.raw`sum|sums product|products`,
  // Properties: one in place of another.
  `finite infinite countable uncountable open closed left right upper lower even odd rational irrational prime composite
  increasing|increases decreasing|decreases monotone constant injective|one-to-one surjective|onto bijective
  converges|converge|convergent|convergence diverges|diverge|divergent|divergence continuous discontinuous
  differentiable integrable measurable linear bounded unbounded empty nonempty|non-empty positive negative
  nonnegative|non-negative nonpositive compact connected disconnected complete separated normal projective flat free
  symmetric antisymmetric reflexive transitive algebraic transcendental abelian|commutative
  nonabelian|noncommutative|non-commutative nilpotent solvable cyclic simple smooth regular reduced irreducible affine`.replaceAll(
    /\s+/gu,
    ' ',
  ),
  'necessary sufficient',
  'row|rows column|columns',
  'integral derivative',
  'kernel|kernels image|images cokernel',
  'initial terminal|final',
  'limit|limits colimit|colimits',
  'rational|rationals real|reals complex integer|integers natural|naturals',
  'homomorphism|homomorphisms isomorphism|isomorphisms monomorphism epimorphism',
  'true false',
  'equal|equals unequal|distinct',
].map((members) => members.split(' '));

const PLACES = new Map<string, { place: number; member: string }[]>();
for (const [place, members] of CLASSES.entries())
  for (const member of members)
    for (const word of member.split('|')) {
      const places = PLACES.get(word) ?? [];
      PLACES.set(word, [...places, { place, member: member.split('|')[0]! }]);
    }

/** Words that change a statement in any place. */
const MODIFIERS = keyByWord({
  not: String.raw`not no never neither nor cannot without \not \neg \lnot \nexists fails fail nothing none false`,
  unique: 'unique uniquely',
  'only if': String.raw`only iff \Leftrightarrow`,
  converse: 'converse conversely',
  uniformly: 'uniformly uniform',
  absolutely: 'absolutely absolute',
  strictly: 'strictly strict',
  almost: 'almost',
  pointwise: 'pointwise',
});

const NUMBERS = wordTable('one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10');

/** A part where two texts differ: positions from `start` before `end` in each. */
interface Hunk {
  one: { start: number; end: number };
  other: { start: number; end: number };
}

/** A longer part is another wording or an addition, of which single words say nothing. */
const LONGEST = 6;
/** Parts with at most so many equal tokens between them are one. */
const NEAR = 1;
/** Cells of the table of a comparison. */
const MAX_CELLS = 4_000_000;

export interface TokenText {
  tokens: readonly StatementToken[];
  /** The texts to compare, one per token. */
  texts: readonly string[];
}

/** What the statements say differently, for people; empty if nothing was found. */
export function differingSigns(one: TokenText, other: TokenText): string[] {
  const hunks = hunksOf(one.texts, other.texts).filter(
    (hunk) => lengthOf(hunk.one) <= LONGEST && lengthOf(hunk.other) <= LONGEST,
  );
  const modifiers: [string[], string[]] = [[], []];
  const differences: string[] = [];
  for (const hunk of joined(hunks)) {
    const first = wordsIn(one.tokens, hunk.one);
    const second = wordsIn(other.tokens, hunk.other);
    modifiers[0].push(...modifiersIn(first));
    modifiers[1].push(...modifiersIn(second));
    if (first.length > 0 && second.length > 0) differences.push(...exchanged(first, second));
  }
  differences.push(...unequal(...modifiers));
  if (differences.length === 0 && isPermuted(one.texts, other.texts, hunks)) differences.push('order of words');
  return [...new Set(differences)];
}

const lengthOf = ({ start, end }: Hunk['one']): number => end - start;

function joined(hunks: readonly Hunk[]): Hunk[] {
  const all: Hunk[] = [];
  for (const { one, other } of hunks) {
    const last = all.at(-1);
    const isNear = last !== undefined && one.start - last.one.end <= NEAR && other.start - last.other.end <= NEAR;
    if (!isNear) all.push({ one: { ...one }, other: { ...other } });
    else [last.one.end, last.other.end] = [one.end, other.end];
  }
  return all;
}

/** Words and signs of a part, without subscripts; in words, no signs, such as the hyphen. */
function wordsIn(tokens: readonly StatementToken[], { start, end }: Hunk['one']): string[] {
  return tokens
    .slice(start, end)
    .flatMap(({ text, isSubscript, isMath }) => (isSubscript || (!isMath && /^[<>=+-]$/u.test(text)) ? [] : [text]));
}

function modifiersIn(words: readonly string[]): string[] {
  return words.flatMap((word) => MODIFIERS.get(word) ?? []);
}

/** In one place, one text has a member of a class, and the other another; or different numbers or references. */
function exchanged(one: readonly string[], other: readonly string[]): string[] {
  const first = membersIn(without(one, other));
  const second = membersIn(without(other, one));
  const differences: string[] = [];
  for (const [place, members] of first) {
    const others = second.get(place);
    if (others !== undefined) differences.push(...unequal(members, others));
  }
  return differences;
}

/** Places of numbers and of references. */
const NUMBER_PLACE = -1;
const REFERENCE_PLACE = -2;

function membersIn(words: readonly string[]): Map<number, string[]> {
  const members = new Map<number, string[]>();
  const add = (place: number, member: string): unknown => getOrAdd(members, place, () => []).push(member);
  for (const word of words) {
    for (const { place, member } of PLACES.get(word) ?? []) add(place, member);
    const number = NUMBERS.get(word) ?? word;
    if (/^\d/u.test(number)) add(NUMBER_PLACE, number);
    const label = referenceOf(word);
    if (label !== null) add(REFERENCE_PLACE, label);
  }
  return members;
}

/** `< / ≤` for lists that differ in more than their order; otherwise empty. */
function unequal(one: readonly string[], other: readonly string[]): string[] {
  const first = without(one, other);
  const second = without(other, one);
  if (first.length === 0 && second.length === 0) return [];
  return [`${first.join(' ') || 'nothing'} / ${second.join(' ') || 'nothing'}`];
}

function without(list: readonly string[], taken: readonly string[]): string[] {
  const rest = [...taken];
  return list.filter((each) => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** The same words, exchanged: `if f is continuous, it is bounded`, and the converse. */
function isPermuted(one: readonly string[], other: readonly string[], hunks: readonly Hunk[]): boolean {
  const replaced = hunks.filter((hunk) => hunk.one.start < hunk.one.end && hunk.other.start < hunk.other.end);
  if (replaced.length < 2) return false;
  const taken = replaced.flatMap((hunk) => one.slice(hunk.one.start, hunk.one.end)).sort();
  const given = replaced.flatMap((hunk) => other.slice(hunk.other.start, hunk.other.end)).sort();
  return taken.join(' ') === given.join(' ');
}

/** By a longest common subsequence. Texts that are too long differ in one part, from the first difference to the last. */
function hunksOf(one: readonly string[], other: readonly string[]): Hunk[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1])
    [end, otherEnd] = [end - 1, otherEnd - 1];
  const [rows, columns] = [end - start, otherEnd - start];
  if (rows === 0 && columns === 0) return [];
  const whole = { one: { start, end }, other: { start, end: otherEnd } };
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return [whole];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * width + j] =
        one[start + i] === other[start + j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < rows || j < columns) {
    if (i < rows && j < columns && one[start + i] === other[start + j]) [i, j] = [i + 1, j + 1];
    else {
      const from = { i, j };
      while ((i < rows || j < columns) && !(i < rows && j < columns && one[start + i] === other[start + j])) {
        if (j >= columns || (i < rows && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) i++;
        else j++;
      }
      hunks.push({
        one: { start: start + from.i, end: start + i },
        other: { start: start + from.j, end: start + j },
      });
    }
  }
  return hunks;
}
