/**
 * The pattern channel: Loogle's language, without Lean, over the parse trees of the statements as written. Differences
 * from Loogle: implicit arguments and coercions that the source does not write are invisible, `=` and `↔` are matched
 * only as written (not from right to left), and definitions are not unfolded, except `>`, `≥`, `≠`, `∉`.
 */
import { formatNumber } from '../base/format-number.ts';
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { headOf } from '../index/shapes.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import { unascribed } from '../lean/term/coercion.ts';
import { CandidateFinder } from './pattern-candidates.ts';
import { PatternCheck } from './pattern-check.ts';
import { queryConstants } from './pattern-constants.ts';
import {
  contradiction,
  isAboutName,
  namesOf,
  parsePatternQuery,
  patternFailure,
  type Clause,
  type Part,
} from './pattern-query.ts';
import { flagPenalty, priorsOf, usePoints } from './row-prior.ts';
import { makeSieve, type Sieve } from './pattern-sieve.ts';
import { shapeLibrary, type ShapeLibrary } from './shape-library.ts';
import type { Channel, Contribution, Scored } from './types.ts';
import { totalPoints } from './points.ts';
import { telescope } from './tree-match.ts';
import { WorkLimit } from './work-limit.ts';

/** Minimum rows parsed before the search stops with enough hits. */
const MIN_PARSED = 200;
const BATCH_SIZE = 100;
/** About a third of a second. Candidates are in the order of likelihood, so later ones rarely match. */
const MAX_STEPS = 2_500_000;
/** Candidates that are parsed without applying the sieve first. */
const UNSIEVED = 200;
/** Maximum candidates whose text is fetched at once. */
const MAX_SIEVED = 12_800;

/**
 * Declarations that match all clauses, best first. Ranks higher: small statements, good coverage, a match in the
 * conclusion, many uses.
 * @throws {Failure} `pattern-syntax` (with a caret), `pattern-constant` for an unknown name, `pattern-too-general`,
 *   `pattern-contradiction`.
 */
export const searchPattern: Channel = (index, query, { limit, explain, allow, onTotal }) => {
  const library = shapeLibrary(index);
  const clauses = parsePatternQuery(query, library.table);
  const contradicted = contradiction(clauses);
  if (contradicted !== null) throw contradictory(query, contradicted);
  const constantOf = queryConstants(index, query, clauses, library);
  const finder = new CandidateFinder(index, library.notationHeads, constantOf);
  const rows = finder.rows(clauses);
  if (rows === null) throw tooGeneral(query);
  const candidates = byPrior(
    index,
    allow === null ? rows : rows.filter((id) => allow(id)),
    likelihoods(index, clauses),
  );
  const work = new WorkLimit(MAX_STEPS);
  const pattern = new PatternCheck(library, clauses, constantOf, work);
  const found = new Map<number, Scored>();
  const check = (row: StatementRow): boolean => {
    const contributions = found.has(row.id) ? null : pattern.check(row);
    if (contributions === null) return false;
    found.set(row.id, scored(row.id, [...contributions, ...priorsOf(index, row.id)], explain));
    return true;
  };
  const hasName = clauses.some(isAboutName);
  let parsed = 0;
  let searched = 0;
  let isComplete = true;
  for (const { ids, reached } of batches(candidates, makeSieve(index, library.table, clauses, work))) {
    if ((found.size >= limit && parsed >= MIN_PARSED) || work.isUsedUp) {
      isComplete = false;
      break;
    }
    parsed += ids.length;
    searched = reached;
    for (const row of library.rows.rows(ids)) {
      // Aliases are in no shape list: they are found through their target or by their own name.
      if (check(row) && !hasName)
        for (const alias of aliasesOf(library, row.name)) if (allow === null || allow(alias.id)) check(alias);
    }
  }
  isComplete &&= !work.isUsedUp;
  if (!isComplete && found.size === 0) throw noneFound(query, searched, candidates.length);
  onTotal?.(isComplete ? { count: found.size, bound: 'exact' } : { count: candidates.length, bound: 'at most' });
  return [...found.values()].sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
};

interface Batch {
  ids: number[];
  /** How many of the candidates are in this batch and before it. */
  reached: number;
}

