/**
 * Graded features of how a declaration fits a goal, for the learned order of the best rows: what of its conclusion and
 * premises is in the goal, and how its variables, types and classes agree with the goal's.
 */
import type { LibraryIndex } from '../index/library-index.ts';
import { constantsOf } from '../index/shapes.ts';
import type { StatementRow } from '../index/statement-rows.ts';
import * as Kind from '../lean/term/kinds.ts';
import { bare, lastPart, size, typeHead, type Term } from '../lean/term/term.ts';
import { Aligner, type Agreement } from './alignment.ts';
import { ancestorsOf } from './goal-classes.ts';
import { factsOf } from './goal-facts.ts';
import { generalise, usesOf, type Fit } from './goal-fit.ts';
import type { Goal } from './goal-text.ts';
import { GoalTypes } from './goal-types.ts';
import { PropositionTest } from './propositions.ts';
import { features, ratio, type Feature } from './rank/parts.ts';
import { withGeneralOperations } from './same-operation.ts';
import type { ShapeLibrary } from './shape-library.ts';

export const DETAIL_FEATURES: readonly Feature[] = [
  ...features('conclusion', ['agreement', 'hits', 'misses', 'agrees entirely', 'flipped', 'a side of ↔']),
  ...features('conclusion', ['size of the conclusion', 'size beside the goal', 'sides of =', 'sides of ↔']),
  ...features('premises', ['premises', 'premises given', 'agreement of premises', 'premises far from given']),
  ...features('premises', ['explicit premises', 'facts unused', 'share of facts used', 'facts used']),
  ...features('variables', ['explicit variables', 'explicit variables open', 'variables', 'variables for terms']),
  ...features('variables', ['variables for other variables', 'variables for the same']),
  ...features('types', ['types that agree', 'types that differ', 'types unknown', 'type heads in the goal']),
  ...features('types', ['type heads of the goal', 'types of variables only']),
  ...features('classes', ['classes', 'classes of the goal itself', 'classes implied', 'classes missing']),
  ...features('classes', ['share of the goal’s classes', 'classes of the goal not needed']),
  ...features('constants', ['foreign constants', 'constants not mentioned', 'foreign constants of premises']),
  ...features('name', ['named after a constant', 'named after a type', 'extensionality', 'simp']),
];

interface Found extends Agreement {
  isFlipped: boolean;
  isSide: boolean;
  aligner: Aligner;
  pattern: Term | null;
}

export class GoalDetail {
  readonly #target: Term;
  readonly #targetSize: number;
  /** Last parts of the constants of the target, and of the whole goal. */
  readonly #constants: ReadonlySet<string>;
  readonly #anywhere: ReadonlySet<string>;
  readonly #facts: readonly Term[];
  readonly #types: GoalTypes;
  readonly #propositions: PropositionTest;
  /** Heads of the types of the goal's variables. */
  readonly #typeHeads = new Set<string>();
  /** Last parts of the classes of the goal's instances. */
  readonly #classes = new Set<string>();
  /** These, and all classes that they extend. */
  readonly #implied = new Set<string>();

  constructor(index: LibraryIndex, library: ShapeLibrary, goal: Goal) {
    this.#target = withGeneralOperations(goal.target);
    this.#targetSize = size(this.#target);
    this.#constants = namesIn([this.#target]);
    const facts = factsOf(index, goal);
    this.#facts = facts.map(({ type }) => bare(withGeneralOperations(type)));
    this.#anywhere = namesIn([this.#target, ...this.#facts]);
    this.#types = new GoalTypes(goal, library);
    this.#propositions = new PropositionTest(index, library.meanings);
    const isFact = new Set(facts.map(({ type }) => type));
    for (const { names, type } of goal.hypotheses) {
      if (isFact.has(type)) continue;
      const head = lastPart(typeHead(type));
      if (names[0]?.startsWith('inst_dagger') === true) {
        this.#classes.add(head);
        for (const one of ancestorsOf(library, typeHead(type))) this.#implied.add(one);
      } else if (head !== '') this.#typeHeads.add(head);
    }
  }

