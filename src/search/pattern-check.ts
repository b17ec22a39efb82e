/** Checks whether a declaration matches the clauses of a pattern, and scores the match. */
import type { StatementRow } from '../index/statement-rows.ts';
import type { Statement } from '../lean/term/statement.ts';
import * as Kind from '../lean/term/kinds.ts';
import { HOLE_TERM, typeHead, type Term } from '../lean/term/term.ts';
import { isClass, isInstance } from './class-query.ts';
import type { Certainty } from './field-meaning.ts';
import { machineryTest } from '../index/machinery.ts';
import type { Place, QueryConstant } from './name-meaning.ts';
import { namesOf, type Clause, type Part } from './pattern-query.ts';
import { INSTANCE, MACHINERY, PLACE, shapePoints, sizePoints, UNCERTAIN } from './pattern-points.ts';
import { readRow, type ShapeLibrary } from './shape-library.ts';
import { TreeMatcher } from './tree-match.ts';
import type { Contribution } from './types.ts';
import type { WorkLimit } from './work-limit.ts';

/** Checks rows against the clauses of one query. */
export class PatternCheck {
  private readonly library: ShapeLibrary;
  private readonly clauses: readonly Clause[];
  private readonly isAboutClass: boolean;
  private readonly constantOf: (name: string) => QueryConstant;
  private readonly work: WorkLimit;

  constructor(
    library: ShapeLibrary,
    clauses: readonly Clause[],
    constantOf: (name: string) => QueryConstant,
    work: WorkLimit,
  ) {
    this.library = library;
    this.work = work;
    // Cheap tests first: names before trees.
    this.clauses = [...clauses].sort((a, b) => Number(a.some(isTree)) - Number(b.some(isTree)));
    this.constantOf = constantOf;
    this.isAboutClass = clauses.flat().some((part) => part.kind === 'shape' && part.readings.some(isOfClass));

    function isOfClass({ kind, head }: Term): boolean {
      return kind === Kind.CONSTANT && isClass(library.index, head);
    }
  }

  /** The row's score as contributions. Returns null if it does not match, or if the work is used up before that is known. */
  check(row: StatementRow): Contribution[] | null {
    if (!this.work.spend(costOf(row))) return null;
    const statement = readRow(this.library, row);
    const place: Place = row;
    const matcher = new TreeMatcher({
      meanings: this.library.meanings,
      place,
      work: this.work,
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
      if (best === null || this.work.isUsedUp) return null;
      contributions.push(best);
    }
    contributions.push({ what: 'size', points: sizePoints(statement) });
    if (this.isAboutClass && isInstance(this.library.index, row.id))
      contributions.push({ what: 'an instance', points: INSTANCE });
    if (machineryTest(this.library.index)(row.module))
      contributions.push({ what: 'in a module of tactics', points: -MACHINERY });
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
      const points = shapePoints(reading, part.inConclusion, statement, matcher);
      if (points !== null && (best === null || points > best) && this.mentionsTypes(reading, statement, place))
        best = points;
    }
    return best;
  }

  private checkConstant(name: string, row: StatementRow, statement: Statement, place: Place): number | null {
    const constant = this.constantOf(name);
    if (row.name === name || (!constant.isFull && row.name.endsWith(`.${name}`))) return PLACE.whole;
    const { conclusion, premises } = statement;
    const inConclusion = conclusion === null ? 'no' : this.mentions(constant, conclusion, statement, place);
    if (inConclusion === 'yes') return PLACE.conclusion;
    const inPremises = premises.map((premise) => this.mentions(constant, premise, statement, place));
    if (inPremises.includes('yes')) return PLACE.premise;
    if (inConclusion === 'maybe') return PLACE.conclusion - UNCERTAIN;
    return inPremises.includes('maybe') ? PLACE.premise - UNCERTAIN : null;
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

/** Estimates the cost of fetching a row and reading its statement. */
function costOf({ type }: StatementRow): number {
  return 200 + type.length;
}

function isTree(part: Part): boolean {
  return part.kind !== 'name';
}

function describe(part: Part): string {
  if (part.kind === 'name') return `name has "${part.text}"`;
  if (part.kind === 'constant') return `mentions ${part.name}`;
  return part.inConclusion ? `conclusion is ${part.text}` : `has ${part.text}`;
}
