/**
 * The pattern channel: Loogle's language, without Lean, over the trees of the statements as written. Differences that
 * follow from that: implicit arguments and coercions that the source does not write are not seen, `=` and `↔` are
 * matched as they stand (not from right to left), and definitions are not unfolded, except `>`, `≥`, `≠`, `∉`.
 */
import { Failure } from '../base/errors.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import { conclusionsOf, sizeWeight, statementSize } from '../index/shapes.ts';
import { makeNotationTable, type NotationTable } from '../lean/term/notation-table.ts';
import { StatementReader, type Statement } from '../lean/term/statement.ts';
import { ASCRIPTION, CONSTANT, EXPLICIT, META, HOLE, NUMBER, PROJECTION, bare, lastPart, type Term } from '../lean/term/term.ts';
import { NameMeanings, type Place, type WantedConstant } from './name-meaning.ts';
import { nearestNames } from './name.ts';
import { CandidateFinder } from './pattern-candidates.ts';
import { parsePatternQuery, patternFailure, type Clause, type Part } from './pattern-query.ts';
import { TreeMatcher, telescope } from './tree-match.ts';
import type { Channel, Contribution, Scored } from './types.ts';

/** Rows parsed before ranking is trusted with what has been found. */
const MOST_PARSED_BEYOND_ENOUGH = 200;
const ROWS_AT_ONCE = 100;

/** What the search keeps of a library: its notation, its readers, the meanings of names. */
export interface ShapeLibrary {
  table: NotationTable;
  reader: StatementReader;
  meanings: NameMeanings;
  /** Undotted constants in what notations stand for. */
  notationHeads: ReadonlySet<string>;
}

const LIBRARIES = new WeakMap<LibraryIndex, ShapeLibrary>();

/** Made once an index: the table of notation costs some milliseconds. */
export function shapeLibrary(index: LibraryIndex): ShapeLibrary {
  let library = LIBRARIES.get(index);
  if (library === undefined) {
    const notations = index.notations();
    const table = makeNotationTable(notations);
    const notationHeads = new Set(notations.flatMap(({ head }) => (head === null ? [] : [head])));
    library = { table, reader: new StatementReader(table), meanings: new NameMeanings(index, notationHeads), notationHeads };
    LIBRARIES.set(index, library);
  }
  return library;
}

export function readRow(library: ShapeLibrary, row: DeclarationRow): Statement {
  return library.reader.read({ type: row.type, variables: row.variables, namespace: row.namespace, opens: row.opens ?? [], module: row.module });
}

/**
 * Declarations that match all clauses, best first: small statements that the pattern covers well, in the conclusion,
 * often used.
 * @throws {Failure} `pattern-syntax` (with a caret), `pattern-constant` for an unknown name, `pattern-too-general`.
 */
export const searchPattern: Channel = (index, query, { limit, explain, allow }) => {
  const library = shapeLibrary(index);
  const clauses = parsePatternQuery(query, library.table);
  const wanted = wantedConstants(index, query, clauses, library);
  const finder = new CandidateFinder(index, library.notationHeads, wanted);
  const rows = finder.rows(clauses);
  if (rows === null) throw tooGeneral(query);
  const candidates = byPrior(index, allow === null ? rows : rows.filter((id) => allow(id)), priorWeights(index, clauses));
  const search = new PatternSearch(library, clauses, wanted);
  const found: Scored[] = [];
  for (let at = 0; at < candidates.length; at += ROWS_AT_ONCE) {
    if (found.length >= limit && at >= MOST_PARSED_BEYOND_ENOUGH) break;
    for (const row of index.rows(candidates.slice(at, at + ROWS_AT_ONCE))) {
      const contributions = search.check(row);
      if (contributions !== null) found.push(scored(row.id, contributions, explain));
    }
  }
  return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit);
};

function scored(id: number, contributions: Contribution[], explain: boolean): Scored {
  const score = contributions.reduce((sum, { points }) => sum + points, 0);
  return explain ? { id, score, contributions } : { id, score };
}

function tooGeneral(query: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'pattern-too-general',
    message: 'The pattern names no constant, notation or part of a name, so everything might match.',
    reason: query,
    next: 'Add a constant (Real.sin), a notation (_ + _) or a part of the name ("two").',
  });
}

/** How each constant of the query is understood; unknown ones are a failure that says what is near. */
function wantedConstants(index: LibraryIndex, query: string, clauses: readonly Clause[], { meanings }: ShapeLibrary): (name: string) => WantedConstant {
  const known = new Map<string, WantedConstant>();
  const wanted = (name: string): WantedConstant => {
    let constant = known.get(name);
    if (constant === undefined) {
      constant = { name, isFull: meanings.exists(name) || index.idsByName(name).length > 0 };
      known.set(name, constant);
    }
    return constant;
  };
  for (const part of clauses.flat()) {
    if (part.kind === 'name') continue;
    for (const name of part.kind === 'constant' ? [part.name] : namesOf(part.readings[0]!)) {
      const at = query.indexOf(name, part.at);
      if (at >= 0 && !wanted(name).isFull) requireKnown(index, query, name, at);
    }
  }
  return wanted;
}

