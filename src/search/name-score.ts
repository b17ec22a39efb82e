/** Scores a name for a query by name: points of a match class, plus small amounts that break ties. */
import type { NameRow } from '../index/library-index.ts';
import { foldChunk, splitChunks, splitPieces } from '../index/name-parts.ts';
import type { NameQuery } from './name-query.ts';
import { withinOneEdit } from './one-edit.ts';
import type { Contribution } from './types.ts';

/** Points by match class. If the order of two classes must hold, their distance exceeds the sum of all tie breakers. */
const POINTS = {
  exact: 1000,
  exactButCase: 940,
  afterDot: 880,
  afterDotButCase: 840,
  sameParts: 800,
  samePartsButCase: 790,
  oneTypo: 760,
  lastSameParts: 750,
  oneTypoAfterDot: 720,
  otherNamespace: 690,
  otherNamespaceButCase: 680,
  startsWith: 660,
  afterDotStartsWith: 620,
  endsWith: 580,
  allParts: 300,
} as const;

/** Minimum score of a name that matches the query; lower scores are only similar. */
export const MIN_NAME_MATCH_SCORE = POINTS.afterDotButCase - 100;

/** Descriptions of match classes in which the query has all parts of the full name, not only of its last component. */
export const FULL_NAME_MATCHES: ReadonlySet<string> = new Set([
  'exact name',
  'exact name, different case',
  'the same parts',
  'the same parts, different case',
]);

/** Match class of a name that lacks a part of the query. */
export const PARTIAL_MATCH = 'some parts';

/** Contributions to a row's score, the match class first. Their sum is the score. */
export function scoreName(query: NameQuery, row: NameRow): Contribution[] {
  const contributions = [matchClass(query, row.name)];
  const add = (what: string, points: number) => {
    if (points !== 0) contributions.push({ what, points });
  };
  add('uses', round(Math.min(3 * Math.log2(1 + row.uses), 30)));
  add('longer than the query', -round(Math.min(Math.max(row.name.length - query.text.length, 0) * 0.2, 16)));
  add('generated', row.origin === 'written' ? 0 : -2);
  add('deprecated', row.isDeprecated ? -20 : 0);
  add('private', row.isPrivate ? -60 : 0);
  return contributions;
}

/** Whether the query may mean this name: it is misspelled, unfinished or in another namespace, not only similar. */
export function isNearName(query: NameQuery, name: string): boolean {
  return matchClass(query, name).points >= POINTS.endsWith;
}

function matchClass(query: NameQuery, name: string): Contribution {
  const { text, lower } = query;
  const nameLower = name.toLowerCase();
  if (name === text) return { what: 'exact name', points: POINTS.exact };
  if (nameLower === lower) return { what: 'exact name, different case', points: POINTS.exactButCase };
  if (name.endsWith(`.${text}`)) return { what: 'name without its namespace', points: POINTS.afterDot };
  if (nameLower.endsWith(`.${lower}`))
    return { what: 'name without its namespace, different case', points: POINTS.afterDotButCase };
  const matches = [matchByParts(query, name), matchByLetters(query, name, nameLower)];
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (last === query.lastComponent) {
    matches.push({ what: 'same last component, other namespace', points: POINTS.otherNamespace });
  } else if (query.lastComponent !== null && String(piecesOf(last)) === String(piecesOf(query.lastComponent))) {
    const what = 'same last component, other namespace, different case';
    matches.push({ what, points: POINTS.otherNamespaceButCase });
  }
  return matches.reduce((best, other) => (other.points > best.points ? other : best));
}