/** Candidates to parse, in order. After the first `UNSIEVED`, only those whose text passes the sieve. */
function* batches(candidates: readonly number[], sieve: Sieve | null): Generator<Batch> {
  let sieved = UNSIEVED;
  for (let at = 0; at < candidates.length;) {
    const size = sieve === null || at < UNSIEVED ? BATCH_SIZE : (sieved = Math.min(4 * sieved, MAX_SIEVED));
    const chunk = candidates.slice(at, at + size);
    const passed = sieve === null || at < UNSIEVED ? chunk : sieve(chunk);
    at += size;
    const reached = Math.min(at, candidates.length);
    for (let from = 0; from < passed.length; from += BATCH_SIZE)
      yield { ids: passed.slice(from, from + BATCH_SIZE), reached };
  }
}

function aliasesOf({ index, rows }: ShapeLibrary, name: string): StatementRow[] {
  const ids = index.all<{ id: number }>("SELECT id FROM decls WHERE generated_from = ? AND origin = 'alias'", name);
  return ids.length === 0 ? [] : rows.rows(ids.map(({ id }) => id));
}

function scored(id: number, contributions: Contribution[], explain: boolean): Scored {
  const score = totalPoints(contributions);
  return explain ? { id, score, contributions } : { id, score };
}

const BE_MORE_SPECIFIC = 'Add a constant (Real.sin), a notation (_ + _) or a part of the name ("two").';

function tooGeneral(query: string): Failure {
  return new Failure('usage', 'pattern-too-general', {
    message: 'The pattern has no constant, notation or part of a name, so every declaration could match.',
    reason: query,
    next: BE_MORE_SPECIFIC,
  });
}

/** Nothing was found, but not everything was searched. */
function noneFound(query: string, searched: number, candidates: number): Failure {
  return new Failure('usage', 'pattern-too-general', {
    message: `None of the ${formatNumber(searched)} likeliest of ${formatNumber(candidates)} candidates matches the pattern, and the others are not searched.`,
    reason: query,
    next: BE_MORE_SPECIFIC,
  });
}

function contradictory(query: string, { at }: Part): Failure {
  const failure = patternFailure(query, at, 'The pattern requires this and excludes it, so nothing can match.');
  return Failure.of({ ...failure.detail, code: 'pattern-contradiction' });
}

/** Added for a conclusion that may match: more than all other weights. */
const CONCLUSION = 1024;

/**
 * By row, the weight in the posting lists of the query's constants: the smaller the statement, the higher. Rows whose
 * conclusion may match come first.
 */
function likelihoods(index: LibraryIndex, clauses: readonly Clause[]): Uint16Array {
  const weights = new Uint16Array(index.idLimit).fill(128);
  for (const part of clauses.flat()) {
    if (part.negated || part.kind === 'name') continue;
    const [name] = part.kind === 'constant' ? [part.name] : part.readings.flatMap(namesOf);
    const list = name === undefined ? null : index.postings(`s:c:${name}`);
    if (list !== null) for (let at = 0; at < list.ids.length; at++) weights[list.ids[at]!] = list.weights[at]!;
  }
  for (const head of conclusionHeads(clauses))
    for (const id of index.postings(`s:C:${head}`)?.ids ?? []) weights[id]! += CONCLUSION;
  return weights;
}

/** Heads of the conclusions that the shapes of a query require or may match. */
function conclusionHeads(clauses: readonly Clause[]): Set<string> {
  const shapes = clauses.flat().flatMap((part) => (part.kind === 'shape' && !part.negated ? part.readings : []));
  const heads = shapes.map((reading) => headOf(telescope(unascribed(reading)).conclusion));
  return new Set(heads.filter((head) => head !== ''));
}

const KEY_STEP = 2 ** 21;

/** Candidates ordered by the part of the score that needs no parsing. */
function byPrior(index: LibraryIndex, rows: Uint32Array, weights: Uint16Array): number[] {
  const { uses } = index.columns;
  // Prior and id are packed into one number, because numbers sort much faster than objects.
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const id = rows[at]!;
    const prior = weights[id]! / 64 + usePoints(uses[id]!) - flagPenalty(index, id);
    keys[at] = Math.round((1000 - prior) * 1000) * KEY_STEP + id;
  }
  return Array.from(keys.sort(), (key) => key % KEY_STEP);
}