  /** Writes `DETAIL_FEATURES`. */
  write(row: StatementRow, fit: Fit, out: Float32Array, start: number): void {
    let at = start;
    const put = (...values: number[]): void => {
      for (const value of values) out[at++] = value;
    };
    const best = this.#conclusion(fit);
    const { aligner } = best;
    const nodes = best.pattern === null ? 0 : size(best.pattern);
    const head = fit.conclusions[0]!.head;
    put(
      shareOf(best),
      Math.log2(1 + best.hits),
      Math.min(best.misses, 8),
      best.misses === 0 && best.hits > 0 ? 1 : 0,
      best.isFlipped ? 1 : 0,
      best.isSide ? 1 : 0,
      Math.log1p(nodes),
      nodes / (1 + this.#targetSize),
      head === 'Eq' ? 1 : 0,
      head === 'Iff' ? 1 : 0,
    );
    put(...this.#premises(row, fit, aligner));
    put(...this.#variables(row, fit, aligner));
    put(...this.#typesOf(fit, aligner));
    put(...this.#classesOf(fit));
    put(...this.#constantsOf(fit));
    const space = lastPart(row.name.slice(0, Math.max(0, row.name.lastIndexOf('.'))));
    put(this.#constants.has(space) ? 1 : 0, this.#typeHeads.has(space) ? 1 : 0);
    put(row.attributes.includes('ext') ? 1 : 0, row.attributes.includes('simp') ? 1 : 0);
  }

  #conclusion({ conclusions }: Fit): Found {
    let best: Found = { hits: 0, misses: 1, isFlipped: false, isSide: false, aligner: new Aligner(), pattern: null };
    for (const { pattern, feature } of usesOf(conclusions)) {
      const aligner = new Aligner();
      const agreement = aligner.align(pattern, this.#target);
      if (best.pattern !== null && shareOf(agreement) <= shareOf(best)) continue;
      const isSide = feature === 'applies, one side of ↔';
      best = { ...agreement, isFlipped: feature === 'applies from right to left', isSide, aligner, pattern };
    }
    return best;
  }

  #premises(row: StatementRow, { statement, variables }: Fit, aligner: Aligner): number[] {
    const used = new Set<Term>();
    let [count, given, shares, far, explicit] = [0, 0, 0, 0, 0];
    for (const [at, premise] of statement.premises.entries()) {
      const binder = statement.premiseBinders[at] ?? null;
      if (binder?.style === '[' || !this.#propositions.isProposition(premise, row, binder?.name ?? '')) continue;
      const pattern = generalise(withGeneralOperations(premise), variables);
      count++;
      if (binder === null || binder.style === '(') explicit++;
      let best = 0;
      let fact: Term | null = null;
      for (const one of this.#facts) {
        const agreement = aligner.try(pattern, one, ({ hits, misses }) => misses === 0 && hits > 0);
        if (shareOf(agreement) <= best) continue;
        best = shareOf(agreement);
        fact = one;
        if (agreement.misses === 0) break;
      }
      shares += best;
      if (best > 0.99) given++;
      if (best < 0.5) far++;
      if (fact !== null && best > 0.7) used.add(fact);
    }
    const facts = this.#facts.length;
    return [
      Math.min(count, 6),
      Math.min(given, 6),
      count === 0 ? 1 : shares / count,
      Math.min(far, 6),
      Math.min(explicit, 6),
      Math.min(facts - used.size, 6),
      facts === 0 ? 1 : used.size / facts,
      Math.min(used.size, 6),
    ];
  }

  #variables(row: StatementRow, { statement }: Fit, { bound }: Aligner): number[] {
    let [explicit, open, count, terms, others] = [0, 0, 0, 0, 0];
    for (const { name, type, style } of statement.binders) {
      if (style === '[' || name === '') continue;
      count++;
      const value = bound.get(name);
      if (value !== undefined) {
        if (bare(value).kind === Kind.LOCAL) others++;
        else terms++;
      }
      if (style !== '(' || this.#propositions.isProposition(type, row, name)) continue;
      explicit++;
      if (value === undefined) open++;
    }
    const values = [...bound.values()]
      .map((one) => bare(one))
      .filter(({ kind, args }) => kind === Kind.LOCAL && args.length === 0);
    const same = values.length - new Set(values.map(({ head }) => head)).size;
    return [explicit, open, Math.log1p(count), terms, others, same].map((value) => Math.min(value, 6));
  }

  #typesOf({ statement, variables }: Fit, { bound }: Aligner): number[] {
    let [agree, differ, unknown, plain] = [0, 0, 0, 0];
    for (const [name, value] of bound) {
      const type = variables.get(name);
      if (type === undefined) continue;
      const expected = bare(type);
      const actual = bare(this.#types.typeOf(value));
      if (expected.kind === Kind.LOCAL) plain++;
      else if (actual.kind === Kind.HOLE) unknown++;
      else if (lastPart(typeHead(expected)) === lastPart(typeHead(actual))) agree++;
      else differ++;
    }
    const heads = new Set<string>();
    for (const { type, style } of statement.binders) {
      const head = lastPart(typeHead(type));
      if (style !== '[' && head !== '' && head !== 'Function') heads.add(head);
    }
    const shared = [...heads].filter((head) => this.#typeHeads.has(head)).length;
    return [
      Math.min(agree, 6),
      Math.min(differ, 6),
      Math.min(unknown, 6),
      heads.size === 0 ? 1 : shared / heads.size,
      ratio(shared, this.#typeHeads.size),
      Math.min(plain, 6),
    ];
  }

  #constantsOf({ statement, conclusions }: Fit): number[] {
    const concluded = namesIn(conclusions.slice(0, 1));
    const required = namesIn(
      statement.premises.filter((_, at) => statement.premiseBinders[at]?.style !== '[').map(withGeneralOperations),
    );
    const foreign = [...concluded].filter((name) => !this.#constants.has(name)).length;
    const open = [...this.#constants].filter((name) => !concluded.has(name)).length;
    const others = [...required].filter((name) => !this.#anywhere.has(name) && !concluded.has(name)).length;
    return [foreign, open, others].map((count) => Math.min(count, 8));
  }

  #classesOf({ statement }: Fit): number[] {
    const needed = new Set<string>();
    for (const [at, premise] of statement.premises.entries()) {
      if (statement.premiseBinders[at]?.style !== '[') continue;
      const root = bare(premise);
      if (root.kind === Kind.CONSTANT && bare(root.args[0] ?? root).kind === Kind.LOCAL)
        needed.add(lastPart(root.head));
    }
    const own = [...needed].filter((name) => this.#classes.has(name)).length;
    const implied = [...needed].filter((name) => this.#implied.has(name)).length;
    return [
      Math.min(needed.size, 8),
      Math.min(own, 8),
      Math.min(implied, 8),
      Math.min(needed.size - implied, 8),
      this.#classes.size === 0 ? 0 : own / this.#classes.size,
      Math.min(this.#classes.size - own, 8),
    ];
  }
}

/** Last parts of the constants in terms. */
function namesIn(terms: readonly Term[]): Set<string> {
  const found = new Set<string>();
  for (const one of terms) constantsOf(one, (name) => found.add(lastPart(name)));
  return found;
}

function shareOf({ hits, misses }: Agreement): number {
  return hits / Math.max(0.5, hits + misses);
}