function namesOf(tree: Term): string[] {
  const own = tree.kind === CONSTANT || tree.kind === EXPLICIT ? [tree.head] : [];
  return [...own, ...tree.args.flatMap(namesOf)];
}

function requireKnown(index: LibraryIndex, query: string, name: string, at: number): void {
  const isVariable = /^\p{L}['₀-₉]?$/u.test(name);
  // A name that core declares may be in use without being indexed.
  if (!isVariable && (index.postings(`s:c:${name}`) !== null || index.postings(`s:c:.${lastPart(name)}`) !== null)) return;
  const ending = index.all("SELECT 1 FROM decls WHERE name LIKE ? ESCAPE '!' LIMIT 1", `%.${name.replace(/[%_!]/g, '!$&')}`);
  if (ending.length > 0) return;
  const nearest = [...new Set(index.nameRows(nearestNames(index, name, 5).map(({ id }) => id)).map((row) => row.name))];
  const hint = nearest.length > 0 ? `Near it: ${nearest.join(', ')}.` : undefined;
  const failure = patternFailure(query, at, `No constant '${name}' is known.`, isVariable ? `Write _ or ?${name} for any term.` : hint);
  throw new Failure({ ...failure.detail, code: 'pattern-constant' });
}

/** Weights of the shortest list of the first clause: the smaller the statement, the heavier. */
function priorWeights(index: LibraryIndex, clauses: readonly Clause[]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const part of clauses.flat()) {
    if (part.negated || part.kind === 'name') continue;
    const names = part.kind === 'constant' ? [part.name] : part.readings.flatMap(namesOf);
    for (const name of names) {
      const list = index.postings(`s:c:${name}`);
      if (list === null) continue;
      list.ids.forEach((id, at) => weights.set(id, list.weights[at]!));
      if (part.kind === 'shape') break;
    }
  }
  return weights;
}

/** Candidates in the order in which they are worth parsing: the part of the score that needs no parsing. */
function byPrior(index: LibraryIndex, rows: ArrayLike<number>, weights: ReadonlyMap<number, number>): number[] {
  const { flags, uses } = index.columns;
  const prior = (id: number) => (weights.get(id) ?? 128) / 32 + usePoints(uses[id] ?? 0) - flagPoints(flags[id] ?? 0);
  return Array.from(rows, (id) => ({ id, points: prior(id) }))
    .sort((a, b) => b.points - a.points || a.id - b.id)
    .map(({ id }) => id);
}

function usePoints(uses: number): number {
  return Math.min(2.5, 0.35 * Math.log2(1 + uses));
}

/** Bits as in `RowColumns.flags`. */
function flagPoints(flags: number): number {
  return (flags & 2 ? 4 : 0) + (flags & 1 ? 3 : 0) + (flags & 4 ? 1 : 0) + (flags & 8 ? 0.8 : 0);
}

class PatternSearch {
  private readonly library: ShapeLibrary;
  private readonly clauses: readonly Clause[];
  private readonly wanted: (name: string) => WantedConstant;

  constructor(library: ShapeLibrary, clauses: readonly Clause[], wanted: (name: string) => WantedConstant) {
    this.library = library;
    // Cheap tests first: names before trees.
    this.clauses = [...clauses].sort((a, b) => Number(a.some(isTree)) - Number(b.some(isTree)));
    this.wanted = wanted;
  }

  /** What the row scores; null if it does not match. */
  check(row: DeclarationRow): Contribution[] | null {
    const statement = readRow(this.library, row);
    const place = { namespace: row.namespace, opens: row.opens ?? [] };
    const matcher = new TreeMatcher({ meanings: this.library.meanings, place, wanted: this.wanted });
    const contributions: Contribution[] = [];
    for (const clause of this.clauses) {
      let best: Contribution | null = null;
      for (const part of clause) {
        const points = this.checkPart(part, row, statement, matcher, place);
        if (part.negated ? points === null : points !== null) {
          const contribution = part.negated ? { what: `without ${describe(part)}`, points: 0 } : { what: describe(part), points: points! };
          if (best === null || contribution.points > best.points) best = contribution;
        }
      }
      if (best === null) return null;
      contributions.push(best);
    }
    contributions.push(...priorsOf(row, statement));
    return contributions;
  }