/** Compares the parts, in any order. */
function matchByParts(query: NameQuery, name: string): Contribution {
  const inOrder = (points: number, same: boolean) => points + (same ? 5 : 0);
  const written = splitParts(query.text);
  const parts = splitParts(name);
  if (sameBag(written, parts)) return { what: 'the same parts', points: POINTS.sameParts };
  const queryPieces = query.pieces.flat();
  const pieces = piecesOf(name);
  if (sameBag(queryPieces, pieces)) {
    return {
      what: 'the same parts, different case',
      points: inOrder(POINTS.samePartsButCase, queryPieces.join() === pieces.join()),
    };
  }
  const last = piecesOf(name.slice(name.lastIndexOf('.') + 1));
  if (sameBag(queryPieces, last)) {
    return {
      what: 'the same parts without its namespace',
      points: inOrder(POINTS.lastSameParts, queryPieces.join() === last.join()),
    };
  }
  const inName = countCommon(queryPieces, pieces);
  const inLast = countCommon(queryPieces, last);
  const covered = 0.6 * (inLast / Math.max(last.length, 1)) + 0.4 * (inName / pieces.length);
  const share = queryPieces.length === 0 ? 0 : Math.max(inName / queryPieces.length, chunkShare(query, name));
  const order = 30 * Number(isInOrder(queryPieces, pieces));
  return {
    what: share === 1 ? 'all parts' : PARTIAL_MATCH,
    points: round((POINTS.allParts * share + 200 * covered + order) * share),
  };
}

function piecesOf(name: string): string[] {
  return splitChunks(name).flatMap(splitPieces);
}

/** Compares letter by letter: a typo, a prefix or a suffix. */
function matchByLetters({ text, lower }: NameQuery, name: string, nameLower: string): Contribution {
  const bonus = (same: boolean) => (same ? 3 : 0);
  if (withinOneEdit(lower, nameLower)) {
    return { what: 'one typo', points: POINTS.oneTypo + bonus(withinOneEdit(text, name)) };
  }
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const end = name.length - dot - 1;
    if (Math.abs(end - text.length) > 1 || !withinOneEdit(lower, nameLower.slice(dot + 1))) continue;
    return {
      what: 'one typo, without its namespace',
      points: POINTS.oneTypoAfterDot + bonus(withinOneEdit(text, name.slice(dot + 1))),
    };
  }
  if (nameLower.startsWith(lower))
    return { what: 'start of the name', points: POINTS.startsWith + boundary(name, text.length) };
  const dot = nameLower.lastIndexOf(`.${lower}`);
  if (dot >= 0)
    return { what: 'start of a component', points: POINTS.afterDotStartsWith + boundary(name, dot + 1 + text.length) };
  if (nameLower.endsWith(/^[._]/u.test(lower) ? lower : `_${lower}`))
    return { what: 'end of the name', points: POINTS.endsWith };
  return { what: 'letters', points: 0 };
}

/** Bonus if the prefix ends at a dot, an underscore or a prime, not within a word. */
function boundary(name: string, at: number): number {
  return /[._']/u.test(name[at] ?? '') ? 20 : 0;
}

/** Parts between dots, underscores and white space, with primes. */
function splitParts(text: string): string[] {
  return text.split(/[._\s]+/u).filter((part) => part !== '');
}

/** Share of the query's chunks that are chunks of the name. Helps queries such as `isopen`, which hide camel case. */
function chunkShare(query: NameQuery, name: string): number {
  return (
    countCommon(
      query.chunks,
      splitChunks(name).map((chunk) => foldChunk(chunk)),
    ) / query.chunks.length
  );
}

/** Whether `queryPieces` is a subsequence of `all`. */
function isInOrder(queryPieces: readonly string[], all: readonly string[]): boolean {
  let at = -1;
  return queryPieces.every((part) => (at = all.indexOf(part, at + 1)) >= 0);
}

function sameBag(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && countCommon(a, b) === a.length;
}

/** Size of the multiset intersection. */
function countCommon(a: readonly string[], b: readonly string[]): number {
  const left = [...b];
  let common = 0;
  for (const item of a) {
    const at = left.indexOf(item);
    if (at < 0) continue;
    left.splice(at, 1);
    common++;
  }
  return common;
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}
