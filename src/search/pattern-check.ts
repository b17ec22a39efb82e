/** Checks whether a declaration matches the clauses of a pattern, and scores the match. */
import { conclusionsOf, sizeWeight, statementSize } from '../index/shapes.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import { unascribed } from '../lean/term/coercion.ts';
import type { Statement } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { HOLE_TERM, typeHead, type Term } from '../lean/term/term.ts';
import type { Certainty } from './field-meaning.ts';
import type { Place, QueryConstant } from './name-meaning.ts';
import { namesOf, type Clause, type Part } from './pattern-query.ts';
import { readRow, type ShapeLibrary } from './shape-library.ts';
import { TreeMatcher, telescope } from './tree-match.ts';
import type { Contribution } from './types.ts';

/** Subtracted for a field whose type is unknown: more than all that is added for other reasons. */
const UNCERTAIN = 20;

/** Checks rows against the clauses of one query. */
export class PatternCheck {
  private readonly library: ShapeLibrary;
  private readonly clauses: readonly Clause[];
  private readonly constantOf: (name: string) => QueryConstant;

  constructor(library: ShapeLibrary, clauses: readonly Clause[], constantOf: (name: string) => QueryConstant) {
    this.library = library;
    // Cheap tests first: names before trees.
    this.clauses = [...clauses].sort((a, b) => Number(a.some(isTree)) - Number(b.some(isTree)));
    this.constantOf = constantOf;
  }

  /** The row's score as contributions. Returns null if it does not match. */
  check(row: StatementRow): Contribution[] | null {
    const statement = readRow(this.library, row);
    const place: Place = row;
    const matcher = new TreeMatcher({
      meanings: this.library.meanings,
      place,
      constantOf: this.constantOf,
      fieldRefersTo: (constant, field) => this.library.fields.refersTo(constant, field, statement, place),
      typeOf: (local) => typeHead(statement.binders.findLast(({ name }) => name === local)?.type ?? HOLE_TERM),
    });
    const contributions: Contribution[] = [];
    for (const clause of this.clauses) {
      let best: Contribution | null = null;
      for (const part of clause) {
        const points = this.checkPart(part, row, statement, matcher, place);
        if (part.negated ? points === null : points !== null) {
          const contribution = part.negated
            ? { what: `without ${describe(part)}`, points: 0 }
            : { what: describe(part), points: points! };
          if (best === null || contribution.points > best.points) best = contribution;
        }
      }
      if (best === null) return null;
      contributions.push(best);
    }
    contributions.push({ what: 'size', points: sizeWeight(statementSize(statement)) / 64 });
    return contributions;
  }

  /** Points of one part. Returns null if the part does not match. */
  private checkPart(
    part: Part,
    row: StatementRow,
    statement: Statement,
    matcher: TreeMatcher,
    place: Place,
  ): number | null {
    if (part.kind === 'name')
      return row.name.toLowerCase().includes(part.text) ? 1 + (2 * part.text.length) / row.name.length : null;
    if (part.kind === 'constant') return this.checkConstant(part.name, row, statement, place);
    let best: number | null = null;
    for (const reading of part.readings) {
      const points = checkShape(reading, part.inConclusion, statement, matcher);
      if (points !== null && (best === null || points > best) && this.mentionsTypes(reading, statement, place))
        best = points;
    }
    return best;
  }

  private checkConstant(name: string, row: StatementRow, statement: Statement, place: Place): number | null {
    const constant = this.constantOf(name);
    if (row.name === name || (!constant.isFull && row.name.endsWith(`.${name}`))) return 4;
    const { conclusion, premises } = statement;
    const inConclusion = conclusion === null ? 'no' : this.mentions(constant, conclusion, statement, place);
    if (inConclusion === 'yes') return 2;
    const inPremises = premises.map((premise) => this.mentions(constant, premise, statement, place));
    if (inPremises.includes('yes')) return 1;
    return inConclusion === 'maybe' ? 2 - UNCERTAIN : inPremises.includes('maybe') ? 1 - UNCERTAIN : null;
  }

  /** Whether the constant occurs in the tree. */
  private mentions(constant: QueryConstant, tree: Term, statement: Statement, place: Place): Certainty {
    let found = this.isConstant(constant, tree, statement, place);
    for (const child of tree.args) {
      if (found === 'yes') break;
      const inside = this.mentions(constant, child, statement, place);
      if (inside !== 'no') found = inside;
    }
    return found;
  }

  private isConstant(constant: QueryConstant, tree: Term, statement: Statement, place: Place): Certainty {
    const { kind, head } = tree;
    if (kind === Kind.PROJECTION) return this.library.fields.refersTo(constant, tree, statement, place);
    if (kind === Kind.NUMBER) return head === constant.name ? 'yes' : 'no';
    const isName = kind === Kind.CONSTANT || kind === Kind.EXPLICIT;
    return isName && this.library.meanings.mayReferTo(constant, head, place) ? 'yes' : 'no';
  }

  /** `(_ : ℝ)`: the statement must mention the type. Only Lean could tell whether that term has it. */
  private mentionsTypes(pattern: Term, statement: Statement, place: Place): boolean {
    if (pattern.kind === Kind.ASCRIPTION) {
      for (const name of namesOf(pattern.args[1]!)) {
        const constant = this.constantOf(name);
        const isIt = (tree: Term): boolean => this.mentions(constant, tree, statement, place) !== 'no';
        if (place.namespace === name || place.namespace.startsWith(`${name}.`)) continue;
        if (!statement.premises.some(isIt) && (statement.conclusion === null || !isIt(statement.conclusion)))
          return false;
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

/** How much of a statement the pattern covers, from 0 to 3. */
function coverage(pattern: Term, statement: Statement): number {
  return 3 * Math.min(1, solidSize(pattern) / Math.max(1, statementSize(statement) / 2));
}

/** Number of nodes; a wildcard counts 0.4. */
function solidSize(tree: Term): number {
  return (
    (tree.kind === Kind.HOLE || tree.kind === Kind.META ? 0.4 : 1) +
    tree.args.reduce((sum, child) => sum + solidSize(child), 0)
  );
}

/** Points of a shape in a statement: 4 as its conclusion, 2 inside the conclusion, 1 in a premise, plus coverage. */
function checkShape(pattern: Term, inConclusion: boolean, statement: Statement, matcher: TreeMatcher): number | null {
  const place = placeOf(pattern, inConclusion, statement, matcher);
  if (place === null) return null;
  return place + coverage(pattern, statement) - (matcher.isUncertain ? UNCERTAIN : 0);
}

function placeOf(pattern: Term, inConclusion: boolean, statement: Statement, matcher: TreeMatcher): number | null {
  const required = telescope(unascribed(pattern));
  for (const conclusion of conclusionsOf(statement)) {
    if (matcher.matchesStatement(required.premises, required.conclusion, statement.premises, conclusion)) return 4;
  }
  if (inConclusion) return null;
  const { conclusion, premises } = statement;
  const root = unascribed(pattern);
  if (conclusion !== null && matcher.matchesWithin(root, conclusion)) return 2;
  return premises.some((premise) => matcher.matchesWithin(root, premise)) ? 1 : null;
}