  /** Points of one part; null if it is not there. */
  private checkPart(part: Part, row: DeclarationRow, statement: Statement, matcher: TreeMatcher, place: Place): number | null {
    if (part.kind === 'name') return row.name.toLowerCase().includes(part.text) ? 1 + (2 * part.text.length) / row.name.length : null;
    if (part.kind === 'constant') return this.checkConstant(part.name, row, statement, place);
    let best: number | null = null;
    for (const reading of part.readings) {
      const points = checkShape(reading, part.inConclusion, statement, matcher);
      if (points !== null && (best === null || points > best) && this.mentionsTypes(reading, statement, place)) best = points;
    }
    return best;
  }

  private checkConstant(name: string, row: DeclarationRow, statement: Statement, place: Place): number | null {
    const wanted = this.wanted(name);
    if (row.name === name || (!wanted.isFull && row.name.endsWith(`.${name}`))) return 4;
    const isIt = (tree: Term): boolean => this.isConstant(wanted, tree, place) || tree.args.some(isIt);
    if (statement.conclusion !== null && isIt(statement.conclusion)) return 2;
    return statement.premises.some(isIt) ? 1 : null;
  }

  private isConstant(wanted: WantedConstant, { kind, head }: Term, place: Place): boolean {
    if (kind === NUMBER) return head === wanted.name;
    if (kind === CONSTANT || kind === EXPLICIT) return this.library.meanings.isMeant(wanted, head, place);
    if (kind !== PROJECTION || lastPart(head) !== lastPart(wanted.name)) return false;
    return head.startsWith('.') || this.library.meanings.isMeant(wanted, head, place) || this.library.meanings.resolve(head, place) === null;
  }

  /** `(_ : ℝ)`: the statement must speak of the type; whether that very term has it, only Lean could say. */
  private mentionsTypes(pattern: Term, statement: Statement, place: Place): boolean {
    if (pattern.kind === ASCRIPTION) {
      for (const name of namesOf(pattern.args[1]!)) {
        const wanted = this.wanted(name);
        const isIt = (tree: Term): boolean => this.isConstant(wanted, tree, place) || tree.args.some(isIt);
        if (!statement.premises.some(isIt) && (statement.conclusion === null || !isIt(statement.conclusion))) return false;
      }
    }
    return pattern.args.every((child) => this.mentionsTypes(child, statement, place));
  }
}

function isTree(part: Part): boolean {
  return part.kind !== 'name';
}

function describe(part: Part): string {
  if (part.kind === 'name') return `name has "${part.text}"`;
  if (part.kind === 'constant') return `mentions ${part.name}`;
  return part.inConclusion ? `conclusion is ${part.text}` : `has ${part.text}`;
}

/** How much of a statement the pattern speaks about, up to 3. */
function coverage(pattern: Term, statement: Statement): number {
  return 3 * Math.min(1, solidSize(pattern) / Math.max(1, statementSize(statement) / 2));
}

/** Nodes that are no wildcards. */
function solidSize(tree: Term): number {
  return (tree.kind === HOLE || tree.kind === META ? 0.4 : 1) + tree.args.reduce((sum, child) => sum + solidSize(child), 0);
}

/** Points of a shape in a statement: 4 as its conclusion, 2 inside of the conclusion, 1 in a premise; and its coverage. */
function checkShape(pattern: Term, inConclusion: boolean, statement: Statement, matcher: TreeMatcher): number | null {
  const wanted = telescope(bare(pattern));
  for (const conclusion of conclusionsOf(statement)) {
    if (matcher.matchesStatement(wanted.premises, wanted.conclusion, statement.premises, conclusion)) return 4 + coverage(pattern, statement);
  }
  if (inConclusion) return null;
  const { conclusion, premises } = statement;
  const root = bare(pattern);
  if (conclusion !== null && matcher.matchesWithin(root, conclusion)) return 2 + coverage(pattern, statement);
  if (premises.some((premise) => matcher.matchesWithin(root, premise))) return 1 + coverage(pattern, statement);
  return null;
}

/** What a row has going for it whatever the pattern. */
function priorsOf(row: DeclarationRow, statement: Statement): Contribution[] {
  const priors: Contribution[] = [{ what: 'size', points: sizeWeight(statementSize(statement)) / 64 }];
  if (row.uses > 0) priors.push({ what: 'uses', points: usePoints(row.uses) });
  if (row.isDeprecated) priors.push({ what: 'deprecated', points: -4 });
  if (row.isPrivate) priors.push({ what: 'private', points: -3 });
  if (row.origin !== 'written') priors.push({ what: `made by ${row.origin}`, points: -0.8 });
  if (row.isApproximate) priors.push({ what: 'approximate name', points: -1 });
  return priors;
}

