/** Names that were probably meant by a name that does not exist. */
import type { LibraryIndex } from '../index/library-index.ts';
import { lastPart } from '../lean/term/term.ts';
import { foundNames, namesWithMostParts, searchNames } from './name.ts';
import { parseNameQuery } from './name-query.ts';

/** Trigrams of a name, ignoring case, with its start and its end. */
type Trigrams = ReadonlySet<string>;

const MIN_SIMILARITY = 0.4;
/** Minimum share of the best similarity. */
const MIN_SHARE = 0.7;
/** Maximum names that are compared, for each way to find them; a namespace is compared in full. */
const MAX_COMPARED = 60;

/** The most similar of `all`, best first. */
export function mostSimilar(name: string, all: readonly string[], limit: number): string[] {
  const wanted = trigramsOf(name);
  return best(all, (each) => similarity(wanted, trigramsOf(each)), limit);
}

/**
 * Declarations with a similar name, best first: of the same namespace, with the same last component elsewhere, or one
 * typo away. Empty if none is similar.
 */
export function similarDeclarations(index: LibraryIndex, text: string, limit: number): string[] {
  const query = parseNameQuery(text);
  if (query === null) return [];
  const { text: name, lastComponent } = query;
  const full = trigramsOf(name);
  const last = trigramsOf(lastComponent ?? name);
  const nameSimilarity = (each: string): number => {
    const ofLast = similarity(last, trigramsOf(lastPart(each)));
    const ofFull = similarity(full, trigramsOf(each));
    return lastComponent === null ? Math.max(ofLast, ofFull) : (ofLast + ofFull) / 2;
  };
  const request = { limit: MAX_COMPARED, explain: false, allow: null };
  const candidates = new Set([
    ...foundNames(index, searchNames(index, name, request)),
    ...foundNames(index, namesWithMostParts(index, name, MAX_COMPARED)),
    ...(lastComponent === null ? [] : namesBelow(index, name.slice(0, -lastComponent.length - 1))),
  ]);
  const similar = best([...candidates], nameSimilarity, 2 * limit);
  return similar.filter((each) => isPublic(index, each)).slice(0, limit);
}

function namesBelow(index: LibraryIndex, namespace: string): string[] {
  const sql = 'SELECT DISTINCT name FROM decls WHERE name >= ? AND name < ?';
  // '/' is the character after '.'.
  return index.all<{ name: string }>(sql, `${namespace}.`, `${namespace}/`).map(({ name }) => name);
}

function isPublic(index: LibraryIndex, name: string): boolean {
  return index.nameRows(index.idsByName(name)).some(({ isPrivate, isDeprecated }) => !isPrivate && !isDeprecated);
}

function best(all: readonly string[], rate: (each: string) => number, limit: number): string[] {
  const rated = all.map((each) => ({ each, points: rate(each) }));
  const least = Math.max(MIN_SIMILARITY, MIN_SHARE * Math.max(...rated.map(({ points }) => points)));
  return rated
    .filter(({ points }) => points >= least)
    .sort((a, b) => b.points - a.points || a.each.length - b.each.length)
    .slice(0, limit)
    .map(({ each }) => each);
}

/** The Dice coefficient. */
function similarity(a: Trigrams, b: Trigrams): number {
  let common = 0;
  for (const one of a) if (b.has(one)) common++;
  return (2 * common) / (a.size + b.size);
}

function trigramsOf(name: string): Trigrams {
  const text = `.${name.toLowerCase()}.`;
  return new Set(Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3)));
}
